extension Registry {
  /// Binds a key to a getter and a setter, which marked properties get instead of a value.
  ///
  /// ```swift
  /// registry.register(
  ///   .volume,
  ///   get: { property in property.storedValue ?? 0.5 },
  ///   set: { property, volume in property.storedValue = volume.map { min($0, 1) } })
  /// ```
  ///
  /// An injection puts them before a property that is marked with ``Injected``, is nil and has the name
  /// and the very type; from then on they run at each access, on the thread of the access, with no lock
  /// held. They are handed the property: the object that has it, which they do not keep, what is stored
  /// behind them, and the way in which the property would be read and written without them. A getter
  /// that reads its own property reads what is stored, a setter that writes it stores the value.
  ///
  /// A property that has accessors is filled, whatever it reads: another injection leaves it alone,
  /// until `removeInjectedAccessors(from:)` takes them off. Swift cannot put anything before a plain
  /// stored property: where the binding meets one, that is reported. It has no value for those who look
  /// the key up either.
  ///
  /// Accessors that touch what belongs to an actor are registered within ``onMainActor(_:)`` or
  /// ``confined(to:_:)``. The idea is DeluxeInjection's getter and setter injection.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  ///   - get: Gives what the property reads.
  ///   - set: Gets what the program writes.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, get: @escaping @Sendable (AccessedProperty<Value>) -> Value?,
    set: @escaping @Sendable (AccessedProperty<Value>, Value?) -> Void
  ) {
    bind(key, get, set, replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a key to a getter; writing to the property stores the value.
  ///
  /// See ``register(_:replacing:fileID:line:get:set:)``.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, get: @escaping @Sendable (AccessedProperty<Value>) -> Value?
  ) {
    bind(key, get, nil, replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a key to a setter; reading the property reads what is stored.
  ///
  /// See ``register(_:replacing:fileID:line:get:set:)``.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, set: @escaping @Sendable (AccessedProperty<Value>, Value?) -> Void
  ) {
    bind(key, nil, set, replacing, CodeLocation(fileID: fileID, line: line))
  }

  mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ get: ((AccessedProperty<Value>) -> Value?)?,
    _ set: ((AccessedProperty<Value>, Value?) -> Void)?, _ replacing: Bool,
    _ location: CodeLocation
  ) {
    let accessors = PropertyAccessors(get: get, set: set, isolation: confinement)
    bind(
      Binding(
        name: key.name, type: Value.self, provider: AccessorProvider(accessors: accessors),
        isolation: confinement, origin: origin, module: module, at: location),
      replacing: replacing)
  }
}
