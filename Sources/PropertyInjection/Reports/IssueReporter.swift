import Synchronization

/// Hands each distinct issue once to the handler.
@usableFromInline  // Named by a function that inlined code calls.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  private let reported = Lock<Set<IssueDigest>>([])
  /// The reporter that its handler hands the issues on to; nil if it hands them to the program.
  private let base: IssueReporter?

  init(
    around base: IssueReporter? = nil, handler: @escaping @Sendable (InjectionIssue) -> Void
  ) {
    self.base = base
    self.handler = handler
  }

  /// The digest of an issue that is thrown when it has been reported to the program.
  func digest(ofThrown issue: InjectionIssue) -> IssueDigest {
    IssueDigest { hasher in
      hasher.combine(ObjectIdentifier(base ?? self))
      issue.hashIdentity(into: &hasher)
    }
  }

  /// Reports an issue, unless it has been reported before.
  ///
  /// The handler runs at once, so that the report is out if the program traps because a value is
  /// missing. It runs with no lock of this reporter held.
  @inline(never)  // Only failures need it, in many places.
  func report(_ issue: InjectionIssue) {
    if isNew(IssueDigest(issue.hashIdentity)) { handler(issue) }
  }

  /// Whether a failure is met for the first time; it is recorded.
  ///
  /// Call it before explaining the failure, which is costly.
  @inline(never)  // Only failures need it.
  func isNew(_ digest: IssueDigest) -> Bool { reported.withLock { $0.insert(digest).inserted } }
}

/// A digest that identifies an issue, so that the issue itself need not be kept.
///
/// Programs may ask for any number of names.
package struct IssueDigest: Hashable {
  private let value: Int

  package init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    value = hasher.finalize()
  }
}
