/// The verbs of every registry: they bind keys to values that may be used anywhere, and declare properties.
///
/// ``Registry`` has these verbs, and so has ``ConfinedRegistry``, which has them once more without the
/// demand for `Sendable`. A function that configures either takes `inout some RegistryProtocol`:
///
/// ```swift
/// func registerClocks(in registry: inout some RegistryProtocol) {
///   registry.register(.clock, in: .singleton) { SystemClock() }
///   registry.alias("time", to: .clock)
/// }
/// ```
public protocol RegistryProtocol {
  /// Hands the plain registry to a closure: this one, or the one behind a confined registry.
  ///
  /// For verbs of your own. If this registry is confined to an actor, what is registered in the
  /// closure belongs to that actor.
  mutating func withRegistry<Result>(_ body: (inout Registry) throws -> Result) rethrows -> Result

  /// Declares the properties that a type names itself, see ``Registry/declare(_:)``.
  mutating func declare<Object: Injectable>(_ type: Object.Type)
}

extension RegistryProtocol {
  /// Receives what goes wrong, each distinct issue once per injector.
  ///
  /// The default writes the issue's text to standard error. The handler is called at once, on the
  /// thread that met the issue; it may inject. It must not wait for another thread: the issue may
  /// come from making a scoped instance, and the other thread may be waiting for that value. To reach
  /// another thread, use `DispatchQueue.main.async`, not `sync`. Tests collect issues, programs log
  /// them:
  ///
  /// ```swift
  /// registry.issueHandler = { issue in logger.warning("\(issue)") }
  /// ```
  ///
  /// A derived injector keeps its parent's handler unless it sets another.
  public var issueHandler: @Sendable (InjectionIssue) -> Void {
    mutating get { withRegistry { $0.contents.issueHandler } }
    set {
      withRegistry {
        if $0.module != nil, $0.testLayer != nil { return }
        $0.record { $0.issueHandler = newValue }
      }
    }
  }

  /// Sees each property that an injection fills, with the binding that its value comes from.
  ///
  /// ```swift
  /// registry.injectionHandler = { point in
  ///   logger.debug("\(point)")  // Editor.store <- "store": FileStore
  /// }
  /// ```
  ///
  /// It is called on the thread of the injection, after the property is filled and before the next one,
  /// with no lock held; it may inject. A property of an object that the injector makes is told before
  /// the property that the object is for, a lazy one when it is left to its first read. Nil by default:
  /// then it costs nothing. A derived injector keeps its parent's handler unless it sets another.
  /// Tests record injections without it, with `recordInjections` of PropertyInjectionTesting.
  public var injectionHandler: (@Sendable (InjectionPoint) -> Void)? {
    mutating get { withRegistry { $0.contents.injectionHandler } }
    set { withRegistry { $0.record { $0.injectionHandler = newValue } } }
  }
}

extension Registry: RegistryProtocol {
  /// Hands this registry to a closure.
  public mutating func withRegistry<Result>(
    _ body: (inout Registry) throws -> Result
  ) rethrows -> Result { try body(&self) }
}

extension RegistryProtocol {
  /// Lets a key lead to another of the same type: another name, or a name for a type.
  ///
  /// ```swift
  /// registry.alias(.clock, to: "stationClock")
  /// ```
  /// ```swift
  /// registry.alias("clock", to: .type(SystemClock.self))
  /// ```
  ///
  /// A look-up of the first key gets the value of the second, the same instance if it is kept. An
  /// alias may lead to another alias. A chain that leads back to itself, or ends at a key without a
  /// value of the type, is reported. An alias costs nothing once a type's plan is made.
  ///
  /// - Parameters:
  ///   - key: The key that leads to another; left out, the type alone.
  ///   - target: The key that it leads to.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  @_disfavoredOverload  // Else a subclass's key loses its own type here.
  public mutating func alias<Value>(
    _ key: InjectionKey<Value> = .byType, to target: InjectionKey<Value>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key.bindingKey, .key(target.bindingKey), replacing, location) }
  }

  /// Lets a key lead to a key of another type: a protocol to a class, a superclass to a subclass.
  ///
  /// ```swift
  /// registry.alias(.type((any Clock).self), to: .type(SystemClock.self))
  /// ```
  public mutating func alias<Value, Target>(
    _ key: InjectionKey<Value>, to target: InjectionKey<Target>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key.bindingKey, .key(target.bindingKey), replacing, location) }
  }

  /// Binds a key to nil: a property that asks for it stays nil, and that is no issue.
  ///
  /// ```swift
  /// registry.registerNil(.clock)
  /// registry.registerNil(.type(Logger.self))
  /// ```
  ///
  /// An optional parameter gets nil. The idea is Blindside's `BS_NULL`.
  public mutating func registerNil<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key.bindingKey, .nothing, replacing, location) }
  }

  /// Sets the scope of an existing binding: makes it a singleton, for example, or no singleton any
  /// more.
  ///
  /// ```swift
  /// registry.install(networkModule)
  /// registry.setScope(.unique, for: .type(Session.self))
  /// ```
  ///
  /// A kept value is shared by threads. Where a key is registered with a scope, the compiler demands that its type is
  /// `Sendable`; when the program runs, nothing tells that. So a binding that was registered without a scope is kept
  /// only if this is called within ``Registry/onMainActor(_:)`` or ``Registry/confined(to:_:)``, to whose actor the
  /// value belongs then, or within ``Registry/unchecked(_:)``, if its values may be shared; elsewhere the new scope is
  /// reported and ignored.
  ///
  /// A value that the binding has kept is not taken over: in a derived injector it is made anew. A
  /// ``Constructible`` type need not be registered before. Any other key without a binding, and a
  /// binding that makes nothing, is reported. The idea is Objection's `bindClass:inScope:`.
  ///
  /// - Parameters:
  ///   - scope: The new scope.
  ///   - key: The name and the exact type, or the type alone, that the binding was registered with.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public mutating func setScope<Value>(
    _ scope: InjectionScope, for key: InjectionKey<Value>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { registry in
      let setting = ScopeSetting(scope.lifetime, for: key.bindingKey, in: registry, at: location)
      registry.record { $0.setScope(setting) }
    }
  }

  /// Removes every binding under a name, of any type.
  ///
  /// True if there was one.
  @discardableResult
  public mutating func remove(allNamed name: String) -> Bool {
    withRegistry { registry in
      let isThere = !registry.bindings[name].isEmpty
      // Also if there is none: the name may have bindings once a module that removed them is taken
      // back.
      registry.record { $0.bindings.remove(.group(name)) }
      return isThere
    }
  }

  /// Removes the binding of a key: a name and a type, or a type alone.
  ///
  /// True if there was one.
  @discardableResult
  public mutating func remove<Value>(_ key: InjectionKey<Value>) -> Bool {
    withRegistry { registry in
      let isThere = registry.bindings.binding(key.bindingKey) != nil
      registry.record { $0.bindings.remove(key.bindingKey) }
      return isThere
    }
  }
}

extension Registry {
  /// Binds a key to another one, to nil, or to accessors.
  @inline(never)  // Three verbs share it.
  mutating func bind(
    _ key: BindingKey, _ target: BindingTarget, confinedTo isolation: Isolation = .none,
    _ replacing: Bool, _ location: CodeLocation
  ) {
    let binding = Binding(
      key, to: target, isolation: isolation, configuration: configuration, module: module,
      at: location)
    add(binding, replacing: replacing)
  }
}

extension RegistryProtocol {
  /// Gives the marked properties of a key a getter and a setter instead of a value.
  ///
  /// ```swift
  /// registry.intercept(
  ///   .volume,
  ///   get: { property in property.storedValue ?? 0.5 },
  ///   set: { property, volume in property.storedValue = volume.map { min($0, 1) } })
  /// ```
  ///
  /// An injection puts the accessors before a property that is marked with ``Injected``, is nil,
  /// and has the name and exactly the type of the key. From then on they run at each access, on the
  /// thread of the access, with no lock held. They are handed an ``InterceptedProperty``: the
  /// object, which they do not retain, and the stored value. A getter that reads its own property
  /// reads the stored value; a setter that writes its own property stores the value.
  ///
  /// A property that has accessors counts as filled, even if it reads nil: other injections leave it
  /// alone, until `removeAccessors(of:)` removes the accessors. Swift cannot put anything before a plain
  /// stored property: if a plain property asks for the binding, that is reported. A look-up of the
  /// key gives no value either. Without a key the accessors are for each property of the type of which nothing else is
  /// registered under its own name.
  ///
  /// Accessors that touch what belongs to an actor are registered within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``. The idea is DeluxeInjection's getter and setter injection.
  ///
  /// - Parameters:
  ///   - key: A typed key, or a name; left out, the type of the property alone is the key.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - get: Returns the value that the property reads; left out, it reads the stored value.
  ///   - set: Receives the value that the program writes; left out, the value is stored.
  public mutating func intercept<Value>(
    _ key: InjectionKey<Value> = .byType, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, get: (@Sendable (InterceptedProperty<Value>) -> Value?)? = nil,
    set: (@Sendable (InterceptedProperty<Value>, Value?) -> Void)? = nil
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.intercept(key, get, set, replacing, location) }
  }
}

extension Registry {
  mutating func intercept<Value>(
    _ key: InjectionKey<Value>, _ get: ((InterceptedProperty<Value>) -> Value?)?,
    _ set: ((InterceptedProperty<Value>, Value?) -> Void)?, _ replacing: Bool,
    _ location: CodeLocation
  ) {
    let accessors = PropertyAccessors(get: get, set: set, isolation: confinement)
    bind(key.bindingKey, .accessors(accessors), confinedTo: confinement, replacing, location)
  }
}
