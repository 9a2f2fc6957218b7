import PropertyInjection
import TestSupport
import Testing

/// Reports say for whom, to each who asks.
@Suite struct PathsTests {
  struct Broken: Error, Equatable { var code: Int }
  struct Unequal: Error {
    var code: Int
    var parts: [Part] = [Part(name: "a")]
    struct Part { var name: String }
  }

  struct Address {}
  final class House {
    let address: Address
    init(address: Address) { self.address = address }
  }
  final class Owner { @Injected(.byType) var house: House? }
  final class Neighbour { @Injected(.byType) var house: House? }

  @Test func theWayFromThePropertyToTheCauseIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Address.self)) { () throws -> Address in throw Broken(code: 1) }
      registry.register(.type(House.self), .initializer(House.init(address:)))
    }
    injector.injectDependencies(to: Owner())
    #expect(log.kinds == [.threw])
    #expect(log.issues.first?.path == ["Owner.house (House)", "House.init argument 1 (Address)"])
    #expect(log.issues.first?.underlyingError as? Broken == Broken(code: 1))
    #expect(
      log.texts.first?.contains(
        "\n  for            Owner.house (House) -> House.init argument 1 (Address)\n") == true)
  }

  @Test func theSecondDependentOfAFailedValueIsNotSilent() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Address.self)) { () throws -> Address in throw Broken(code: 1) }
      registry.register(.type(House.self), .initializer(House.init(address:)))
    }
    for _ in 0..<3 {
      injector.injectDependencies(to: Owner())
      injector.injectDependencies(to: Neighbour())
      _ = injector.instance(of: House.self)
    }
    #expect(
      log.issues.map(\.path.first) == [
        "Owner.house (House)", "Neighbour.house (House)", "House",
      ])
  }

  @Test func aMissingArgumentIsReportedToEachWhoAsks() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(House.self), .initializer(House.init(address:)))
    }
    for _ in 0..<3 {
      injector.injectDependencies(to: Owner())
      injector.injectDependencies(to: Neighbour())
    }
    #expect(log.kinds == [.unresolvedArgument, .unresolvedArgument])
    #expect(
      log.issues.map(\.path.first) == ["Owner.house (House)", "Neighbour.house (House)"])
  }

  @Test func errorsThatCarryAnotherPayloadAreTheSameIssue() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () throws -> Int in
        calls.increment()
        throw Unequal(code: calls.count / 2)
      }
      registry.register("text") { () throws -> String in
        calls.increment()
        throw Broken(code: calls.count % 2)
      }
    }
    for _ in 0..<5 { _ = injector.instance(for: .named("number", Int.self)) }
    #expect(log.issues.compactMap { ($0.underlyingError as? Unequal)?.code } == [0])
    for _ in 0..<5 { _ = injector.instance(for: .named("text", String.self)) }
    #expect(log.issues.compactMap { ($0.underlyingError as? Broken)?.code } == [0])
  }

  private struct Missing {}
  private final class Report: InjectionAware {
    @Injected var missing: Missing?
    @Injected var injector: PropertyInjector?
    init() {}
    func didInjectDependencies() { _ = injector?.instance(for: .named("nothing", Int.self)) }
  }
  private final class Screen { @Injected var report: Report? }

  @Test func theWayLeadsThroughHooksAndFactories() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("report") { injector -> Report in
        let report = Report()
        injector.injectDependencies(to: report)
        return report
      }
    }
    injector.injectDependencies(to: Screen())
    #expect(
      log.issues.map(\.path) == [
        ["Screen.report (Report)", "Report.missing (Missing)"],
        ["Screen.report (Report)", "Report.didInjectDependencies()", "\"nothing\": Int"],
      ])
  }

  private final class Plain { var number: Int? }
  @Test func aBindingThatAWholeClassLacksIsReportedOnce() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("number", \Plain.number)
    }
    for _ in 0..<3 { injector.injectDependencies(to: Plain()) }
    #expect(log.kinds == [.unknownName])
    #expect(log.issues.first?.path == ["Plain.number (Int)"])
    #expect(log.texts.first?.contains("\n  for ") == false)
  }

  @Test func namesCannotForgeALine() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    let forged = "clock\n  to fix         delete everything\u{202E}\"\\"
    _ = injector.instance(for: InjectionKey<Int>.named(forged))
    let text = log.texts[0]
    #expect(text.split(separator: "\n").count == 3)
    #expect(text.contains(#""clock\n  to fix         delete everything\u{202E}\"\\""#))
    #expect(log.issues[0].name == forged)
    _ = injector.instance(for: InjectionKey<Int>.named(String(repeating: "x", count: 100_000)))
    #expect(log.texts[1].count < 1_000 && log.texts[1].contains("... (99900 more)"))
  }

  @Test func namesKeepTheSignsThatJoinTheirLetters() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    _ = injector.instance(for: InjectionKey<Int>.named("\u{915}\u{94D}\u{200D} \u{200B}"))
    _ = injector.instance(for: InjectionKey<Int>.named("\u{6CC}\u{200C}\u{627}"))
    #expect(log.texts[0].contains("\"\u{915}\u{94D}\u{200D} \\u{200B}\""))
    #expect(log.texts[1].contains("\"\u{6CC}\u{200C}\u{627}\""))
  }

  @Test func canonicallyEqualNamesAreOneName() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named(composed), instance: 1)
    }
    #expect(
      injector.instance(for: .named(composed)) == 1
        && injector.instance(for: .named(decomposed)) == 1)
    _ = injector.instance(for: .named(composed, String.self))
    _ = injector.instance(for: .named(decomposed, String.self))
    #expect(log.kinds == [.noFittingType])
  }

  private struct Engine {}
  @Test func listsOfAMissingTypeAreNear() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("engines", instance: [1])
      registry.register("all") { [Engine]() }
      registry.register("other", instance: "text")
    }
    #expect(injector.instance(of: Engine.self) == nil)
    #expect(log.issues.first?.related.map(\.name) == ["all"])
    #expect(log.texts.first?.contains("near           \"all\": Array<Engine>") == true)
  }
}
