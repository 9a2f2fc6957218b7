import Synchronization

/// Hands each distinct issue once to the handler.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  private let reported = Guarded<Set<Digest>>([])

  /// Tells issues apart without keeping them: programs may ask for any number of names.
  private struct Digest: Hashable {
    private let first: Int
    private let second: Int

    init(_ issue: InjectionIssue) {
      var hasher = Hasher()
      hasher.combine(issue)
      first = hasher.finalize()
      hasher = Hasher()
      hasher.combine(first)
      hasher.combine(issue)
      second = hasher.finalize()
    }
  }

  init(handler: @escaping @Sendable (InjectionIssue) -> Void) {
    self.handler = handler
  }

  /// Reports an issue unless it has been.
  ///
  /// The handler runs at once, so that it has been heard if the program traps for want of a value, and
  /// with no lock of this reporter held.
  func report(_ issue: InjectionIssue) {
    let digest = Digest(issue.identity)
    let isNew = reported.withLock { $0.insert(digest).inserted }
    if isNew { handler(issue) }
  }
}
