extension Registry {
  /// Binds a key to an initializer, or a static factory method, with its arguments.
  ///
  /// ```swift
  /// registry.register(
  ///   .type(House.self), initializer: House.init(address:owner:),
  ///   arguments: .byType, .key("owner"))
  /// registry.register(.type(Database.self), in: .singleton, initializer: Database.init(path:))
  /// registry.register(.type((any Clock).self), initializer: SystemClock.init)  // what conforms
  /// ```
  ///
  /// What it makes is injected, hook included, before other code sees it. Two kept values may need
  /// each other through properties: while the properties of one are filled, the other gets the
  /// unfinished one. If they need each other through initializers, that is a cycle, and reported.
  ///
  /// If an argument cannot be found, that is reported with its position and type and the
  /// initializer is not called; an optional parameter gets nil instead. An initializer that fails
  /// or throws is reported with the cause. In each case the property stays nil.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone: the product's type, a superclass, or a
  ///     protocol.
  ///   - scope: How long the product is kept; by default it is not kept.
  ///   - initializer: `House.init(address:owner:)`, `House.make`, or a closure.
  ///   - arguments: Where the arguments come from, one for each parameter. Left out, all are found
  ///     by type.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique,
    initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    arguments: repeat InjectionArgument<each Argument>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    register(
      key, in: scope,
      initializer: InjectableInitializer(
        initializer, arguments: repeat each arguments, fileID: fileID, line: line),
      replacing: replacing, fileID: fileID, line: line)
  }

  /// Binds a key to an initializer whose arguments are all found by type.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique,
    initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    register(
      key, in: scope, initializer: initializer,
      arguments: repeat InjectionArgument<each Argument>.byType, replacing: replacing,
      fileID: fileID, line: line)
  }

  /// Binds a key to an initializer that is described together with its arguments.
  ///
  /// ```swift
  /// registry.register(
  ///   .type(Window.self),
  ///   initializer: InjectableInitializer(
  ///     onMainActor: Window.init(title:), arguments: .key("title")))
  /// ```
  ///
  /// See ``register(_:in:initializer:arguments:replacing:fileID:line:)``.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique,
    initializer: InjectableInitializer<Value>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(key, scope.lifetime, initializer, replacing, CodeLocation(fileID: fileID, line: line))
  }

  mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ initializer: InjectableInitializer<Value>,
    _ replacing: Bool, _ location: CodeLocation
  ) {
    bind(
      Binding(
        key.bindingKey, initializer, lifetime: lifetime, confinedTo: confinement, origin: origin,
        module: module, at: location),
      replacing: replacing)
  }

  /// Binds a key to a type that says itself how it is made, to give it a name or a scope.
  ///
  /// ```swift
  /// registry.register(.type(House.self), in: .singleton)
  /// ```
  public mutating func register<Value: Constructible>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value.Constructed == Value {
    register(
      key, in: scope, initializer: Value.injectableInitializer, replacing: replacing,
      fileID: fileID, line: line)
  }
}
