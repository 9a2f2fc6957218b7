import Foundation

/// A run of the program: one mutant after the other.
struct Session {
  private let options: Options
  private let tree: WorkTree
  private let all: [Mutant]
  private let unseen: Unseen
  private var results: Results
  private var runs: [Bool: TestRun] = [:]
  private var counts: [Verdict: Int] = [:]
  private var survivors: [Mutant] = []

  init(_ options: Options, root: String) {
    self.options = options
    tree = WorkTree(root: root)
    all = tree.sources.flatMap {
      $0.mutantsOfConditions() + $0.mutantsOfStatements() + $0.mutantsOfWords()
    }
    unseen = Unseen(path: root + "/Tests/Mutants/unseen.txt")
    results = Results(tree, seed: options.seed, isAnew: options.isAnew || options.mutant != nil)
  }

  func list() {
    for mutant in all where options.includes(mutant) { say("\(mutant.id)\t\(mutant.shown)") }
    for kind in Kind.allCases {
      say("\(kind.rawValue): \(all.count { $0.kind == kind && options.includes($0) })")
    }
  }

  mutating func run() throws {
    try tree.update()
    var drawing = Drawing(all.filter(options.includes), seed: options.seed)
    if let id = options.mutant {
      guard let mutant = all.first(where: { $0.id == id }) else {
        fail("There is no mutant \(id).")
      }
      try look(at: mutant)
    } else if options.isForSurvivors {
      for mutant in all
      where results.survivors.contains(mutant.id) && !unseen.contains(mutant, isAsked: true) {
        try look(at: mutant)
      }
    } else {
      while made < options.count, let mutant = drawing.next() {
        if !unseen.contains(mutant, isAsked: options.kind != nil) { try look(at: mutant) }
      }
    }
    report()
  }

  /// How many changes have compiled.
  private var made: Int { counts.reduce(0) { $0 + ($1.key == .uncompiled ? 0 : $1.value) } }

  private mutating func look(at mutant: Mutant) throws {
    let result = try results[mutant] ?? newResult(of: mutant)
    counts[result.verdict, default: 0] += 1
    if result.verdict == .survived { survivors.append(mutant) }
    let number =
      result.verdict == .uncompiled
      ? "   -" : String(repeating: " ", count: max(0, 4 - "\(made)".count)) + "\(made)"
    say("\(number)  \(mutant.id)  \(mutant.shown)")
    say("      \(result.verdict.rawValue) \(result.detail.prefix(160))")
  }

  private mutating func newResult(of mutant: Mutant) throws -> Results.Result {
    let run = try baseline(isSanitized: mutant.kind.isForThreadSanitizer)
    try tree.apply(mutant)
    defer { try? tree.restore(mutant) }
    let result =
      if let error = run.build() {
        Results.Result(verdict: .uncompiled, detail: error)
      } else {
        { Results.Result(verdict: $0.verdict, detail: $0.detail) }(run.test())
      }
    results.add(mutant, result)
    return result
  }

  /// Builds and tests the sources as they are, once: all has to pass, and shows how long it takes.
  private mutating func baseline(isSanitized: Bool) throws -> TestRun {
    if let run = runs[isSanitized] { return run }
    var run = TestRun(tree: tree.path, isSanitized: isSanitized)
    let baseline = Baseline(tree, run.passes, isSanitized: isSanitized)
    run.durations = baseline.durations
    if run.durations != nil {
      runs[isSanitized] = run
      return run
    }
    if let error = run.build() { fail("The unchanged sources do not build: \(error)") }
    let (verdict, detail, durations) = run.test()
    guard verdict == .survived else {
      fail("The unchanged sources do not pass: \(verdict) \(detail)")
    }
    let seconds = durations.map { String(format: "%.1f s", $0) }.joined(separator: ", ")
    say("Unchanged\(isSanitized ? ", under ThreadSanitizer" : ""), the tests pass: \(seconds).")
    run.durations = durations
    baseline.save(durations)
    runs[isSanitized] = run
    return run
  }

  private func report() {
    if !survivors.isEmpty { say("\nSurvivors:") }
    for mutant in survivors { say("  \(mutant.id)\n    \(mutant.shown)") }
    for entry in unseen.stale(among: all) { say("unseen.txt has an entry for nothing: \(entry)") }
    let survived = counts[.survived, default: 0]
    let share = made == 0 ? 0 : Double(survived) / Double(made) * 100
    say(
      "\n\(made) changes compiled, \(counts[.uncompiled, default: 0]) did not. Killed: "
        + "\(counts[.killed, default: 0]); timed out: \(counts[.timedOut, default: 0]); survived: \(survived) "
        + "(\(String(format: "%.1f", share)) %).")
  }
}
