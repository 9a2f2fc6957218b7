/// How long a binding keeps what it makes.
///
/// ```swift
/// registry.register("session", in: .cached) { Session() }
/// registry.register(.type(Database.self), in: .singleton, initializer: Database.init(path:))
/// ```
///
/// | scope | the value |
/// | --- | --- |
/// | ``unique`` | is made anew each time; the default |
/// | ``singleton`` | is made once, when it is first needed |
/// | ``singleton(eager:)`` | is made once, when the injector is |
/// | ``weak`` | is kept while somebody else holds it |
/// | ``cached`` | is made once, until ``PropertyInjector/reset()`` |
/// | ``graph`` | is made once in each request: an injection or a look-up, with all that it leads to |
/// | ``custom(_:)`` | is kept where you say |
///
/// A kept value belongs to its binding. It is made once even if several threads ask at the same time,
/// by the injector that the binding was registered with: an injector that is derived from that one has
/// the same value, unless it registers the key anew or sets the scope. What it needs is looked up in
/// the injector that makes it, whatever the derived one has overridden. A factory that returns nil has made
/// nothing: it is asked again by the next who asks. A value that lacks a property for now, in a cycle or off the
/// actor of a binding, is not kept either, and not handed out.
///
/// A value that is kept is handed to every thread, so its type is `Sendable`; the compiler says so
/// where it is not. A scope within ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` asks nothing of
/// the type, an `InjectionScope<Void>`, for the value is handed out on the actor only; and within
/// ``Registry/unchecked(_:)``, for a type that is safe to share though the compiler cannot see it. Kept
/// values take no creation-time arguments. The idea is Guice's; singletons, eager ones and scopes of
/// one's own are Objection's and Blindside's.
public struct InjectionScope<Value>: Sendable {
  let lifetime: Lifetime

  /// The value is made anew each time.
  public static var unique: InjectionScope { InjectionScope(lifetime: .unique) }
}

extension InjectionScope where Value: Sendable {
  /// The value is made once, when it is first needed.
  public static var singleton: InjectionScope { .singleton(eager: false) }

  /// The value is made once: when the injector is, or when it is first needed.
  public static func singleton(eager: Bool) -> InjectionScope {
    InjectionScope(lifetime: .singleton(eager: eager))
  }

  /// The value, a class instance, is kept while somebody else holds it; then it is made anew.
  ///
  /// A value that is no class instance has no holder: it is made each time, and that is reported.
  public static var weak: InjectionScope { InjectionScope(lifetime: .weak) }

  /// The value is made once, and forgotten when ``PropertyInjector/reset()`` is called.
  public static var cached: InjectionScope { InjectionScope(lifetime: .cached) }

  /// The value is made once in each request, and forgotten when that ends.
  ///
  /// A request is one injection or one look-up of the program's, with everything that it leads to on its
  /// thread: the objects that are made in it get the same value, those of the next request another. A lazy
  /// property that is read later is a request of its own. An injector that has such a binding notes each request,
  /// which costs a small object. The idea is Dip's default scope, and Swinject's
  /// `graph`.
  public static var graph: InjectionScope { InjectionScope(lifetime: .graph) }

  /// A scope of your own.
  public static func custom(_ store: some InjectionScopeStore) -> InjectionScope {
    InjectionScope(lifetime: .custom(store))
  }
}

/// Where a scope of your own keeps its values.
///
/// ```swift
/// final class SessionStore: InjectionScopeStore {
///   private let instances = Mutex<[InjectionScopeKey: ScopedInstance]>([:])
///
///   func instance(for key: InjectionScopeKey) -> ScopedInstance? {
///     instances.withLock { $0[key] }
///   }
///   func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
///     instances.withLock { $0[key] = instance }
///   }
///   func logOut() {
///     instances.withLock { $0.removeAll() }
///   }
/// }
/// ```
/// ```swift
/// registry.register("cart", in: .custom(session)) { Cart() }
/// ```
///
/// A store may keep many values of one binding, and say from the context that it is asked in which one is
/// meant: a request, a window, a user.
///
/// ```swift
/// struct RequestStore: InjectionScopeStore {
///   struct NoRequest: Error {}
///
///   func instance(for key: InjectionScopeKey) throws -> ScopedInstance? {
///     guard let request = Request.current else { throw NoRequest() }
///     return request.instances.withLock { $0[key] }
///   }
///   func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
///     Request.current?.instances.withLock { $0[key] = instance }
///   }
/// }
/// ```
///
/// It is asked on any thread. The library sees to it that a value of a binding is made by one thread at a
/// time. A thread that has waited for another asks the store again, in its own context. While the store is
/// asked and given a value, those threads wait that want a value of that binding, and no others. The idea is
/// Blindside's `BSScope`.
public protocol InjectionScopeStore: Sendable {
  /// The value that is kept for a binding; nil to have one made.
  ///
  /// A store that is asked outside its time, a request's outside of any request, throws: then nothing is
  /// made, and that is reported. Guice throws its `OutOfScopeException` there.
  func instance(for key: InjectionScopeKey) throws -> ScopedInstance?

  /// Keeps a value that has been made.
  func keep(_ instance: ScopedInstance, for key: InjectionScopeKey)
}

/// Tells the bindings of a scope apart.
public struct InjectionScopeKey: Hashable, Sendable, CustomStringConvertible {
  // A number that no other binding gets. The binding itself would keep the store that keeps the key.
  private let id: UInt64

  /// The binding's key: `"cart": Cart`.
  public let description: String

  init(_ binding: Binding, _ id: UInt64) {
    self.id = id
    description = binding.key.description
  }
}

/// A value that a scope keeps; only its binding can open it.
///
/// Under the key of another binding it counts for nothing.
public struct ScopedInstance: Sendable {
  let content: Confined<any Instance>
  /// The making of it, which may not be over.
  let creation: OnceCreation
  /// Which binding's it is.
  let id: UInt64
}

/// A scope without the type of its values.
enum Lifetime: Sendable {
  case unique
  case singleton(eager: Bool)
  case weak
  case cached
  case graph
  case custom(any InjectionScopeStore)

  var isUnique: Bool {
    if case .unique = self { true } else { false }
  }

  var isSingleton: Bool {
    if case .singleton = self { true } else { false }
  }

  var isEager: Bool {
    if case .singleton(eager: true) = self { true } else { false }
  }
}
