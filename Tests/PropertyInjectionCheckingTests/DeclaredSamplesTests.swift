import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Types that are declared with a sample: `registry.declare { Board() }`.
@Suite struct DeclaredSamplesTests {
  private final class Board {
    @Injected var clock: (any Clock)?
    @Injected("watch") var watch: (any Clock)?
  }

  @Test func aSampleMakesEachMarkCertain() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("clok", instance: StoppedClock())
      registry.register("watch", instance: StoppedClock())
      registry.declare { Board() }
    }
    let report = injector.validate()
    #expect(report.errors.map(\.name) == ["clock"])
    #expect(throws: ValidationReport.self) { try report.requireNoErrors() }
    #expect(injector.explain(Board.self).properties.map(\.outcome) == [.staysNil, .filled])
    #expect(injector.graph().dot.contains("watch: any Clock"))
  }

  @Test func withoutASampleAMissingNameIsAWarning() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("nubmer", instance: 7)
      registry.declare(Wall.self)
    }
    let report = injector.validate()
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(throws: Never.self) { try report.requireNoErrors() }
    #expect(throws: ValidationReport.self) { try report.requireClean() }
    #expect(report.description.contains("registry.declare { Wall(...) }"))
  }

  private final class Wall { @Injected var number: Int? }

  @Test func onlyChecksRunASample() {
    let made = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare {
        made.increment()
        return Wall()
      }
      registry.register("number", instance: 7)
    }
    injector.injectDependencies(to: Wall())
    _ = injector.overriding { _ in }
    #expect(made.count == 0)
    #expect(injector.validate().findings.isEmpty && made.count == 1)
  }

  private struct Clerk {
    @Required var number: Int

    init() { PropertyInjector.injectDependencies(to: &self) }
  }

  /// Its initializer may use what it gets.
  @Test func aCheckFillsASampleThatInjectsItselfAndKeepsNothing() {
    let made = Counter()
    PropertyInjector.shared.withOverrides { registry in
      registry.register("number", in: .singleton) {
        made.increment()
        return made.count
      }
      registry.declare { Clerk() }
    } operation: {
      #expect(PropertyInjector.validate().findings.allSatisfy { $0.issue.name != "number" })
      #expect(PropertyInjector.graph().dot.contains("number: Int"))
      #expect(PropertyInjector.explain(Clerk.self).properties.map(\.outcome) == [.filled])
      #expect(PropertyInjector.rehearse().findings.allSatisfy { $0.issue.name != "number" })
      #expect(made.count == 4 && Clerk().number == 5 && Clerk().number == 5)
    }
  }

  private struct Guard {
    @Required var number: Int

    init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }
  }

  @Test func anInjectorOfItsOwnChecksSamplesThatInjectThemselves() {
    func injector(_ key: InjectionKey<Int>) -> PropertyInjector {
      PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.register(key, instance: 7)
        registry.register("clerk") { Clerk().number }
        registry.declare { Clerk() }
        registry.declare { try? Guard() }
      }
    }
    PropertyInjector.shared.withOverrides {
      $0.register("number", instance: 8)
    } operation: {
      #expect(injector("number").validate().findings.map(\.issue.kindName) == [.unusedBinding])
      #expect(injector("number").rehearse().findings.isEmpty)
      #expect(Set(injector("nubmer").validate().errors.map(\.name)) == ["number"])
    }
  }

  @Test func aDerivedInjectorAndAModuleBringTheirSamples() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.install(Self.walls) }
    let derived = injector.overriding { $0.register("number", instance: 7) }
    #expect(injector.validate().errors.count == 1)
    #expect(derived.validate().findings.isEmpty)
    #expect(injector.overriding { $0.uninstall(Self.walls) }.validate().findings.isEmpty)
  }

  static let walls = InjectionModule("Walls") { registry in registry.declare { Wall() } }

  @MainActor private final class Screen {
    @Injected var number: Int?

    nonisolated init() {}

    nonisolated static func injectedNowhere(by injector: PropertyInjector) async -> [String] {
      injector.injectDependencies(to: Screen(), isolation: nil).injected
    }
  }

  @Test @MainActor func theSampleOfAnActorIsMadeThere() async {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { registry in
        registry.declare(fileID: "App/Setup.swift", line: 1) { Screen() }
        registry.register("nubmer", instance: 7)
      }
    }
    #expect(injector.validate().errors.map(\.name) == ["number"])
    let elsewhere = await Task.detached { injector.validate() }.value
    expectGoldenFindings(
      .leftOut, in: elsewhere.findings.filter { $0.issue.kindName != .unverified })
  }

  // MARK: Samples that throw

  private final class Ferry {
    @Required var name: String
    @Required("deck") var number: Int
    init() throws { try PropertyInjector.injectDependencies(to: self).requireComplete() }
  }
  private struct NoPort: Error { let name: String }

  @Test func aSampleThatLacksAValueSaysWhichOne() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("name", instance: "Ada")
      registry.register("dock", instance: 7)
      registry.declare(fileID: "App/Setup.swift", line: 1) { try Ferry() }
      registry.declare(fileID: "App/Setup.swift", line: 2) { () throws -> Page in
        throw NoPort(name: "north")
      }
      registry.declare(fileID: "App/Setup.swift", line: 3) { try? Ferry() }
    }
    let report = injector.validate()
    #expect(throws: ValidationReport.self) { try report.requireClean() }
    let found = report.findings.filter { $0.issue.kindName == .leftOut }
    expectGoldenFindings(.leftOut, .leftOut, .leftOut, in: found)
  }

  private final class Pane {
    @Required var port: Port
    var guest: Guest!
  }
  private final class Port: Sendable {}
  private final class Guest: Sendable {}

  @Test func aSampleDoesNotHideAForgottenMark() {
    func warnings(_ declare: (inout Registry) -> Void) -> [KindName] {
      let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.register(instance: Port())
        registry.register(instance: Guest())
        declare(&registry)
      }
      return injector.validate().findings.filter { $0.severity >= .warning }.map(\.issue.kindName)
    }
    #expect(warnings { $0.declare { Pane() } } == [.undeclaredProperty])
    // The program sets it.
    let isSet = warnings {
      $0.declare {
        let pane = Pane()
        pane.guest = Guest()
        return pane
      }
    }
    #expect(isSet == [])
    // An injection reports what its name leads to.
    let isNamed = warnings { registry in
      registry.register("guest", instance: Guest())
      registry.declare {
        let pane = Pane()
        pane.guest = Guest()
        return pane
      }
    }
    #expect(isNamed == [.undeclaredProperty])
    // The type says itself what is filled.
    #expect(warnings { $0.declare(Pane.self) } == [])
  }

  private protocol Plugin: Sendable {}
  private struct Zoom: Plugin {}
  private final class Toolbar {
    @Required var port: Port
    var plugins: [any Plugin]?
    var names: [String]?
  }

  @Test(arguments: [false, true]) func aListWithoutAMarkIsAWarning(hasSample: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: Port())
      registry.register("plugin", instance: Zoom())
      if hasSample { registry.declare { Toolbar() } } else { registry.declareTypes() }
    }
    let found = injector.validate().findings.filter { $0.issue.ownerText.hasSuffix("Toolbar") }
    #expect(found.map(\.issue.kindName) == [.undeclaredProperty])
    #expect(found.map(\.issue.name) == ["plugins"] && found.map(\.severity) == [.warning])
    injector.injectDependencies(to: Toolbar())
    #expect(log.texts == [])
  }

  // MARK: Samples of other kinds

  private final class Page {
    @Injected var number: Int?
    init?(_ name: String) { if name.isEmpty { return nil } }
  }

  @Test(arguments: ["", "news"])
  func aFailableInitializerGivesASample(_ name: String) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("nubmer", instance: 7)
      registry.declare(fileID: "App/Setup.swift", line: 1) { Page(name) }
    }
    let report = injector.validate()
    if name.isEmpty {
      expectGoldenFindings(.leftOut, in: report.findings.filter { $0.issue.kindName == .leftOut })
      #expect(throws: ValidationReport.self) { try report.requireClean() }
      #expect(injector.rehearse().findings.map(\.severity) == [.warning])
    } else {
      #expect(report.errors.map(\.ownerText) == ["Page"])
      #expect(injector.rehearse().errors.map(\.kindName) == [.unknownName])
      #expect(injector.explain(Page.self).properties.map(\.outcome) == [.staysNil])
    }
    injector.injectDependencies(to: Blank())
    #expect(log.kinds == [.nothingDeclared])
  }

  private final class Blank {}

  @Test @MainActor func aFailableSampleOfAnActorBelongsToIt() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.declare { Optional(Screen()) }
        registry.register("number", instance: 7)
      }
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.injectDependencies(to: Screen()).injected == ["number"])
    let elsewhere = await Screen.injectedNowhere(by: injector)
    #expect(elsewhere == [] && log.kinds == [.wrongActor])
  }

  private actor Tally { @Injected("total") var number: Int? }

  @Test func theMarksOfAnActorsSampleAreKnown() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number", instance: 7)
      registry.declare { Tally() }
    }
    #expect(injector.validate().errors.map(\.kindName) == [.unknownName])
    let found = injector.rehearse().findings
    #expect(found.map(\.severity) == [.unverified] && found[0].issue.kindName == .leftOut)
    #expect(found[0].description.contains("an actor, which injects itself"))
  }

  private class Base { @Injected("watch") var number: Int? }
  private final class First: Base {}
  private final class Second: Base {}

  @Test func whatASubclassTellsOfASuperclassIsNotLost() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number", instance: 7)
      registry.declare(First.self)
      registry.declare { Second() }
    }
    #expect(injector.validate().errors.map(\.kindName) == [.unknownName])
  }

  /// The code of a sample may end the process because of the nil: then nothing else would tell.
  @Test func whatASampleLooksUpInVainIsToldAtOnce() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare {
        let wall = Wall()
        PropertyInjector.injectDependencies(to: wall)
        #expect(log.issues.isEmpty)
        wall.number = PropertyInjector.shared.instance(for: "size")
        #expect(log.issues.map(\.name) == ["size"])
        return wall
      }
    }
    _ = injector.validate()
    #expect(log.issues.count == 1)
  }

  private struct Settings {
    @Injected var timeout: Double? = 30
    @Injected(lazy: true) var name: String?
    var number: Int? = 1
  }

  @Test func aPropertyThatIsSetFromTheStartIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("timeout", instance: 10.0)
      registry.register("name", instance: "news")
      registry.register("number", instance: 2)
      registry.declare("number", \Settings.number, fileID: "App/Setup.swift", line: 1)
      registry.declare { Settings() }
    }
    let found = injector.validate().findings
    expectGoldenFindings(.setFromTheStart, .setFromTheStart, in: found)
    var settings = Settings()
    injector.injectDependencies(to: &settings)
    #expect(settings.timeout == 30)
  }
}
