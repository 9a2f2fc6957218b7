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
  public func instance<Value>(
    for key: InjectionKey<Value>, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    make(key.name, Value.self, [], isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a type, whatever its name: a class, a protocol, or a value type.
  ///
  /// Exactly one binding has to fit; one that was registered with this very type goes before those that
  /// fit as a subclass or through a protocol. Where none fits, a ``Constructible`` type is made and
  /// injected. Nil, with a report, if nothing or more than one binding fits. The idea is OBInjector's
  /// `instanceForClass`.
  public func instance<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    make(nil, type, [], isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a key: `injector[.clock]`, `injector[.type(Clock.self)]`.
  ///
  /// The same as ``instance(for:isolation:fileID:line:)``, for values that are `Sendable`. The idea is
  /// Objection's.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  public subscript<Value: Sendable>(
    key: InjectionKey<Value>, isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    make(key.name, Value.self, [], isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a value of a type, with the arguments that only the caller has.
  ///
  /// ```swift
  /// let house = injector.make(House.self, "Jenny", 3)
  /// ```
  ///
  /// The arguments are those that the initializer wants as ``InjectionArgument/dynamic``, in their order,
  /// or those that a factory takes after its resolver. Their types are exactly the parameters', or a
  /// subclass, or conform; an optional parameter takes nil. Others are reported, with what is wanted and
  /// what was given, and nothing is made. What the injector makes it injects before it returns it.
  ///
  /// The binding is found by the type alone, as by ``instance(of:isolation:fileID:line:)``. Blindside
  /// calls it `getInstance:withArgs:`, Objection `getObject:argumentList:`.
  ///
  /// - Parameters:
  ///   - type: A class, a protocol, or a value type.
  ///   - arguments: The creation-time arguments.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  public func make<Value>(
    _ type: Value.Type, _ arguments: Any?..., isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    make(nil, type, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Makes the value of a key, with the arguments that only the caller has: `injector.make(.house, 3)`.
  public func make<Value>(
    _ key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    make(key.name, Value.self, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Forgets what bindings in the scope ``InjectionScope/cached`` have made; the next who asks has it
  /// made anew.
  ///
  /// For a log-out, or when memory is short. Objects that were filled keep what they have. An injector
  /// forgets what it shares with the one it was derived from, too. What is being made at this time is
  /// handed to those who wait for it, and not kept.
  public func reset() {
    for binding in registry.bindings.all { binding.shared?.reset() }
  }
}

extension PropertyInjector {
  /// The one way from a key, nil for the type alone, to its value.
  func make<Value>(
    _ name: String?, _ type: Value.Type, _ arguments: [Any?], _ actor: (any Actor)?,
    _ location: CodeLocation
  ) -> Value? {
    let call = InjectionCall(
      injector: self, actor: actor, location: location, arguments: arguments)
    guard role != .unconfigured else {
      call.reportNotConfigured()
      return nil
    }
    switch lookUp(name, type) {
    case .found(let binding):
      var instance: Value?
      let provided = provide(type, from: binding, for: call) { instance = $0 }
      if instance == nil { call.report(provided, of: binding, wanted: type) }
      return instance
    case let miss:
      call.report(miss, lookingFor: name, type)
      return nil
    }
  }

  func lookUp<Value>(_ name: String?, _ type: Value.Type) -> BindingLookup {
    registry.bindings.lookUp(name, type)
  }
}
