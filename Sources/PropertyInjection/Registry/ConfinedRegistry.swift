/// A registry whose contents all belong to one actor, so that nothing in it has to be `Sendable`.
///
/// ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` hand it out. It has the verbs of
/// ``Registry`` without the demands: instances of any type, factories that capture what belongs to
/// the actor, scopes for values of any type, key paths of the actor's own classes. What is
/// registered here answers injections and look-ups that run on the actor; elsewhere the property
/// stays nil, and a report says which actor is needed. An
/// ``InjectionModule`` says itself what its contents belong to, also if it is installed here.
public struct ConfinedRegistry {
  /// The registry behind this one, which records what is registered as the actor's.
  var registry: Registry
}

extension Registry {
  /// Hands out this registry with what is registered belonging to an actor.
  mutating func confine<Result>(
    to isolation: Isolation, _ configure: (inout ConfinedRegistry) throws -> Result
  ) rethrows -> Result {
    let (outer, outerIsUnproven) = (confinement, isUnproven)
    // Moved, not copied: changing a copy would copy everything that is registered.
    var confined = ConfinedRegistry(registry: Registry())
    swap(&confined.registry, &self)
    (confined.registry.confinement, confined.registry.isUnproven) = (isolation, true)
    defer {
      swap(&confined.registry, &self)
      (confinement, isUnproven) = (outer, outerIsUnproven)
    }
    return try configure(&confined)
  }
}

// MARK: Values

extension ConfinedRegistry {
  /// Binds a key to an instance that belongs to the actor, see
  /// ``Registry/register(_:instance:replacing:fileID:line:)``.
  ///
  /// ```swift
  /// registry.onMainActor { $0.register("draft", instance: Draft()) }
  /// ```
  ///
  /// The compiler does not check the instance after that: the code that registers it must not hand
  /// it to another thread.
  @_disfavoredOverload  // A trailing closure is a factory.
  public mutating func register<Value>(
    _ key: InjectionKey<Value> = .byType, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    registry.bind(
      key, instance: instance, replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a key to a factory that is code of the actor, see
  /// ``Registry/register(_:replacing:fileID:line:factory:)-11upy``.
  ///
  /// It may capture what belongs to the actor, and any scope may keep its values; without one they are made for each use.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value>(
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope? = nil,
    replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping () throws -> Value?
  ) {
    bind(key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), from: factory)
  }

  /// Binds a key to a factory that looks up what it needs, or takes run-time arguments.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope? = nil,
    replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), with: factory)
  }
}

// MARK: Providers

extension ConfinedRegistry {
  /// Binds a key to a provider, whose product belongs to the actor and is kept by a scope.
  ///
  /// ```swift
  /// registry.onMainActor { $0.register("window", in: .singleton, .initializer(Window.init)) }
  /// ```
  public mutating func register<Value>(
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope, _ provider: Provider<Value>,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    registry.bind(
      key, in: scope, provider, replacing, CodeLocation(fileID: fileID, line: line))
  }
}

// MARK: Accessors

extension ConfinedRegistry {
  /// Gives marked properties a getter and a setter that run on the actor, instead of a value.
  ///
  /// ```swift
  /// registry.onMainActor { registry in
  ///   registry.intercept(
  ///     .named("title", String.self),
  ///     get: { property in (property.target as? Page)?.heading })
  /// }
  /// ```
  ///
  /// The property is filled in injections on the actor. The compiler prevents an access from
  /// elsewhere, unless the owner is unchecked `Sendable`. In such an access, accessors of the main
  /// actor do not run: that is reported, and the access uses the stored value. See
  /// ``Registry/intercept(_:replacing:fileID:line:get:set:)``.
  public mutating func intercept<Value>(
    _ key: InjectionKey<Value> = .byType, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, get: ((InterceptedProperty<Value>) -> Value?)? = nil,
    set: ((InterceptedProperty<Value>, Value?) -> Void)? = nil
  ) {
    registry.intercept(key, get, set, replacing, CodeLocation(fileID: fileID, line: line))
  }
}

extension ConfinedRegistry: RegistryProtocol {
  /// Hands the registry behind this one to a closure.
  ///
  /// Bindings that the closure makes are used on the actor only; the compiler demands `Sendable` all
  /// the same. If the closure puts another registry in its place, later bindings belong to the actor
  /// nevertheless.
  public mutating func withRegistry<Result>(
    _ body: (inout Registry) throws -> Result
  ) rethrows -> Result {
    let (confinement, module) = (registry.confinement, registry.module)
    defer { (registry.confinement, registry.module) = (confinement, module) }
    return try body(&registry)
  }
}

// Not of a protocol extension, see `Registry.declare`.
extension ConfinedRegistry {
  /// Declares the properties that a type of the actor names itself; see ``Registry``.
  public mutating func declare<Object: Injectable>(_ type: Object.Type) {
    withRegistry { $0.declare(type) }
  }
}

extension Registry {
  /// Registers and declares what belongs to the main actor.
  ///
  /// ```swift
  /// PropertyInjector.configure { registry in
  ///   registry.register("title", instance: "Departures")   // for everybody
  ///   registry.onMainActor { registry in
  ///     registry.register("draft", instance: Draft())      // a class that is not Sendable
  ///     registry.register("window", in: .singleton) { Window() }
  ///     registry.declare("draft", \Screen.draft)           // a property of a main-actor class
  ///   }
  /// }
  /// ```
  ///
  /// The closure is main-actor code. What it registers is used and released on the main actor only;
  /// an injection that runs elsewhere is refused before anything is touched, and reported. An
  /// application whose classes all belong to the main actor puts its whole configuration here. The
  /// method is called in main-actor code; elsewhere the compiler refuses the call. A factory that
  /// needs the main actor can be registered anywhere, `register { @MainActor in Theme() }`.
  @MainActor public mutating func onMainActor(
    _ configure: @MainActor (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: Isolation(actor: MainActor.shared)) { try configure(&$0) }
  }

  /// Registers and declares what belongs to an actor, in code of that actor.
  ///
  /// ```swift
  /// actor Library {
  ///   private let index = Index()   // not Sendable
  ///
  ///   func makeInjector() -> PropertyInjector {
  ///     PropertyInjector { registry in
  ///       registry.confined(to: self) { registry in
  ///         registry.register("index", instance: index)
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Like ``onMainActor(_:)``, for any actor: `self` in an actor's own method, `Database.shared` in
  /// code of a global actor. What other code drops is released by a task of the actor. An injector
  /// retains the actors that it is configured for, so an actor that stores such an injector keeps
  /// itself alive.
  public mutating func confined<Owner: Actor>(
    to actor: isolated Owner, _ configure: (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: Isolation(actor: actor)) { try configure(&$0) }
  }

  /// Registers and declares what may be used anywhere, though the compiler cannot prove it.
  ///
  /// ```swift
  /// registry.unchecked { registry in
  ///   registry.register("parser", instance: parser)   // is never changed after this
  /// }
  /// ```
  ///
  /// You vouch for that: instances, factories, scoped instances and key paths are used on every thread
  /// at once. It is for objects that never change, or that guard themselves.
  public mutating func unchecked(
    _ configure: (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: confinement) { try configure(&$0) }
  }
}
