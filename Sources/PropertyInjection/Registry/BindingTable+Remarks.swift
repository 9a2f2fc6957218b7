extension BindingTable {
  /// The issues to report when a key is first looked up and has a binding.
  ///
  /// Other bindings of the name may fit equally well, or an override in a derived injector may not
  /// fit.
  ///
  /// - Parameters:
  ///   - end: The binding that the key leads to.
  ///   - isForecast: Whether a check asks, which reports nothing.
  package func remarks(
    on end: Binding, foundFor key: BindingKey, isForecast: Bool = false
  ) -> [InjectionIssue] {
    guard let shared = key.name ?? end.name, hasSeveral(shared) else { return [] }
    let bindings = self[shared]
    let fitting = key.name == nil ? [end] : Self.fitting(bindings, key)
    guard let taken = fitting.first else { return [] }
    var issues: [InjectionIssue] = []
    if fitting.count > 1 {
      issues.append(remark(.ambiguousName, on: taken, shared, key, related: fitting))
    }
    let unfit = bindings.filter { override in
      // The override may be meant for another binding of the name.
      taken.isInherited(by: override) && override.fit(key) == nil && !tookPlace(override)
        && !bindings.contains {
          $0 !== taken && $0.isInherited(by: override) && $0.type != nil
            && override.fit($0.key) != nil
        }
    }
    if !unfit.isEmpty {
      // That is reported; it need not be reported as well that nothing has asked for it.
      if !isForecast { for override in unfit { override.noteUse() } }
      issues.append(remark(.overrideDoesNotFit, on: taken, shared, key, related: unfit))
    }
    return issues
  }

  private func remark(
    _ kind: InjectionIssue.Kind, on taken: Binding, _ name: String, _ key: BindingKey,
    related: [Binding]
  ) -> InjectionIssue {
    var issue = InjectionIssue(
      kind, binding: taken,
      related: related.prefix(NearMisses.limit).map(RegistryEntry.init(binding:)))
    issue.name = name
    issue.valueType = key.type
    return issue
  }
}
