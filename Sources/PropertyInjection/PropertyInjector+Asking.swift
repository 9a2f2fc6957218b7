extension PropertyInjector {
  /// The instance for a name and a type: what a property of that name and type would be filled with.
  ///
  /// ```swift
  /// let clock = injector.instance(for: .clock)
  /// let date: Date? = injector.instance(for: "currentDate")
  /// ```
  ///
  /// A factory makes a new instance at each call, unless its binding has a scope. Nil, with a report, if
  /// nothing fits. Costs a dictionary look-up. The idea is OBInjector's `instanceForProperty`.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func instance<Value>(
    for key: InjectionKey<Value>, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    instance(key, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Tells that an object of no known type is asked for.
  ///
  /// `injector.instance(for: "x") === other` asks for any object under the name, not for one of the type that was
  /// meant.
  @available(*, deprecated, message: "say which type is meant, .named(\"name\", House.self)")
  public func instance(
    for key: InjectionKey<AnyObject>, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyObject? {
    instance(key, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a type, whatever its name: a class, a protocol, or a value type.
  ///
  /// Exactly one binding has to fit; one that was registered with this very type goes before those that
  /// fit as a subclass or through a protocol. Where none fits, a ``Constructible`` type is made and
  /// injected. Nil, with a report, if nothing or more than one binding fits. The idea is OBInjector's
  /// `instanceForClass`.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func instance<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    instance(.type(type), isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a key: `injector[.clock]`, `injector[.type(Clock.self)]`.
  ///
  /// The same as ``instance(for:isolation:fileID:line:)->Value?``, for values that are `Sendable`. A subscript is not
  /// told whose code it runs in: on the main thread it uses what belongs to the main actor, which is sound
  /// for what is `Sendable`; what is confined to another actor it does not give. The idea is Objection's.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public subscript<Value: Sendable>(
    key: InjectionKey<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    instance(key, nil, CodeLocation(fileID: fileID, line: line), isShared: true)
  }

  /// Whether a look-up of a key finds a binding that gives a value, without making one.
  ///
  /// ```swift
  /// let isOffline = injector.contains(.named("offlineStore", Store.self))
  /// ```
  ///
  /// It follows aliases, and counts a ``Constructible`` type as bound. A key that is bound to nothing, by type
  /// one that is ambiguous, and one that has accessors only are not. Neither actors nor scopes play a part. A key
  /// without a binding is not reported. Costs what the first question for the key costs, once. Swinject calls it `hasAnyRegistration(of:name:)`.
  public func contains<Value>(_ key: InjectionKey<Value>) -> Bool {
    var miss: BindingLookup?
    let found = effective.find(key.bindingKey, orMiss: &miss)
    return found?._withUnsafeGuaranteedRef { !$0.binding.isAccessor } ?? false
  }

  /// Makes the value of a key, with the arguments that only the caller has.
  ///
  /// ```swift
  /// let ticket: Ticket? = injector.make("ticket", "Jenny")
  /// ```
  ///
  /// The arguments are those that the initializer wants as ``InjectionArgument/dynamic``, in their order,
  /// or those that a factory takes after the injector. Their types are exactly the parameters', or a
  /// subclass, or conform; an optional parameter takes nil. Others are reported, with what is wanted and
  /// what was given, and nothing is made. What the injector makes it injects before it returns it.
  ///
  /// The binding is found as by ``instance(for:isolation:fileID:line:)->Value?``. Blindside calls it
  /// `getInstance:withArgs:`, Objection `getObject:argumentList:`.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone.
  ///   - arguments: The creation-time arguments.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func make<Value>(
    _ key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    made(key, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a value of a type, with the arguments that only the caller has.
  ///
  /// ```swift
  /// let house = injector.make(House.self, "Jenny", 3)
  /// ```
  ///
  /// The same as with the key of the type alone.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func make<Value>(
    _ type: Value.Type, _ arguments: Any?..., isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    made(.type(type), arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Makes the value of a key, with the creation-time arguments in an array.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func make<Value>(
    _ key: InjectionKey<Value>, arguments: [Any?],
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    made(key, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Forgets what bindings in the scope ``InjectionScope/cached`` have made; the next who asks has it
  /// made anew.
  ///
  /// For a log-out, or when memory is short. Objects that were filled keep what they have. An injector
  /// forgets what it shares with the one it was derived from, too. What is being made at this time is
  /// handed to those threads that wait for it, and not kept: who asks after this call has returned has it
  /// made anew. Costs a look at every binding.
  public func reset() {
    for binding in effective.registry.bindings.all { binding.shared?.reset() }
  }
}
