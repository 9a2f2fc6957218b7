extension BindingTable {
  /// What is to be said when a key is first looked up and has a binding: that others of the name fit as well,
  /// or that what a derived injector has registered under the name does not fit.
  ///
  /// - Parameter end: What the key leads to.
  func remarks<Value>(
    on end: Binding, foundFor name: String?, _ type: Value.Type
  ) -> [InjectionIssue] {
    guard let shared = name ?? end.name else { return [] }
    let bindings = self[shared]
    guard bindings.count > 1 else { return [] }
    let fitting = name == nil ? [end] : Self.fitting(bindings, type)
    guard let taken = fitting.first else { return [] }
    var issues: [InjectionIssue] = []
    if fitting.count > 1 {
      issues.append(remark(.ambiguousName, on: taken, shared, type, related: fitting))
    }
    let unfit = bindings.filter { override in
      // It may be for another binding of the name.
      taken.isInherited(by: override) && override.fit(type) == nil && !tookPlace(override)
        && !bindings.contains {
          $0 !== taken && $0.isInherited(by: override) && override.fits($0.type)
        }
    }
    if !unfit.isEmpty {
      issues.append(remark(.overrideDoesNotFit, on: taken, shared, type, related: unfit))
    }
    return issues
  }

  private func remark(
    _ kind: InjectionIssue.Kind, on taken: Binding, _ name: String, _ type: Any.Type,
    related: [Binding]
  ) -> InjectionIssue {
    var issue = InjectionIssue(
      kind, binding: taken,
      related: related.prefix(NearMisses.limit).map(RegistryEntry.init(binding:)))
    issue.name = name
    issue.valueType = type
    return issue
  }
}

extension Binding {
  /// Whether it fits a type, as far as that can be told without making the value.
  fileprivate func fits(_ type: Any.Type) -> Bool {
    func open<Value>(_ type: Value.Type) -> Bool { fit(type) != nil }
    return _openExistential(type, do: open)
  }
}
