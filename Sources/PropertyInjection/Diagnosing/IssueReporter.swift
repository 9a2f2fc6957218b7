import Synchronization

/// Hands each distinct issue once to the handler.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  private let reported = Lock<Set<IssueDigest>>([])

  init(handler: @escaping @Sendable (InjectionIssue) -> Void) {
    self.handler = handler
  }

  /// Reports an issue unless it has been.
  ///
  /// The handler runs at once, so that it has been heard if the program traps for want of a value, and
  /// with no lock of this reporter held.
  func report(_ issue: InjectionIssue) {
    let identity = issue.identity
    if isNew(IssueDigest { $0.combine(identity) }) { handler(issue) }
  }

  /// Whether a failure has not been met before; it has been from now on.
  ///
  /// To be asked before it is explained.
  func isNew(_ digest: IssueDigest) -> Bool {
    reported.withLock { $0.insert(digest).inserted }
  }
}
