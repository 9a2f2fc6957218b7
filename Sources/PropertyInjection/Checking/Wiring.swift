/// What fills properties and arguments, found out without making anything.
///
/// It looks keys up as an injection does, and follows the arguments of initializers. It runs no
/// code of the program, except for ``Constructible/provider``.
final class Wiring {
  let injector: PropertyInjector
  /// The actor that the values are asked for on; none for every place in the program.
  let isolation: Isolation
  /// The injector that is checked, whose plans tell the marks of types.
  private let checked: PropertyInjector
  /// The marks of the objects at hand, by their types.
  var samples: [ObjectIdentifier: KnownMarks] = [:]
  /// The wirings of the injectors that this one is derived from, as far as they are needed.
  private var parents: [ObjectIdentifier: Wiring] = [:]
  private var answers: [BindingKey: Answer] = [:]
  /// The bindings of types that say themselves how they are made, as far as they are needed.
  private(set) var constructed: [Binding] = []
  private var known: Set<ObjectIdentifier> = []
  /// How many more makings within cycles are found out again, for each of which the rest of the cycle is known.
  var repeats = 3_000
  private var surveys: [ObjectIdentifier: TypeSurvey] = [:]
  private var properties: [ObjectIdentifier: [PropertyWiring]] = [:]
  // As many looks at bindings as take a few hundredths of a second.
  let searches = SearchBudget(100_000)
  var nearMisses: [BindingKey: NearMisses.Found] = [:]
  var makings: [ObjectIdentifier: Making] = [:]
  /// The bindings whose making is being followed, and how each was come to.
  var running: [Running] = []

  // Each nested initializer takes stack.
  static let deepest = 2 * CurrentThread.deepestNesting

  init(_ injector: PropertyInjector, on isolation: Isolation = .none) {
    self.injector = injector
    self.isolation = isolation
    checked = injector
  }

  /// The wiring of an injector that the checked one is derived from.
  private init(of owner: PropertyInjector, for other: Wiring) {
    injector = owner
    isolation = other.isolation
    checked = other.checked
    samples = other.samples
  }

  var registry: Registry { injector.registry }

  /// The wiring in which a binding's arguments are found.
  ///
  /// What a scoped instance needs is looked up in the injector that the binding was registered with.
  func wiring(of binding: Binding) -> Wiring {
    guard binding.shared != nil else { return self }
    let owner = injector.owner(of: binding)
    if owner === injector { return self }
    if let known = parents[ObjectIdentifier(owner)] { return known }
    let wiring = Wiring(of: owner, for: self)
    parents[ObjectIdentifier(owner)] = wiring
    return wiring
  }

  /// The answer to a look-up.
  struct Answer {
    let aliases: [Binding]
    let result: BindingLookup
    /// Whether the binding is the only one of its name, and exactly of the type.
    var isOnly = false

    var binding: Binding? { if case .found(let binding) = result { binding } else { nil } }

    /// The aliases, and the binding that they lead to.
    var way: [Binding] { aliases + (binding.map { [$0] } ?? []) }

    /// The binding, as reports show it.
    var entries: [RegistryEntry] { binding.map { [RegistryEntry(binding: $0)] } ?? [] }
  }

  /// The survey of a type, made once.
  func survey(of type: Any.Type) -> TypeSurvey {
    let id = ObjectIdentifier(type)
    if let known = surveys[id] { return known }
    let survey = TypeSurvey(type, in: registry)
    surveys[id] = survey
    return survey
  }

  /// The properties of a type, looked up once.
  func properties(of type: Any.Type) -> [PropertyWiring] {
    let id = ObjectIdentifier(type)
    if let known = properties[id] { return known }
    let found = properties(
      of: survey(of: type),
      marks: checked.knownMarks(of: type).merging(samples[id] ?? [:]) { $1 })
    properties[id] = found
    return found
  }

  /// The binding that a key leads to.
  func answer(_ key: BindingKey) -> Answer {
    // Not remembered: a look-up of a name is as quick.
    if let binding = registry.bindings.only(key) {
      return Answer(aliases: [], result: .found(binding), isOnly: true)
    }
    if let known = answers[key] { return known }
    var aliases: [Binding] = []
    let result = registry.bindings.lookUp(key, through: &aliases)
    let answer = Answer(aliases: aliases, result: result)
    answers[key] = answer
    if let binding = answer.binding, binding.layer < 0, !binding.isBuiltIn,
      known.insert(ObjectIdentifier(binding)).inserted
    {
      constructed.append(binding)
    }
    return answer
  }

  /// The bindings through which a binding certainly leads back to itself; nil if it does not.
  func certainCycle(of binding: Binding) -> [String]? {
    guard case .cycle(let chain, _, _)? = making(of: binding, for: .argument).failure,
      chain.contains(binding.key.description)
    else { return nil }
    return Self.cycle(chain, from: binding)
  }

  /// The same cycle, told from one of its bindings; as it is if the binding only leads to it.
  private static func cycle(_ chain: [String], from binding: Binding) -> [String] {
    let links = chain.dropLast()
    guard let start = links.firstIndex(of: binding.key.description) else { return chain }
    return links[start...] + links[..<start] + [binding.key.description]
  }

  /// Whether nothing is known that prevents a binding's value from being made.
  func canBeMade(_ binding: Binding) -> Bool {
    making(of: binding, for: .argument).failure == nil
  }

  /// What is certain about a property's value.
  func verdict(of row: PropertyWiring) -> Verdict {
    if let mistake = row.mistake { return .mistake(mistake) }
    if row.isAssumed, !isMissing(row) { return .uncertain(.mark) }
    let binding: Binding
    switch row.answer.result {
    case .found(let found): binding = found
    case .nothing: return .nothing
    case .failed(let failure): return .failed(failure)
    }
    if row.isUsedLater(binding), binding.isolation.isBeyondCheck { return .failed(.mayLeaveActor) }
    let own = row.actors.first
    if let own, let other = row.actors.first(where: { $0 != own }) {
      return .failed(.actorsDoNotMeet(own, other))
    }
    // First, as in an injection: a binding is asked on its actor only.
    if let own, let needed = binding.isolation.ofActor, needed != own {
      return .failed(.actorsDoNotMeet(needed, own))
    }
    if binding.isAccessor, row.kind != .intercepted { return .failed(.accessors) }
    if binding.takesCallersArguments { return .failed(.arguments) }
    let making = making(of: binding, for: .property(ofObject: true))
    if case .cycle(let chain, _, _) = making.failure {
      return .failed(.cycle(Self.cycle(chain, from: binding), nil, dependsOn: 0))
    }
    if let failure = making.failure { return .failed(failure) }
    if let needed = making.actor, needed != own {
      if let own { return .failed(.actorsDoNotMeet(needed, own)) }
      if needed != isolation { return .uncertain(.onlyOn(needed.text)) }
    }
    if making.certainDepth > CurrentThread.deepestNesting {
      return .failed(.tooDeep(deepestChain(of: binding)))
    }
    if let doubt = making.doubt { return .uncertain(doubt) }
    if making.depth > CurrentThread.deepestNesting { return .uncertain(.depth) }
    return doubt(of: binding, for: row.key, on: own).map(Verdict.uncertain) ?? .filled
  }

  /// Whether a property whose mark is not known has no binding for certain: nothing of its type is registered,
  /// under any name.
  private func isMissing(_ row: PropertyWiring) -> Bool {
    let type = BindingKey(nil, row.key.type)
    guard row.answer.miss != nil, case .unknownType? = answer(type).miss else { return false }
    return BindingTable.unregistered(BindingKey(BindingKey.nameOfAll, row.key.type)) == nil
      && !registry.bindings.all.contains { $0.fit(type) != nil }
  }

  /// Why it is not certain that a binding's value fits.
  func doubt(of binding: Binding, for key: BindingKey, on actor: Isolation?) -> Doubt? {
    guard let type = key.type, binding.type != type else { return nil }
    if case .instance(let instance) = binding.target, binding.isolation.actor == nil {
      return actor == nil && instance.conformsOnActorOnly(to: type) ? .onlyOn("an actor") : nil
    }
    if let own = binding.type, actor == nil, TypeKind(type) == .existential,
      Conformance.find(own, to: type) == .ofActor
    {
      return .onlyOn("an actor")
    }
    guard let declared = binding.type, binding.fit(key) == .possible, !hasFitted(binding, key)
    else { return nil }
    return .product(declared: declared, wanted: type)
  }

  /// Whether an injection or a look-up has shown that what a binding gives fits a key.
  private func hasFitted(_ binding: Binding, _ key: BindingKey) -> Bool {
    let found = injector.lookups.entry(for: key)?.takeUnretainedValue()
    return (found ?? injector.inheritedBinding(key)).map { $0.binding === binding && $0.hasFitted }
      ?? false
  }
}

extension Binding {
  /// Whether the value is made with arguments of the caller.
  var takesCallersArguments: Bool {
    factory?.parameters?.contains(where: \.isDynamic) == true
  }

  /// The parameters whose arguments are looked up, with their positions, counted from 1.
  var lookedUpParameters: [(position: Int, parameter: Parameter)] {
    (factory?.parameters ?? []).enumerated().compactMap { index, parameter in
      parameter.isDynamic || parameter.constant != nil ? nil : (index + 1, parameter)
    }
  }
}

extension Wiring.Answer {
  /// Why there is no argument for a parameter; nil if there is one, or none on purpose.
  func lack(for parameter: Parameter) -> UnfilledReason? {
    switch result {
    case .found(let found) where found.isAccessor: Failure.accessors.reason
    case .found(let found) where found.takesCallersArguments: Failure.arguments.reason
    case .found: nil
    case .nothing: parameter.wrappedType == nil ? .boundToNil : nil
    case .failed(let failure): failure.reason
    }
  }

  /// Why no binding is found; nil if one is, or none on purpose.
  var miss: Failure? { if case .failed(let failure) = result { failure } else { nil } }
}

extension Isolation {
  /// The same, unless it is of no actor.
  var ofActor: Isolation? { actor == nil ? nil : self }
}

extension Instance {
  /// Whether the value fits a protocol type through a conformance that belongs to an actor.
  fileprivate func conformsOnActorOnly(to type: Any.Type) -> Bool {
    guard TypeKind(type) == .existential else { return false }
    return if case .onActorOnly? = hand(as: type, isOnActor: false, to: { _ in }) {
      true
    } else {
      false
    }
  }
}
