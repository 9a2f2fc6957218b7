import Harbor
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import TestSupport
import Testing
import WithoutMetadata
import WithoutNames

/// Checks of types that no configuration declares.
@Suite struct FoundTypesTests {
  /// The harbor as its program configures it.
  private func harbor(_ configure: (inout Registry) -> Void = { _ in }) -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.install(harborModule)
      registry.declare { NorthBerth() }
      registry.declareTypes(except: previewType, fileID: "Harbor/Harbor.swift")
      configure(&registry)
    }
  }

  private let previewType = harborTypes.first { "\($0)" == "Preview" } ?? Never.self
  private final class NorthBerth { @Injected("tide") var water: Tide? }

  private func findings(_ injector: PropertyInjector) -> [ValidationReport.Finding] {
    injector.validate().findings
  }

  @Test func theTypesOfAModuleAreFoundWithoutADeclaration() {
    let rows = harbor().graph().mermaid.split(separator: "\n")
      .filter { $0.contains("subgraph t") }
      .map { $0.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" } }
    let names = "Cabin Crane Dock FerryBerth Local NorthDock Office Page Pilot"
    for name in names.split(separator: " ") {
      #expect(rows.contains { $0.hasSuffix(name) }, "\(name) in \(rows)")
    }
  }

  @Test func aCleanReportSaysWhatItProvesAndWhatItHasNotSeen() {
    // The mark of a pilot asks for a key of its own, which another mark of no type tells.
    let text = harbor { $0.register("water", instance: Tide()) }.validate().description
    #expect(
      text.hasPrefix(
        "12 types of Harbor and PropertyInjectionCheckingTests, 6 bindings: nothing is missing. "
          + "Not looked at: 1 generic type (Queue); 1 type that is left out (Preview); "))
    // Other Swift modules of this process have types with marks, too.
    let others = text.split(separator: "declareTypes").last.map(String.init) ?? ""
    #expect(others.contains("Cookbook") && !others.contains("Tests"))
  }

  @Test func aModuleThatIsNotInstalledIsOmitted() throws {
    let whole = harbor().validate()
    let without = PropertyInjector(reportingTo: IssueLog()) { _ in }.validate()
    #expect(whole.omittedModules.contains("Cookbook") && !whole.omittedModules.contains("Harbor"))
    #expect(without.omittedModules == (whole.omittedModules + ["Harbor"]).sorted())
    // A process of tests has the modules of several programs in it.
    try without.requireClean()
  }

  @Test func aListOfTextsIsNotTakenToAskForEachText() throws {
    final class Stand { @Required var bells: [String] }
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("path", instance: "book.txt")
      registry.declare(Stand.self)
    }
    #expect(injector.validate().findings.first?.issue.name == "bells")
    #expect(throws: ValidationReport.self) { try injector.validate().requireClean() }
    let plugins = injector.overriding { $0.register("bells", instance: ["tenor"]) }
    #expect(throws: Never.self) { try plugins.validate().requireClean() }
  }

  @Test func aMarkThatMayHaveAKeyOfItsOwnIsAWarning() {
    let found = findings(harbor()).filter { $0.severity > .note }
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.description.hasPrefix("warning: Pilot.water may stay nil:") == true)
    #expect(found.first?.description.contains("registry.declare { Pilot(...) }") == true)
  }

  @Test func theSampleOfASubclassTellsTheMarksOfItsSuperclass() {
    for report in [harbor().validate(), harbor().rehearse()] {
      #expect(!report.findings.contains { $0.issue.ownerText.hasSuffix("Jetty") }, "\(report)")
    }
  }

  @Test func eachBindingThatIsTakenAwayIsMissed() {
    let whole = harbor { $0.register("water", instance: Tide()) }
    #expect(throws: Never.self) { try whole.validate().requireClean() }
    let bindings = whole.registry.bindings.registered
    #expect(bindings.count == 6)
    for binding in bindings {
      let part = whole.overriding { $0.remove(binding) }
      for report in [part.validate(), part.rehearse()] {
        #expect(throws: ValidationReport.self, "\(binding.key)") { try report.requireClean() }
      }
    }
  }

  @Test func aTypeThatIsLeftOutIsCheckedWhereItIsDeclared() {
    let injector = harbor { $0.remove(.type(Winch.self)) }
    let hasPreview = { (report: ValidationReport) in
      report.findings.contains { $0.issue.ownerText == "Preview" }
    }
    #expect(hasPreview(injector.validate(including: previewType)))
    #expect(!hasPreview(injector.validate()))
  }

  @Test func theTypesOfTestsAreNotLookedFor() {
    let module = InjectionModule("Tests") { $0.register(.type(Winch.self), instance: Winch()) }
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.install(module) }
    #expect(injector.validate().findings.map(\.severity) == [.note])
    let text = injector.validate().description
    #expect(text.contains("0 types, 1 binding: nothing is missing.") && text.contains("Harbor"))
  }

  @Test func aPropertyThatTheProgramSetsNeedsASampleThatHasItsValue() {
    final class Handler { @Injected var user: Winch? }
    let make: @Sendable () -> Handler = {
      let handler = Handler()
      handler.user = Winch()
      return handler
    }
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.declare(sample: make) }
    #expect(injector.validate().findings.isEmpty)
    let other = injector.overriding { $0.declare { Handler() } }
    #expect(other.validate().errors.map(\.name) == ["user"])
  }

  @Test func aModuleWithoutReflectionMetadataIsNamed() {
    _ = WithoutMetadata.Report.self
    _ = WithoutNames.Report.self
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declareTypes(fileID: "WithoutMetadata/Owner.swift")
      registry.declareTypes(fileID: "WithoutNames/Owner.swift")
    }
    let text = injector.validate().description
    for module in ["WithoutMetadata", "WithoutNames"] {
      #expect(text.contains("the types of \(module), which is built without reflection metadata"))
    }
  }

  private final class Stand { @Injected var ticket: Ticket? }
  private struct Ticket { let number: Int }

  @Test func aMarkWhoseOwnNameIsBoundToWhatItCannotHaveIsAWarning() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare(Stand.self)
      registry.register { (_: PropertyInjector, number: Int) in Ticket(number: number) }
    }
    let found = findings(injector).filter { $0.severity > .note }
    #expect(found.map(\.severity) == [.warning] && found[0].issue.kindName == .wrongArguments)
    let known = injector.overriding { $0.declare { Stand() } }
    #expect(findings(known).map(\.severity) == [.error])
  }

  private class Keeper { @Injected("tide") final var water: Tide? }
  private final class NightKeeper: Keeper {}
  private final class DayKeeper: Keeper {}

  @Test func aSampleTellsTheMarksThatItInheritsForAllSubclasses() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("tide", instance: Tide())
      registry.declare(Keeper.self)
      registry.declare(NightKeeper.self)
      registry.declare { DayKeeper() }
    }
    #expect(injector.validate().findings.isEmpty)
    let part = injector.overriding { $0.remove(allNamed: "tide") }
    #expect(part.validate().findings.map(\.severity) == [.error])
  }

  @Test func aSampleCountsByTheTypeOfItsObject() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("tide", instance: Tide())
      registry.declare { NorthBerth() as AnyObject }
    }
    #expect(injector.validate().findings.isEmpty)
    let part = injector.overriding { $0.remove(allNamed: "tide") }
    #expect(part.validate().errors.map(\.ownerText) == ["NorthBerth"])
  }

  /// Registers some of the values, under their names or without, and some that do not fit.
  private func registerSome(_ registry: inout Registry, _ random: inout SeededRandom) {
    func register<Value: Sendable>(_ name: String, _ value: Value) {
      switch random.below(6) {
      case 0, 1: registry.register(instance: value)
      case 2: registry.register(.named(name), instance: value)
      case 3: registry.register(.named(name)) { value }
      case 4: registry.register(.named(name), instance: 7)
      default: break
      }
    }
    register("winch", Winch())
    register("radio", HarborRadio() as any Harbor.Radio)
    register("log", Log())
    register("tide", Tide())
    if random.below(2) == 0 { registry.useSettings(in: PlainStore()) }
  }

  @Test func whatChecksSayOfFoundTypesIsWhatInjectionsDo() {
    for seed in Effort.sample(Array(0..<5_000), oneOf: 50, for: "found types") {
      var random = SeededRandom(seed: UInt64(seed))
      let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.declareTypes(except: previewType, fileID: "Harbor/Harbor.swift")
        declarePilot(&registry)
        registerSome(&registry, &random)
      }
      let report = injector.validate()
      let lacking = injectHarbor(with: injector)
      let isClean = report.findings.allSatisfy { $0.severity == .note }
      #expect(!isClean || lacking.isEmpty, "\(seed): \(lacking)\n\(report)")
      let told = report.findings.filter { $0.severity > .unverified && $0.issue.name != nil }
      let names = Set(told.map { "\($0.issue.ownerText).\($0.issue.name ?? "")" })
      for name in lacking { #expect(names.contains(name), "\(seed): \(name)\n\(report)") }
      for issue in report.errors where issue.ownerType != nil {
        let name = "\(issue.ownerText).\(issue.name ?? "")"
        // The other types have the same properties.
        let isOfOther = ["NorthDock", "Local"].contains(issue.ownerText)
        #expect(isOfOther || lacking.contains(name), "\(seed): \(name)\n\(report)")
      }
    }
  }

  private final class Fleet {
    @Required var winches: [Winch]
  }

  @Test func aListForWhoseElementsNothingIsRegisteredIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.declare(Fleet.self) }
    let found = findings(injector)
    #expect(found.map(\.severity) == [.error])
    let remedy = "register what fits its elements, Winch, or a value of type Array<Winch>."
    #expect(found.first?.description.contains(remedy) == true, "\(found)")
    let full = injector.overriding { $0.register("first", instance: Winch()) }
    #expect(findings(full).isEmpty)
  }

  // MARK: Keys that code looks up

  @Test func aKeyThatCodeLooksUpIsChecked() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("log", instance: Log())
      registry.declare(asks: .named("log", Log.self))
      registry.declare(asks: .type(Winch.self), fileID: "App/Routes.swift", line: 7)
    }
    let findings = findings(injector)
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.issue.injectionLocation?.line == 7)
    let list = PropertyInjector(reportingTo: IssueLog()) {
      $0.declare(asks: .type([any Harbor.Radio].self))
    }
    #expect(list.validate().errors.map(\.kindName) == [.unknownType])
    let whole = injector.overriding { $0.register(instance: Winch()) }
    #expect(whole.validate().findings.isEmpty)
    #expect(throws: ValidationReport.self) { try injector.rehearse().requireClean() }
  }

  private final class Crane: Sendable { init(winch: Winch) {} }

  @Test func whatALookedUpValueLacksIsToldOnce() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.initializer(Crane.init(winch:)))
      registry.declare(asks: .type(Crane.self))
    }
    #expect(injector.validate().errors.map(\.kindName) == [.unresolvedArgument])
  }

  private struct Token: Sendable { let zone: Int }

  @Test func whatIsLookedUpWithArgumentsIsThere() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.type(Token.self), .initializer(Token.init, .dynamic))
      registry.declare(asks: .type(Token.self))
    }
    let report = injector.validate()
    #expect(report.findings.isEmpty, "\(report)")
    #expect(injector.rehearse().findings.map(\.severity) == [.note])
    let other = injector.overriding { $0.remove(.type(Token.self)) }
    #expect(other.validate().errors.map(\.kindName) == [.unknownType])
  }

  // MARK: Optional properties

  private final class Board {
    @Injected(optional: true) var weather: Tide?
    @Injected(optional: true) var station: Winch?
    @Injected(optional: true) var title: String?
  }

  @Test(arguments: ["weater", "other", "none"])
  func anOptionalPropertyBesideABindingThatMayBeMeantIsAWarning(_ name: String) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare { Board() }
      registry.register("headline", instance: "news")
      if name != "none" { registry.register(.named(name), instance: Tide()) }
    }
    let warnings = findings(injector).filter { $0.severity == .warning }
    #expect(warnings.map(\.issue.name) == (name == "none" ? [] : ["weather"]))
    let text = warnings.first?.description
    #expect(text?.contains("near           \"\(name)\": Tide") ?? (name == "none"))
  }
}
