/// What kind of type a target is, as the model knows it.
package enum Shape: String, CaseIterable, Sendable {
  case base, middle, leaf, hooked, weakly, plainStruct, hookedStruct
  case marked, markedStruct
  /// What initializers make.
  case made

  var isStruct: Bool { [.plainStruct, .hookedStruct, .markedStruct].contains(self) }
  var hasHook: Bool { [.hooked, .hookedStruct, .marked, .made].contains(self) }

  /// How many palette types a target of this shape is made of.
  var typeCount: Int {
    switch self {
    case .base, .plainStruct, .hookedStruct, .markedStruct: 2
    case .middle, .made: 3
    case .leaf, .hooked: 4
    case .weakly: 1
    case .marked: 6
    }
  }

  /// The shape of the superclass, if that can be injected as well.
  var superclass: Shape? {
    switch self {
    case .middle, .marked: .base
    case .leaf: .middle
    case .hooked: .leaf
    default: nil
    }
  }

  /// The properties, the superclass's first.
  var slots: [SlotShape] {
    switch self {
    case .base: [SlotShape("first"), SlotShape("second")]
    case .middle: Shape.base.slots + [SlotShape("third", .observed)]
    case .leaf: Shape.middle.slots + [SlotShape("fourth", .computed)]
    case .hooked:
      [SlotShape("first"), SlotShape("second", .observed)] + Shape.leaf.slots.dropFirst(2)
    case .weakly: [SlotShape("link", .weak)]
    case .made: [SlotShape("part"), SlotShape("mate"), SlotShape("twin")]
    case .plainStruct: [SlotShape("first"), SlotShape("second", .observed)]
    case .hookedStruct: [SlotShape("first"), SlotShape("second")]
    case .marked:
      Shape.base.slots + [
        SlotShape("own", .marked(.ownName, isLazy: false)),
        SlotShape("named", .marked(.name("b"), isLazy: false)),
        SlotShape("typed", .marked(.type, isLazy: false)),
        SlotShape("late", .marked(.name("c"), isLazy: true)),
      ]
    case .markedStruct:
      [SlotShape("first"), SlotShape("own", .marked(.ownName, isLazy: false))]
    }
  }
}

/// A property, as the model knows it.
struct SlotShape: Hashable, Sendable {
  let label: String
  let behaviour: Behaviour

  init(_ label: String, _ behaviour: Behaviour = .plain) {
    self.label = label
    self.behaviour = behaviour
  }

  enum Behaviour: Hashable, Sendable {
    case plain, observed, computed, weak
    case marked(Wish, isLazy: Bool)
  }

  /// What a marked property asks for.
  enum Wish: Hashable, Sendable {
    case ownName
    case name(String)
    case type
  }

  var isMarked: Bool { if case .marked = behaviour { true } else { false } }
  var isLazy: Bool { if case .marked(_, isLazy: true) = behaviour { true } else { false } }
}

/// A target's type, as the model knows it: its shape, and the types of its properties.
package struct TargetType: Hashable, Sendable, CustomStringConvertible {
  let shape: Shape
  let types: [ModelType]

  /// The superclass's type, if that can be injected as well.
  var superclass: TargetType? {
    shape.superclass.map { TargetType(shape: $0, types: Array(types.prefix($0.typeCount))) }
  }

  /// This type and its superclasses, the most basic first.
  var chain: [TargetType] { (superclass?.chain ?? []) + [self] }

  /// The type of a property's value.
  func slotType(_ slot: Int) -> ModelType { types[slot] }

  package var description: String {
    "\(shape)<\(types.map { "\($0)" }.joined(separator: ", "))>"
  }
}
