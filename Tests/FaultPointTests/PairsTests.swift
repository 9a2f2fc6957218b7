import PropertyInjection
import TestSupport
import Testing

/// Every piece of user code, run from within every other; the innermost uses both injectors.
@Suite struct PairsTests {
  @Test(arguments: Place.all)
  func userCodeMayLeadToOtherUserCode(_ outer: Place) {
    let cells = Place.all.flatMap { inner in Manner.allCases.map { (inner, $0) } }
    for (inner, manner) in Effort.sample(cells, oneOf: 12, for: "pairs \(outer.name)") {
      // What is bound to the main actor can only be run from there.
      let isOwn = inner.runner == .ownThread
      guard isOwn || (outer.runner == .mainActor && manner == .here) else { continue }
      let pair = Pair(outer, inner, manner)
      let title = "\(outer.name), within it \(inner.name), \(manner), \(Effort.note)"
      let hasEnded = Watchdog.ends(on: outer.runner) { pair.go() }
      #expect(hasEnded, "it hangs: \(title)")
      guard hasEnded else { return }
      for (place, stage) in [(outer, pair.outerStage), (inner, pair.innerStage)] {
        #expect(stage.visits > 0, "\(title)")
        #expect(stage.complaints == [], "\(title)")
        // A singleton within which a store of the context is asked is told.
        #expect(stage.kinds.subtracting([.shorterScope]) == place.kinds, "\(title)")
      }
    }
  }
}

private struct Pair: Sendable {
  let outerStage: Stage
  let innerStage: Stage
  private let outer: Place
  private let inner: Place
  private let manner: Manner

  init(_ outer: Place, _ inner: Place, _ manner: Manner) {
    outerStage = Stage(key: outer.key)
    innerStage = Stage(key: inner.key)
    self.outer = outer
    self.inner = inner
    self.manner = manner
  }

  func go() {
    let outerInjector = outer.injector(for: outerStage)
    let innerInjector = inner.injector(for: innerStage)
    innerStage.onVisit { [innerStage] in
      for injector in [outerInjector, innerInjector] {
        let target = Target()
        injector.injectDependencies(to: target)
        innerStage.expect(target.hooks == 1 && target.service != nil, "the innermost injection")
        innerStage.expect(injector.instance(of: House.self, 3)?.hooks == 1, "the innermost product")
      }
    }
    let hasActed = Locked(false)
    outerStage.onVisit { [innerStage, inner, manner] in
      let isFirst = hasActed.withLock { hasActed in
        defer { hasActed = true }
        return !hasActed
      }
      guard isFirst else { return }
      manner.run { inner.act(innerStage, innerInjector) }
    }
    outer.act(outerStage, outerInjector)
    outerStage.onVisit(nil)
    innerStage.onVisit(nil)
  }
}
