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
    let key = BindingKey(nil, type)
    let call = InjectionCall(
      injector: self, actor: isolation.actor, location: site.injectionLocation,
      reporter: site.reporter)
    let answer = withAnswer(to: key) { $0 }
    var value: Value?
    let asker = Asker.lookUp(key)
    let failure = provide(answer, for: call, asker) {
      value = $0.assumingMemoryBound(to: type).pointee
    }
    if let failure {
      if failure.kind.isQuiet || answer.found == nil && failure.kind != .placeholder {
        report()
      } else {
        call.report(failure, of: answer.found, for: asker, wanted: type)
      }
    }
    return value.map { ($0, answer.binding.isolation) }
  }

  /// Injects an object from a registry that differs from this injector's for this call only.
  package func injectDependencies(
    to object: AnyObject, on actor: (any Actor)?, at location: CodeLocation,
    overriding change: (inout Registry) -> Void
  ) -> InjectionResult {
    let injector = derivedForCall(change)
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
    let injector = derivedForCall(change)
    return injector.inject(
      &value,
      for: InjectionCall(
        injector: injector, actor: actor, location: location, reporter: replacementOrSelf.reporter))
  }

  private func derivedForCall(_ change: (inout Registry) -> Void) -> PropertyInjector {
    let base = replacementOrSelf
    guard base.role != .unconfigured else { return base }
    var registry = base.registry
    registry.derive()
    change(&registry)
    return PropertyInjector(registry, role: .own, parent: base)
  }
}

// For the module that checks a configuration: what injections have shown.
extension PropertyInjector {
  /// The steps of a type's plan; none if no object of it has been injected.
  package func steps(of type: Any.Type) -> [InjectionStep] {
    plans.entry(for: TypeKey(type: type))?._withUnsafeGuaranteedRef(\.allSteps) ?? []
  }

  /// Whether an injection or a look-up has shown that the values of a binding fit a key.
  package func hasFitted(_ binding: Binding, _ key: BindingKey) -> Bool {
    answers.entry(for: key).map {
      $0._withUnsafeGuaranteedRef { $0.binding === binding && $0.hasFitted }
    } ?? false
  }
}

// For the module that tests use.
extension PropertyInjector {
  /// Replaces the shared injector of the process; the one before is never freed.
  package static func configureAgain(
    isolation: isolated (any Actor)?, at location: CodeLocation,
    _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try SharedInjector.configure(on: isolation, at: location, again: true, configure)
  }
}

extension Override {
  /// The bindings that the override has registered itself: those that look-ups have led to, and the
  /// others.
  ///
  /// All count as used, unless its registry has been told to note their use.
  package var bindingsByUse: (used: [RegistryEntry], unused: [RegistryEntry]) {
    let origin = injector.registry.origin
    let bindings = injector.registry.bindings.bindings(writtenIn: origin)
    var (used, unused): ([RegistryEntry], [RegistryEntry]) = ([], [])
    for binding in bindings {
      let entry = RegistryEntry(binding: binding)
      if origin.isUsed(binding) || binding.lifetime.isEager {
        used.append(entry)
      } else {
        unused.append(entry)
      }
    }
    return (used, unused)
  }

  /// A binding that may be meant where another one is not used; nil if there is none.
  package func near(_ entry: RegistryEntry) -> RegistryEntry? {
    guard let name = entry.name else { return nil }
    let key = BindingKey(name, entry.type)
    return NearMisses.ofName(name, key, in: injector.registry.bindings).related
      .first { $0.name != name }
  }
}
