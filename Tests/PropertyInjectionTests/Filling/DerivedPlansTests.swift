import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A derived injector answers from its own registry, whatever its parent has learnt of a type and of a key.
@Suite struct DerivedPlansTests {
  private final class Player {
    var name: String?
    var number: Int?
    @Injected var label: String?
    @Injected(lazy: true) var album: String?
  }

  private final class Screen {
    @Injected var volume: Int?
  }

  private final class Kept: Sendable {}
  private final class Keeper {
    var kept: Kept?
  }

  private final class WeakOwner {
    weak var kept: Kept?
  }

  private func values(of player: Player) -> [String?] {
    [player.name, player.number.map(String.init), player.label, player.album]
  }

  private func makeParent() -> PropertyInjector {
    let injector = PropertyInjector { registry in
      registry.register("name", instance: "A")
      registry.register("number", instance: 1)
      registry.register("label", instance: "B")
      registry.register("album") { "C" }
      registry.declare("name", \Player.name)
      registry.declare("number", \Player.number)
    }
    injector.injectDependencies(to: Player())
    return injector
  }

  @Test func aChangedPropertyGetsTheNewValueAndTheOthersTheOld() {
    let parent = makeParent()
    let changes: [(@Sendable (inout Registry) -> Void, [String?])] = [
      ({ _ in }, ["A", "1", "B", "C"]),
      ({ $0.register("name", instance: "X") }, ["X", "1", "B", "C"]),
      ({ $0.register("label", instance: "X") }, ["A", "1", "X", "C"]),
      ({ $0.register("album", instance: "X") }, ["A", "1", "B", "X"]),
      ({ $0.register("album") { "X" } }, ["A", "1", "B", "X"]),
      ({ $0.remove(allNamed: "number") }, ["A", nil, "B", "C"]),
      ({ $0.registerNil(.named("label", String.self)) }, ["A", "1", nil, "C"]),
      ({ $0.register("other", instance: "X") }, ["A", "1", "B", "C"]),
    ]
    for (number, (change, expected)) in changes.enumerated() {
      let derived = parent.overriding { registry in
        registry.issueHandler = { _ in }
        change(&registry)
      }
      for _ in 0..<2 {
        let player = Player()
        derived.injectDependencies(to: player)
        #expect(values(of: player) == expected, "change \(number)")
      }
      let again = derived.overriding { $0.register("number", instance: 2) }
      let player = Player()
      again.injectDependencies(to: player)
      #expect(player.number == 2 && player.label == expected[2], "change \(number)")
    }
    let player = Player()
    parent.injectDependencies(to: player)
    #expect(values(of: player) == ["A", "1", "B", "C"])
  }

  @Test func accessorsThatAreNewGoneOrOthersAreUsed() {
    let plain = PropertyInjector { $0.register("volume", instance: 1) }
    func volume(_ injector: PropertyInjector) -> Int? {
      let screen = Screen()
      injector.injectDependencies(to: screen)
      return screen.volume
    }
    #expect(volume(plain) == 1)
    let intercepted = plain.overriding {
      $0.intercept(.named("volume", Int.self), get: { _ in 2 }, set: { _, _ in })
    }
    #expect(volume(intercepted) == 2)
    let other = intercepted.overriding {
      $0.intercept(.named("volume", Int.self), get: { _ in 3 }, set: { _, _ in })
    }
    #expect(volume(other) == 3)
    #expect(volume(other.overriding { $0.register("volume", instance: 4) }) == 4)
  }

  @Test func aKeptValueIsSharedAndMadeAnewForAnOverride() {
    let parent = PropertyInjector { registry in
      registry.register("kept", in: .singleton) { Kept() }
      registry.declare("kept", \Keeper.kept)
    }
    func kept(_ injector: PropertyInjector) -> Kept? {
      let keeper = Keeper()
      injector.injectDependencies(to: keeper)
      return keeper.kept
    }
    let shared = kept(parent)
    #expect(shared != nil && kept(parent.overriding { _ in }) === shared)
    parent.withOverrides { _ in
    } operation: {
      let own = kept(parent)
      #expect(own != nil && own !== shared)
      // What is derived from an override shares the value of the override.
      #expect(kept(parent.overriding { _ in }) === own)
    }
    #expect(kept(parent) === shared)
  }

  @Test func whatTheParentHasReportedIsReportedOnceMore() {
    let (log, derivedLog) = (IssueLog(), IssueLog())
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "a")
      registry.register("title", instance: "b" as any Sendable)
      registry.register("kept") { Kept() }
      registry.declare("kept", \WeakOwner.kept)
    }
    func inject(_ injector: PropertyInjector) -> [KindName] {
      let result = injector.injectDependencies(to: WeakOwner())
      _ = injector.instance(for: .named("title", (any Sendable).self))
      return result.unfilled.compactMap(\.reasonName)
    }
    #expect(inject(parent) == [.valueGone])
    let derived = parent.overriding { $0.issueHandler = { derivedLog.append($0) } }
    #expect(inject(derived) == [.valueGone])
    #expect(inject(derived) == [.valueGone])
    #expect(derivedLog.kinds == log.kinds && log.kinds.contains(.valueGone))
  }

  // MARK: As if the parent had injected nothing

  /// What a derived injector does, once with a parent that has injected before, once with one that has not.
  private func expectSame(
    _ configure: @escaping (inout Registry) -> Void, warm: (PropertyInjector) -> Void,
    derived change: @escaping (inout Registry) -> Void,
    _ trace: (PropertyInjector) -> [String], _ expected: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    for isWarm in [false, true] {
      for isOverride in [false, true] {
        let (parentLog, log) = (IssueLog(), IssueLog())
        let parent = PropertyInjector(reportingTo: parentLog, configure)
        if isWarm { warm(parent) }
        func look(_ injector: PropertyInjector) {
          let lines = trace(injector) + log.kinds.map { "reports \($0)" }
          #expect(
            lines == expected, "warm: \(isWarm), override: \(isOverride)", sourceLocation: location)
        }
        func derive(_ registry: inout Registry) {
          registry.issueHandler = { log.append($0) }
          change(&registry)
        }
        if isOverride {
          parent.withOverrides(derive) { look(parent) }
        } else {
          look(parent.overriding(derive))
        }
      }
    }
  }

  private final class Undeclared {
    var name: String?
    var other: String?
    var café: String?
  }
  private class Base { @Injected private var number: Int? }
  private final class Twin: Base { private var number: String? }

  @Test func undeclaredPropertiesAreFoundByEach() {
    func expectReported(
      _ change: @escaping (inout Registry) -> Void, _ kinds: [String],
      _ location: SourceLocation = #_sourceLocation,
      of make: @escaping () -> AnyObject = Undeclared.init
    ) {
      expectSame(
        { registry in
          registry.register("name", instance: "A")
          registry.declare("name", \Undeclared.name)
          registry.alias(.named("other", String.self), to: .named("far", String.self))
          registry.register("number", instance: 1)
        }, warm: { $0.injectDependencies(to: make()) }, derived: change,
        {
          $0.injectDependencies(to: make())
          return []
        }, kinds.map { "reports \($0)" }, location)
    }
    expectReported({ $0.register("far", instance: "B") }, ["undeclaredProperty"])
    expectReported({ $0.register("cafe\u{301}", instance: "C") }, ["undeclaredProperty"])
    expectReported({ $0.register("number", instance: "D") }, ["undeclaredProperty"], of: Twin.init)
    expectReported({ $0.register("unknown", instance: "E") }, [])
  }

  @MainActor private final class Screening {
    @Injected(lazy: true) var label: String?
    var name: String?
  }

  @Test @MainActor func aRefusedInjectionLooksNothingUp() {
    expectSame(
      { registry in
        registry.register("name", instance: "A")
        registry.register("label") { "B" }
        registry.onMainActor { registry in
          registry.declare("label", \Screening.label)
          registry.declare("name", \Screening.name)
        }
      }, warm: { $0.injectDependencies(to: Screening()) },
      derived: { $0.register("name", instance: 5) },
      { injector in
        let result = injector.injectDependencies(to: Screening(), isolation: nil)
        return result.unfilled.map(\.name)
      }, ["label", "name", "reports wrongActor"])
  }

  @MainActor private class Card { @Injected private var name: String? }
  @MainActor private final class NamedCard: Card { var name: Int? }

  @Test @MainActor func aRefusalNamesBothPropertiesOfAName() {
    expectSame(
      { registry in
        registry.register("name", instance: "A")
        registry.register("name", instance: 1)
        registry.onMainActor { $0.declare("name", \NamedCard.name) }
      }, warm: { $0.injectDependencies(to: NamedCard()) }, derived: { _ in },
      { $0.injectDependencies(to: NamedCard(), isolation: nil).unfilled.map(\.name) },
      ["name", "name", "reports wrongActor"])
  }

  @Test func whatAParentReportsIsNotUsedUpByAnother() {
    let (log, other) = (IssueLog(), IssueLog())
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register("kept") { Kept() }
      registry.declare("kept", \WeakOwner.kept)
    }
    let (kept, full) = (Kept(), WeakOwner())
    full.kept = kept
    parent.injectDependencies(to: full)
    let derived = parent.overriding { $0.issueHandler = { other.append($0) } }
    derived.injectDependencies(to: WeakOwner())
    parent.injectDependencies(to: WeakOwner())
    #expect(log.kinds == [.valueGone] && other.kinds == [.valueGone])
  }

  private class Part: @unchecked Sendable {}
  private final class SpecialPart: Part, @unchecked Sendable {}
  private final class Whole {
    var part: SpecialPart?
  }

  @Test func whatIsLearntOfAProductIsKnownToEach() {
    expectSame(
      { registry in
        registry.register("part") { SpecialPart() as Part }
        registry.declare("part", \Whole.part)
      }, warm: { $0.injectDependencies(to: Whole()) }, derived: { _ in },
      { injector in
        injector.injectDependencies(to: Whole())
        let last = injector.overriding { _ in }
        last.injectDependencies(to: Whole())
        return [injector, last].map {
          "\($0.explain(Whole.self).properties[0].outcome) \($0.validate().findings.count)"
        }
      }, ["filled 0", "filled 0"])
  }

  private final class Named {
    var name: String?
  }

  @Test func aFactoryThatGivesNilDoesSoForOneInjector() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("name") { (injector: PropertyInjector) -> String? in
        injector.instance(for: "other")
      }
      registry.registerNil(.named("other", String.self))
      registry.declare("name", \Named.name)
    }
    func outcome(_ injector: PropertyInjector) -> InjectionExplanation.Property.Outcome? {
      injector.injectDependencies(to: Named())
      return injector.explain(Named.self).properties.first?.outcome
    }
    #expect(outcome(parent) == .gaveNil)
    let derived = parent.overriding { $0.register("other", instance: "B") }
    #expect(outcome(derived) == .filled)
    #expect(
      outcome(derived.overriding { $0.registerNil(.named("other", String.self)) }) == .gaveNil)
    #expect(outcome(derived) == .filled && outcome(parent) == .gaveNil)
  }

  @Test func anInjectorThatWasDerivedManyTimesNeedsNoDeepStack() {
    SmallThread.run {
      var injector = makeParent()
      for number in 0..<5_000 {
        injector = injector.overriding { $0.register("number", instance: number) }
      }
      let player = Player()
      injector.injectDependencies(to: player)
      #expect(values(of: player) == ["A", "4999", "B", "C"])
    }
  }
}
