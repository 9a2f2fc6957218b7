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
