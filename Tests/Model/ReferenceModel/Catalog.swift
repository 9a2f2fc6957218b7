import PropertyInjection
import TestSupport

/// A target's type, with what the driver needs of it.
struct CatalogEntry: Sendable {
  let type: TargetType
  let swiftType: any Any.Type
  let makeSubject: @Sendable () -> any Subject
  let declare: @Sendable (Int, String, Wanted?, inout Registry) -> Void
}

/// The target types that sequences choose from: the same ones in each run.
enum Catalog {
  /// The entries; those of the superclasses are among them.
  static let entries: [CatalogEntry] = makeEntries()

  /// The indices of the entries for the type and its superclasses, the most basic first.
  static let chains: [[Int]] = entries.map { entry in
    entry.type.chain.map { type in entries.firstIndex { $0.type == type }! }
  }

  /// The type as the model knows it, for one that Swift knows.
  static func type(_ type: any Any.Type) -> TargetType? { types[ObjectIdentifier(type)] }

  private static let types = Dictionary(
    uniqueKeysWithValues: entries.map { (ObjectIdentifier($0.swiftType), $0.type) })
  /// The entry of what initializers make, which is the last one.
  static let made = entries.count - 1

  private static let typesOfEachShape = 24

  private static func makeEntries() -> [CatalogEntry] {
    var random = SeededRandom(seed: 1)
    var types: [TargetType] = []
    for shape in Shape.allCases where shape != .made {
      for _ in 0..<typesOfEachShape {
        let type = TargetType(shape: shape, types: propertyTypes(for: shape, &random))
        for type in type.chain where !types.contains(type) { types.append(type) }
      }
    }
    types.append(TargetType(shape: .made, types: [.s, .p, .a]))
    return types.map(entry)
  }

  private static func propertyTypes(
    for shape: Shape, _ random: inout SeededRandom
  ) -> [ModelType] {
    if shape == .weakly { return [random.one(of: [.a, .b, .c, .d, .e])] }
    let related: [ModelType] = [.a, .b, .c, .d, .e, .s, .p, .q, .pAndQ, .aAndP, .any, .anyObject]
    return (0..<shape.typeCount).map { _ in
      random.one(of: random.percent(60) ? related : ModelType.declarable)
    }
  }

  private static func entry(_ type: TargetType) -> CatalogEntry {
    let kinds = type.types.map(Palette.kind)
    return switch type.shape {
    case .base: base(kinds[0], kinds[1], type)
    case .middle: middle(kinds[0], kinds[1], kinds[2], type)
    case .leaf: leaf(kinds[0], kinds[1], kinds[2], kinds[3], type)
    case .hooked: hooked(kinds[0], kinds[1], kinds[2], kinds[3], type)
    case .weakly: weakly(type)
    case .made: made(type)
    case .plainStruct: plainStruct(kinds[0], kinds[1], type)
    case .hookedStruct: hookedStruct(kinds[0], kinds[1], type)
    case .marked: marked(kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5], type)
    case .markedStruct: markedStruct(kinds[0], kinds[1], type)
    }
  }

  private static func object<Object: Root>(
    _ slots: [any SlotAccess<Object>], _ type: TargetType
  ) -> CatalogEntry {
    CatalogEntry(
      type: type, swiftType: Object.self, makeSubject: { ObjectSubject(slots) },
      declare: { slots[$0].declare($1, from: $2, in: &$3) })
  }

  private static func value<Value: Target>(
    _ slots: [any SlotAccess<Value>], _ type: TargetType
  ) -> CatalogEntry {
    CatalogEntry(
      type: type, swiftType: Value.self, makeSubject: { StructSubject(slots) },
      declare: { slots[$0].declare($1, from: $2, in: &$3) })
  }

  private static func base<K0: ValueKind, K1: ValueKind>(
    _: K0.Type, _: K1.Type, _ type: TargetType
  ) -> CatalogEntry {
    object(Base<K0, K1>.baseSlots(Base<K0, K1>.self), type)
  }

  private static func middle<K0: ValueKind, K1: ValueKind, K2: ValueKind>(
    _: K0.Type, _: K1.Type, _: K2.Type, _ type: TargetType
  ) -> CatalogEntry {
    object(Middle<K0, K1, K2>.middleSlots(Middle<K0, K1, K2>.self), type)
  }

  private static func leaf<K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind>(
    _: K0.Type, _: K1.Type, _: K2.Type, _: K3.Type, _ type: TargetType
  ) -> CatalogEntry {
    object(Leaf<K0, K1, K2, K3>.leafSlots(Leaf<K0, K1, K2, K3>.self), type)
  }

  private static func hooked<K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind>(
    _: K0.Type, _: K1.Type, _: K2.Type, _: K3.Type, _ type: TargetType
  ) -> CatalogEntry {
    object(Hooked<K0, K1, K2, K3>.leafSlots(Hooked<K0, K1, K2, K3>.self), type)
  }

  private static func weakly(_ type: TargetType) -> CatalogEntry {
    switch type.types[0] {
    case .a: object(Weakly<KindA>.slots, type)
    case .b: object(Weakly<KindB>.slots, type)
    case .c: object(Weakly<KindC>.slots, type)
    case .d: object(Weakly<KindD>.slots, type)
    default: object(Weakly<KindE>.slots, type)
    }
  }

  private static func made(_ type: TargetType) -> CatalogEntry {
    let slots: [any SlotAccess<G>] = [
      Slot<G, KindS>(\.part), Slot<G, KindP>(\.mate), Slot<G, KindA>(\.twin),
    ]
    return CatalogEntry(
      type: type, swiftType: G.self, makeSubject: { preconditionFailure("initializers make it") },
      declare: { slots[$0].declare($1, from: $2, in: &$3) })
  }

  private static func plainStruct<K0: ValueKind, K1: ValueKind>(
    _: K0.Type, _: K1.Type, _ type: TargetType
  ) -> CatalogEntry {
    value(PlainStruct<K0, K1>.slots, type)
  }

  private static func hookedStruct<K0: ValueKind, K1: ValueKind>(
    _: K0.Type, _: K1.Type, _ type: TargetType
  ) -> CatalogEntry {
    value(HookedStruct<K0, K1>.slots, type)
  }

  private static func marked<
    K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind, K4: ValueKind, K5: ValueKind
  >(
    _: K0.Type, _: K1.Type, _: K2.Type, _: K3.Type, _: K4.Type, _: K5.Type, _ type: TargetType
  ) -> CatalogEntry {
    object(Marked<K0, K1, K2, K3, K4, K5>.slots, type)
  }

  private static func markedStruct<K0: ValueKind, K1: ValueKind>(
    _: K0.Type, _: K1.Type, _ type: TargetType
  ) -> CatalogEntry {
    value(MarkedStruct<K0, K1>.slots, type)
  }
}
