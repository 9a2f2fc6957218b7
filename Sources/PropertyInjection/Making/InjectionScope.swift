/// How long a binding keeps what it makes.
///
/// ```swift
/// registry.register("session", in: .cached) { Session() }
/// registry.register(.type(Database.self), in: .singleton, .initializer(Database.init(path:)))
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
/// | ``custom(_:)`` | is kept where you say |
///
/// A scoped instance belongs to its binding. It is made once even if several threads ask at the same
/// time, by the injector that the binding was registered with: an injector that is derived from
/// that one has the same value, unless it registers the key anew or sets the scope. What it needs
/// is looked up in the injector that makes it; overrides of the derived one do not count. A factory
/// that returns nil has made nothing: the next look-up asks it again. A value that lacks a property
/// for now, in a cycle or off the actor of a binding, is not kept either, and not handed out.
///
/// A value that is kept is handed to every thread, so a registration with a scope demands that its
/// type is `Sendable`. Within ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` the type
/// need not be, because the value is handed out on the actor only; nor within
/// ``Registry/unchecked(_:)``, for a type that is safe to share though the compiler cannot see it.
/// Scoped instances take no run-time arguments.
/// The idea is Guice's; singletons, eager ones and custom scopes are Objection's and Blindside's.
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
///   func forget(_ key: InjectionScopeKey) {
///     instances.withLock { $0[key] = nil }
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
/// A store may keep many values of one binding and choose one by the context in which it is asked:
/// a request, a window, a user.
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
/// A store is handed a ``ScopedInstance`` when a value is first asked for in a context, before the
/// value is made, and gives it back at each later look-up there. Threads that ask in one context get
/// one value; threads in different contexts do not wait for each other. The library asks a store on
/// any thread. While the store is asked, or is handed an instance, only threads that want a value of
/// the same binding wait. The idea is Blindside's `BSScope`.
public protocol InjectionScopeStore: Sendable {
  /// The instance that is kept for a binding in the present context; nil if none is.
  ///
  /// A store that is asked outside its time, such as a request's store outside of any request,
  /// throws: then nothing is made, and that is reported. Guice throws its `OutOfScopeException`
  /// there.
  func instance(for key: InjectionScopeKey) throws -> ScopedInstance?

  /// Keeps an instance for a binding in the present context.
  func keep(_ instance: ScopedInstance, for key: InjectionScopeKey)

  /// Forgets the instances of a binding in all contexts, because the binding has gone.
  ///
  /// Called when an override has ended or an injector has been released, on any thread. The values
  /// have gone, and no look-up uses the key again; a store that keeps its instances in a dictionary
  /// removes the entry. By default nothing is done.
  func forget(_ key: InjectionScopeKey)
}

extension InjectionScopeStore {
  /// Does nothing: what is left in the store is a few bytes for each key.
  public func forget(_ key: InjectionScopeKey) {}
}

/// Identifies a binding in a scope's store.
public struct InjectionScopeKey: Hashable, Sendable, CustomStringConvertible {
  /// The binding's key: `"cart": Cart`.
  public let description: String

  // A number that no other binding gets. Not the binding: it holds the store, and the store holds
  // keys.
  private let id: UInt64

  init(description: String, id: UInt64) {
    self.description = description
    self.id = id
  }

  /// Hashes the binding's number, which tells it from all others.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The place of a value in a scope; only the value's binding can open it.
///
/// It does not retain the binding. When it is released, so is the value; when the binding has gone,
/// it holds nothing. A store that returns it for the key of another binding counts as having none.
public struct ScopedInstance: Sendable {
  let handle: ScopedHolders.Handle
}

/// How long a binding keeps what it makes, as the library knows it.
package enum Lifetime: Sendable {
  case unique
  case singleton(eager: Bool)
  case weak
  case cached
  case graph
  // Apart, because the other cases fit into a word then, which is copied everywhere.
  indirect case custom(any InjectionScopeStore)

  var isUnique: Bool {
    if case .unique = self { true } else { false }
  }

  var isSingleton: Bool {
    if case .singleton = self { true } else { false }
  }

  package var isEager: Bool {
    if case .singleton(eager: true) = self { true } else { false }
  }
}
