// For the package's other modules.
extension PropertyInjector {
  /// The value that a type alone is bound to, as an instance; nil, without a report, if it is not.
  package func boundInstance<Value>(of type: Value.Type) -> Value? {
    supply(nil, type)?._withUnsafeGuaranteedRef { supply in
      supply.value?.assumingMemoryBound(to: type).pointee
    }
  }

  /// Injects an object from a registry that differs from this injector's for this call only.
  package func injectDependencies(
    to object: AnyObject, on actor: (any Actor)?, at location: CodeLocation,
    overriding change: (inout Registry) -> Void
  ) -> InjectionResult {
    guard role != .unconfigured else {
      return inject(
        object, for: InjectionCall(injector: self, actor: actor, location: location))
    }
    var registry = registry
    registry.derive()
    change(&registry)
    let derived = PropertyInjector(registry, role: .own, parent: self)
    return derived.inject(
      object,
      for: InjectionCall(injector: derived, actor: actor, location: location, reporter: reporter))
  }
}
