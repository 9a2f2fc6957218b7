import PropertyInjection

extension Override {
  /// An override of the shared injector for a test: it notes which of its bindings are used, and
  /// reports to the test.
  ///
  /// Within another one of a test it reports as that does, so that a handler which the test has set
  /// stays.
  ///
  /// - Parameters:
  ///   - report: Records an issue of the injector.
  ///   - change: Registers what the test needs.
  @MainActor static func forTest(
    reportingWith report: @escaping @Sendable (InjectionIssue) -> Void,
    _ change: @MainActor (inout Registry) throws -> Void
  ) rethrows -> Override {
    try PropertyInjector.shared.makeOverride(isolation: MainActor.shared) { registry in
      registry.reportToTest(report)
      try change(&registry)
    }
  }

  /// The same for a closure that awaits what it registers.
  @MainActor static func forTest(
    reportingWith report: @escaping @Sendable (InjectionIssue) -> Void,
    _ change: @MainActor (inout Registry) async throws -> Void
  ) async rethrows -> Override {
    let injector = PropertyInjector.shared.replacementOrSelf
    var registry = injector.registry
    registry.derive()
    registry.reportToTest(report)
    try await change(&registry)
    // In place of the registry that it derives itself: its closure cannot await.
    return injector.makeOverride(isolation: MainActor.shared) { $0 = registry }
  }
}

extension Registry {
  /// Notes which bindings are used, and reports to the test, if it has set no handler.
  fileprivate mutating func reportToTest(_ report: @escaping @Sendable (InjectionIssue) -> Void) {
    noteUse()
    if keepsIssueHandler { return }
    keepsIssueHandler = true
    issueHandler = { issue in
      // What a module decorates, a later trait may register.
      if issue.kind == .nothingToDecorate, issue.module != nil, issue.related.isEmpty { return }
      report(issue)
    }
  }
}

extension Override {
  /// The bindings that the override has registered itself: those that look-ups have led to, and the
  /// others.
  ///
  /// All count as used, unless its registry has been told to note their use.
  var bindingsByUse: (used: [RegistryEntry], unused: [RegistryEntry]) {
    let origin = injector.registry.origin
    let bindings = injector.registry.bindings.bindings(writtenIn: origin)
    var (used, unused): ([RegistryEntry], [RegistryEntry]) = ([], [])
    for binding in bindings {
      let entry = RegistryEntry(binding: binding.wrapped.last ?? binding)
      if origin.isUsed(binding) || binding.lifetime.isEager {
        used.append(entry)
      } else {
        unused.append(entry)
      }
    }
    return (used, unused)
  }

  /// Whether the test has another binding of a binding's name without the override.
  func goesBefore(nameOf entry: RegistryEntry) -> Bool {
    guard let name = entry.name, let parent = injector.parent else { return false }
    return !parent.registry.bindings[name].isEmpty
  }

  /// A binding that may be meant where another one is not used; nil if there is none.
  func near(_ entry: RegistryEntry) -> RegistryEntry? {
    guard let name = entry.name else { return nil }
    let key = BindingKey(name, entry.type)
    let near = NearMisses.ofName(name, key, in: injector.registry.bindings).related
      .filter { $0.name != name }
    return near.first { $0.name.map { NearMisses.isSlip(name, of: $0) } ?? false } ?? near.first
  }
}
