import Synchronization

/// Hands each distinct issue once to the handler.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  private let reported = Lock<Set<IssueDigest>>([])

  init(handler: @escaping @Sendable (InjectionIssue) -> Void) {
    self.handler = handler
  }

  /// Reports an issue, unless it has been reported before.
  ///
  /// The handler runs at once, so that the report is out if the program traps because a value is
  /// missing. It runs with no lock of this reporter held.
  func report(_ issue: InjectionIssue) {
    if isNew(IssueDigest { issue.hashIdentity(into: &$0) }) { handler(issue) }
  }

  /// Whether a failure is met for the first time; it is recorded.
  ///
  /// Call it before explaining the failure, which is costly.
  func isNew(_ digest: IssueDigest) -> Bool {
    reported.withLock { $0.insert(digest).inserted }
  }
}
