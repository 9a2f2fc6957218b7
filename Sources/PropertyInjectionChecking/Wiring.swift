import PropertyInjection

/// The look-ups of injections, made without making anything: of properties, of arguments, of aliases.
///
/// It runs no code of the program, except for the `provider` of a type.
final class Wiring {
  let injector: PropertyInjector
  let bindings: BindingTable
  /// The state that the wirings of its layers share.
  let check: Check
  /// The wirings of the injectors that this one is derived from, as far as they are needed.
  private var parents: [ObjectIdentifier: Wiring] = [:]
  private var routes: [BindingKey: Route] = [:]
  private var rows: [ObjectIdentifier: [PropertyWiring]] = [:]
  private var surveys: [ObjectIdentifier: TypeSurvey] = [:]
  /// How deep types were looked into that hold no object of another one, by both.
  private var depthsWithout: [[ObjectIdentifier]: Int] = [:]
  /// The types with marks of the program's own Swift modules.
  private(set) lazy var found = FoundTypes(of: injector.typeModules)
  var forecasts: [ObjectIdentifier: Forecast] = [:]
  /// The registered bindings, in that order.
  private(set) lazy var registered = bindings.registered
  /// All bindings: what is registered, each after what it decorates, and those of types that say themselves how they are
  /// made, as far as they are needed.
  private(set) lazy var all = registered.flatMap { $0.wrapped.reversed() + [$0] }
    .filter { seen.insert(ObjectIdentifier($0)).inserted }
  private var seen: Set<ObjectIdentifier> = []
  /// The bindings that a mark whose key is not known may ask for.
  private(set) lazy var askable = bindings.all(isWithLists: false)

  /// - Parameter layer: The injector that is checked, or one that it is derived from; nil for the first.
  init(_ check: Check, of layer: PropertyInjector? = nil) {
    self.check = check
    injector = layer ?? check.injector
    bindings = injector.registry.bindings
  }

  /// Whether the values are asked for on no actor.
  var isOffActors: Bool { check.isolation.map { $0.actor == nil } ?? false }

  /// The types that the program may inject, as far as they have marks, but for those that the configuration leaves out.
  var foundTypes: [Any.Type] {
    let leftOut = injector.registry.declarations.leftOut
    return found.types.filter { !leftOut.contains(ObjectIdentifier($0)) }
  }

  /// The wiring in which the arguments and properties of a binding's value are found.
  ///
  /// The needs of a scoped instance are looked up in the injector that the binding was registered with.
  func wiring(of binding: Binding) -> Wiring {
    let owner = binding.lifetime.isUnique ? injector : injector.owner(of: binding)
    if owner === injector { return self }
    return parents.value(of: ObjectIdentifier(owner)) { Wiring(check, of: owner) }
  }

  /// The binding that a key leads to.
  func route(of key: BindingKey) -> Route {
    guard injector.role != .unconfigured else {
      return Route(key: key, found: .failure(.notConfigured))
    }
    // Not remembered: a look-up of a name is as quick, and a large configuration has many.
    if let binding = bindings.only(key) {
      return Route(key: key, found: .success(binding), isOnly: true)
    }
    if let known = routes[key] { return known }
    var trail: AliasTrail = ([], nil)
    let found = bindings.lookUp(key, &trail)
    let route = Route(key: key, aliases: trail.aliases, found: found)
    routes[key] = route
    if let binding = route.binding, binding.layer < 0, !binding.isBuiltIn,
      seen.insert(ObjectIdentifier(binding)).inserted
    {
      all.append(binding)
    }
    return route
  }

  /// The binding that was found, or those that are near a look-up that has found nothing.
  func near(_ route: Route) -> NearMisses.Found {
    route.miss.map { bindings.near(route.key, without: $0) }
      ?? ([route.binding].compactMap(\.self).entries, nil)
  }

  /// The survey of a type, made once.
  func survey(of type: Any.Type) -> TypeSurvey {
    surveys.value(of: ObjectIdentifier(type)) { TypeSurvey(type, in: injector.registry) }
  }

  /// Whether a type has properties to fill, or wraps a value that may have some: to open an instance takes casts.
  func mayHaveProperties(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isOptional || !survey(of: type).isEmpty
  }

  /// The issue of an actor that is made and not filled; nil for other types, and for an actor that injects itself.
  func issueOfActor(_ type: Any.Type) -> InjectionIssue? {
    survey(of: type).isLeftToItself && check.injector.steps(of: type).isEmpty
      ? InjectionIssue(.actorNotInjected, of: type) : nil
  }

  /// The properties of a type whose values are made, looked up once.
  func properties(of type: Any.Type) -> [PropertyWiring] {
    rows.value(of: ObjectIdentifier(type)) { properties(of: survey(of: type)) }
  }

  /// The parts of a binding's value, in its wiring.
  func parts(of binding: Binding) -> [Part] {
    let arguments = (binding.factory?.parameters ?? []).enumerated().compactMap {
      index, parameter in
      parameter.isDynamic || parameter.constant != nil
        ? nil
        : Part(
          maker: binding, position: index + 1, isOptional: parameter.wrappedType != nil,
          route: route(of: parameter.wrappedKey))
    }
    let inner = binding.inner.map {
      Part(maker: binding, route: Route(key: binding.key, found: .success($0)))
    }
    return arguments + [inner].compactMap(\.self)
  }

  /// The reason why an argument is missing; nil if it is found, or nil on purpose.
  func missing(_ part: Part) -> InjectionIssue.Kind? {
    guard let position = part.position,
      let reason = part.route.binding.map(\.refusal) ?? part.route.miss,
      reason != .boundToNil || !part.isOptional
    else { return nil }
    return part.maker.reason(
      lacking: position, because: reason, suggestion: near(part.route).suggestedName)
  }
}

extension Dictionary {
  /// The value of a key, made once; the closure that makes it does not ask the dictionary.
  mutating func value(of key: Key, _ make: () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = make()
    self[key] = value
    return value
  }
}

/// The way of a look-up: the binding that a key leads to, or why there is none.
struct Route {
  let key: BindingKey
  var aliases: [Binding] = []
  let found: LookUp
  /// Whether no other binding can be found.
  var isOnly = false

  var binding: Binding? { found.binding }

  /// The first alias, or the binding.
  var first: Binding? { aliases.first ?? binding }

  /// Why no binding is found; nil if one is.
  var miss: InjectionIssue.Kind? { if case .failure(let kind) = found { kind } else { nil } }

  /// Whether none is found by mistake.
  var isMistake: Bool { miss?.isQuiet == false }
}

/// A part of a binding's value: an argument, or the value that it decorates.
struct Part {
  /// The binding whose value it is for.
  let maker: Binding
  /// The position of the argument, counted from 1; nil for the decorated value.
  var position: Int?
  /// Whether it is an argument whose parameter takes nil.
  var isOptional = false
  let route: Route

  /// Why the value for which it is does not come if this one does not; that two actors do not meet is about the property.
  func reason(because obstacle: InjectionIssue.Kind) -> InjectionIssue.Kind {
    guard let position, obstacle != .actorsDoNotMeet else { return obstacle }
    return maker.reason(lacking: position, because: obstacle)
  }

  /// For reports: `argument 1 of House (Address)`.
  var text: String { position.map(maker.argumentText) ?? "what \(maker.key) decorates" }
}

/// The state that the wirings of one check share.
final class Check {
  let injector: PropertyInjector
  /// The actor of the code that checks.
  let caller: Isolation
  /// The actor that the values are asked for on, or none; nil for every place in the program.
  let isolation: Isolation?
  /// The marks that objects have told: those of injected ones, and of those at hand.
  var marks: KnownMarks
  /// The values that need each other as parts, so that none is made, and those that are made anew each time and need each
  /// other through properties, of which one stays nil.
  var circles: [Forecast.Circle] = []
  /// The bindings that have given nothing in a rehearsal, and why.
  var failed: [ObjectIdentifier: InjectionIssue.Kind] = [:]
  /// The types of the samples that have injected themselves, so that their properties are set.
  var selfInjected: Set<ObjectIdentifier> = []
  /// The types whose samples were not made, because they lack a value, and the severity of the finding about it.
  var incomplete: [ObjectIdentifier: ValidationReport.Severity] = [:]
  /// The properties that they lack, which get none for whichever key their marks ask.
  var lacking: Set<BindingKey> = []

  /// - Parameter isOfCaller: Whether the values are asked for on the actor of the code that checks.
  init(_ injector: PropertyInjector, on caller: Isolation, isOfCaller: Bool = false) {
    self.injector = injector
    self.caller = caller
    isolation = isOfCaller ? caller : nil
    marks = injector.knownMarks
  }
}

/// The requests of marks, by the names of the properties and the types that declare them: each property with the key that
/// its mark asks for, and where it is written, which a required one tells.
typealias KnownMarks = [BindingKey: (property: InjectableProperty, isLazy: Bool, detail: String?)]

// What a scoped instance holds, which it should not.
extension Wiring {
  /// The values of shorter scopes that a scoped instance keeps, and the injector that keeps it, each with the arguments
  /// and properties that lead to it: in its arguments and properties, and in those of the values that are made for it, its
  /// parts.
  ///
  /// - Parameter assumed: A part, or the binding itself, and a type that its value may have.
  func held(
    by binding: Binding, assuming assumed: (part: Binding, type: Any.Type)? = nil
  ) -> (values: [(binding: Binding, path: [String])], parts: [Binding]) {
    guard let rank = binding.lifetime.rank else { return ([], []) }
    // The shared injector is never freed anyway.
    let isFreed = injector.role == .own && binding.lifetime.isHeldByInjector
    var found: [(binding: Binding, path: [() -> String])] = []
    var parts = [binding]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(binding)]
    func look(into part: Binding, through path: [() -> String]) {
      if CurrentThread.isStackShort() { return }
      let type = assumed.flatMap { $0.part === part ? $0.type : nil } ?? part.type
      for (place, held) in contents(of: part, type) {
        if held.isBuiltIn {
          if isFreed, held.type == PropertyInjector.self { found.append((held, path + [place])) }
        } else if let other = held.lifetime.rank {
          if other < rank { found.append((held, path + [place])) }
        } else if held.isFactory, seen.insert(ObjectIdentifier(held)).inserted {
          parts.append(held)
          look(into: held, through: path + [place])
        }
      }
    }
    look(into: binding, through: [])
    return (found.map { ($0.binding, $0.path.map { $0() }) }, parts)
  }

  /// The way by which a value of a request or a session holds itself, without a weak property on it; nil if there is none.
  func circle(holding binding: Binding) -> [(place: String, binding: Binding)]? {
    guard binding.isOfRequest, let rank = binding.lifetime.rank else { return nil }
    var seen: Set<ObjectIdentifier> = []
    func way(from part: Binding) -> [(place: () -> String, Binding)]? {
      if CurrentThread.isStackShort() || !seen.insert(ObjectIdentifier(part)).inserted {
        return nil
      }
      for next in contents(of: part, part.type, strongly: true) where next.1.isFactory {
        if next.1 === binding { return [next] }
        // A value that is kept longer is not released with the store anyway.
        if next.1.lifetime.rank ?? 0 <= rank, let rest = way(from: next.1) { return [next] + rest }
      }
      return nil
    }
    return way(from: binding)?.map { ($0.place(), $0.1) }
  }

  /// The bindings whose values a binding's value holds: those of its parts and its properties, with their places,
  /// whose texts take long.
  private func contents(
    of binding: Binding, _ type: Any.Type?, strongly: Bool = false
  ) -> [(place: () -> String, Binding)] {
    let parts = parts(of: binding).compactMap { part in
      part.route.binding.map { (place: { part.text }, $0) }
    }
    let kept = (type.map(properties) ?? []).filter(\.refersToValue).compactMap { row in
      row.route.binding.flatMap { binding in
        // A weak reference to a value of a request keeps nothing, and is wrong in the next request.
        (strongly ? row.field?.isStrong == true : binding.isOfRequest || row.keepsValue)
          ? (place: { row.fullName }, binding) : nil
      }
    }
    let held = parts + kept
    return held + held.flatMap { place, all in bindings.collected(by: all).map { (place, $0) } }
  }

  /// The properties of a type that hold an object of another one, or of one of which one does; nil if there is none.
  func property(of type: Any.Type, storing value: Any.Type, depth: Int = 3) -> String? {
    let id = [ObjectIdentifier(type), ObjectIdentifier(value)]
    if depthsWithout[id, default: 0] >= depth { return nil }
    let fields = TypeShape.of(type, TypeHierarchy.levels(of: type)).fields.filter(\.isStrong)
    func stored(_ field: StoredField) -> Any.Type {
      TypeMetadata(field.fieldType).wrappedType ?? field.fieldType
    }
    func place(_ field: StoredField) -> String {
      "\(TypeName.of(field.ownerType)).\(field.label)"
    }
    let holders = fields.filter { stored($0) == value }
    if !holders.isEmpty { return holders.map(place).joined(separator: " or ") }
    for field in fields {
      let stored = stored(field)
      // Which stores an injector has is its own affair. That a look-up keeps its injector is why it works.
      if stored == PropertyInjector.self || TypeMetadata(stored).lookedUpType != nil { continue }
      if depth > 1, let rest = property(of: stored, storing: value, depth: depth - 1) {
        return "\(place(field)), \(rest)"
      }
    }
    depthsWithout[id] = depth
    return nil
  }
}

extension Lifetime {
  /// Whether an injector holds the value strongly.
  var isHeldByInjector: Bool { if case .weak = self { false } else { isOfInjector } }

  /// How long it keeps a value, compared to others; nil if it keeps none.
  var rank: Int? {
    switch self {
    case .unique: nil
    case .graph: 1
    case .values: 2
    case .weak, .cached: 3
    case .singleton: 4
    }
  }
}

extension Binding {
  /// Whether its values are kept, and last no longer than a request, a session or the like.
  var isOfRequest: Bool { !lifetime.isUnique && !lifetime.isOfInjector }

  /// The name of its scope; nil if its values are not made.
  var scopeName: String? { isFactory ? lifetime.name : nil }
}
