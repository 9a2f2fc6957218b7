import Foundation
import Synchronization

/// Threads that start together.
package enum Threads {
  /// Runs the closure on so many threads at once, and returns what each of them gave.
  @discardableResult
  package static func run<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let race = Race<Result>(count)
    for index in 0..<count {
      Thread {
        race.waitForOthers()
        race.finish(index, body(index))
      }.start()
    }
    return race.results
  }

  private final class Race<Result: Sendable>: Sendable {
    private let count: Int
    private let finished = DispatchSemaphore(value: 0)
    private let arrived = Atomic(0)
    private let collected: Locked<[Result?]>

    init(_ count: Int) {
      self.count = count
      collected = Locked(Array(repeating: nil, count: count))
    }

    func waitForOthers() {
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < count { sched_yield() }
    }

    func finish(_ index: Int, _ result: Result) {
      collected.withLock { $0[index] = result }
      finished.signal()
    }

    /// What the threads gave, once all have.
    var results: [Result] {
      for _ in 0..<count { finished.wait() }
      return collected.withLock { $0.compactMap { $0 } }
    }
  }
}
