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
    guard let name = key.name ?? end.name else { return [] }
    let layers = byLayer(name)
    let fitting = layers.map { key.name == nil ? $0.filter { $0 === end } : BestFits.of($0, key) }
    guard let position = fitting.firstIndex(where: { !$0.isEmpty }),
      let taken = fitting[position].first
    else { return [] }
    var issues: [InjectionIssue] = []
    if fitting[position].count > 1 {
      issues.append(remark(.ambiguousName, on: taken, name, key, related: fitting[position]))
    }
    let unfit = layers.indices[..<position].flatMap { newer in
      layers[newer].filter { override in
        // The override may be meant for another binding of the name.
        override.fit(key) == nil && !overrides(override, anotherThan: taken)
      }
    }
    if !unfit.isEmpty {
      // That is reported; it need not be reported as well that nothing has asked for it.
      if !isForecast { for override in unfit { override.noteUse() } }
      issues.append(remark(.overrideDoesNotFit, on: taken, name, key, related: unfit))
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
