/// A digest that identifies an issue, so that the issue itself need not be kept.
///
/// Programs may ask for any number of names.
struct IssueDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    // A copy of the state goes on, so that the issue is hashed once.
    var other = hasher
    first = hasher.finalize()
    other.combine(first)
    second = other.finalize()
  }
}
