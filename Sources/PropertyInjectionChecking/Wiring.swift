import PropertyInjection

/// The look-ups of injections, made without making anything: of properties, of arguments, of aliases.
///
/// It runs no code of the program, except for the `provider` of a type.
final class Wiring {
  let injector: PropertyInjector
  /// The actor that the values are asked for on, or none; nil for every place in the program.
  let isolation: Isolation?
  /// The injector that is checked.
  private let checked: PropertyInjector
  /// The state of the check, which the wirings of its layers share.
  let search: MakingSearch
  /// The wirings of the injectors that this one is derived from, as far as they are needed.
  private var parents: [ObjectIdentifier: Wiring] = [:]
  private var answers: [BindingKey: Answer] = [:]
  private var ends: [ObjectIdentifier: Answer] = [:]
  private var rows: [ObjectIdentifier: [PropertyWiring]] = [:]
  private var surveys: [ObjectIdentifier: TypeSurvey] = [:]
  /// The actor of the bindings that make a type; nil if there are several, or none, or the program makes it, too.
  private(set) lazy var makerActors: [ObjectIdentifier: Isolation?] = {
    var actors: [ObjectIdentifier: Isolation?] = [:]
    for binding in bindings.all where binding.isFactory {
      guard let type = binding.type.map({ ObjectIdentifier($0) }) else { continue }
      let actor = binding.isUnconfined ? nil : binding.isolation
      actors[type] = .some(actors[type].map { $0 == actor ? actor : nil } ?? actor)
    }
    let others = injector.registry.declarations.samples.map(\.type) + injector.unknownTypes
    for type in others { actors[ObjectIdentifier(type)] = .some(nil) }
    return actors
  }()
  var makings: [ObjectIdentifier: Making] = [:]
  /// The bindings of types that say themselves how they are made, as far as they are needed.
  private(set) var constructed: [Binding] = []
  private var seenConstructed: Set<ObjectIdentifier> = []

  /// - Parameter child: The wiring of an injector that is derived from this one, for which it is made.
  init(_ injector: PropertyInjector, on isolation: Isolation? = nil, for child: Wiring? = nil) {
    self.injector = injector
    self.isolation = isolation
    checked = child?.checked ?? injector
    search = child?.search ?? MakingSearch()
  }

  var bindings: BindingTable { injector.registry.bindings }

  /// The wiring in which the arguments and properties of a binding's value are found.
  ///
  /// The needs of a scoped instance are looked up in the injector that the binding was registered with.
  func wiring(of binding: Binding) -> Wiring {
    let owner = binding.lifetime.isUnique ? injector : injector.owner(of: binding)
    if owner === injector { return self }
    if let known = parents[ObjectIdentifier(owner)] { return known }
    let wiring = Wiring(owner, on: isolation, for: self)
    parents[ObjectIdentifier(owner)] = wiring
    return wiring
  }

  /// The answer to a look-up.
  struct Answer {
    let key: BindingKey
    var aliases: [Binding] = []
    let found: LookUp
    /// Whether no other binding can be the answer.
    var isOnly = false

    var binding: Binding? { try? found.get() }

    /// Why no binding is found; nil if one is.
    var miss: InjectionIssue.Kind? { if case .failure(let kind) = found { kind } else { nil } }

    /// Whether none is found by mistake.
    var isMistake: Bool { miss?.isQuiet == false }

    /// The binding, as reports show it.
    var entries: [RegistryEntry] { binding.map { [RegistryEntry(binding: $0)] } ?? [] }
  }

  /// The binding that a key leads to.
  func answer(_ key: BindingKey) -> Answer {
    guard injector.role != .unconfigured else {
      return Answer(key: key, found: .failure(.notConfigured))
    }
    // Not remembered: a look-up of a name is as quick, and a large configuration has many.
    if let binding = bindings.only(key) {
      return Answer(key: key, found: .success(binding), isOnly: true)
    }
    if let known = answers[key] { return known }
    var trail: AliasTrail = ([], nil)
    let found = bindings.lookUp(key, &trail)
    let answer = Answer(key: key, aliases: trail.aliases, found: found)
    answers[key] = answer
    if let binding = answer.binding, binding.layer < 0, !binding.isBuiltIn,
      seenConstructed.insert(ObjectIdentifier(binding)).inserted
    {
      constructed.append(binding)
    }
    return answer
  }

  /// The bindings on the way from an alias, as far as no other alias has led there, and the answer at its end.
  ///
  /// Of a chain only the last one is looked up, so that long chains cost no more than short ones.
  func end(of alias: Binding) -> (way: [Binding], answer: Answer) {
    var way = [alias]
    var seen: Set<ObjectIdentifier> = []
    while let last = way.last, seen.insert(ObjectIdentifier(last)).inserted,
      ends[ObjectIdentifier(last)] == nil, case .key(let key) = last.target, key.type == alias.type,
      let next = bindings.binding(key), next.isAlias
    {
      way.append(next)
    }
    let last = way[way.count - 1]
    let end = ends[ObjectIdentifier(last)] ?? answer(last.key)
    for alias in way { ends[ObjectIdentifier(alias)] = end }
    return (way, end)
  }

  /// The binding that was found, or those that are near a look-up that has found nothing.
  func near(_ answer: Answer) -> NearMisses.Found {
    answer.binding != nil
      ? (answer.entries, nil)
      : bindings.near(answer.key, without: answer.miss ?? .unknownName)
  }

  /// The survey of a type, made once.
  func survey(of type: Any.Type) -> TypeSurvey {
    if let known = surveys[ObjectIdentifier(type)] { return known }
    let survey = TypeSurvey(type, in: injector.registry)
    surveys[ObjectIdentifier(type)] = survey
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
    if let known = rows[ObjectIdentifier(type)] { return known }
    let found = properties(of: survey(of: type))
    rows[ObjectIdentifier(type)] = found
    return found
  }

  /// The properties of a type, with the marks that are known of it.
  func properties(of survey: TypeSurvey) -> [PropertyWiring] {
    let type = survey.type
    return properties(
      of: survey,
      marks: checked.knownMarks(of: type) + (search.marks[ObjectIdentifier(type)] ?? []))
  }

  /// The arguments that are looked up to make the value of a binding, in its wiring.
  func arguments(of binding: Binding) -> [ArgumentWiring] {
    (binding.factory?.parameters ?? []).enumerated().compactMap { index, parameter in
      if parameter.isDynamic || parameter.constant != nil { return nil }
      return ArgumentWiring(
        maker: binding, position: index + 1, parameter: parameter,
        answer: answer(parameter.wrappedKey))
    }
  }

  /// The reason why an argument is missing; nil if it is found, or nil on purpose.
  func missing(_ argument: ArgumentWiring) -> InjectionIssue.Kind? {
    let answer = argument.answer
    guard let reason = answer.binding.map(\.refusal) ?? answer.miss,
      reason != .boundToNil || !argument.isOptional
    else { return nil }
    return argument.maker.reason(
      lacking: argument.position, because: reason, suggestion: near(answer).suggestedName)
  }
}

/// One argument of a function that makes a value, and the binding that its key leads to.
struct ArgumentWiring {
  /// The binding whose value it is for.
  let maker: Binding
  /// Counted from 1.
  let position: Int
  let parameter: Parameter
  let answer: Wiring.Answer

  /// Whether the parameter takes nil.
  var isOptional: Bool { parameter.wrappedType != nil }

  /// Why the value for which it is does not come if this one does not; that two actors do not meet is about the property.
  func reason(because obstacle: InjectionIssue.Kind) -> InjectionIssue.Kind {
    obstacle == .actorsDoNotMeet ? obstacle : maker.reason(lacking: position, because: obstacle)
  }

  /// For reports: `argument 1 of House (Address)`.
  var text: String { maker.argumentText(at: position) }
}

/// The request of a mark, as far as a check needs it: its place, because a superclass may have a private property of the
/// same name, the key that it asks for, and where it is written, which a required property tells.
typealias KnownMark = (
  place: StoragePlace, key: BindingKey, isLazy: Bool, isOptional: Bool,
  location: CodeLocation?
)

extension Array {
  /// The elements in the order of their keys, each of which is made once.
  func inOrder(of key: (Element) -> String) -> [Element] {
    let keys = map(key)
    return indices.map { $0 }.inOrder { keys[$0] < keys[$1] }.map { self[$0] }
  }
}
