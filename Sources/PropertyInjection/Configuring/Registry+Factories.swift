extension Registry {
  /// Binds a key to a factory that needs nothing.
  ///
  /// ```swift
  /// registry.register("currentDate") { Date() }
  /// registry.register("session", in: .singleton) { Session() }
  /// ```
  ///
  /// The factory runs on the thread of the injection, with no lock held, and only for a property
  /// that is nil: anew for each, or as its scope says. The product is injected before other code
  /// sees it; an object that is there already is registered as an instance. If it returns nil, the
  /// property stays nil; if it throws, the property stays nil and the error is reported. It may not
  /// lead back to itself: that is reported as a cycle. Its type is the declared one, and it is never
  /// run to find that out; if the type is a protocol or a superclass, the product decides whether it
  /// fits. A closure of more than one statement that returns nil somewhere states its type,
  /// `{ () -> Report? in ... }`. A factory that is an actor's own code is registered within
  /// ``onMainActor(_:)`` or ``confined(to:_:)``.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone, `.type(Session.self)`.
  ///   - scope: How long the product is kept; by default it is not kept.
  ///   - replacing: Whether to take the place of the binding with this key. If there is none, the
  ///     factory is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  ///   - factory: Makes the value.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable () throws -> Value?
  ) {
    bind(key, scope.lifetime, replacing, CodeLocation(fileID: fileID, line: line)) { _, use in
      if let product = try factory() { use(product) }
    }
  }

  /// Binds a key to a factory that looks up what it needs, or takes creation-time arguments.
  ///
  /// ```swift
  /// registry.register("report") { injector in
  ///   Report(title: injector.instance(for: "title") ?? "Report")
  /// }
  /// registry.register("ticket") { (injector, passenger: String) in
  ///   Ticket(passenger: passenger, time: injector[.clock]!.now)
  /// }
  /// ```
  ///
  /// The caller supplies the arguments, `injector.make("ticket", "Jenny")`. Without them, as for a
  /// property, nothing is made and that is reported.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, CodeLocation(fileID: fileID, line: line),
      factory: factory)
  }

  /// Binds a key to a factory that knows what it makes a value for.
  ///
  /// ```swift
  /// registry.register("log") { injector, request in
  ///   Log(for: request.ownerType.map { "\($0)" } ?? "program")
  /// }
  /// ```
  ///
  /// The value is made anew for each request: no scope can keep it, and setting one later is
  /// reported. See ``InjectionRequest``.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line,
    factory: @escaping @Sendable (PropertyInjector, InjectionRequest) throws -> Value?
  ) {
    bind(key, replacing, CodeLocation(fileID: fileID, line: line), forWhat: factory)
  }

  /// Binds a key to a factory that runs on the main actor, and only there.
  ///
  /// ```swift
  /// registry.register("theme", in: .singleton, onMainActor: { Theme() })
  /// ```
  ///
  /// For code that belongs to no actor, where ``onMainActor(_:)`` cannot be called. In an injection
  /// that runs elsewhere the property stays nil, and a report says why. Because the value is used
  /// on the main actor only, any scope may keep it; the scope is an `InjectionScope<Void>`: write
  /// `.singleton` as usual.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Void> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    onMainActor factory: @escaping @MainActor @Sendable () throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: .mainActor,
      CodeLocation(fileID: fileID, line: line),
      make: MainActorCall.unchecked { _, use in if let product = try factory() { use(product) } })
  }

  /// Binds a key to a factory that runs on the main actor, and looks up what it needs or takes
  /// creation-time arguments.
  @_disfavoredOverload
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Void> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    onMainActor factory:
      @escaping @MainActor @Sendable (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: .mainActor,
      CodeLocation(fileID: fileID, line: line),
      parameters: InjectableInitializer<Value>.parameters(
        repeat InjectionArgument<each Argument>.dynamic),
      make: MainActorCall.unchecked { reader, use in
        let product = try factory(
          reader.injector, repeat try reader.next((each Argument).self))
        if let product { use(product) }
      })
  }

  /// Binds a key to an object that makes values.
  ///
  /// ```swift
  /// registry.register("ticket", provider: TicketProvider())
  /// ```
  public mutating func register<Source: InjectionProvider>(
    _ key: InjectionKey<Source.Value>, in scope: InjectionScope<Source.Value> = .unique,
    provider: Source, replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(
      key, scope.lifetime, replacing, CodeLocation(fileID: fileID, line: line), parameters: nil
    ) { reader, use in
      let product = try provider.provide(with: reader.injector, arguments: reader.arguments)
      if let product { use(product) }
    }
  }

  mutating func bind<Value, each Argument>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ replacing: Bool, _ location: CodeLocation,
    factory: @escaping (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, lifetime, replacing, location,
      parameters: InjectableInitializer<Value>.parameters(
        repeat InjectionArgument<each Argument>.dynamic)
    ) { reader, use in
      let product = try factory(
        reader.injector, repeat try reader.next((each Argument).self))
      if let product { use(product) }
    }
  }

  mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ replacing: Bool, _ location: CodeLocation,
    forWhat factory: @escaping (PropertyInjector, InjectionRequest) throws -> Value?
  ) {
    bind(key, .unique, replacing, location, asksForWhat: true) { reader, use in
      if let product = try factory(reader.injector, reader.request) { use(product) }
    }
  }

  /// - Parameter isolation: The actor that the function belongs to; that of the registry, if left
  ///   out.
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ replacing: Bool,
    isolation: Isolation? = nil, _ location: CodeLocation, parameters: [Parameter]? = [],
    asksForWhat: Bool = false, make: @escaping ValueMaker<Value>
  ) {
    bind(
      Binding(
        key.bindingKey,
        to: .factory(
          ValueFactory(parameters: parameters, asksForWhat: asksForWhat, make: make)
            .confined(to: confinement)),
        lifetime: lifetime, isolation: isolation ?? confinement, origin: origin, module: module,
        at: location),
      replacing: replacing)
  }
}
