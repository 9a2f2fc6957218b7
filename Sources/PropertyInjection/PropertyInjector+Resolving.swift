extension PropertyInjector {
  /// The instance for a name and a type: what a property of that name and type would be filled with.
  ///
  /// ```swift
  /// let clock = injector.instance(for: .clock)
  /// let date: Date? = injector.instance(for: "currentDate")
  /// ```
  ///
  /// A factory makes a new instance at each call. Nil, with a report, if nothing fits. Costs a
  /// dictionary look-up. The idea is OBInjector's `instanceForProperty`.
  public func instance<Value>(
    for key: InjectionKey<Value>, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    instance(key.name, Value.self, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a type, whatever its name: a class, a protocol, or a value type.
  ///
  /// Exactly one binding has to fit; one that was registered with this very type goes before those that
  /// fit as a subclass or through a protocol. Nil, with a report, if none or several do. Asks every
  /// binding at each call. The idea is OBInjector's `instanceForClass`.
  public func instance<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    instance(nil, type, isolation, CodeLocation(fileID: fileID, line: line))
  }

  private func instance<Value>(
    _ name: String?, _ type: Value.Type, _ actor: (any Actor)?, _ location: CodeLocation
  ) -> Value? {
    let call = InjectionCall(injector: self, actor: actor, location: location)
    guard role != .unconfigured else {
      call.reportNotConfigured()
      return nil
    }
    switch registry.bindings.lookUp(name, type) {
    case .found(let binding):
      var instance: Value?
      let provided = provide(from: binding, on: call.isolation) { resolver in
        binding.provider.provide(type, with: resolver) { instance = $0 }
      }
      switch provided {
      case .value, .nothing: break
      case .misfit(let found): call.reportMisfit(found, of: binding, wanted: type)
      case .refused(let refusal): call.report(refusal, of: binding)
      }
      return instance
    case let miss:
      call.report(miss, lookingFor: name, type)
      return nil
    }
  }
}
