/// One line of the table: what was measured, and what it is compared with.
struct Measurement {
  let name: String
  /// Nanoseconds for one operation, of the library and of what it is compared with.
  let nanoseconds: Double
  let baseline: Double
  let baselineName: String
  /// The goal of the project; empty where it has none.
  let goal: String

  var ratio: Double { nanoseconds / baseline }
}

/// Runs the cases.
///
/// Times are the best of several rounds, in which library and comparison alternate, so that a noisy
/// machine disturbs both alike.
struct Harness: Sendable {
  let isQuick: Bool

  private var rounds: Int { isQuick ? 2 : 9 }

  /// Measures `operation` against `baseline`, each called `count` times a round.
  func compare(
    _ name: String, to baselineName: String, goal: String = "", count: Int,
    baseline: () -> Void, operation: () -> Void
  ) -> Measurement {
    let count = isQuick ? max(1, count / 50) : count
    var best = (operation: Double.infinity, baseline: Double.infinity)
    for _ in 0..<rounds {
      best.baseline = min(best.baseline, time(count, baseline))
      best.operation = min(best.operation, time(count, operation))
    }
    return Measurement(
      name: name, nanoseconds: best.operation, baseline: best.baseline,
      baselineName: baselineName, goal: goal)
  }

  /// Nanoseconds for one call of `body`.
  private func time(_ count: Int, _ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure {
      for _ in 0..<count { body() }
    }
    return Self.nanoseconds(duration) / Double(count)
  }

  static func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
  }
}

/// Lets an object escape, so that the optimizer has to make it, on the heap.
// Not optimized: the optimizer must not see that nothing happens here.
@inline(never) @_optimize(none)
func escape(_ object: AnyObject) {}

/// Lets a value escape, so that the optimizer has to store it.
// Not optimized: the optimizer must not see that nothing happens here.
@inline(never) @_optimize(none)
func escape(_ pointer: UnsafeMutableRawPointer) {}
