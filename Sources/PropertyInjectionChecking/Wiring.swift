import PropertyInjection

/// The bindings that fill properties and arguments, found out without making anything.
///
/// It looks keys up as an injection does, and follows the arguments of initializers. It runs no
/// code of the program, except for the `provider` of a type.
final class Wiring {
  let injector: PropertyInjector
  /// The actor that the values are asked for on; none for every place in the program.
  let isolation: Isolation
  /// The injector that is checked, whose plans tell the marks of types.
  private let checked: PropertyInjector
  /// The marks of the objects at hand, by their types.
  var samples: [ObjectIdentifier: [KnownMark]] = [:]
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
  var makings: [ObjectIdentifier: Making] = [:]
  /// That of a value that is not made and belongs to no actor.
  let atHand = Making()
  /// The bindings that are being followed, with their askers, for cycle detection.
  var running: [(binding: Binding, asker: Asker)] = []

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
  /// The needs of a scoped instance are looked up in the injector that the binding was registered with.
  func wiring(of binding: Binding) -> Wiring {
    guard !binding.lifetime.isUnique else { return self }
    let owner = injector.owner(of: binding)
    if owner === injector { return self }
    if let known = parents[ObjectIdentifier(owner)] { return known }
    let wiring = Wiring(of: owner, for: self)
    parents[ObjectIdentifier(owner)] = wiring
    return wiring
  }

  /// The answer to a look-up.
  final class Answer {
    let key: BindingKey
    let aliases: [Binding]
    let binding: Binding?
    /// Why no binding is found; nil if one is.
    let miss: InjectionIssue.Kind?
    /// Whether no other binding can be the answer.
    let isOnly: Bool
    /// The bindings that are near, if they have been looked for.
    fileprivate(set) var near: NearMisses.Found?

    fileprivate init(
      _ key: BindingKey, _ result: LookUp, through aliases: [Binding] = [],
      isOnly: Bool = false
    ) {
      self.key = key
      self.isOnly = isOnly
      self.aliases = aliases
      binding = try? result.get()
      miss = if case .failure(let kind) = result { kind } else { nil }
    }

    /// Whether none is found by mistake.
    var isMistake: Bool { miss?.isQuiet == false }

    /// The aliases, and the binding that they lead to.
    var way: [Binding] { aliases + (binding.map { [$0] } ?? []) }

    /// The binding, as reports show it.
    var entries: [RegistryEntry] { binding.map { [RegistryEntry(binding: $0)] } ?? [] }
  }

  /// The types for which properties are declared, and others, each once.
  func types(with others: [Any.Type]) -> [Any.Type] {
    var seen: Set<ObjectIdentifier> = []
    let declared = registry.declarations
    let named = declared.ownerTypes + declared.types.inOrder(of: TypeName.qualified)
    return (named + others).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// The survey of a type whose values are made or registered, made once.
  func survey(of type: Any.Type) -> TypeSurvey {
    let id = ObjectIdentifier(type)
    if let known = surveys[id] { return known }
    let survey = TypeSurvey(type, in: registry)
    surveys[id] = survey
    return survey
  }

  /// The issue of an actor that is made and not filled; nil for other types, and for an actor that injects itself.
  func issueOfActor(_ type: Any.Type) -> InjectionIssue? {
    guard survey(of: type).isLeftToItself, checked.steps(of: type).isEmpty else { return nil }
    var issue = InjectionIssue(.actorNotInjected)
    issue.ownerType = type
    return issue
  }

  /// The properties of a type whose values are made, looked up once.
  func properties(of type: Any.Type) -> [PropertyWiring] {
    let id = ObjectIdentifier(type)
    if let known = properties[id] { return known }
    let found = properties(of: survey(of: type))
    properties[id] = found
    return found
  }

  /// The properties of a type, with the marks that are known of it.
  func properties(of survey: TypeSurvey) -> [PropertyWiring] {
    let type = survey.type
    return properties(
      of: survey,
      marks: checked.knownMarks(of: type) + (samples[ObjectIdentifier(type)] ?? []))
  }

  /// The binding that a key leads to.
  func answer(_ key: BindingKey) -> Answer {
    guard injector.role != .unconfigured else { return Answer(key, .failure(.notConfigured)) }
    // Not remembered: a look-up of a name is as quick, and a large configuration has many.
    if let binding = registry.bindings.only(key) {
      return Answer(key, .success(binding), isOnly: true)
    }
    if let known = answers[key] { return known }
    var trail = AliasTrail()
    let result = registry.bindings.lookUp(key, &trail)
    let answer = Answer(key, result, through: trail.aliases)
    answers[key] = answer
    if let binding = answer.binding, binding.layer < 0, !binding.isBuiltIn,
      known.insert(ObjectIdentifier(binding)).inserted
    {
      constructed.append(binding)
    }
    return answer
  }

  /// The binding that was found, or those that are near a look-up that has found nothing.
  func near(_ answer: Answer) -> NearMisses.Found {
    if answer.binding != nil { return (answer.entries, nil) }
    if let near = answer.near { return near }
    let near = registry.bindings.near(answer.key, without: answer.miss ?? .unknownName)
    answer.near = near
    return near
  }
}

extension Array {
  /// The elements in the order of their keys, each of which is made once.
  func inOrder(of key: (Element) -> String) -> [Element] {
    let keys = map(key)
    return indices.map { $0 }.inOrder { keys[$0] < keys[$1] }.map { self[$0] }
  }
}

extension Isolation {
  /// The same, unless it is of no actor.
  var ofActor: Isolation? { actor == nil ? nil : self }
}
