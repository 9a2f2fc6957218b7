import Synchronization

/// A word that one thread publishes and every thread may read: the address of a finished value, or 1 for yes.
///
/// It is 0 at first.
struct PublishedWord: ~Copyable, Sendable {
  private let word = Atomic<UInt>(0)

  @inline(__always)
  var value: UInt {
    meetOthers()
    return word.load(ordering: .acquiring)
  }

  func publish(_ new: UInt) {
    meetOthers()
    word.store(new, ordering: .releasing)
  }

  /// Publishes the first word; false if there is one.
  func publishFirst(_ new: UInt) -> Bool {
    meetOthers()
    return word.compareExchange(expected: 0, desired: new, ordering: .releasing).exchanged
  }

  @inline(__always)
  private func meetOthers() {
    #if DEBUG
      ScheduledThread.willUseWord()
    #endif
  }
}
