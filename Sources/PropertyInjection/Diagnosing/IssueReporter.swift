import Synchronization

/// Hands each distinct issue once to the handler.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  private let reported = Guarded<Set<InjectionIssue>>([])

  init(handler: @escaping @Sendable (InjectionIssue) -> Void) {
    self.handler = handler
  }

  /// Reports an issue unless it has been.
  ///
  /// The handler runs with no lock held; while this thread makes what others may wait for, it is called
  /// as soon as that is made.
  func report(_ issue: InjectionIssue) {
    let isNew = reported.withLock { $0.insert(issue.identity).inserted }
    guard isNew else { return }
    if let postponed = ResolutionChain.calling?.outermostPostponed {
      postponed.add(issue, for: handler)
    } else {
      handler(issue)
    }
  }
}

/// What is to be reported when nobody is held up any more.
final class PostponedReports: @unchecked Sendable {
  // Unchecked: only the thread that has made it touches it.
  private var reports: [(InjectionIssue, handler: @Sendable (InjectionIssue) -> Void)] = []

  func add(_ issue: InjectionIssue, for handler: @escaping @Sendable (InjectionIssue) -> Void) {
    reports.append((issue, handler))
  }

  func deliver() {
    for (issue, handler) in reports { handler(issue) }
  }
}
