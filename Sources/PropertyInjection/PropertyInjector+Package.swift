// For the package's other modules.
extension PropertyInjector {
  /// The value of a type alone, and the actor that it belongs to.
  ///
  /// A binding that cannot give its value is reported, and so is a placeholder; if there is no
  /// binding, the caller decides what to report.
  package func value<Value>(
    of type: Value.Type, for site: PropertySite, on isolation: Isolation,
    reportingNone report: () -> Void
  ) -> (value: Value, isolation: Isolation)? {
    var miss: Failure?
    let key = BindingKey(nil, type)
    let call = InjectionCall(
      injector: self, actor: isolation.actor, location: site.injectionLocation,
      reporter: site.reporter)
    guard let found = find(key, orMiss: &miss) else {
      if let miss, miss.isPlaceholder { call.report(miss, lookingFor: key) } else { report() }
      return nil
    }
    var value: Value?
    let asker = Asker.lookUp(key)
    let provided = provide(from: found, for: call, asker) {
      value = $0.assumingMemoryBound(to: type).pointee
    }
    switch provided {
    case .value: break
    case .nothing: report()
    case .failed(let failure):
      call.report(
        failure, of: found._withUnsafeGuaranteedRef { $0.binding }, for: asker, wanted: type)
    }
    let isolation = found._withUnsafeGuaranteedRef { $0.binding.isolation }
    return value.map { ($0, isolation) }
  }

  /// Injects an object from a registry that differs from this injector's for this call only.
  package func injectDependencies(
    to object: AnyObject, on actor: (any Actor)?, at location: CodeLocation,
    overriding change: (inout Registry) -> Void
  ) -> InjectionResult {
    let injector = replacementOrSelf.overridingForCall(change)
    return injector.inject(
      object,
      for: InjectionCall(
        injector: injector, actor: actor, location: location, reporter: replacementOrSelf.reporter))
  }

  /// Injects a value from a registry that differs from this injector's for this call only.
  package func injectDependencies<Value>(
    to value: inout Value, on actor: (any Actor)?, at location: CodeLocation,
    overriding change: (inout Registry) -> Void
  ) -> InjectionResult {
    let injector = replacementOrSelf.overridingForCall(change)
    return injector.inject(
      &value,
      for: InjectionCall(
        injector: injector, actor: actor, location: location, reporter: replacementOrSelf.reporter))
  }

  private func overridingForCall(_ change: (inout Registry) -> Void) -> PropertyInjector {
    guard role != .unconfigured else { return self }
    var registry = registry
    registry.derive()
    change(&registry)
    return PropertyInjector(registry, role: .own, parent: self)
  }
}
