import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What `validate` finds, in its own words, to the letter.
@Suite struct ValidationTests {
  private final class Rack { @Injected var services: [Service]? }

  /// Without an object of the type nothing tells what a mark asks for.
  @Test func aMarkedCollectionOfAnUnknownObjectIsNoError() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service", instance: Service())
    }
    #expect(injector.validate(including: Rack.self).findings.allSatisfy { $0.severity < .error })
    #expect(injector.validate(including: Rack()).findings.isEmpty)
  }

  @Test func aBindingNearTheNameOfAnArgumentIsShown() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service", instance: Service())
      registry.register("number", .initializer({ (_: Service) in 1 }, .key("servise")))
    }
    let findings = injector.validate().findings.filter { $0.severity == .error }
    #expect(findings.map(\.issue.kindName) == [.unresolvedArgument])
    #expect(findings.first?.issue.related.map(\.name) == ["service"])
  }

  @Test func anArgumentThatIsBoundToNilIsAMistakeUnlessItIsOptional() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.registerNil(.named("service", Service.self))
      registry.register("one", .initializer({ (_: Service) in 1 }, .key("service")))
      registry.register("two", .initializer({ (_: Service?) in 2 }, .key("service")))
    }
    let findings = injector.validate().findings.filter { $0.severity > .note }
    #expect(findings.map(\.issue.kindName) == [.unresolvedArgument])
    #expect(findings.map(\.issue.name) == ["one"])
  }

  @Test func aMisspeltNameIsFound() {
    expectGoldenFindings(.unknownName) { registry in
      registry.register("clok", instance: StoppedClock(), fileID: setup, line: 1)
      registry.declare("clock", \Board.clock, fileID: setup, line: 2)
    }
  }

  @Test func aWrongTypeIsFound() {
    expectGoldenFindings(.noFittingType) { registry in
      registry.register("store", instance: "a text", fileID: setup, line: 1)
      registry.declare("store", \Board.store, fileID: setup, line: 2)
    }
  }

  @Test func aMissingBindingIsFound() {
    expectGoldenFindings(.unknownName) { $0.declare("title", \Board.title, fileID: setup, line: 1) }
  }

  @Test func aMissingDeclarationIsFound() {
    expectGoldenFindings(.undeclaredProperty, .unusedBinding) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.register("title", instance: "news", fileID: setup, line: 2)
      registry.register("clock", instance: StoppedClock())
      registry.declare("clock", \Board.clock)
      registry.declare("title", \Board.title, from: "headline", optional: true)
    }
  }

  private final class Bench {
    @Injected var store: Store?
    weak var service: Service?
    var title: String?
  }
  private struct Drawer { var service: Service? }

  @Test func aMarkThatIsForgottenBesideOthersIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(instance: Store())
      registry.register(instance: Service())
      registry.register(instance: "news")
      registry.register("bench") { Bench() }
      registry.register("drawer") { Drawer() }
    }
    let findings = injector.validate().findings.filter { $0.severity == .warning }
    #expect(findings.map(\.issue.kindName) == [.undeclaredProperty])
    #expect(findings.map(\.issue.propertyText) == ["Bench.service"], "\(findings)")
    let declared = injector.overriding { $0.declare(Bench.self) }
    #expect(declared.validate().findings.allSatisfy { $0.severity < .warning })
    #expect(throws: Never.self) { try declared.validate().requireClean() }
    let log = IssueLog()
    injector.overriding { $0.issueHandler = log.append }.injectDependencies(to: Bench())
    #expect(log.texts == [])
  }

  @Test func anAliasToNothingIsFound() {
    expectGoldenFindings(.deadEnd) { registry in
      registry.alias(
        .named("store", Store.self), to: .named("archive", Store.self), fileID: setup, line: 1)
    }
  }

  @Test func anAliasToItselfIsFoundBeforeAnythingAsksForIt() {
    let findings = findings { registry in
      registry.alias(.named("a", Store.self), to: .named("b", Store.self), fileID: setup, line: 1)
      registry.alias(.named("b", Store.self), to: .named("a", Store.self), fileID: setup, line: 2)
    }
    #expect(findings.map(\.issue.kindName) == [.aliasCycle])
    #expect(findings.first?.severity == .error)
    #expect(
      findings.first?.issue.chain == [
        "\"a\": Store", "\"b\": Store", "\"a\": Store",
      ])
  }

  @Test func aCycleThatIsCertainIsFound() {
    expectGoldenFindings(.cycle) { registry in
      registry.register(
        "egg", .initializer(Egg.init(hen:), .byType), fileID: setup, line: 1)
      registry.register(
        "hen", .initializer(Hen.init(egg:), .byType), fileID: setup, line: 2)
    }
  }

  @Test func twoBindingsOfANameThatFitAreFound() {
    expectGoldenFindings(.ambiguousName) { registry in
      registry.register("clock", instance: StoppedClock(), fileID: setup, line: 1)
      registry.register("clock", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare("clock", \Board.clock)
    }
  }

  @Test func anAmbiguousTypeIsFound() {
    expectGoldenFindings(.ambiguousType, isWithoutNotes: true) { registry in
      registry.register("a", instance: StoppedClock(), fileID: setup, line: 1)
      registry.register("b", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare("clock", \Board.clock, from: .byType, fileID: setup, line: 3)
    }
  }

  @Test func bindingsThatAreRegisteredTwiceAreFound() {
    expectGoldenFindings(.duplicateBinding, isWithoutNotes: true) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.register("store", instance: Store(), fileID: setup, line: 2)
    }
  }

  @Test func aBindingThatIsIgnoredIsAnError() {
    let findings = findings { $0.register("", instance: 1, fileID: setup, line: 1) }
    #expect(findings.map(\.severity) == [.error] && findings.map(\.issue.kindName) == [.emptyName])
  }

  @Test func aPropertyThatASubclassHidesIsFound() {
    expectGoldenFindings(.shadowedProperty) { registry in
      registry.register("log", instance: "news")
      Base.declare(in: &registry, fileID: setup, line: 1)
      Derived.declareOwn(in: &registry, fileID: setup, line: 2)
    }
  }

  class Desk { @Injected var lamp: Service? }
  final class SmallDesk: Desk { @Injected var drawer: Service? }
  final class LargeDesk: Desk { @Injected var shelf: Service? }

  @Test func marksOfASuperclassAreCheckedOnceWithItsSubclasses() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare(SmallDesk.self)
      registry.declare(LargeDesk.self)
    }
    let names = injector.validate().findings.filter { $0.severity > .note }.map(\.issue.name)
    #expect(names.compactMap(\.self).sorted() == ["drawer", "lamp", "shelf"])
  }

  @Test func aPropertyThatASubclassDeclaresAnewIsNoFinding() {
    expectNoFindings { registry in
      registry.register("store", instance: Store())
      registry.declare("store", \Board.store)
      registry.declare("store", \DerivedBoard.store)
    }
  }

  @Test func aMissingArgumentIsFound() {
    expectGoldenFindings(.unresolvedArgument, isWithoutNotes: true) { registry in
      registry.register(
        .type(Engine.self), .initializer(Engine.init(fuel:)), fileID: setup, line: 1)
    }
  }

  @Test func aMissingOptionalArgumentIsAWarning() {
    expectGoldenFindings(.unresolvedArgument, isWithoutNotes: true) { registry in
      registry.register(
        .type(Car.self), .initializer(Car.init(engine:), .key("engine")), fileID: setup,
        line: 1)
    }
  }

  @Test func anArgumentOfATypeThatSaysHowItIsMadeIsFound() {
    let findings = findings { registry in
      registry.register("garage", .initializer(Garage.init(lamp:), .byType))
      registry.declare("garage", \Board.garage)
    }
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(
      Set(findings.map { TypeNames.of($0.issue.valueType) }) == ["Lamp", "Garage"])
  }

  @Test func aPropertyWhoseBindingCannotBeMadeIsFound() {
    expectGoldenFindings(.unresolvedArgument, .unresolvedArgument) { registry in
      registry.register("engine", .initializer(Engine.init(fuel:)), fileID: setup, line: 1)
      registry.declare("engine", \Board.engine, fileID: setup, line: 2)
    }
  }

  @Test func aPropertyThatAsksWithoutTheArgumentsIsFound() {
    expectGoldenFindings(.wrongArguments) { registry in
      registry.register(
        "engine", .initializer(Engine.init(fuel:), .dynamic), fileID: setup, line: 1)
      registry.declare("engine", \Board.engine, fileID: setup, line: 2)
    }
  }

  @Test func aKeptValueThatOutlivesItsArgumentIsFound() {
    expectGoldenFindings(.shorterScope, isWithoutNotes: true) { registry in
      registry.register("fuel", in: .cached, fileID: setup, line: 1) { Fuel() }
      registry.register(
        "engine", in: .singleton, .initializer(Engine.init(fuel:)), fileID: setup, line: 2)
    }
  }

  @Test(arguments: [true, false])
  func anObjectWithoutAScopeThatSeveralAskForIsNoted(saysSo: Bool) {
    func configure(_ registry: inout Registry) {
      if saysSo {
        registry.register("pump", in: .unique) { Pump() }
      } else {
        registry.register("pump", fileID: setup, line: 1) { Pump() }
      }
      registry.declare("pump", \Mill.pump, fileID: setup, line: 2)
      registry.declare("spare", \Mill.spare, from: "pump", fileID: setup, line: 3)
    }
    if saysSo {
      #expect(PropertyInjector { configure(&$0) }.validate().findings.isEmpty)
    } else {
      expectGoldenFindings(.madeForEach) { configure(&$0) }
    }
  }

  @MainActor @Test(arguments: [true, false])
  func anObjectOfAnActorIsNotedAsWell(saysSo: Bool) {
    let module = MainActorModule("Mill") { registry in
      if saysSo {
        registry.register(in: .unique) { Pump() }
      } else {
        registry.register { Pump() }
      }
      registry.declare("pump", \Mill.pump)
      registry.declare("spare", \Mill.spare)
    }
    let findings = PropertyInjector(module).validate().findings
    #expect(findings.map(\.issue.kindName) == (saysSo ? [] : [.madeForEach]))
  }

  private final class Pump: Sendable { let turns = 1 }
  private final class Mill {
    var pump: Pump?
    var spare: Pump?
  }

  @Test func aLazyVarIsFound() {
    expectGoldenFindings(.lazyProperty) { registry in
      registry.register("late", instance: Store(), fileID: setup, line: 1)
      registry.declare("late", \Board.late, fileID: setup, line: 2)
    }
  }

  @Test func accessorsForAPropertyThatIsNotMarkedAreFound() {
    expectGoldenFindings(.accessorWithoutMark) { registry in
      registry.intercept(
        InjectionKey<String>("title"), fileID: setup, line: 1, get: { _ in "news" })
      registry.declare("title", \Board.title, fileID: setup, line: 2)
    }
  }

  private final class Hall { var clock: (any Clock)? }

  @Test func aFactoryOfATypeThatConformsToTheProtocolIsFine() {
    let injector = PropertyInjector { registry in
      registry.register("clock") { StoppedClock(now: 3) }
      registry.declare("clock", \Hall.clock)
    }
    #expect(injector.validate().findings.map(\.issue.kindName) == [])
  }

  private final class Radio { @Injected var volume: Int? }

  @Test func accessorsForAPropertyThatIsMarkedAndDeclaredAreNotPutThere() {
    let injector = PropertyInjector { registry in
      registry.intercept(.named("volume", Int.self), get: { _ in 11 })
      registry.declare("volume", \Radio.volume)
    }
    #expect(injector.validate().findings.map(\.issue.kindName) == [.accessorWithoutMark])
  }

  @Test func aKeyPathOfAStructThatLeadsElsewhereIsFound() {
    expectGoldenFindings(.misdirectedKeyPath) { registry in
      for name in ["title", "lead", "note", "number", "observed", "computed"] {
        registry.register(.named(name), instance: name)
      }
      registry.declare("title", \Masthead.subtitle, fileID: setup, line: 1)
      // Nothing is stored under these names in a property of that type.
      registry.declare("lead", \Masthead.subtitle)
      registry.declare("note", \Masthead.byline.note)
      registry.declare("number", \Masthead.text)
      // These key paths do not tell, and lead where they say.
      registry.declare("observed", \Masthead.observed)
      registry.declare("computed", \Masthead.computed)
    }
  }

  @Test func aBindingThatNothingAsksForIsANote() {
    expectGoldenFindings(.unusedBinding) {
      $0.register("spare", instance: 1, fileID: setup, line: 1)
    }
  }

  private final class Ledger: Sendable { init(folder: String) {} }

  @Test func aFakeNeedsNotWhatItsBindingLacks() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(
        "ledger", in: .singleton, .initializer(Ledger.init, .key("ledger.folder")))
    }
    let error = try #require(injector.validate().errors.first)
    #expect(error.description.contains(#"register a value of type String under "ledger.folder"."#))
    injector.withOverrides {
      $0.register("ledger", instance: Ledger(folder: ""))
    } operation: {
      #expect(injector.validate().errors.isEmpty)
    }
  }

  @Test func anAliasThatAnotherOneLeadsToIsUsed() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("archive", instance: Store())
      registry.alias(.named("second", Store.self), to: .named("archive", Store.self))
      registry.alias(.named("first", Store.self), to: .named("second", Store.self))
    }
    let findings = injector.validate().findings
    #expect(findings.count == 1 && findings[0].issue.kindName == .unusedBinding)
    let text = try #require(findings.first).description
    #expect(text.contains("\"first\"") && !text.contains("\"second\""))
  }

  @Test func bindingsThatEagerSingletonsAndAliasesUseAreUsed() {
    expectNoFindings { registry in
      registry.register("eager", in: .singleton(eager: true)) { Store() }
      registry.register("archive", instance: Store())
      registry.alias(.named("store", Store.self), to: .named("archive", Store.self))
      registry.declare("store", \Board.store)
    }
  }

  @Test func aPropertyThatMayStayNilIsNoFinding() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("title", \Board.title, optional: true)
    }
    #expect(injector.validate().findings.isEmpty)
    let result = injector.injectDependencies(to: Board())
    #expect(result.unfilled.map(\.reasonName) == [.unknownName] && log.issues.isEmpty)
  }

  @Test func anOverrideThatServesNothingIsFound() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.declare("store", \Board.store)
    }
    let derived = parent.overriding { $0.register("store", instance: 3.5, fileID: setup, line: 2) }
    expectGoldenFindings(.overrideDoesNotFit, .unusedOverride, in: derived.validate().findings)
    #expect(
      parent.overriding { $0.register("store", instance: Store()) }.validate().findings.isEmpty)
  }

  @Test func anOverrideThatHidesAMisspeltNameIsFound() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("stroe", instance: Store(), fileID: setup, line: 1)
      registry.declare("store", \Board.store)
    }
    parent.withOverrides {
      $0.register("store", instance: Store(), fileID: setup, line: 2)
    } operation: {
      expectGoldenFindings(.hidesSlip, in: parent.validate().findings)
      parent.withOverrides {
        $0.register("store", instance: Store())
      } operation: {
        let kinds = parent.validate().findings.map(\.issue.kindName)
        #expect(kinds == [.hidesSlip], "the one that is used")
      }
      parent.withOverrides {
        $0.register("title", instance: "title")
      } operation: {
        #expect(parent.validate().findings.map(\.issue.kindName).contains(.hidesSlip))
      }
    }
  }

  private final class Shelf { @Injected var stores: [Store]? }
  private final class Corner { @Injected(optional: true) var stores: [Store]? }

  @Test func aModuleThatIsMadeTwiceIsNoted() {
    func numbers(_ number: Int) -> InjectionModule {
      InjectionModule("Numbers", fileID: setup, line: 1) { registry in
        registry.register("number", instance: number)
      }
    }
    let injector = PropertyInjector { registry in
      registry.install(numbers(1))
      registry.install(numbers(2))
      registry.declare("number", \Player.number)
    }
    expectGoldenFindings(.moduleLeftOut, in: injector.validate().findings)
  }

  @Test func aListThatNothingIsForIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare(fileID: setup, line: 1) { Shelf() }
      registry.declare { Corner() }
    }
    expectGoldenFindings(.unknownName, in: injector.validate().findings)
    let full = injector.overriding { $0.register("store", instance: Store()) }
    #expect(full.validate().findings.isEmpty)
  }

  @Test func aListOfTheProgramsOwnTakesThePlaceOfAllValues() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare { Shelf() }
      registry.register("store", instance: Store())
      registry.register(instance: [Store()])
    }
    #expect(injector.validate().findings.map(\.issue.kindName) == [.unusedBinding])
    _ = injector.injected(Shelf())
    #expect(log.texts == [])
  }

  @Test func whatAnInheritedKeptValueNeedsIsLookedUpWhereItWasRegistered() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("engine", in: .singleton, .initializer(Engine.init(fuel:)))
      registry.declare("engine", \Board.engine)
    }
    let derived = parent.overriding { $0.register("fuel", instance: Fuel()) }
    #expect(
      derived.validate().errors.map(\.kindName) == [.unresolvedArgument, .unresolvedArgument])
    #expect(derived.injectDependencies(to: Board()).injected.isEmpty)
  }
}

extension ValidationTests {
  var setup: StaticString { "App/Setup.swift" }

  func expectNoFindings(
    sourceLocation: SourceLocation = #_sourceLocation, configure: (inout Registry) -> Void
  ) {
    #expect(findings(configure).isEmpty, sourceLocation: sourceLocation)
  }

  func findings(_ configure: (inout Registry) -> Void) -> [ValidationReport.Finding] {
    PropertyInjector(reportingTo: IssueLog()) { configure(&$0) }.validate().findings
  }
}
