import PropertyInjection

/// What the user code of a target counts.
package struct Counts: Hashable, Sendable {
  var hooks = 0
  var reads = 0
  /// How many reads more there may be, because a call decides on its properties.
  var readsToDecide = 0
  var writes = 0
  var observations = 0
}

/// A type whose properties are injected.
protocol Target: SendableMetatype {
  init()
  var counts: Counts { get set }
}

/// The class of all objects that are injected.
class Root: Target {
  final var counts = Counts()

  required init() {}
}

class Base<K0: ValueKind, K1: ValueKind>: Root {
  final var first: K0.Value?
  var second: K1.Value?

  static func baseSlots<Owner: Base>(_ owner: Owner.Type) -> [any SlotAccess<Owner>] {
    [Slot<Owner, K0>(\.first), Slot<Owner, K1>(\.second)]
  }
}

class Middle<K0: ValueKind, K1: ValueKind, K2: ValueKind>: Base<K0, K1> {
  final var third: K2.Value? {
    didSet { counts.observations += 1 }
  }

  static func middleSlots<Owner: Middle>(_ owner: Owner.Type) -> [any SlotAccess<Owner>] {
    baseSlots(owner) + [Slot<Owner, K2>(\.third)]
  }
}

class Leaf<K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind>: Middle<K0, K1, K2> {
  final var stored: K3.Value?
  final var fourth: K3.Value? {
    get {
      counts.reads += 1
      return stored
    }
    set {
      counts.writes += 1
      stored = newValue
    }
  }

  static func leafSlots<Owner: Leaf>(_ owner: Owner.Type) -> [any SlotAccess<Owner>] {
    middleSlots(owner) + [Slot<Owner, K3>(\.fourth, storedAt: \Owner.stored)]
  }
}

final class Hooked<K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind>:
  Leaf<K0, K1, K2, K3>, InjectionAware
{
  override var second: K1.Value? {
    didSet { counts.observations += 1 }
  }

  func didInjectDependencies() { counts.hooks += 1 }
}

final class Weakly<K: ClassKind>: Root {
  weak var link: K.Value?

  static var slots: [any SlotAccess<Weakly>] { [Slot<Weakly, K>(\.link)] }
}

final class Marked<
  K0: ValueKind, K1: ValueKind, K2: ValueKind, K3: ValueKind, K4: ValueKind, K5: ValueKind
>: Base<K0, K1>, InjectionAware {
  @Injected var own: K2.Value?
  @Injected("b") var named: K3.Value?
  @Injected(.byType) var typed: K4.Value?
  @Injected("c", lazy: true) var late: K5.Value?

  static var slots: [any SlotAccess<Marked>] {
    baseSlots(Marked.self) + [
      Slot<Marked, K2>(\.own), Slot<Marked, K3>(\.named), Slot<Marked, K4>(\.typed),
      Slot<Marked, K5>(\.late, store: { $0.late = $1 }),
    ]
  }

  func didInjectDependencies() { counts.hooks += 1 }
}

struct PlainStruct<K0: ValueKind, K1: ValueKind>: Target {
  var first: K0.Value?
  var second: K1.Value? {
    didSet { counts.observations += 1 }
  }
  var counts = Counts()

  static var slots: [any SlotAccess<PlainStruct>] {
    [Slot<PlainStruct, K0>(\.first), Slot<PlainStruct, K1>(\.second)]
  }
}

struct HookedStruct<K0: ValueKind, K1: ValueKind>: Target, InjectionAware {
  var first: K0.Value?
  var second: K1.Value?
  var counts = Counts()

  static var slots: [any SlotAccess<HookedStruct>] {
    [Slot<HookedStruct, K0>(\.first), Slot<HookedStruct, K1>(\.second)]
  }

  mutating func didInjectDependencies() { counts.hooks += 1 }
}

struct MarkedStruct<K0: ValueKind, K1: ValueKind>: Target {
  var first: K0.Value?
  @Injected var own: K1.Value?
  var counts = Counts()

  static var slots: [any SlotAccess<MarkedStruct>] {
    [Slot<MarkedStruct, K0>(\.first), Slot<MarkedStruct, K1>(\.own)]
  }
}
