extension RegistryProtocol {
  /// Binds a key to an instance.
  ///
  /// ```swift
  /// registry.register(instance: SystemClock() as any Clock)    // the type is the key
  /// registry.register("myService", instance: MyService())      // a name
  /// registry.register(.volume, instance: 11)                   // a typed key
  /// registry.register("onTap", instance: { print("tapped") } as @Sendable () -> Void)
  /// ```
  ///
  /// Every object whose property asks for it gets this instance. Under a name it fits a property of its own
  /// type, of a superclass, and of a protocol that it conforms to; without a name it is for properties of exactly its
  /// type, so write the protocol, `as any Clock`. A value that is passed as
  /// `instance:` is always stored, even a closure. The instance is shared by all threads, so it
  /// must be `Sendable`; an instance that is not is registered within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``.
  ///
  /// A second binding for the same name and type is reported and ignored, unless it says
  /// `replacing`. An empty name and a nil instance are reported and bind nothing.
  ///
  /// - Parameters:
  ///   - key: A typed key, or a name; left out, the type alone is the key.
  ///   - instance: The value that the property gets.
  ///   - replacing: Whether to replace the binding with this name and exactly this type. If there
  ///     is none, the instance is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  @_disfavoredOverload  // A trailing closure is a factory.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value> = .byType, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, instance: instance, replacing, location) }
  }
}

extension Registry {
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, instance: Value, _ replacing: Bool, _ location: CodeLocation
  ) {
    let kind = TypeKind(Value.self)
    let stored = withUnsafePointer(to: instance) {
      Instance(of: Value.self, kind, copyOf: $0, on: confinement)
    }
    let binding = Binding(
      key.bindingKey, to: .instance(stored),
      isolation: confinement, configuration: configuration, module: module, at: location)
    guard !kind.mayHoldNil || TypeMatching.flatten(instance) != nil else {
      return note(InjectionIssue(.nilInstance, binding: binding))
    }
    add(binding, replacing: replacing)
  }

  /// Adds a binding to the registry; every registration ends here.
  mutating func add(_ binding: Binding, replacing: Bool) {
    let target = if case .key(let other) = binding.target { other } else { binding.key }
    guard binding.name?.isEmpty != true, target.name?.isEmpty != true else {
      return note(InjectionIssue(.emptyName, binding: binding))
    }
    record { [testLayer] contents in
      // In a test a module, of whichever trait, does not hide a fake of a trait around it.
      if binding.module != nil, let testLayer, let fake = contents.bindings.binding(binding.key),
        fake.module == nil, (testLayer..<binding.layer).contains(fake.layer)
      {
        return
      }
      contents.insert(binding, replacing: replacing)
    }
  }
}

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
  /// `{ () -> Report? in ... }`.
  ///
  /// A factory that says its global actor is called there, and only there; an injection that runs elsewhere
  /// leaves the property nil, and a report says why:
  ///
  /// ```swift
  /// registry.register("theme", in: .singleton) { @MainActor in Theme() }
  /// ```
  ///
  /// A factory that captures what belongs to an actor is registered within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``.
  ///
  /// - Parameters:
  ///   - key: A typed key, or a name; left out, the type of the product is the key.
  ///   - replacing: Whether to take the place of the binding with this key. If there is none, the
  ///     factory is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - factory: Makes the value.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value>(
    _ key: InjectionKey<Value> = .byType, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, factory: @escaping @Sendable @isolated(any) () throws -> Value?
  ) {
    bind(
      key, in: nil, replacing, CodeLocation(fileID: fileID, line: line), on: factory.isolation,
      from: IsolatedFactory(factory).plain)
  }

  /// Binds a key to a factory that needs nothing, and whose product a scope keeps.
  ///
  /// ```swift
  /// registry.register("session", in: .singleton) { Session() }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A typed key, or a name; left out, the type of the product is the key.
  ///   - scope: How long the product is kept.
  ///   - replacing: Whether to take the place of the binding with this key. If there is none, the
  ///     factory is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - factory: Makes the value.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable @isolated(any) () throws -> Value?
  ) {
    bind(
      key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), on: factory.isolation,
      from: IsolatedFactory(factory).plain)
  }

  /// Binds a key to a factory that looks up what it needs, or takes run-time arguments.
  ///
  /// ```swift
  /// registry.register("report") { injector in
  ///   Report(title: injector.instance(for: "title") ?? "Report")
  /// }
  /// registry.register("ticket") { (injector, passenger: String) in
  ///   Ticket(passenger: passenger, time: try injector.require(.clock).now)
  /// }
  /// ```
  ///
  /// The caller supplies the arguments, `injector.instance(for: "ticket", "Jenny")`. Without them, as for a
  /// property, nothing is made and that is reported.
  @inlinable  // The factory is called where its type is known: an optional of any type is slow.
  public mutating func register<Value, each Argument>(
    _ key: InjectionKey<Value> = .byType, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line,
    factory:
      @escaping @Sendable @isolated(any) (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    let plain: (PropertyInjector, repeat each Argument) throws -> Value? =
      IsolatedFunction<Value, PropertyInjector, repeat each Argument>(factory).plain
    bind(
      key, in: nil, replacing, CodeLocation(fileID: fileID, line: line), on: factory.isolation,
      with: plain)
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
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable @isolated(any) (PropertyInjector) throws -> Value?
  ) {
    let plain: (PropertyInjector) throws -> Value? = IsolatedFunction(factory).plain
    bind(
      key, in: scope, replacing, CodeLocation(fileID: fileID, line: line), on: factory.isolation,
      with: plain)
  }
}

// Inlined with the verbs. The compiler has not proven here that the factories may be called anywhere.
extension RegistryProtocol {
  @inlinable  // Used by inlined code.
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope?, _ replacing: Bool,
    _ location: CodeLocation, on actor: (any Actor)? = nil,
    from factory: @escaping () throws -> Value?
  ) {
    bind(key, in: scope, replacing, location, on: actor, taking: []) { _, use in
      if let product = try factory() { hand(product, to: use) }
    }
  }

  @inlinable  // Used by inlined code.
  mutating func bind<Value, each Argument>(
    _ key: InjectionKey<Value>, in scope: InjectionScope?, _ replacing: Bool,
    _ location: CodeLocation, on actor: (any Actor)? = nil,
    with factory: @escaping (PropertyInjector, repeat each Argument) throws -> Value?
  ) {
    bind(
      key, in: scope, replacing, location, on: actor,
      taking: Provider<Value>.parameters(repeat InjectionArgument<each Argument>.dynamic)
    ) { reader, use in
      let product = try factory(reader.injector, repeat try reader.next((each Argument).self))
      if let product { hand(product, to: use) }
    }
  }

  @usableFromInline
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope?, _ replacing: Bool,
    _ location: CodeLocation, on actor: (any Actor)?, taking parameters: [Parameter],
    make: @escaping ValueMaker
  ) {
    let provider = Provider<Value>(
      factory: Factory(of: Value.self, parameters: parameters, make: make),
      isolation: Isolation(actor: actor), location: location)
    withRegistry { $0.bind(key, in: scope, provider, replacing, location) }
  }
}

extension RegistryProtocol {
  /// Binds a key to a provider: an initializer with its arguments, and more.
  ///
  /// ```swift
  /// registry.register(
  ///   "house", .initializer(House.init(address:owner:), .byType, .key("owner")))
  /// registry.register(in: .singleton, .initializer(Database.init(path:)))
  /// ```
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone: the product's type, a superclass, or a
  ///     protocol. Without one it is the product's type.
  ///   - provider: Makes the value, see ``Provider``.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, _ provider: Provider<Value>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, in: nil, provider, replacing, location) }
  }

  /// Binds the type that a provider makes, `registry.register(.initializer(House.init(address:)))`.
  ///
  /// See ``register(_:_:replacing:fileID:line:)``, whose key has no default: the provider would be taken for it.
  public mutating func register<Value>(
    _ provider: Provider<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    register(.byType, provider, replacing: replacing, fileID: fileID, line: line)
  }

  /// Binds a key to a provider, whose product a scope keeps.
  ///
  /// ```swift
  /// registry.register(in: .singleton, .initializer(Database.init(path:)))
  /// registry.register(in: .singleton, House.provider)  // it is Constructible
  /// ```
  @_disfavoredOverload  // A confined registry has the same without the demand.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value> = .byType, in scope: InjectionScope, _ provider: Provider<Value>,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, in: scope, provider, replacing, location) }
  }
}

extension Registry {
  /// - Parameter scope: Nil if none is given; nothing proves then that the values may be shared.
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, in scope: InjectionScope?, _ provider: Provider<Value>,
    _ replacing: Bool, _ location: CodeLocation
  ) {
    let lifetime = scope?.lifetime ?? .unique
    // A value that is made for one call is not for the next.
    let cannotBeKept = provider.factory.isPerCall && !lifetime.isUnique
    let binding = Binding(
      key.bindingKey, to: .factory(provider.factory.confined(to: confinement)),
      lifetime: cannotBeKept ? .unique : lifetime, isProven: scope != nil && !isUnproven,
      hasScope: scope != nil,
      isolation: provider.isolation == .none ? confinement : provider.isolation,
      configuration: configuration, module: module, at: location)
    if let mistake = provider.mistake { return note(InjectionIssue(mistake, binding: binding)) }
    if cannotBeKept { note(InjectionIssue(.scopeOfCalls, binding: binding)) }
    add(binding, replacing: replacing)
  }
}
