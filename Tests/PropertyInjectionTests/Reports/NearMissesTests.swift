import PropertyInjection
import TestSupport
import Testing

/// What a report suggests to ask for.
@Suite struct NearMissesTests {
  @Test func aNearNameWhoseTypeDoesNotFitIsShownAndNotSuggested() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("clok", instance: 1, fileID: "App/Setup.swift", line: 1)
      registry.declare("clock", \Player.clock, fileID: "App/Setup.swift", line: 2)
    }
    injector.injectDependencies(to: Player(), fileID: "App/Main.swift", line: 10)
    expectGoldenReports(.unknownName, in: log)
  }

  /// The program asks for a type of its own where it has registered what the type adopts.
  @Test func aProtocolOfTheTypeIsNear() {
    final class Wall { var stopped: StoppedClock? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register { StoppedClock(now: 3) as any Clock }
      registry.register { 7 as any CustomStringConvertible & Sendable }
      registry.declare("stopped", \Wall.stopped)
    }
    injector.injectDependencies(to: Wall())
    #expect(log.issues.first?.related.compactMap(\.type).map { $0 == (any Clock).self } == [true])
  }

  @Test(arguments: [
    ("user_name", "userName"), ("userName", "user_name"), ("URL_SESSION", "urlSession"),
    ("a_b_c_d", "abcd"), ("abcd", "_a_b_c_d_"), ("id", "ID"),
  ])
  func caseAndUnderscoresDoNotCount(_ wanted: String, _ registered: String) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .named(registered), instance: "Jenny", fileID: "App/Setup.swift", line: 1)
    }
    _ = injector.instance(
      for: .named(wanted, String.self), fileID: "App/Main.swift", line: 10)
    #expect(
      log.texts == [
        """
        No instance for "\(wanted)": String: nothing is registered under "\(wanted)".
          asked for at   App/Main.swift:10
          near           "\(registered)": String (App/Setup.swift:1)
          to fix         register a value of type String under "\(wanted)", or ask for "\(registered)".
        """
      ])
  }

  @Test(arguments: [("stroe", "store"), ("user", "usre"), ("cacheKye", "cache_key")])
  func lettersThatHaveChangedPlacesAreOneSlip(_ wanted: String, _ registered: String) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.named(registered), instance: 1)
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named(wanted, Int.self))
    }
    #expect(issue?.related.map(\.name) == [registered])
  }

  @Test(arguments: [
    ("interval", "network.interval"), ("network.intervall", "interval"),
    ("reminderInterval", "lending.reminderInterval"), ("a.b.title", "titel"),
  ])
  func aNamespaceOfOneNameDoesNotCount(_ wanted: String, _ registered: String) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.named(registered), instance: 1)
      // Both have one: another part of the program.
      registry.register("library.reminders", instance: "other")
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named(wanted, Int.self))
    }
    #expect(issue?.related.map(\.name) == [registered])
  }

  @Test(arguments: [
    ("abca", "abbcb"), ("a", "_"), ("abcd", "badc"), ("clock", "coxck"),
    ("network.interval", "app.interval"),
  ])
  func aNameThatDiffersInMoreLettersIsNotNear(_ wanted: String, _ registered: String) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.named(registered), instance: 1)
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named(wanted, String.self))
    }
    #expect(issue?.related.map(\.name) == [])
  }

  @Test func theLibrarysOwnBindingsAreNotNearAType() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("clock", instance: 1)
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.type(Set<ObjectIdentifier>.self))
    }
    #expect(issue?.related.map(\.name) == [])
    let other = #expect(throws: InjectionIssue.self) {
      try injector.require(.type([PropertyInjector?].self))
    }
    #expect(other?.related.map(\.name) == [])
  }

  @Test(arguments: [(64, true), (65, false)])
  func namesAreComparedUpToALength(_ length: Int, _ isSuggested: Bool) {
    let log = IssueLog()
    let registered =
      String(repeating: "ab", count: length / 2) + String(repeating: "c", count: length % 2)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named(registered), instance: "Jenny")
    }
    _ = injector.instance(for: .named("x" + registered.dropFirst(2), String.self))
    #expect(log.texts.first?.contains("or ask for") == isSuggested)
  }

  @Test func aNearNameThatFitsIsSuggestedBeforeANearerOne() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("user_name", instance: 1, fileID: "App/Setup.swift", line: 1)
      registry.register("usernames", instance: "Jenny", fileID: "App/Setup.swift", line: 2)
    }
    _ = injector.instance(for: .named("userName", String.self), fileID: "App/Main.swift", line: 10)
    expectGoldenReports(.unknownName, in: log)
  }

  @Test func aNumberUnderAnotherNameIsNotSuggested() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("height", instance: 1, fileID: "App/Setup.swift", line: 1)
    }
    _ = injector.instance(for: .named("age", Int.self), fileID: "App/Main.swift", line: 10)
    expectGoldenReports(.unknownName, in: log)
  }

  @Test func bindingsOfTheNameAreInTheOrderOfTheirTypes() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("size", instance: "large")
      registry.register("size", instance: 2.5)
      registry.register("size", instance: true)
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named("size", Int.self))
    }
    #expect(issue?.related.map { "\($0.type ?? Never.self)" } == ["Bool", "Double", "String"])
  }

  @Test func aNameThatIsMoreThanASlipAwayIsNotNear() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("clicks", instance: 1, fileID: "App/Setup.swift", line: 1)
    }
    _ = injector.instance(for: .clock, fileID: "App/Main.swift", line: 10)
    expectGoldenReports(.unknownName, in: log)
  }

  /// What is found without a look at every binding.
  @Test(arguments: [2_000, 4_000])
  func aLargeConfigurationShowsBindingsOfTheNameOrTypeAlone(_ count: Int) throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("user", instance: 7, fileID: "App/Setup.swift", line: 1)
      registry.register("usor", instance: "Jenny", fileID: "App/Setup.swift", line: 2)
      registry.register(.type(String.self), instance: "Ann", fileID: "App/Setup.swift", line: 3)
      for number in 3..<count {
        registry.register(.named("setting\(number)"), instance: number)
      }
    }
    _ = injector.instance(for: .named("user", String.self))
    let issue = try #require(log.issues.first)
    let isLarge = count > 2_000
    #expect(issue.kindName == .noFittingType)
    #expect(issue.related.map(\.location?.line) == (isLarge ? [1, 3] : [1, 2, 3]))
    #expect(issue.description.contains("or ask for \"usor\"") != isLarge)
  }
}
