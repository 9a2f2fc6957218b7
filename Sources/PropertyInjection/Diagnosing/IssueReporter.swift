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
  /// The handler runs at once, so that it has been heard if the program traps for want of a value, and
  /// with no lock of this reporter held.
  func report(_ issue: InjectionIssue) {
    let isNew = reported.withLock { $0.insert(issue.identity).inserted }
    if isNew { handler(issue) }
  }
}
