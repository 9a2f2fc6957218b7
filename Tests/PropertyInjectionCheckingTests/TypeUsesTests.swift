import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What a check says of bindings without a name.
@Suite struct TypeUsesTests {
  private let setup: StaticString = "App/Setup.swift"

  final class Poller {
    @Injected var interval: Double?
    @Injected var delay: Double?
  }
  final class Board {
    @Injected var clock: (any Clock)?
    @Injected var watch: (any Clock)?
  }

  @Test func aValueOfACommonTypeIsTakenByTwoNames() {
    expectGoldenFindings(.sharedByType) { registry in
      registry.register(instance: 5.0, fileID: setup, line: 1)
      registry.declare { Poller() }
    }
  }

  @Test func aValueOfTheProgramsOwnTypeMayHaveManyNames() {
    let injector = PropertyInjector { registry in
      registry.register(instance: StoppedClock() as any Clock)
      registry.declare { Board() }
    }
    #expect(injector.validate().findings.isEmpty)
  }

  @Test func listsOfCommonTypesAreCommon() {
    final class Page {
      @Injected var tags: [String: [Int]]?
      @Injected var words: [String: [Int]]?
      @Injected var clocks: [any Clock]?
      @Injected var watches: [any Clock]?
    }
    let injector = PropertyInjector { registry in
      registry.register(instance: ["a": [1]])
      registry.register(instance: [StoppedClock()] as [any Clock])
      registry.declare { Page() }
    }
    let findings = injector.validate().findings
    #expect(findings.map(\.issue.kindName) == [.sharedByType])
    #expect(findings.first?.issue.valueType == [String: [Int]].self)
  }

  private protocol Opening: Sendable {}
  private protocol Post: Opening {}
  private protocol Letters: Post {}
  private final class Mailer: Letters { let name = "mail" }
  private struct Archive: Opening {}
  private final class Office { @Required var mailer: Mailer }

  @Test func aValueOfARefinedProtocolIsInNoListOfTheOther() {
    expectGoldenFindings(.notListed, .notListed) { registry in
      registry.register(instance: Archive())
      registry.register(in: .singleton, fileID: setup, line: 2) { Mailer() as any Post }
      registry.register(instance: Mailer() as any Letters & Sendable, fileID: setup, line: 3)
      registry.register("opening", instance: Archive() as any Opening)
      registry.declare(asks: .type([any Opening].self))
      registry.declare(asks: .type((any Post).self))
      registry.declare(asks: .type((any Letters).self))
      registry.declare(asks: .named("opening", (any Opening).self))
    }
  }

  private protocol Named: Post { associatedtype Name: Opening }
  private class Desk: @unchecked Sendable {}
  private final class Bench: Desk, Opening, @unchecked Sendable {}

  @Test func protocolTypesOfOtherShapesAreReadAsWell() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.unchecked { registry in
        registry.register(in: .singleton) { () -> (any Collection<String>)? in nil }
        registry.register(in: .singleton) { () -> (any Desk & Post)? in nil }
        registry.register(in: .singleton) { () -> (any Named)? in nil }
        registry.register(in: .singleton) { () -> (any Error)? in nil }
        registry.register(in: .singleton) { () -> AnyObject? in nil }
      }
      registry.register(instance: Bench())
      registry.register("letters", instance: Mailer())
      registry.declare(asks: .type([any Opening].self))
      registry.declare(asks: .type([any Desk & Opening].self))
      registry.declare(asks: .type([any Post].self))
      registry.declare(asks: .type([any Sendable].self))
    }
    let found = injector.validate().findings.filter { $0.issue.kindName == .notListed }
    #expect(
      found.map { "\($0.description.prefix { $0 != "," })" } == [
        "note: any Named is in no list of any Opening or any Post"
      ])
  }

  @Test func anAliasForTheProtocolIsTheRemedy() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .singleton) { Mailer() }
      registry.alias(.type((any Post).self), to: .type(Mailer.self))
      registry.declare(asks: .type([any Opening].self))
      registry.declare(asks: .type((any Post).self))
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.instances(of: (any Opening).self).count == 1)
  }

  @Test func aListIsOneMoreThatAsksForAnObjectWithoutAScope() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register { Mailer() }
      registry.declare { Office() }
      registry.declare(asks: .type([any Opening].self))
      registry.declare(asks: .type([any Post].self))
    }
    let report = injector.validate()
    #expect(report.findings.map(\.issue.kindName) == [.madeForEach], "\(report)")
    #expect(report.description.contains("each of the 2 properties, arguments and look-ups"))
  }

  @Test func aBindingWithANameThatAnswersATypeIsAWarning() {
    let core = InjectionModule("Core") { registry in
      registry.register(instance: Mailer(), fileID: setup, line: 1)
      registry.alias(
        .type((any Post).self), to: .type(Mailer.self), fileID: setup, line: 3)
      registry.declare(asks: .type((any Post).self), .type(Mailer.self))
    }
    let program = InjectionModule("Program") { registry in
      registry.install(core)
      registry.register("mailer", instance: Mailer(), fileID: setup, line: 2)
    }
    expectGoldenFindings(.answeredByName, .answeredByName, .unusedBinding) { registry in
      registry.install(core)
      registry.register("mailer", instance: Mailer(), fileID: setup, line: 2)
    }
    let report = PropertyInjector(program).validate()
    #expect(report.findings.map(\.issue.kindName) == [.unusedBinding], "\(report)")
  }

  /// A module of another Swift module than that of the property and of the value of its type.
  @Test func aNameOfAPluginThatTakesAPropertyIsAWarning() {
    let plugin = InjectionModule("Plugin") { registry in
      registry.register("clock", instance: StoppedClock() as any Clock, fileID: setup, line: 2)
    }
    let core = InjectionModule("Core") { registry in
      registry.register(instance: ClassClock() as any Clock)
      registry.declare { Board() }
    }
    func findings(_ injector: PropertyInjector) -> [ValidationReport.Finding] {
      injector.validate().findings.filter { $0.severity >= .warning }
    }
    let found = findings(
      PropertyInjector { registry in
        registry.install(core)
        registry.install(plugin)
      })
    #expect(found.map(\.issue.kindName) == [.answeredByName])
    let text = found.first.map { "\($0.issue)" } ?? ""
    #expect(text.hasPrefix("Board.clock gets \"clock\": any Clock, of another module than"))
    // A module that installs the other one means it.
    let outer = InjectionModule("Outer") { registry in
      registry.install(core)
      registry.register("clock", instance: StoppedClock() as any Clock, fileID: setup, line: 3)
    }
    #expect(findings(PropertyInjector { $0.install(outer) }).isEmpty)
  }

  /// Whether it has a state is known where only objects adopt the protocol.
  @Test func anObjectBehindAProtocolNeedsAScopeAsWell() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register { Mailer() as any Post }
      registry.register { StoppedClock() as any Clock }
      registry.declare(asks: .type([any Post].self))
      registry.declare(asks: .type((any Post).self))
      registry.declare(asks: .type([any Clock].self))
      registry.declare(asks: .type((any Clock).self))
    }
    let report = injector.validate()
    #expect(report.findings.map(\.issue.kindName) == [.madeForEach], "\(report)")
    #expect(throws: ValidationReport.self) { try report.requireClean() }
  }

  @Test func aNameIsNearlyThatOfABindingWhichFits() {
    expectGoldenFindings(.nearName) { registry in
      registry.register(instance: StoppedClock() as any Clock, fileID: setup, line: 1)
      registry.register("clok", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare { Board() }
    }
  }

  @Test func anOptionalPropertyIsNilBesideABindingThatFits() {
    final class Tower {
      @Injected(optional: true) var bell: (any Clock)?
    }
    expectGoldenFindings(.nearName) { registry in
      registry.register("carillon", instance: ClassClock(), fileID: setup, line: 1)
      registry.declare { Tower() }
    }
  }

  @Test func anOverrideOfANameKeepsTheTypeForOthers() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(instance: StoppedClock() as any Clock, fileID: setup, line: 1)
      registry.declare { Board() }
    }
    let derived = parent.overriding { registry in
      registry.register("clock", instance: ClassClock(), fileID: setup, line: 2)
    }
    expectGoldenFindings(.overridesOneName, in: derived.validate().findings)
    let whole = parent.overriding { $0.register(instance: ClassClock() as any Clock) }
    #expect(whole.validate().findings.isEmpty)
  }

  @Test func anOverrideWithoutANameGoesBeforeNothingIfTheOtherHasOne() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("clock", instance: StoppedClock() as any Clock, fileID: setup, line: 1)
      registry.register("watch", instance: StoppedClock() as any Clock, fileID: setup, line: 2)
      registry.declare { Board() }
    }
    let derived = parent.overriding { registry in
      registry.register(instance: ClassClock() as any Clock, fileID: setup, line: 3)
    }
    expectGoldenFindings(.unusedOverride, in: derived.validate().findings)
  }

  @Test func anOverrideOfAMisspeltNameGoesBeforeNothingIfTheOtherHasNone() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(instance: StoppedClock() as any Clock, fileID: setup, line: 1)
      registry.declare { Board() }
    }
    let derived = parent.overriding { registry in
      registry.register("timer", instance: ClassClock(), fileID: setup, line: 2)
    }
    let kinds = derived.validate().findings.map(\.issue.kindName)
    #expect(kinds == [.unusedOverride, .overridesOneName])
  }

  @Test func aSampleOfATypeThatAsksByItsTypeIsComplete() {
    let injector = PropertyInjector { registry in
      registry.register(instance: StoppedClock() as any Clock)
      registry.declare(Board.self)
    }
    #expect(injector.validate().findings.isEmpty)
  }
}
