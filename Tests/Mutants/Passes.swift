/// A run of some of the tests.
struct Pass: Equatable {
  /// What the program of the tests, or `swift test`, is told.
  let arguments: [String]
  /// Chooses the sample of the tests that go through many cases: always the same ones, so that a result is, too.
  var seed = 1

  /// What is set in the environment.
  var environment: [String] { ["SEED=\(seed)"] }
}

/// The tests, in the order in which they look at a mutant: most mutants do not get to the slow ones.
///
/// All names are regular expressions that `swift test` would take. A name that no test has any more only
/// makes a pass slower.
enum Passes {
  /// The arguments that choose the tests of targets that go through many cases.
  private static func targets(_ names: String...) -> String {
    either(names.map { "^\($0)Tests[.]" })
  }

  static let all = [
    Pass(arguments: ["--skip", targets("FaultPoint", "Model", "Platform", "Schedule")]),
    Pass(arguments: ["--filter", targets("FaultPoint", "Model", "Platform")]),
    // By itself, because its threads are in each other's way as it is.
    Pass(arguments: ["--filter", targets("Schedule")]),
    // What survives has survived three samples: every case would take minutes for each.
    Pass(arguments: ["--filter", targets("FaultPoint", "Model")], seed: 2),
    Pass(arguments: ["--filter", targets("FaultPoint", "Model")], seed: 3),
  ]

  /// The tests in which threads meet, which run under ThreadSanitizer.
  static let ofThreads = [
    Pass(arguments: [
      "--filter",
      "RacesTests|ConcurrencyTests|ThreadsTests|CyclesReleaseTests|CompleteGraphsTests|LazyReaders"
        + "|ManyThreads|manyThreads|twoThreads|TornReadsTests|SharedInstancesTests|AskingTests",
    ])
  ]

  private static func either(_ names: [String]) -> String { names.joined(separator: "|") }
}
