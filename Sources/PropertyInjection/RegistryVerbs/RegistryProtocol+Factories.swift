extension RegistryProtocol {
  /// Binds a key to a factory that needs nothing.
  ///
  /// ```swift
  /// registry.register("currentDate") { Date() }
  /// ```
  ///
  /// The factory runs on the thread of the injection, with no lock held, and only for a property
  /// that is nil, anew for each. The product is injected before other code
  /// sees it; an object that is there already is registered as an instance. If it returns nil, the
  /// property stays nil; if it throws, the property stays nil and the error is reported. It may not
  /// lead back to itself: that is reported as a cycle. Its type is the declared one, and it is never
  /// run to find that out; if the type is a protocol or a superclass, the product decides whether it
  /// fits. A closure of more than one statement that returns nil somewhere states its type,
  /// `{ () -> Report? in ... }`. A factory that is an actor's own code is registered within
  /// ``Registry/onMainActor(_:)`` or ``Registry/confined(to:_:)``.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone, `.type(Session.self)`.
  ///   - replacing: Whether to take the place of the binding with this key. If there is none, the
  ///     factory is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - factory: Makes the value.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, factory: @escaping @Sendable () throws -> Value?
  ) {
    bind(key, in: .unique, replacing, CodeLocation(fileID: fileID, line: line), from: factory)
  }

  /// Binds a key to a factory that needs nothing, and whose product a scope keeps.
  ///
  /// ```swift
  /// registry.register("session", in: .singleton) { Session() }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone, `.type(Session.self)`.
  ///   - scope: How long the product is kept.
  ///   - replacing: Whether to take the place of the binding with this key. If there is none, the
  ///     factory is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - factory: Makes the value.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable () throws -> Value?
  ) {
    bind(key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), from: factory)
  }

  /// Binds a key to a factory that looks up what it needs, or takes run-time arguments.
  ///
  /// ```swift
  /// registry.register("report") { injector in
  ///   Report(title: injector.instance(for: "title") ?? "Report")
  /// }
  /// registry.register("ticket") { (injector, passenger: String) in
  ///   Ticket(passenger: passenger, time: injector.instance(for: .clock)!.now)
  /// }
  /// ```
  ///
  /// The caller supplies the arguments, `injector.instance(for: "ticket", "Jenny")`. Without them, as for a
  /// property, nothing is made and that is reported.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line,
    factory: @escaping @Sendable (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(key, in: .unique, replacing, CodeLocation(fileID: fileID, line: line), with: factory)
  }

  /// Binds a key to a factory that looks up what it needs, and whose product a scope keeps.
  ///
  /// ```swift
  /// registry.register("archive", in: .singleton) { injector in
  ///   Archive(path: injector.instance(for: "path") ?? "/tmp")
  /// }
  /// ```
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (PropertyInjector) throws -> Value?
  ) {
    bind(key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), with: factory)
  }
}

// Inlined with the verbs. The compiler has not proven here that the factories may be called anywhere.
extension RegistryProtocol {
  @inlinable  // Used by inlined code.
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, _ replacing: Bool,
    _ location: CodeLocation, from factory: @escaping () throws -> Value?
  ) {
    bind(key, in: scope, replacing, location, taking: []) { _, use in
      if let product = try factory() { use(product) }
    }
  }

  @inlinable  // Used by inlined code.
  mutating func bind<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, _ replacing: Bool,
    _ location: CodeLocation,
    with factory: @escaping (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, in: scope, replacing, location,
      taking: Provider<Value>.parameters(repeat InjectionArgument<each Argument>.dynamic)
    ) { reader, use in
      let product = try factory(reader.injector, repeat try reader.next((each Argument).self))
      if let product { use(product) }
    }
  }

  @usableFromInline
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, _ replacing: Bool,
    _ location: CodeLocation, taking parameters: [Parameter], make: @escaping ValueMaker<Value>
  ) {
    let provider = Provider(ValueFactory(parameters: parameters, make: make), at: location)
    withRegistry { $0.bind(key, scope.lifetime, provider, replacing, location) }
  }
}
