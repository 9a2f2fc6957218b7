import PropertyInjection

/// Collects what an injector reports.
package final class IssueLog: Sendable {
  private let collected = Locked<[InjectionIssue]>([])

  package init() {}

  package var issues: [InjectionIssue] { collected.withLock { $0 } }
  package var kinds: [KindName] { issues.map(\.kindName) }
  package var texts: [String] { issues.map(\.description) }

  package func texts(but kinds: KindName...) -> [String] {
    issues.filter { !kinds.contains($0.kindName) }.map(\.description)
  }

  package func append(_ issue: InjectionIssue) { collected.withLock { $0.append(issue) } }
}

extension PropertyInjector {
  /// An injector that reports to a log.
  package convenience init(
    reportingTo log: IssueLog, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try self.init { registry in
      registry.issueHandler = { log.append($0) }
      try configure(&registry)
    }
  }
}
