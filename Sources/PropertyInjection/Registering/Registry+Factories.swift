extension Registry {
  /// Binds a key to a factory that needs nothing.
  ///
  /// ```swift
  /// registry.register("currentDate") { Date() }
  /// registry.register("session", in: .singleton) { Session() }
  /// ```
  ///
  /// The factory runs on the thread of the injection, with no lock held, and only for a property that
  /// is nil: anew for each, or as its scope says. Nil as its result leaves the property nil; what it
  /// throws does too, and is reported. It may not lead back to itself: that is reported as a cycle. It
  /// is never run to find out its type, which is the one it is declared with; where that is a protocol
  /// or a superclass, the product decides whether it fits. A closure of more than one statement that
  /// returns nil somewhere says its type, `{ () -> Report? in ... }`. What belongs to the main actor is
  /// made by a factory that is registered `onMainActor:`.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone, `.type(Session.self)`.
  ///   - scope: How long the product is kept; it is not, unless you say so.
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
  /// registry.register("report") { resolver in
  ///   let report = Report()
  ///   resolver.injectDependencies(to: report)   // who calls the initializer injects
  ///   return report
  /// }
  /// registry.register("ticket") { (resolver, passenger: String) in
  ///   Ticket(passenger: passenger, time: resolver[.clock]!.now)
  /// }
  /// ```
  ///
  /// Arguments are supplied by whoever asks, `injector.make("ticket", "Jenny")`. Without them, as for a
  /// property, nothing is made and that is reported.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Value> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, CodeLocation(fileID: fileID, line: line),
      factory: factory)
  }

  /// Binds a key to a factory that runs on the main actor, and only there.
  ///
  /// ```swift
  /// registry.register("theme", in: .singleton, onMainActor: { Theme() })
  /// ```
  ///
  /// In an injection that runs elsewhere the property stays nil, and a report says why. So what it makes
  /// may be kept in any scope.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Never> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    onMainActor factory: @escaping @MainActor @Sendable () throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: Isolation(actor: MainActor.shared),
      CodeLocation(fileID: fileID, line: line),
      make: MainActorCall.unchecked { _, use in if let product = try factory() { use(product) } })
  }

  /// Binds a key to a factory that runs on the main actor, and looks up what it needs or takes
  /// creation-time arguments.
  @_disfavoredOverload
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope<Never> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    onMainActor factory:
      @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: Isolation(actor: MainActor.shared),
      CodeLocation(fileID: fileID, line: line),
      parameters: InjectableInitializer<Value>.parameters(
        repeat InjectionArgument<each Argument>.dynamic),
      make: MainActorCall.unchecked { reader, use in
        let product = try factory(
          reader.resolver, repeat try reader.next((each Argument).self))
        if let product { use(product) }
      })
  }

  /// Binds a key to a factory for injections on one actor only.
  ///
  /// ```swift
  /// registry.register("other", confinedTo: MainActor.shared) { Theme() }  // in main-actor code
  /// ```
  ///
  /// It is called in code of that actor, to which the closure then belongs. It serves every actor, and
  /// modules whose default isolation is the main actor. In an actor's own method, name `self`. What it
  /// makes may be kept in any scope.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, confinedTo actor: isolated any Actor,
    in scope: InjectionScope<Never> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping () throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: Isolation(actor: actor),
      CodeLocation(fileID: fileID, line: line)
    ) { _, use in if let product = try factory() { use(product) } }
  }

  /// Binds a key to a factory for injections on one actor, that looks up what it needs or takes
  /// creation-time arguments.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, confinedTo actor: isolated any Actor,
    in scope: InjectionScope<Never> = .unique, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping (Resolver, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, scope.lifetime, replacing, isolation: Isolation(actor: actor),
      CodeLocation(fileID: fileID, line: line),
      factory: factory)
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
      let product = try provider.provide(with: reader.resolver, arguments: reader.arguments)
      if let product { use(product) }
    }
  }

  private mutating func bind<Value, each Argument>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ replacing: Bool,
    isolation: Isolation = .none, _ location: CodeLocation,
    factory: @escaping (Resolver, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, lifetime, replacing, isolation: isolation, location,
      parameters: InjectableInitializer<Value>.parameters(
        repeat InjectionArgument<each Argument>.dynamic)
    ) { reader, use in
      let product = try factory(
        reader.resolver, repeat try reader.next((each Argument).self))
      if let product { use(product) }
    }
  }

  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ replacing: Bool,
    isolation: Isolation = .none, _ location: CodeLocation, parameters: [Parameter]? = [],
    make: @escaping ValueMaker<Value>
  ) {
    bind(
      Binding(
        name: key.name, type: Value.self,
        provider: FactoryProvider(parameters: parameters, make: make), lifetime: lifetime,
        isolation: isolation, origin: origin, module: module, at: location),
      replacing: replacing)
  }
}
