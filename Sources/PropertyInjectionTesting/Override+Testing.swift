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
      registry.noteUse()
      if !registry.keepsIssueHandler {
        registry.keepsIssueHandler = true
        registry.issueHandler = report
      }
      try change(&registry)
    }
  }
}
