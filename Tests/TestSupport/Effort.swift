import Foundation

/// How much is run of the tests that go through many cases.
///
/// A run takes a sample, another one each time: `SEED=7` repeats the sample that a failure names,
/// `TESTS=all` runs every case, as `make release-check` does.
package enum Effort {
  /// Whether every case is run.
  package static let isFull = environment["TESTS"] == "all"

  /// The seed of the samples.
  package static let seed =
    environment["SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1..<1_000_000)

  /// For the comment of an expectation: how to run the same sample again.
  package static var note: String { isFull ? "TESTS=all" : "SEED=\(seed)" }

  private static let environment = ProcessInfo.processInfo.environment

  /// All the cases, or about one of so many, in their order.
  ///
  /// - Parameter place: The name of the test, so that each has a sample of its own.
  package static func sample<Case>(_ cases: [Case], oneOf share: Int, for place: String) -> [Case] {
    if isFull { return cases }
    // Of the text's bytes: a `Hasher` is seeded anew in each process.
    var random = SeededRandom(seed: place.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
    return cases.filter { _ in random.below(share) == 0 }
  }

  /// A number of rounds.
  package static func rounds(_ all: Int, sampled: Int) -> Int { isFull ? all : sampled }
}
