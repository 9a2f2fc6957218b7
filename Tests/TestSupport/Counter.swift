/// Counts, on any thread.
package final class Counter: Sendable {
  private let counted = Locked(0)

  package init() {}

  package var count: Int { counted.withLock { $0 } }

  /// Returns the new count.
  @discardableResult
  package func increment() -> Int {
    counted.withLock {
      $0 += 1
      return $0
    }
  }

  package func decrement() { counted.withLock { $0 -= 1 } }
}
