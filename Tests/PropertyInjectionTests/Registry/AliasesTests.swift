import PropertyInjection
import TestSupport
import Testing

@Suite struct AliasesTests {
  @Test func aKeyLeadsToAnotherOfItsTypeOrOfAnother() {
    let injector = PropertyInjector { registry in
      registry.register(.type(StoppedClock.self), instance: StoppedClock(now: 9))
      registry.alias(.type((any Clock).self), to: .type(StoppedClock.self))
      registry.alias("clock", to: .type(StoppedClock.self))
      registry.alias("display", to: .clock)
      registry.declare("clock", \Player.clock)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.clock?.now == 9)
    #expect(injector.instance(of: (any Clock).self)?.now == 9)
    #expect(injector.instance(for: .named("display") as InjectionKey<any Clock>)?.now == 9)
  }

  @Test func aClassLeadsToItsSubclass() {
    let injector = PropertyInjector { registry in
      registry.register(.type(SpecialService.self), in: .singleton) { SpecialService() }
      registry.alias(.type(Service.self), to: .type(SpecialService.self))
    }
    let service = injector.instance(of: Service.self)
    #expect(service is SpecialService)
    #expect(service === injector.instance(of: SpecialService.self))
  }

  @Test func chainsOfAnyLengthAreFollowed() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for link in 0..<10_000 {
        registry.alias(.named("\(link)", Int.self), to: "\(link + 1)")
      }
      registry.register("10000", instance: 7)
      registry.declare("number", \Player.number, from: "0")
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.number == 7)
    #expect(log.issues.isEmpty)
  }

  @Test func longChainsToNowhereAndCyclesAreReportedOnASmallStack() {
    for end in ["nowhere", "0"] {
      let log = IssueLog()
      SmallThread.run {
        let injector = PropertyInjector(reportingTo: log) { registry in
          for link in 0..<10_000 {
            registry.alias(
              .named("\(link)", Int.self), to: .named(link == 9_999 ? end : "\(link + 1)"))
          }
          registry.declare("number", \Player.number, from: "0")
        }
        injector.injectDependencies(to: Player())
        _ = injector.instance(for: "0") as Int?
      }
      #expect(log.kinds == (end == "0" ? [.aliasCycle, .aliasCycle] : [.deadEnd, .deadEnd]))
      #expect(
        log.texts.allSatisfy {
          $0.contains("\"6\": Int -> \"7\": Int -> (9985 more) -> ") && $0.count < 1_000
        })
      #expect(log.issues.allSatisfy { $0.chain.count == 10_001 })
    }
  }

  @Test func aCycleOfAliasesIsReportedInOrder() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias("a", to: InjectionKey<Int>.named("b"))
      registry.alias("b", to: InjectionKey<Int>.named("c"))
      registry.alias("c", to: InjectionKey<Int>.named("a"))
      registry.register("good", instance: 1)
      registry.declare("number", \Player.number, from: "a")
    }
    let player = Player()
    #expect(injector.injectDependencies(to: player).unfilled.map(\.reasonName) == [.aliasCycle])
    #expect(log.kinds == [.aliasCycle])
    #expect(log.issues.first?.chain == ["\"a\": Int", "\"b\": Int", "\"c\": Int", "\"a\": Int"])
    #expect(injector.instance(for: .named("good")) == 1)
  }

  @Test func anAliasOfItselfIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.type(Int.self), to: .type(Int.self))
    }
    #expect(injector.instance(of: Int.self) == nil)
    #expect(log.kinds == [.aliasCycle])
  }

  @Test func anAliasThatEndsNowhereIsReportedWithItsChain() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.clock, to: "stationClock")
      registry.alias("stationClock", to: InjectionKey<StoppedClock>.named("tower"))
      registry.declare(.clock, \Player.clock)
    }
    let result = injector.injectDependencies(to: Player())
    #expect(result.unfilled.map(\.reasonName) == [.deadEnd])
    #expect(log.kinds == [.deadEnd])
    #expect(
      log.issues.first?.chain
        == ["\"clock\": any Clock", "\"stationClock\": StoppedClock", "\"tower\": StoppedClock"])
    #expect(log.issues.first?.related.map(\.name) == ["stationClock"])
  }

  @Test func anAliasToAValueThatDoesNotFitIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.alias(.clock, to: InjectionKey<Int>.named("number"))
    }
    #expect(injector.instance(for: .clock) == nil)
    #expect(log.kinds == [.deadEnd])
  }

  @Test func aValueThatDoesNotFitAnAliasOnTheWayIsNoAnswerToAnyEither() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("names", instance: ["a"])
      registry.alias(.clock, to: InjectionKey<Any>.named("names"))
      registry.alias("station", to: .clock)
      registry.decorate(.clock) { _, clock in clock }
    }
    let station: Any? = injector.instance(for: "station")
    #expect(station == nil && log.kinds.last == .deadEnd)
  }

  @Test func aNameThatLeadsToItsTypeAloneFindsTheOtherBinding() {
    let injector = PropertyInjector { registry in
      registry.alias("clock", to: InjectionKey<any Clock>.byType)
      registry.register("tower", instance: StoppedClock(now: 4))
    }
    #expect(injector.instance(for: .clock)?.now == 4)
  }

  @Test func aNameThatLeadsToItsTypeAloneIsNotItsOwnAnswer() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.named("player", Player.self), to: .type(Player.self))
    }
    let player: Player? = injector.instance(for: "player")
    #expect(player == nil && log.kinds == [.deadEnd])
  }

  @Test func severalNamesOfOneBindingAreNoAmbiguity() {
    let injector = PropertyInjector { registry in
      registry.register("tower", instance: StoppedClock(now: 4))
      registry.alias("station", to: InjectionKey<StoppedClock>.named("tower"))
      registry.alias("yard", to: InjectionKey<StoppedClock>.named("station"))
    }
    #expect(injector.instance(of: StoppedClock.self)?.now == 4)
  }

  @Test func aNameIsNoAnswerToItsTypeAndAnAliasOfTheTypeIs() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("tower", instance: StoppedClock(now: 4))
      registry.register("yard", instance: ClassClock())
      registry.alias(.clock, to: .named("tower", StoppedClock.self))
    }
    #expect(injector.instance(of: (any Clock).self) == nil)
    #expect(log.kinds == [.ambiguousType])
    let derived = injector.overriding { $0.alias(.type((any Clock).self), to: .clock) }
    #expect(derived.instance(of: (any Clock).self)?.now == 4)
  }

  @Test func namesThatLeadToATypeAloneWhichOthersLeadToAreStillOneAnswer() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("c", instance: 8)
      registry.alias(.named("own", String.self), to: .named("c", String.self))
      registry.alias(.named("b", Int.self), to: .named("c", String.self))
      registry.alias(.named("c", String.self), to: .type(Int.self))
    }
    #expect(injector.instance(of: Any.self) as? Int == 8)
    #expect(log.issues.isEmpty)
  }

  @Test func anAliasOfATypeFindsABindingThatHasSeveralNames() {
    let injector = PropertyInjector { registry in
      registry.register("tower", instance: StoppedClock(now: 4))
      registry.alias("station", to: InjectionKey<StoppedClock>.named("tower"))
    }
    #expect(injector.instance(of: (any Clock).self)?.now == 4)
    let derived = injector.overriding { $0.alias("clock", to: .type((any Clock).self)) }
    #expect(derived.instance(for: .clock)?.now == 4)
    #expect(derived.instance(of: (any Clock).self)?.now == 4)
  }

  @Test func aKeyBoundToNothingIsNoAnswerForOtherTypes() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: StoppedClock(now: 4))
      registry.registerNil(.type(ClassClock.self))
      registry.registerNil(.named("a", Int.self))
      registry.registerNil(.named("b", Int.self))
    }
    #expect(injector.instance(of: (any Clock).self)?.now == 4)
    #expect(injector.instance(of: ClassClock.self) == nil)
    #expect(injector.instance(of: Int.self) == nil)
    #expect(log.issues.isEmpty)
  }

  @Test func anAliasToOrFromAnEmptyNameIsReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.alias("", to: InjectionKey<Int>.named("x"))
      registry.alias("x", to: InjectionKey<Int>.named(""))
      registry.registerNil(InjectionKey<Int>.named(""))
      registry.declare("number", \Player.number, from: "")
    }
    #expect(log.kinds == [.emptyName, .emptyName, .emptyName, .emptyName])
  }

  @Test func manyNamesThatLeadToOneTypeAloneDoNotRunInCycles() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for number in 0..<100 { registry.alias("name\(number)", to: .type(Int.self)) }
    }
    #expect(injector.instance(of: Int.self) == nil)
    #expect(log.kinds == [.unknownType])
    let derived = injector.overriding { $0.register("number", instance: 7) }
    #expect(derived.instance(of: Int.self) == 7)
    #expect(derived.instance(for: .named("name99", Int.self)) == 7)
  }

  @Test func amongVeryManyNamesTheOneThatLeadsElsewhereCounts() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for number in 0..<200 {
        let far = InjectionKey.named("far \(number)", (any Clock).self)
        registry.alias(.named("near \(number)", (any Clock).self), to: far)
        registry.alias(far, to: .named("end", StoppedClock.self))
      }
      registry.register("end", instance: StoppedClock())
      registry.alias(.named("other", (any Clock).self), to: .named("another", ClassClock.self))
      registry.register("another", instance: ClassClock())
    }
    #expect(injector.instance(of: (any Clock).self) == nil)
    #expect(log.kinds == [.ambiguousType])
  }

  private struct Made: Constructible, Sendable {
    static var provider: Provider<Made> {
      .initializer(Made.init)
    }
  }

  @Test func anAliasLeadsToATypeThatSaysHowItIsMade() {
    let injector = PropertyInjector { $0.alias("made", to: .type(Made.self)) }
    #expect(injector.instance(for: "made") as Made? != nil)
  }

  @Test func aDerivedInjectorMayReplaceWhatAnAliasLeadsTo() {
    let injector = PropertyInjector { registry in
      registry.alias("number", to: InjectionKey<Int>.named("other"))
      registry.register("other", instance: 1)
    }
    let derived = injector.overriding { $0.register("other", instance: 2, replacing: true) }
    #expect(injector.instance(for: .named("number")) == 1)
    #expect(derived.instance(for: .named("number")) == 2)
  }
}

@Suite struct NothingTests {
  @Test func aPropertyBoundToNothingStaysNilWithoutAnIssue() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.registerNil(.clock)
      registry.registerNil(.named("service", Service.self))
      registry.registerNil(.type(Int.self))
      registry.declare(.clock, \Player.clock)
      registry.declare("service", \Player.service)
      registry.declare("number", \Player.number, from: .byType)
    }
    let result = injector.injectDependencies(to: Player())
    #expect(!result.didInject)
    #expect(result.unfilled.map(\.reasonName) == Array(repeating: .boundToNil, count: 3))
    #expect(injector.instance(for: .clock) == nil && injector.instance(of: Int.self) == nil)
    #expect(log.issues.isEmpty)
  }

  @Test func aKeyBoundToNothingLeavesOtherTypesOfTheNameAlone() {
    let injector = PropertyInjector { registry in
      registry.registerNil(.named("number", String.self))
      registry.register("number", instance: 3)
    }
    #expect(injector.instance(for: .named("number")) == 3)
    #expect(injector.instance(for: .named("number")) == nil as String?)
  }

  @Test func aDerivedInjectorTakesAServiceAway() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.register(.clock, instance: StoppedClock())
    }
    let derived = injector.overriding { $0.registerNil(.clock, replacing: true) }
    #expect(derived.instance(for: .clock) == nil && injector.instance(for: .clock) != nil)
    #expect(log.issues.isEmpty)
  }

  @Test func anAliasMayLeadToNothing() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.registerNil(.type(Int.self))
      registry.alias("number", to: .type(Int.self))
    }
    #expect(injector.instance(for: .named("number")) == nil as Int?)
    #expect(log.issues.isEmpty)
  }
}

@Suite struct MetatypeTests {
  private protocol Utility { static var name: String { get } }
  private enum ExternalUtility: Utility { static let name = "external" }
  private final class Tool { var utility: (any Utility.Type)? }

  @Test func aMetatypeIsAValueLikeOthers() {
    let injector = PropertyInjector { registry in
      registry.register("utility", instance: ExternalUtility.self)
      registry.declare("utility", \Tool.utility)
    }
    let tool = Tool()
    injector.injectDependencies(to: tool)
    #expect(tool.utility?.name == "external")
  }
}
