extension Registry {
  /// Binds a type to an initializer, or a static factory method, with its arguments.
  ///
  /// ```swift
  /// registry.register(
  ///   House.self, initializer: House.init(address:owner:), arguments: .byType, .named("owner"))
  /// registry.register(Database.self, in: .singleton, initializer: Database.init(path:))
  /// registry.register((any Clock).self, initializer: SystemClock.init)  // what conforms
  /// ```
  ///
  /// What it makes is injected, hook included, before anybody else sees it. Two kept values may need
  /// each other through properties: while the properties of one are filled, the other gets it as it is.
  /// If they need each other through initializers, that is a cycle, and reported.
  ///
  /// An argument that cannot be found is reported with its position and its type, and the initializer
  /// is not called; an optional parameter then gets nil. A failable initializer that fails and one that
  /// throws are reported with the cause. In each case the property stays nil.
  ///
  /// The key is the type alone. For one with a name, see
  /// ``register(_:in:initializer:arguments:replacing:fileID:line:)-(InjectionKey<Value>,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - type: The type that it is bound to: of what is made, a superclass, or a protocol.
  ///   - scope: How long the product is kept; it is not, unless you say so.
  ///   - initializer: `House.init(address:owner:)`, `House.make`, or a closure.
  ///   - arguments: Where the arguments come from, one for each parameter. Left out, all are found by
  ///     type.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  public mutating func register<Value, each Argument>(
    _ type: Value.Type, in scope: InjectionScope<Value> = .unique,
    initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    arguments: repeat InjectionArgument<each Argument>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    register(
      .type(type), in: scope, initializer: initializer, arguments: repeat each arguments,
      replacing: replacing, fileID: fileID, line: line)
  }

  /// Binds a type to an initializer whose arguments are all found by type.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload
  public mutating func register<Value, each Argument>(
    _ type: Value.Type, in scope: InjectionScope<Value> = .unique,
    initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    register(
      .type(type), in: scope, initializer: initializer,
      arguments: repeat InjectionArgument<each Argument>.byType, replacing: replacing,
      fileID: fileID, line: line)
  }

  /// Binds a key to an initializer with its arguments.
  ///
  /// ```swift
  /// registry.register(
  ///   "house", initializer: House.init(address:owner:), arguments: .byType, .named("owner"))
  /// ```
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
        initializer, repeat each arguments, fileID: fileID, line: line),
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
  ///   initializer: InjectableInitializer(onMainActor: Window.init(title:), .named("title")))
  /// ```
  ///
  /// See ``register(_:in:initializer:arguments:replacing:fileID:line:)-(Value.Type,_,_,_,_,_,_)``.
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
        name: key.name, initializer, lifetime: lifetime, confinedTo: confinement, origin: origin,
        module: module, at: location),
      replacing: replacing)
  }

  /// Binds a type that says itself how it is made, to give it a scope.
  ///
  /// ```swift
  /// registry.register(House.self, in: .singleton)
  /// ```
  public mutating func register<Value: Constructible>(
    _ type: Value.Type, in scope: InjectionScope<Value> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value.Constructed == Value {
    register(
      .type(type), in: scope, initializer: type.injectableInitializer, replacing: replacing,
      fileID: fileID, line: line)
  }
}
