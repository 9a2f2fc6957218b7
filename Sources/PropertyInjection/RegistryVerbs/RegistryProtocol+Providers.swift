extension RegistryProtocol {
  /// Binds a key to a provider: an initializer with its arguments, code of the main actor, and more.
  ///
  /// ```swift
  /// registry.register(
  ///   "house", .initializer(House.init(address:owner:), .byType, .key("owner")))
  /// registry.register(.type(Database.self), in: .singleton, .initializer(Database.init(path:)))
  /// ```
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone: the product's type, a superclass, or a
  ///     protocol.
  ///   - provider: Makes the value, see ``Provider``.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, _ provider: Provider<Value>, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, .unique, provider, replacing, location) }
  }

  /// Binds a key to a provider, whose product a scope keeps.
  ///
  /// ```swift
  /// registry.register(.type(Database.self), in: .singleton, .initializer(Database.init(path:)))
  /// registry.register(.type(House.self), in: .singleton, House.provider)  // it is Constructible
  /// ```
  @_disfavoredOverload  // A confined registry has the same without the demand.
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, in scope: InjectionScope, _ provider: Provider<Value>,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, scope.lifetime, provider, replacing, location) }
  }
}

extension Registry {
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ lifetime: Lifetime, _ provider: Provider<Value>,
    _ replacing: Bool, _ location: CodeLocation
  ) {
    // A value that is made for one call is not for the next.
    let cannotBeKept = provider.factory.isPerCall && !lifetime.isUnique
    let binding = Binding(
      key.bindingKey, to: .factory(provider.factory.confined(to: confinement)),
      lifetime: cannotBeKept ? .unique : lifetime,
      isolation: provider.isolation == .none ? confinement : provider.isolation, origin: origin,
      module: module, at: location)
    if cannotBeKept { note(InjectionIssue(.scopeOfCalls, binding: binding)) }
    add(binding, replacing: replacing)
  }
}
