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
  /// Where the accessors touch what belongs to the main actor, see
  /// ``register(_:replacing:fileID:line:getOnMainActor:setOnMainActor:)``. The idea is
  /// DeluxeInjection's getter and setter injection.
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

  /// Binds a key to a getter and a setter that run on the main actor.
  ///
  /// ```swift
  /// registry.register(
  ///   .named("title", String.self),
  ///   getOnMainActor: { property in (property.target as? Page)?.heading })
  /// ```
  ///
  /// The property is filled in injections on the main actor. Where it is accessed elsewhere, which the
  /// compiler prevents unless its owner is unchecked `Sendable`, that is reported, and gets at what is
  /// stored. Both are on the main actor, or neither. See
  /// ``register(_:replacing:fileID:line:get:set:)``.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone.
  ///   - replacing: Whether to take the place of the binding with this key.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  ///   - get: Gives what the property reads.
  ///   - set: Gets what the program writes; without it, the value is stored.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line,
    getOnMainActor get: @escaping @MainActor @Sendable (AccessedProperty<Value>) -> Value?,
    setOnMainActor set:
      (@MainActor @Sendable (AccessedProperty<Value>, Value?) -> Void)? = nil
  ) {
    bind(
      key, MainActorCall.unchecked(get), set.map(MainActorCall.unchecked), replacing,
      CodeLocation(fileID: fileID, line: line), isolation: Isolation(actor: MainActor.shared))
  }

  /// Binds a key to a setter that runs on the main actor.
  ///
  /// See ``register(_:replacing:fileID:line:getOnMainActor:setOnMainActor:)``.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line,
    setOnMainActor set: @escaping @MainActor @Sendable (AccessedProperty<Value>, Value?) -> Void
  ) {
    bind(
      key, nil, MainActorCall.unchecked(set), replacing, CodeLocation(fileID: fileID, line: line),
      isolation: Isolation(actor: MainActor.shared))
  }

  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, _ get: ((AccessedProperty<Value>) -> Value?)?,
    _ set: ((AccessedProperty<Value>, Value?) -> Void)?, _ replacing: Bool,
    _ location: CodeLocation, isolation: Isolation = .none
  ) {
    let accessors = PropertyAccessors(get: get, set: set, isolation: isolation)
    bind(
      Binding(
        name: key.name, type: Value.self, provider: AccessorProvider(accessors: accessors),
        isolation: isolation, origin: origin, module: module, at: location),
      replacing: replacing)
  }
}
