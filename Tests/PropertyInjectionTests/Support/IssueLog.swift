import PropertyInjection

/// Collects what an injector reports.
final class IssueLog: Sendable {
  private let collected = Locked<[InjectionIssue]>([])

  var issues: [InjectionIssue] { collected.withLock { $0 } }
  var kinds: [InjectionIssue.Kind] { issues.map(\.kind) }
  var texts: [String] { issues.map(\.description) }

  func append(_ issue: InjectionIssue) { collected.withLock { $0.append(issue) } }
}

extension PropertyInjector {
  /// An injector that reports to a log.
  convenience init(
    reportingTo log: IssueLog, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try self.init { registry in
      registry.issueHandler = { log.append($0) }
      try configure(&registry)
    }
  }
}

/// Counts, on any thread.
final class Counter: Sendable {
  private let counted = Locked(0)

  var count: Int { counted.withLock { $0 } }

  func increment() { counted.withLock { $0 += 1 } }

  func decrement() { counted.withLock { $0 -= 1 } }
}
