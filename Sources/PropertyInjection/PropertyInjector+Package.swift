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
