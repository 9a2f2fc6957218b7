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
  /// key gives no value either.
  ///
  /// Accessors that touch what belongs to an actor are registered within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``. The idea is DeluxeInjection's getter and setter injection.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  ///   - get: Returns the value that the property reads; left out, it reads the stored value.
  ///   - set: Receives the value that the program writes; left out, the value is stored.
  public mutating func intercept<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
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
