import PropertyInjection
import TestSupport
import Testing

/// Every public entry point, used from within every piece of user code.
@Suite struct MatrixTests {
  @Test(arguments: Place.all)
  func userCodeMayEnterAgain(_ place: Place) {
    let cells = Entry.all.flatMap { entry in
      Reach.allCases.flatMap { reach in Manner.allCases.map { (entry, reach, $0) } }
    }
    for (entry, reach, manner) in Effort.sample(cells, oneOf: 12, for: "matrix \(place.name)") {
      let run = Run(place, entry, reach, manner)
      guard run.isReasonable else { continue }
      guard ends(run, "\(entry.name), \(reach), \(manner), \(Effort.note)") else { return }
    }
  }

  /// Runs a cell, and looks at what has come of it; false if it hangs.
  private func ends(_ run: Run, _ title: String) -> Bool {
    let hasEnded = Watchdog.ends(on: run.place.runner) { run.go() }
    #expect(hasEnded, "it hangs: \(title)")
    guard hasEnded else { return false }
    #expect(run.stage.visits > 0, "the user code did not run: \(title)")
    #expect(run.stage.complaints == [], "\(title)")
    #expect(run.unexpectedKinds == [], "\(title)")
    #expect(run.missingKinds == [], "\(title)")
    return true
  }
}

/// One cell of the table.
struct Run: Sendable {
  let stage: Stage
  let place: Place
  private let entry: Entry
  private let reach: Reach
  private let manner: Manner

  init(_ place: Place, _ entry: Entry, _ reach: Reach, _ manner: Manner) {
    stage = Stage(key: place.key)
    self.place = place
    self.entry = entry
    self.reach = reach
    self.manner = manner
  }

  /// Whether it can end: the maker of a kept value may not wait for a thread that wants that value.
  var isReasonable: Bool {
    guard entry.asksAgain, [.cycleOfKept, .kept].contains(place.again) else { return true }
    return manner == .here || reach == .unrelated || reach == .shared
  }

  /// What has been reported and should not have been.
  var unexpectedKinds: Set<KindName> {
    var expected = place.kinds.union(entry.kinds)
    if entry.asksAgain, place.again != .possible {
      expected.formUnion(place.kindsOfAgain.union([.cycle]))
    }
    // A singleton within which a store of the context is asked is told.
    return stage.kinds.subtracting(expected.union([.shorterScope]))
  }

  /// What has not been reported and should have been.
  var missingKinds: Set<KindName> {
    var expected = place.kinds
    let isSameBinding = reach == .same || reach == .derived
    let isCycle = [.cycle, .cycleOfKept].contains(place.again)
    if entry.name == "the same key", isCycle, isSameBinding, manner == .here,
      stage.kinds.isDisjoint(with: place.kindsOfAgain)
    {
      expected.insert(.cycle)
    }
    return expected.subtracting(stage.kinds)
  }

  func go() {
    let injector = place.injector(for: stage)
    let inner = other(than: injector)
    stage.onVisit { [stage, entry, manner] in manner.run { entry.use(stage, inner) } }
    place.act(stage, injector)
    stage.onVisit(nil)
  }

  private func other(than injector: PropertyInjector) -> PropertyInjector {
    switch reach {
    case .same: injector
    case .derived: injector.overriding { _ in }
    case .unrelated: place.injector(for: stage)
    case .shared: SharedInjector.configured
    }
  }
}
