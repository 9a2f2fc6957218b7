/// Tells issues apart without keeping them: programs may ask for any number of names.
struct IssueDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    // The same state goes on, so that the work is done once.
    var other = hasher
    first = hasher.finalize()
    other.combine(first)
    second = other.finalize()
  }
}
