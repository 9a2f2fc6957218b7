import TestSupport

/// A random sequence of steps.
///
/// The same seed gives the same sequence.
package struct Scenario: Hashable, Sendable {
  package let seed: UInt64
  package internal(set) var steps: [Step]

  package init(seed: UInt64) {
    var generator = Generator(seed: seed)
    self.seed = seed
    steps = generator.steps()
  }
}

/// Makes random steps that have to do with each other: few names, related types.
private struct Generator {
  private var random: SeededRandom
  private let chain: [Int]
  private let slotTypes: [ModelType]
  /// Whether aliases may lead to types; otherwise types may have aliases.
  private let hasAliasesToTypes: Bool
  private var names = ["a", "b", "c", "own"]
  /// What each module does; one may install those before it.
  private var modules: [[Change]] = []
  /// The keys that properties ask for, and those that are bound.
  private var wanted: [Key] = []
  private var bound: [Key] = []
  private var lastID = 0
  private var injectors = 0
  private var objects = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    chain = Catalog.chains[random.below(Catalog.made)]
    slotTypes = Catalog.entries[chain.last!].type.types
    hasAliasesToTypes = random.percent(50)
    if random.percent(50) { names.removeFirst() }
    for module in 0..<3 {
      let changes = (0...random.below(3)).map { _ in change(modules: module) }
      modules.append(changes)
    }
  }

  mutating func steps() -> [Step] {
    var steps = [configuration(from: nil), creation()]
    for _ in 0..<(4 + random.below(8)) { steps.append(step()) }
    return steps
  }

  private mutating func step() -> Step {
    let injector = random.below(injectors)
    let object = random.below(objects)
    if Catalog.entries[chain.last!].type.shape == .marked && random.percent(16) {
      return .makePlain(injector: injector, object: object)
    }
    switch random.below(100) {
    case ..<36: return .inject(injector: injector, object: object, random.one(of: Route.allCases))
    case ..<41: return .decide(injector: injector, object: object, decisions())
    case ..<54: return .set(object: object, slot: random.below(slotTypes.count), nil)
    case ..<62:
      let slot = random.below(slotTypes.count)
      return .set(object: object, slot: slot, token(fitting: slotTypes[slot], number: newID()))
    case ..<70: return creation()
    case ..<76: return configuration(from: injector)
    case ..<79:
      let key = key()
      let argument = token(fitting: random.one(of: Self.argumentTypes), number: newID())
      return .make(injector: injector, key, random.percent(80) ? [argument] : [])
    case ..<88: return .lookUp(injector: injector, key(), random.one(of: Lookup.allCases))
    case ..<90: return .contains(injector: injector, key())
    case ..<91:
      let type = random.one(of: ModelType.declarable)
      return .collect(injector: injector, type, byKey: random.percent(50))
    case ..<93: return .read(object: object, slot: random.below(slotTypes.count))
    case ..<95: return .reset(injector: injector)
    default: return .makePlain(injector: injector, object: object)
    }
  }

  private mutating func creation() -> Step {
    defer { objects += 1 }
    return .create(
      object: objects, target: random.percent(70) ? chain.last! : random.one(of: chain))
  }

  private mutating func configuration(from source: Int?) -> Step {
    defer { injectors += 1 }
    var changes: [Change] = []
    if source == nil {
      for _ in 0..<(2 + random.below(4)) { changes.append(declaration()) }
      for _ in 0..<(2 + random.below(6)) { changes.append(registration()) }
    }
    if random.percent(30) { changes += cycle() }
    for _ in 0..<random.below(4) { changes.append(change(modules: modules.count)) }
    if source != nil, random.percent(30) { changes += fake() }
    let parent = source.map { Parent(injector: $0, isOverride: random.percent(50)) }
    return .configure(injector: injectors, from: parent, changes)
  }

  /// A registration in place of one of a module that is installed before or after it.
  private mutating func fake() -> [Change] {
    let module = random.below(modules.count)
    let installation = Change.install(module: module, modules[module])
    let registered = modules[module].compactMap { change -> Binding? in
      if case .register(let binding, _) = change { binding } else { nil }
    }
    guard !registered.isEmpty else { return [installation] }
    var binding = random.one(of: registered)
    binding.id = newID()
    let registration = Change.register(binding, replacing: random.percent(30))
    return random.percent(50) ? [installation, registration] : [registration, installation]
  }

  /// A factory that asks for what an initializer makes, which has a property for what the factory makes.
  private mutating func cycle() -> [Change] {
    let first = Key(name: random.one(of: names), type: .a)
    let second = Key(name: random.one(of: names), type: .a)
    let argument = Argument.key(
      Key(name: random.percent(50) ? first.name : second.name, type: .s))
    let changes: [Change] = [
      .declare(target: Catalog.made, slot: 2, name: first.name!, from: nil),
      .register(
        Binding(
          id: newID(), name: first.name, type: first.type, provider: .asking(second),
          scope: scope(first.type)), replacing: true),
      .register(
        Binding(
          id: newID(), name: second.name, type: second.type, provider: .initializer(argument),
          scope: scope(second.type)), replacing: true),
      .register(
        Binding(
          id: newID(), name: random.one(of: names), type: .s,
          provider: .instance(token(fitting: .s, number: newID()))), replacing: false),
    ]
    // Asked for more often than what else is bound.
    for _ in 0..<3 { bound += [first, second] }
    return changes
  }

  /// A change that installs one of so many modules, or does something else.
  private mutating func change(modules count: Int) -> Change {
    switch random.below(100) {
    case ..<33: return registration()
    case ..<36: return .decorate(id: newID(), key())
    case ..<48: return declaration()
    case ..<53: return .removeName(random.one(of: names))
    case ..<60: return .removeKey(key())
    case ..<70:
      let key = key()
      // What takes arguments of the caller is not kept.
      if ModelType.g.always(fits: key.type) { return registration() }
      return .setScope(id: newID(), scope(key.type), key)
    case ..<90 where count > 0:
      let module = random.below(count)
      return .install(module: module, modules[module])
    case 90... where count == 3: return .uninstall(module: random.below(3))
    default: return registration()
    }
  }

  private mutating func declaration() -> Change {
    if random.percent(12) { return declarationOfMade() }
    let target = random.percent(70) ? chain.last! : random.one(of: chain)
    let shape = Catalog.entries[target].type.shape
    let slot = random.below(shape.slots.count)
    let isMarked = Catalog.entries[chain.last!].type.shape.slots.contains(where: \.isMarked)
    var name = random.percent(2) ? "" : random.one(of: isMarked ? names.dropLast() : names)
    if shape.slots[slot].isMarked { name = shape.slots[slot].label }
    var other: Wanted?
    if random.percent(15) {
      other = random.percent(50) ? .type : .name(random.one(of: names))
    }
    let type = Catalog.entries[target].type.slotType(slot)
    switch other {
    case nil where name != "": wanted.append(Key(name: name, type: type))
    case .name(let name): wanted.append(Key(name: name, type: type))
    default: break
    }
    return .declare(target: target, slot: slot, name: name, from: other)
  }

  /// A declaration for what initializers make.
  private mutating func declarationOfMade() -> Change {
    let slot = random.below(3)
    let name = random.one(of: names)
    wanted.append(Key(name: name, type: Catalog.entries[Catalog.made].type.slotType(slot)))
    return .declare(target: Catalog.made, slot: slot, name: name, from: nil)
  }

  private mutating func registration() -> Change {
    let (name, type) = newKey()
    var binding = Binding(id: newID(), name: name, type: type, provider: provider(type))
    if case .alias = binding.provider, name == nil, hasAliasesToTypes { binding.name = "a" }
    if binding.provider == .nilInstance && name == "" { binding.name = "a" }
    if binding.provider.canBeKept && random.percent(30) { binding.scope = scope(type) }
    let key = Key(name: binding.name, type: type)
    let isKnown = bound.contains(key)
    if name != "" { bound.append(key) }
    return .register(binding, replacing: random.percent(isKnown ? 50 : 4))
  }

  /// The key of a new binding, which often is one that a property asks for, or nearly so.
  private mutating func newKey() -> (name: String?, type: ModelType) {
    if random.percent(60), !wanted.isEmpty {
      let key = random.one(of: wanted)
      let type = random.percent(60) ? key.type : random.one(of: Self.relatives[key.type.rawValue])
      return (key.name, type)
    }
    return (random.percent(10) ? nil : random.percent(1) ? "" : random.one(of: names), keyType())
  }

  private mutating func provider(_ type: ModelType) -> Provider {
    if ModelType.g.always(fits: type), random.percent(25) { return .initializer(argument()) }
    switch random.below(100) {
    case ..<45:
      if type == .optionalInt && random.percent(20) { return .nilInstance }
      return .instance(token(fitting: type, number: newID()))
    case ..<75: return .factory(.value(token(fitting: type, number: 0).type))
    case ..<80: return .factory(.none)
    case ..<83: return .factory(.failure)
    case ..<88: return .asking(Key(name: random.one(of: names), type: type))
    case ..<97:
      let other = key()
      if other.name == nil && (type.always(fits: other.type) || !hasAliasesToTypes) {
        return .nothing
      }
      return .alias(name: other.name, type: other.type)
    default: return .nothing
    }
  }

  private mutating func argument() -> Argument {
    let type = random.one(of: Self.argumentTypes)
    if random.percent(30) { return .dynamic(type) }
    return .key(Key(name: random.percent(40) ? nil : random.one(of: names), type: type))
  }

  private mutating func scope(_ type: ModelType) -> Scope {
    let isObject = type.always(fits: .anyObject)
    return random.one(of: [.unique, .singleton, .cached, .graph, isObject ? .weak : .cached])
  }

  private mutating func key() -> Key {
    if random.percent(60), !bound.isEmpty {
      return random.one(of: bound)
    }
    let type = keyType()
    return Key(name: random.percent(25) ? nil : random.one(of: names), type: type)
  }

  /// A type that a property has, or one that has to do with it, or any.
  private mutating func keyType() -> ModelType {
    let type = random.one(of: slotTypes)
    switch random.below(100) {
    case ..<50: return type
    case ..<85: return random.one(of: Self.relatives[type.rawValue])
    default: return random.one(of: ModelType.declarable)
    }
  }

  private mutating func token(fitting type: ModelType, number: Int) -> Token {
    Token(random.one(of: Self.values[type.rawValue]), number)
  }

  private mutating func decisions() -> [Decision] {
    (0...random.below(2)).map { _ in
      let name = random.one(of: names)
      if random.percent(40) { return .skip(name: name) }
      return .inject(name: name, token(fitting: random.one(of: slotTypes), number: newID()))
    }
  }

  private mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// The types of what initializers take; none of them leads back to what they make.
  private static let argumentTypes: [ModelType] = [.s, .p, .int, .string]
  /// The types of values that fit each type.
  private static let values = ModelType.allCases.map { type in
    ModelType.concrete.filter { value in
      value == type || value.always(fits: type) && value != .optionalInt && type != .optionalInt
    }
  }
  /// The types that have to do with each type.
  private static let relatives = ModelType.allCases.map { type in
    ModelType.declarable.filter { $0.may(fit: type) || type.may(fit: $0) }
  }
}
