/// How long a binding keeps what it makes.
///
/// ```swift
/// registry.register(in: .cached) { Session() }
/// registry.register(in: .singleton, .initializer(Database.init(path:)))
/// ```
///
/// | scope | the value |
/// | --- | --- |
/// | ``unique`` | is made anew each time; the default |
/// | ``singleton`` | is made once, when it is first needed |
/// | ``singleton(eager:)`` | is made once, when the injector is created |
/// | ``weak`` | is kept while other code holds it |
/// | ``cached`` | is made once, until ``PropertyInjector/reset()`` |
/// | ``graph`` | is made once for each injection or look-up of the program, with all that it leads to |
/// | ``values(named:_:)-(_,ScopedValues)`` | is kept in a store of the program: of a session, a window |
/// | `values { }` | is kept in the store of the present request or user |
///
/// A scoped instance belongs to its binding. It is made once even if several threads ask at the same
/// time, by the injector that the binding was registered with: an injector that is derived from
/// that one has the same value, unless it registers the key anew or sets the scope. What it needs
/// is looked up in the injector that makes it; overrides of the derived one do not count. A factory
/// that returns nil has made nothing: the next look-up asks it again. A value that lacks a property
/// for now, in a cycle or off the actor of a binding, is not kept either, and not handed out. A factory in a cycle may
/// look the next value up too early: it gets nil without a report, what it makes is not used, and it is called again when
/// the value is there.
///
/// A value that is kept is handed to every thread, so a registration with a scope demands that its
/// type is `Sendable`. Within ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` the type
/// need not be, because the value is handed out on the actor only; nor within
/// ``Registry/unchecked(_:)``, for a type that is safe to share though the compiler cannot see it.
/// Scoped instances take no run-time arguments: a scope for a factory that takes some is reported and ignored.
/// The idea is Guice's; singletons, eager ones and scopes of the program are Objection's and Blindside's.
public struct InjectionScope: Sendable {
  let lifetime: Lifetime

  /// The value is made anew each time.
  public static var unique: InjectionScope { InjectionScope(lifetime: .unique) }

  /// The value is made once, when it is first needed.
  public static var singleton: InjectionScope { .singleton(eager: false) }

  /// The value is made once: when the injector is created if eager, else when it is first needed.
  public static func singleton(eager: Bool) -> InjectionScope {
    InjectionScope(lifetime: .singleton(eager: eager))
  }

  /// The value, a class instance, is kept while other code holds it; then it is made anew.
  ///
  /// A value that is not a class instance cannot be held weakly: it is made each time, and that is
  /// reported.
  public static var weak: InjectionScope { InjectionScope(lifetime: .weak) }

  /// The value is made once, and forgotten when ``PropertyInjector/reset()`` is called.
  public static var cached: InjectionScope { InjectionScope(lifetime: .cached) }

  /// The value is made once for each injection or look-up of the program, and forgotten when that ends.
  ///
  /// The objects that are made in one call, with everything that it leads to on its thread, get the same
  /// value; the objects of the next call get another. The first read of a lazy property is a call of its
  /// own. An injector with such a binding notes each call, which costs a small object. The value is
  /// `Sendable` in a plain registry, though one thread makes and shares it: a factory of the same call may
  /// look it up and send it on, and the compiler does not prevent that. The idea is Dip's default scope,
  /// and Swinject's `graph`.
  public static var graph: InjectionScope { InjectionScope(lifetime: .graph) }

  /// The value is made once, and kept in a store of the program until that forgets it.
  ///
  /// A name tells it from other stores in reports and in the lines of a graph.
  public static func values(
    named name: String? = nil, _ store: ScopedValues
  ) -> InjectionScope {
    InjectionScope(lifetime: .values({ store }, of: .none, named: name))
  }

  /// The value is made once for each store, which the closure chooses at each look-up: that of a request, a user,
  /// a window.
  ///
  /// ```swift
  /// struct Request: Sendable {
  ///   let user: User
  ///   let values = ScopedValues()
  ///   @TaskLocal static var current: Request?
  /// }
  /// ```
  /// ```swift
  /// registry.register("user", in: .values { Request.current?.values }) {
  ///   Request.current?.user
  /// }
  /// ```
  /// ```swift
  /// Request.$current.withValue(Request(user: user)) {
  ///   PropertyInjector.injectDependencies(to: handler)
  /// }
  /// ```
  ///
  /// The closure runs on the thread that asks, on any thread, with no lock held; it gives the same store as long as
  /// the context is the same. It gives nil where there is none: nothing is made then, and that is reported,
  /// ``InjectionIssue/Kind-swift.enum/outOfScope``. Guice throws its `OutOfScopeException` there.
  ///
  /// If the store is the state of an actor, the closure belongs to it, and so do the values: they are made and used there
  /// only, and elsewhere a look-up is refused and reported.
  ///
  /// ```swift
  /// registry.register("cart", in: .values { @MainActor in Session.current?.values }) { Cart() }
  /// ```
  ///
  /// A name tells it from other stores in reports and in the lines of a graph.
  public static func values(
    named name: String? = nil, _ store: @escaping @isolated(any) @Sendable () -> ScopedValues?
  ) -> InjectionScope {
    let isolation = Isolation(actor: store.isolation)
    // Only removes the isolation from the type: the actor is checked before every call.
    let choose = unsafeBitCast(store, to: (@Sendable () -> ScopedValues?).self)
    return InjectionScope(lifetime: .values(choose, of: isolation, named: name))
  }
}

/// How long a binding keeps what it makes, as the library knows it.
package enum Lifetime: Sendable {
  case unique
  case singleton(eager: Bool)
  case weak
  case cached
  case graph
  // Apart, because the other cases fit into a word then, which is copied everywhere.
  indirect case values(@Sendable () -> ScopedValues?, of: Isolation, named: String?)

  package var isUnique: Bool { if case .unique = self { true } else { false } }

  /// The scope's name in code.
  package var name: String {
    switch self {
    case .unique: ".unique"
    case .singleton(eager: false): ".singleton"
    case .singleton(eager: true): ".singleton(eager: true)"
    case .weak: ".weak"
    case .cached: ".cached"
    case .graph: ".graph"
    case .values(_, _, let name): name.map { ".values(\(TypeName.quoted($0)))" } ?? ".values"
    }
  }

  var isSingleton: Bool { if case .singleton = self { true } else { false } }

  /// Whether a store of the program keeps the values.
  package var isOfStore: Bool { if case .values = self { true } else { false } }

  /// Whether an injector keeps the value, not a request or a store of the program.
  package var isOfInjector: Bool {
    switch self {
    case .singleton, .weak, .cached: true
    case .unique, .graph, .values: false
    }
  }

  /// The actor whose state has the store of the value.
  var isolation: Isolation {
    if case .values(_, let isolation, _) = self { isolation } else { .none }
  }

  package var isEager: Bool { if case .singleton(eager: true) = self { true } else { false } }
}

/// A scope that was set for a key.
final class ScopeSetting: BindingModifier {
  let lifetime: Lifetime
  let key: BindingKey
  private let configuration: Configuration
  private let module: ModuleTag?
  private let location: CodeLocation
  /// The actor that the scoped instance belongs to, unless its binding belongs to another.
  private let isolation: Isolation
  /// Whether values of any type may be kept, because they belong to an actor or the program vouches
  /// for them.
  private let isVouchedFor: Bool

  init(
    _ lifetime: Lifetime, for key: BindingKey, in registry: Registry, at location: CodeLocation
  ) {
    (self.lifetime, self.key, self.location) = (lifetime, key, location)
    (configuration, module, isolation) = (
      registry.configuration, registry.module, registry.confinement
    )
    isVouchedFor = registry.isUnproven
  }

  /// Whether values of a binding as it was registered may be handed to every thread, as far as that is known.
  ///
  /// At run time `Counter & Sendable` is the type `Counter`. So the key of the scope does not prove what the factory
  /// gives; a scope that was given with the factory does.
  func mayKeepValues(of binding: Binding) -> Bool {
    lifetime.isUnique || isVouchedFor || binding.isProven || !binding.isUnconfined
  }

  func form(of binding: Binding) -> Binding {
    Binding(
      binding.key, to: binding.target, lifetime: lifetime,
      isolation: binding.isolation == .none ? isolation : binding.isolation,
      configuration: configuration, module: binding.module ?? module, formOf: binding,
      at: binding.location)
  }

  /// The issue about a key whose scope cannot be set.
  ///
  /// It has no binding, its binding makes nothing, its factory makes a value for each request, or
  /// nothing proves that its values may be shared.
  func issue(about binding: Binding?) -> InjectionIssue {
    var issue = InjectionIssue(
      binding?.factory.map { $0.isPerCall ? .scopeOfCalls : .scopeOfUnproven } ?? .nothingToScope)
    issue.key = key
    issue.location = location
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    issue.module = module?.name
    return issue
  }
}

extension InjectionIssue.Kind {
  /// A value keeps another one whose scope is shorter.
  ///
  /// - Parameter path: The arguments and properties that lead from the one to the other; empty if that is not known.
  package static func shorterScope(
    of keeper: Binding, keeping held: Binding, through path: [String]
  ) -> InjectionIssue.Kind {
    let through = path.isEmpty ? "" : ", through \(IssueText.shortened(path))"
    let what =
      "has the scope \(keeper.lifetime.name), and keeps \(held.key), whose scope "
      + "\(held.lifetime.name) is shorter\(through)."
    return .other("shorterScope") { [remedy = keeper.remedy(ofKeeping: held)] issue in
      IssueWords("\(issue.key) \(what)", toFix: "\(remedy).", related: "keeps")
    }
  }
}

extension Binding {
  /// The remedy for a value that keeps another one too long.
  package func remedy(ofKeeping held: Binding) -> String {
    let lookup =
      "let it take a Lookup<\(held.key.typeName)>, and call that where the value is used"
    // The scope of a decorator is that of what it wraps; a session's value would be another one for each request.
    return inner == nil && !lifetime.isOfStore
      ? lookup + ", or give it the scope of the other or none" : lookup
  }
}
