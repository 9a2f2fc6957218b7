extension BindingTable {
  /// What is to be said when a key is first looked up and has a binding: that others of the name fit as well,
  /// or that what a derived injector has registered under the name does not fit.
  ///
  /// - Parameter end: What the key leads to.
  func remarks(on end: Binding, foundFor key: BindingKey) -> [InjectionIssue] {
    guard let shared = key.name ?? end.name else { return [] }
    let bindings = self[shared]
    guard bindings.count > 1 else { return [] }
    let fitting = key.name == nil ? [end] : Self.fitting(bindings, key)
    guard let taken = fitting.first else { return [] }
    var issues: [InjectionIssue] = []
    if fitting.count > 1 {
      issues.append(remark(.ambiguousName, on: taken, shared, key, related: fitting))
    }
    let unfit = bindings.filter { override in
      // It may be for another binding of the name.
      taken.isInherited(by: override) && override.fit(key) == nil && !tookPlace(override)
        && !bindings.contains {
          $0 !== taken && $0.isInherited(by: override) && $0.type != nil
            && override.fit($0.key) != nil
        }
    }
    if !unfit.isEmpty {
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
