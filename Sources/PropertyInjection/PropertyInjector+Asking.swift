extension PropertyInjector {
  /// The instance for a name and a type: the one that a property of that name and type gets.
  ///
  /// ```swift
  /// let clock = injector.instance(for: .clock)
  /// let date: Date? = injector.instance(for: "currentDate")
  /// let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")
  /// ```
  ///
  /// A factory makes a new instance at each call, unless its binding has a scope. Nil, with a
  /// report, if nothing fits. Costs a dictionary look-up. The idea is OBInjector's
  /// `instanceForProperty`.
  ///
  /// Run-time arguments, which only the caller has, are those that the initializer takes as
  /// ``InjectionArgument/dynamic``, in their order, or those that a factory takes after the injector.
  /// Each has the type of its parameter, or of a subclass, or conforms to it; an optional parameter
  /// takes nil. If they do not match, nothing is made, and a report shows the wanted and the given
  /// types. Blindside calls it `getInstance:withArgs:`, Objection `getObject:argumentList:`.
  ///
  /// - Parameters:
  ///   - key: A name, a typed key, or a type alone.
  ///   - arguments: The run-time arguments.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func instance<Value>(
    for key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    instance(key.bindingKey, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a type, under any name: a class, a protocol, or a value type.
  ///
  /// ```swift
  /// let house = injector.instance(of: House.self, "Jenny", 3)  // with run-time arguments
  /// ```
  ///
  /// Exactly one binding must fit; a binding that was registered with exactly this type goes before
  /// those that fit as a subclass or through a protocol. If none fits, a ``Constructible`` type is
  /// made and injected. Nil, with a report, if nothing or more than one binding fits. Costs a dictionary
  /// look-up; the first one of a type that no binding has exactly checks every binding. The idea is
  /// OBInjector's `instanceForClass`.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func instance<Value>(
    of type: Value.Type, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    instance(
      BindingKey(.typeAlone, type), arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instances of all bindings that fit a type, in the order of registration.
  ///
  /// ```swift
  /// for plugin in injector.instances(of: (any Plugin).self) { plugin.start() }
  /// ```
  ///
  /// Each binding under any name gives one, as its scope says, if its instance, or what its factory is
  /// declared to make, is of the type, of a subclass, or conforms. What a derived injector registers comes
  /// after what it inherits; it takes the place of inherited bindings of its name. An alias adds
  /// nothing, nor does a factory that takes run-time arguments. A binding that gives no value is left out, and
  /// reported unless its factory has given nil; that nothing fits is no mistake. What is registered for an array of
  /// the type does not count. The first call for a type checks every binding. Autofac and Guice have it for plug-ins, as
  /// `IEnumerable<T>` and `Multibinder`.
  public func instances<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> [Value] {
    let location = CodeLocation(fileID: fileID, line: line)
    return instance(BindingKey(.all, [Value].self), [], isolation, location) ?? []
  }

  /// The instance for a key, with the run-time arguments in an array.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func instance<Value>(
    for key: InjectionKey<Value>, arguments: [Any?],
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    instance(key.bindingKey, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a key; throws if there is none, for code that would rather stop.
  ///
  /// ```swift
  /// let clock = try injector.require(.clock)
  /// let house = try injector.require(.type(House.self), "Jenny", 3)
  /// ```
  ///
  /// Thrown is the ``InjectionIssue``, which says what is wrong, where, what is near, and how to fix it; or, if that is the
  /// cause, the error of the factory or the initializer itself, also of a value further in, so that it reaches the code that
  /// knows it. The issue is reported in both cases. A factory that returns nil is an issue here, and so is a value that lacks
  /// a ``Required`` property. Costs an allocation or two more than the look-up.
  public func require<Value>(
    _ key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Value {
    try require(key.bindingKey, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instances of all bindings that fit a type, in the order of registration; throws if one of them has none.
  ///
  /// ```swift
  /// let services = try injector.requireInstances(of: (any Service).self)
  /// ```
  ///
  /// Like ``instances(of:isolation:fileID:line:)``, for code that would rather stop than go on with some of them, such as
  /// a server: what that would leave out and report is thrown as `require` throws it, and the bindings after it are not asked. A
  /// factory that gives nil has left itself out. That nothing fits is an issue here.
  public func requireInstances<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> [Value] {
    let location = CodeLocation(fileID: fileID, line: line)
    return try require(BindingKey(.all, [Value].self), [], isolation, location, needsEach: true)
  }

  /// Whether a look-up of a key finds a binding that gives a value, without making one.
  ///
  /// ```swift
  /// let isOffline = injector.contains(.named("offlineStore", Store.self))
  /// ```
  ///
  /// It follows aliases, and counts a ``Constructible`` type as bound. False for a key that is
  /// bound to nil, for a type that is ambiguous, and for a key with accessors only. Neither
  /// actors nor scopes matter. It only asks: nothing is reported or remembered, no code of the program runs but the
  /// `provider` of a `Constructible` type, and a fake of a test does not count as used. Costs as much as the first
  /// look-up of the key, each time. Swinject calls it `hasAnyRegistration(of:name:)`.
  public func contains<Value>(_ key: InjectionKey<Value>) -> Bool {
    let injector = replacementOrSelf
    return injector.role != .unconfigured
      && injector.registry.contents.bindings.leadsToValue(key.bindingKey)
  }

  /// Forgets the values in the scope ``InjectionScope/cached``; the next look-up makes them anew.
  ///
  /// For caches, such as when memory is short; a log-out ends a session, see ``ScopedValues``. Objects
  /// that were filled keep their values. An injector also forgets the values that it shares with the
  /// injector that it was derived from. A value that is being made during this call is handed to the
  /// threads that wait for it, and not kept: a look-up after the call makes it anew. Each value is
  /// forgotten by itself: another thread may still get one of them during the call, and make another one
  /// anew. Costs a check of every binding.
  public func reset() {
    let injector = replacementOrSelf
    // Inner ones first: a wrapper that is made in between of the old value is forgotten with the old wrapper.
    for binding in injector.registry.bindings.keeping {
      // An override does not touch the values that others keep.
      if case .cached = binding.lifetime { injector.cell(of: binding).reset() }
    }
  }
}
