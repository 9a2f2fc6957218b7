/// The tests, in the order in which they look at a mutant: most mutants do not get to the slow ones.
///
/// All names are regular expressions that `swift test` would take. A name that no test has any more only
/// makes the first pass slower.
enum Passes {
  /// Slow suites and tests of the library.
  private static let slow = [
    "AssociatedStorageTests", "RandomGraphsTests", "SettingArchivesTests", "ExplanationReadsTests",
    "TornReadsTests", "RememberedTypesTests", "SendableMarksTests", "OddPropertiesTests",
    "tenThousandBindings",
  ]

  /// Slow targets, each a pass of its own, because they keep all processors busy.
  private static let slowTargets = ["FaultPointTests", "ModelTests"]

  /// The arguments of each pass.
  static let all: [[String]] =
    [
      ["--skip", (slow + slowTargets).joined(separator: "|")],
      ["--filter", slow.joined(separator: "|"), "--skip", slowTargets.joined(separator: "|")],
    ] + slowTargets.map { ["--filter", "^\($0)[.]"] }

  /// The tests in which threads meet, which run under ThreadSanitizer.
  static let ofThreads: [[String]] = [
    [
      "--filter",
      "RacesTests|ConcurrencyTests|ThreadsTests|CirclesReleaseTests|CompleteGraphsTests|LazyReaders"
        + "|ManyThreads|manyThreads|twoThreads|TornReadsTests|SharedInstancesTests|AskingTests",
    ]
  ]
}
