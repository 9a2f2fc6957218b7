/// A registry whose contents all belong to one actor, so that nothing in it has to be `Sendable`.
///
/// ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` hand it out. It has the verbs of
/// ``Registry`` without the demands: instances of any type, factories that capture what belongs to
/// the actor, scopes for values of any type, key paths of the actor's own classes. What is
/// registered here answers injections and look-ups that run on the actor; elsewhere the property
/// stays nil, and a report says which actor is needed. The contents of modules that are installed
/// here belong to the actor, too.
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
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    registry.bind(
      key, instance: instance, replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a key to a factory that is code of the actor, see
  /// ``Registry/register(_:replacing:fileID:line:factory:)-(_,_,_,_,()->Value?)``.
  ///
  /// It may capture what belongs to the actor, and any scope may keep its values.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping () throws -> Value?
  ) {
    bind(key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), from: factory)
  }

  /// Binds a key to a factory that looks up what it needs, or takes run-time arguments.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope = .unique, replacing: Bool = false,
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
  /// registry.onMainActor { $0.register("window", in: .singleton, .onMainActor(Window.init)) }
  /// ```
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, _ provider: Provider<Value>,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    registry.bind(
      key, scope.lifetime, provider, replacing, CodeLocation(fileID: fileID, line: line))
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
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
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

// Not of a protocol extension, see `Registry.install`.
extension ConfinedRegistry {
  /// Installs a module, whose bindings and properties belong to the actor; see
  /// ``Registry/install(_:)``.
  public mutating func install(_ module: some InjectionModule) {
    withRegistry { $0.install(module) }
  }

  /// Declares the properties that a type of the actor names itself; see ``Registry``.
  public mutating func declare<Object: Injectable>(_ type: Object.Type) {
    withRegistry { $0.declare(type) }
  }
}
