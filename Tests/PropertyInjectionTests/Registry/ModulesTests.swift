import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

@Suite struct ModulesTests {
  private static let inner = InjectionModule("Inner") { registry in
    registry.register("list", instance: "inner")
    registry.register("inner", instance: 1)
  }
  private static let outer = InjectionModule("Outer") { registry in
    registry.install(Self.inner)
    registry.register("list", instance: "outer", replacing: true)
  }

  @Test func modulesAreInstalledInOrderAndNested() {
    let injector = PropertyInjector { registry in
      registry.install(Self.outer)
      registry.declare("number", \Player.number, from: "inner")
    }
    #expect(injector.instance(for: .named("list")) == "outer")
    #expect(injector.instance(for: .named("inner")) == 1)
  }

  @Test func aModuleIsInstalledOnceEvenIfTwoAskForIt() {
    let calls = Counter()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(asking("one", for: base(calls)))
      registry.install(asking("two", for: base(calls)))
      registry.install(base(calls))
    }
    #expect(calls.count == 1 && log.issues.isEmpty)
    #expect(injector.instance(for: .named("base")) == 1)
  }

  private static func table(_ name: String) -> InjectionModule {
    InjectionModule(name) { $0.register(.named(name), instance: name) }
  }

  @Test func modulesOfOnePlaceWithDifferentNamesAreNotTheSame() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.table("a"))
      registry.install(Self.table("b"))
      registry.install(Self.table("a"))
    }
    #expect(
      injector.instance(for: .named("a")) == "a" && injector.instance(for: .named("b")) == "b")
    #expect(log.issues.isEmpty)
    let without = injector.overriding { $0.uninstall(Self.table("a")) }
    #expect(
      without.instance(for: .named("a")) == nil as String?
        && without.instance(for: .named("b")) == "b")
  }

  @Test func aCheckNotesModulesWithOtherValuesThatAreLeftOut() {
    @Sendable func store(_ path: String) -> InjectionModule {
      InjectionModule("Store") { registry in registry.register("path") { path } }
    }
    let one = store("one")
    let injector = PropertyInjector { registry in
      registry.install(one)
      registry.install(one)
    }
    func notes(_ injector: PropertyInjector) -> [InjectionIssue] {
      injector.validate().findings.filter { $0.issue.kindName == .moduleLeftOut }.map(\.issue)
    }
    #expect(notes(injector).isEmpty)
    let both = PropertyInjector { registry in
      registry.install(one)
      registry.install(store("two"))
    }
    #expect(notes(both).map(\.module) == ["Store"])
    #expect(both.instance(for: "path") == "one")
    // Another module installs it besides.
    let inner = injector.overriding { registry in
      registry.install(InjectionModule("Outer") { $0.install(store("two")) })
    }
    #expect(notes(inner).map(\.module) == ["Store"] && inner.instance(for: "path") == "one")
  }

  private struct Hour: Clock { let now: Int }
  private struct Echo: Clock {
    let clock: any Clock
    var now: Int { clock.now + 1000 }
  }

  /// A derived configuration goes before what it inherits; decorators wrap once.
  @Test func aDerivedInjectorsModuleWithOtherValuesReplacesTheOlder() {
    func clocks(_ hour: Int) -> InjectionModule {
      InjectionModule("Clocks") { registry in
        registry.install(Self.inner)
        registry.register("hour", instance: hour)
        registry.register(instance: Hour(now: hour) as any Clock)
        registry.decorate { _, clock in Echo(clock: clock) as any Clock }
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(clocks(1))
      registry.register("list", instance: "own")
      registry.register("hour", instance: 7, replacing: true)
      registry.decorate("hour") { _, hour in hour * 10 }
    }
    let derived = injector.overriding { $0.install(clocks(2)) }
    for (injector, hour, time, list) in [
      (injector, 70, 1001, "own"), (derived, 20, 1002, "inner"),
    ] {
      #expect(injector.instance(for: "hour") == hour)
      #expect(injector.instance(of: (any Clock).self)?.now == time)
      #expect(injector.instance(for: .named("inner")) == 1)
      #expect(injector.instance(for: "list") == list)
    }
    #expect(log.issues.isEmpty, "\(log.issues)")
    let without = derived.overriding { $0.uninstall(clocks(3)) }
    #expect(without.instance(for: "hour") == 70)
    #expect(without.instance(of: (any Clock).self) == nil)
  }

  @Test func modulesOfOneNameAreTakenBackEach() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.table("a"))
      registry.install(InjectionModule("a") { $0.register("other", instance: 1) })
    }
    let derived = injector.overriding { $0.uninstall(Self.table("a")) }
    #expect(log.issues.isEmpty && derived.instance(for: "other") == 1)
    #expect(!derived.contains(.named("a", String.self)))
    _ = injector.overriding { $0.uninstall(Self.table("c"), fileID: "App/Main.swift", line: 3) }
    #expect(log.kinds == [.unknownModule] && log.issues.first?.location?.line == 3)
  }

  @Test(arguments: [false, true])
  func aPropertyMayBeDeclaredByAModuleAndItsProgram(isModuleFirst: Bool) {
    final class Board { var text: String? }
    let log = IssueLog()
    let module = InjectionModule("Board") { $0.declare("text", \Board.text, from: "theirs") }
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isModuleFirst { registry.install(module) }
      registry.declare("text", \Board.text, from: "own")
      if !isModuleFirst { registry.install(module) }
      registry.register("own", instance: "own")
      registry.register("theirs", instance: "theirs")
    }
    #expect(injector.injected(Board()).text == "own" && log.issues.isEmpty)
    let without = injector.overriding { $0.uninstall(module) }
    #expect(without.injected(Board()).text == "own")
  }

  @Test func aDeclarationOfADerivedInjectorGoesBeforeAnInheritedOne() {
    final class Board { var text: String? }
    func module(_ name: String) -> InjectionModule {
      InjectionModule(name, line: UInt(name.count)) {
        $0.declare("text", \Board.text, from: .named(name))
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for name in ["own", "other", "module", "another"] {
        registry.register(.named(name), instance: name)
      }
      registry.declare("text", \Board.text, from: "own")
      registry.install(module("module"))
    }
    let derived = injector.overriding { $0.declare("text", \Board.text, from: "other") }
    let byModule = injector.overriding { $0.install(module("another")) }
    let without = byModule.overriding { $0.uninstall(module("another")) }
    #expect(injector.injected(Board()).text == "own")
    #expect(derived.injected(Board()).text == "other")
    #expect(byModule.injected(Board()).text == "another")
    #expect(without.injected(Board()).text == "own")
    #expect(log.issues.isEmpty)
  }

  @Test func modulesOfTwoPlacesWithOneNameAreNotTheSame() {
    let one = InjectionModule("Numbers") { $0.register("one", instance: 1) }
    let two = InjectionModule("Numbers") { $0.register("two", instance: 2) }
    let injector = PropertyInjector { registry in
      registry.install(one)
      registry.install(two)
    }
    #expect(injector.instance(for: "one") == 1 && injector.instance(for: "two") == 2)
  }

  private static func everything(_ log: IssueLog) -> InjectionModule {
    InjectionModule("Everything") { registry in
      registry.register("mine", instance: 1)
      registry.register("replaced", instance: "by the module", replacing: true)
      registry.remove(allNamed: "removed")
      registry.setScope(.unique, for: InjectionKey<Service>.named("scoped"))
      registry.declare("number", \Player.number, from: "mine")
      registry.issueHandler = { log.append($0) }
    }
  }

  @Test func uninstallingTakesBackExactlyWhatAModuleContributed() {
    let before = IssueLog()
    let within = IssueLog()
    let base = PropertyInjector(reportingTo: before) { registry in
      registry.register("replaced", instance: "before")
      registry.register("removed", instance: 2)
      registry.register("scoped", in: .singleton) { Service() }
      registry.declare("service", \Player.service, from: "scoped")
    }
    let installed = base.overriding { registry in
      registry.install(Self.everything(within))
      registry.register("after", instance: 3)
    }
    #expect(installed.instance(for: .named("mine")) == 1)
    #expect(installed.instance(for: .named("replaced")) == "by the module")
    #expect(installed.instance(for: .named("removed")) == nil as Int?)
    #expect(within.kinds == [.unknownName] && before.issues.isEmpty)
    let unique: Service? = installed.instance(for: "scoped")
    #expect(unique !== installed.instance(for: .named("scoped", Service.self)))
    #expect(installed.injectDependencies(to: Player()).injected == ["service", "number"])

    let without = installed.overriding { $0.uninstall(Self.everything(within)) }
    #expect(without.instance(for: .named("replaced")) == "before")
    #expect(
      without.instance(for: .named("removed")) == 2 && without.instance(for: .named("after")) == 3)
    let kept: Service? = without.instance(for: "scoped")
    #expect(kept === without.instance(for: .named("scoped", Service.self)))
    #expect(kept === base.instance(for: .named("scoped", Service.self)))
    #expect(without.injectDependencies(to: Player()).injected == ["service"])
    #expect(without.instance(for: .named("mine")) == nil as Int?)
    #expect(before.kinds.contains(.unknownName))
  }

  @Test func whatGoesBeforeAModuleStaysWithoutIt() {
    let firstModule = InjectionModule("First") { registry in
      registry.register("name", instance: "first")
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(firstModule)
      registry.register("name", instance: "second")
    }
    #expect(injector.instance(for: .named("name")) == "second" && log.issues.isEmpty)
    #expect(
      injector.overriding { $0.uninstall(firstModule) }.instance(for: .named("name")) == "second")
  }

  @Test func whatOnlyAnUninstalledModuleAskedForGoesToo() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(asking("one", for: base(calls)))
      registry.install(other(base(calls)))
    }
    let withOne = injector.overriding { $0.uninstall(other(base(calls))) }
    #expect(withOne.instance(for: .named("base")) == 1)
    let withNone = withOne.overriding { $0.uninstall(asking("one", for: base(calls))) }
    #expect(withNone.instance(for: .named("base")) == nil as Int?)
  }

  @Test func anUninstalledModuleMayBeInstalledAgain() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.install(base(calls))
      registry.uninstall(base(Counter()))
      registry.install(base(calls))
    }
    #expect(calls.count == 2 && injector.instance(for: .named("base")) == 1)
  }

  private final class Listed: Injectable {
    var number: Int?
    static func declareProperties(in registry: inout Registry) {
      registry.declare("number", \Listed.number)
    }
  }
  private static let doingModule = InjectionModule("Doing") { registry in
    registry.declare(Listed.self)
    registry.remove(allNamed: "removed")
    registry.register("number", instance: 1)
  }

  @Test func whatTheConfigurationDoesAsWellStaysWhenAModuleIsTakenBack() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("removed", instance: 2)
      registry.install(Self.doingModule)
      registry.declare(Listed.self)
      registry.remove(allNamed: "removed")
      registry.register("number", instance: 3)
      registry.uninstall(Self.doingModule)
    }
    #expect(log.issues.isEmpty)
    #expect(injector.injectDependencies(to: Listed()).injected == ["number"])
    #expect(injector.instance(for: .named("number")) == 3)
    #expect(injector.instance(for: .named("removed")) == nil as Int?)
  }

  @Test func modulesThatAskForEachOtherGoTogether() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(firstModule)
      registry.uninstall(firstModule)
    }
    #expect(
      injector.instance(for: .named("one")) == nil as Int?
        && injector.instance(for: .named("two")) == nil as Int?)
    let outer = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(entryModule)
      registry.uninstall(entryModule)
    }
    #expect(
      outer.instance(for: .named("one")) == nil as Int?
        && outer.instance(for: .named("two")) == nil as Int?)
    let both = PropertyInjector { $0.install(entryModule) }
    #expect(both.instance(for: "one") == 1 && both.instance(for: "two") == 2)
  }

  @Test func aModuleThatUninstallsItselfContributesNothing() {
    @Sendable func shy() -> InjectionModule {
      InjectionModule("Shy") { registry in
        registry.register("before", instance: 1)
        registry.uninstall(shy())
        registry.register("after", instance: 2)
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(shy())
      registry.register("besides", instance: 3)
    }
    #expect(log.issues.isEmpty && injector.instance(for: "besides") == 3)
    #expect(
      injector.instance(for: .named("before")) == nil as Int?
        && injector.instance(for: .named("after")) == nil as Int?)
  }

  private static let scoping = InjectionModule("Scoping") { registry in
    registry.unchecked { $0.setScope(.cached, for: .named("service", Service.self)) }
  }

  @Test func aScopeSetAgainKeepsItsValueWhenOtherModulesAreTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("service") { Service() }
      registry.install(Self.scoping)
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
      registry.install(base(Counter()))
    }
    let one = injector.overriding { $0.uninstall(Self.scoping) }
    let two = one.overriding { $0.uninstall(base(Counter())) }
    let service: Service? = one.instance(for: "service")
    #expect(service != nil && service === two.instance(for: .named("service", Service.self)))
  }

  private static let emptyModule = InjectionModule("Empty") { _ in }
  @Test func aBindingThatIsReplacedKeepsItsPlaceWhenAModuleIsTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("clock", instance: StoppedClock(now: 1))
      registry.register("clock", instance: ClassClock())
      registry.install(Self.emptyModule)
      registry.register("clock", instance: StoppedClock(now: 3), replacing: true)
    }
    let derived = injector.overriding { $0.uninstall(Self.emptyModule) }
    #expect(injector.instance(for: .clock)?.now == 3 && derived.instance(for: .clock)?.now == 3)
  }

  private static let hiding = InjectionModule("Hiding") { registry in
    registry.register("made", in: .singleton, replacing: true) { "the module's" }
  }

  @Test func whatGoesBeforeAModuleIsMadeByItsOwnInjector() {
    let parent = PropertyInjector { registry in
      registry.register("text", instance: "the parent's")
      registry.register("made", in: .singleton) { injector -> String? in
        injector.instance(for: .named("text"))
      }
      registry.install(Self.hiding)
    }
    let one = parent.overriding { registry in
      registry.uninstall(Self.hiding)
      registry.register("text", instance: "overridden", replacing: true)
    }
    let two = parent.overriding { $0.uninstall(Self.hiding) }
    #expect(
      one.instance(for: .named("made")) == "the parent's"
        && two.instance(for: .named("made")) == "the parent's")
    #expect(parent.instance(for: .named("made")) == "the parent's")
  }

  private static let removing = InjectionModule("Removing") { registry in
    registry.remove(allNamed: "service")
  }

  @Test func aScopeForWhatAModuleHadRemovedIsSetWhenTheModuleIsTakenBack() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { Service() }
      registry.install(Self.removing)
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
      registry.uninstall(Self.removing)
    }
    let service: Service? = injector.instance(for: "service")
    #expect(service != nil && service === injector.instance(for: .named("service", Service.self)))
    #expect(log.issues.isEmpty)
  }

  private struct Made: Constructible, Sendable {
    let service: Service
    static var provider: Provider<Made> {
      .initializer({ Made(service: Service()) })
    }
  }
  private static let registering = InjectionModule("Registering") { registry in
    registry.register(.type(Made.self), in: .cached, Made.provider)
  }

  @Test func aScopeForATypeThatAModuleHadRegisteredStays() {
    let injector = PropertyInjector { registry in
      registry.install(Self.registering)
      registry.unchecked { $0.setScope(.singleton, for: .type(Made.self)) }
      registry.uninstall(Self.registering)
    }
    let made = injector.instance(of: Made.self)
    #expect(made != nil && made?.service === injector.instance(of: Made.self)?.service)
  }

  @Test func aScopeThatWasSetOnceKeepsOneValueInAllInjectors() {
    let parent = PropertyInjector { registry in
      registry.register("service") { Service() }
      registry.install(Self.scoping)
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
    }
    let one = parent.overriding { $0.uninstall(Self.scoping) }
    let two = parent.overriding { $0.uninstall(Self.scoping) }
    let service: Service? = parent.instance(for: "service")
    #expect(service != nil && service === one.instance(for: .named("service", Service.self)))
    #expect(service === two.instance(for: .named("service", Service.self)))
  }

  private static let replacing = InjectionModule("Replacing") { registry in
    registry.register("y", instance: 2, replacing: true)
    registry.register("q", instance: 2)
  }

  @Test func mistakesThatStayWithoutAModuleAreReportedOthersAreNot() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.register("y", instance: 1)
      registry.register("d", instance: 1)
      registry.register("d", instance: 2)
      registry.install(Self.replacing)
      registry.register("y", instance: 3)
      registry.register("q", instance: 3, replacing: true)
      for number in 0..<300 { registry.register("n\(number)", instance: number) }
      registry.uninstall(Self.replacing)
    }
    #expect(log.kinds == [.duplicateBinding, .duplicateBinding, .nothingReplaced])
    #expect(log.issues.map(\.name) == ["d", "y", "q"])
  }

  @Test func whatAModuleAsksForAfterItHasUninstalledItselfGoesToo() {
    @Sendable func shy() -> InjectionModule {
      InjectionModule("Shy") { registry in
        registry.uninstall(shy())
        registry.install(base(Counter()))
      }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(shy())
    }
    #expect(injector.instance(for: .named("base")) == nil as Int?)
  }

  @Test func whatIsReplacedOrRemovedIsNotKept() {
    weak var replaced: Service?
    weak var removed: Service?
    weak var eager: Service?
    let injector: PropertyInjector
    do {
      let (one, two, three) = (Service(), Service(), Service())
      (replaced, removed, eager) = (one, two, three)
      injector = PropertyInjector { registry in
        registry.register("replaced", instance: one)
        registry.register("removed", instance: two)
        registry.register("replaced", instance: Service(), replacing: true)
        registry.remove(allNamed: "removed")
        registry.register("eager", in: .singleton(eager: true)) { three }
        registry.register("eager", in: .singleton, replacing: true) { Service() }
      }
    }
    #expect(replaced == nil && removed == nil && eager == nil)
    #expect(injector.instance(for: .named("replaced", Service.self)) != nil)
  }

  @Test func injectorsDerivedFromEachOtherAThousandTimesStaySmall() {
    var injector = PropertyInjector { $0.install(base(Counter())) }
    weak var first: Service?
    for round in 0..<1000 {
      let service = Service()
      if round == 0 { first = service }
      injector = injector.overriding { registry in
        registry.register("service", instance: service, replacing: round > 0)
        registry.issueHandler = { _ in }
      }
    }
    #expect(injector.instance(for: .named("service", Service.self)) != nil)
    #expect(first != nil)  // The first injector has it, and the last keeps those it comes from.
    #expect(
      injector.overriding { $0.uninstall(base(Counter())) }.instance(for: .named("base")) == nil
        as Int?)
  }

  @Test func aModuleThatIsNotInstalledIsReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { $0.uninstall(base(Counter())) }
    #expect(log.kinds == [.unknownModule])
    #expect(log.issues.first?.module == "Base")
  }

  private static let wrongModule = InjectionModule("Wrong") { registry in
    registry.register("number", instance: "no number")
    registry.declare("number", \Player.number)
  }

  private static let lacking = InjectionModule("Lacking") { registry in
    registry.register("text", .initializer({ (number: Int) in "\(number)" }, .byType))
  }

  @Test func reportsOfABindingNameItsModule() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Self.lacking) }
    let text: String? = injector.instance(for: "text")
    #expect(text == nil)
    #expect(log.issues.map(\.module) == ["Lacking"])
  }

  private static let leading = InjectionModule("Leading") { registry in
    registry.alias(.named("number", Int.self), to: .named("nowhere", Int.self))
  }

  @Test func checksOfAnAliasNameItsModule() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.install(Self.leading) }
    #expect(injector.validate().errors.map(\.module) == ["Leading"])
  }

  @Test func reportsNameTheModule() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Self.wrongModule) }
    injector.injectDependencies(to: Player())
    let issue = try #require(log.issues.first)
    #expect(issue.module == "Wrong" && issue.related.map(\.module) == ["Wrong"])
    let lines = issue.description.split(separator: "\n")
    #expect(lines.count { $0.contains(", module Wrong") } == 2)
  }

  @Test func aSingletonSurvivesWhenAnotherModuleIsTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("service", in: .singleton) { Service() }
      registry.install(base(Counter()))
    }
    let service: Service? = injector.instance(for: "service")
    let derived = injector.overriding { $0.uninstall(base(Counter())) }
    #expect(service === derived.instance(for: .named("service", Service.self)))
  }

  @Test(arguments: [false, true])
  func whatADerivedInjectorRegistersGoesBeforeItsModules(isInstalledLast: Bool) {
    let log = IssueLog()
    func configure(_ registry: inout Registry) {
      registry.issueHandler = { log.append($0) }
      if !isInstalledLast { registry.install(outfitter) }
      registry.register("coat", instance: Coat())
      registry.register("size", instance: 2)
      registry.register(.type(Double.self), instance: 2.5)
      if isInstalledLast { registry.install(outfitter) }
    }
    func check(_ injector: PropertyInjector) {
      let wardrobe = Wardrobe()
      injector.injectDependencies(to: wardrobe)
      #expect(wardrobe.coat is Coat && wardrobe.size == 2)
      #expect(injector.instance(of: (any Garment).self) is Coat)
      #expect(injector.instance(of: Double.self) == 2.5)
      #expect(log.texts == [])
    }
    let base = PropertyInjector { _ in }
    check(base.overriding { configure(&$0) })
    base.withOverrides {
      configure(&$0)
    } operation: {
      check(base)
    }
    let without = base.overriding { configure(&$0) }.overriding { $0.uninstall(outfitter) }
    #expect(without.instance(for: .named("size", Int.self)) == 2)
  }

  @Test(arguments: [false, true])
  func aConfigurationGoesBeforeItsModulesWhicheverComesFirst(isModuleFirst: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isModuleFirst { registry.install(outfitter) }
      registry.register("size", instance: 2)
      if !isModuleFirst { registry.install(outfitter) }
    }
    #expect(injector.instance(for: .named("size", Int.self)) == 2 && log.issues.isEmpty)
    let without = injector.overriding { $0.uninstall(outfitter) }
    #expect(without.instance(for: .named("size", Int.self)) == 2)
  }

  private static let screens = MainActorModule("Screens") { registry in
    registry.install(outfitter)
    registry.register("title", instance: Title())
    registry.register("size", instance: 2, replacing: true)
    registry.register(.type(String.self), instance: "wide")
  }
  @MainActor private final class Title { let text = "Departures" }

  @Test @MainActor func aModuleMayBelongToTheMainActor() {
    let injector = PropertyInjector { $0.install(Self.screens) }
    let title: Title? = injector.instance(for: "title")
    #expect(title?.text == "Departures")
    #expect(
      !injector.overriding { $0.uninstall(Self.screens) }.contains(.named("title", Title.self)))
  }

  @Test @MainActor func aModuleSaysItselfForWhomItsContentsAre() async {
    let log = IssueLog()
    let kept = InjectionKey.named("kept", Int.self)
    let keeping = InjectionModule("Keeping") { $0.setScope(.singleton, for: kept) }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.screens)
      registry.register(kept) { 1 }
      registry.unchecked { $0.install(keeping) }
    }
    await Task.detached {
      let wardrobe = Wardrobe()
      injector.injectDependencies(to: wardrobe)
      #expect(wardrobe.coat is Jacket && wardrobe.size == nil)
      #expect(injector.instance(of: Double.self) == 1.5)
      #expect(injector.instance(of: String.self) == nil)
    }.value
    #expect(log.kinds == [.scopeOfUnproven, .bindingOnAnotherActor, .bindingOnAnotherActor])
    #expect(injector.instance(of: String.self) == "wide")
  }
}

private protocol Garment: Sendable {}
private struct Jacket: Garment {}
private struct Coat: Garment {}

private final class Wardrobe {
  var coat: (any Garment)?
  var size: Int?
}

private let outfitter = InjectionModule("Outfitter") { registry in
  registry.register("coat", instance: Jacket())
  registry.register("size", instance: 1)
  registry.register(.type(Double.self), instance: 1.5)
  registry.declare("coat", \Wardrobe.coat)
  registry.declare("size", \Wardrobe.size)
}

private final class Marked { @Injected(.named("after")) var after: Int? }

private func base(_ calls: Counter) -> InjectionModule {
  InjectionModule("Base") { registry in
    calls.increment()
    registry.register("base", instance: 1)
  }
}

private func asking(_ name: String, for base: InjectionModule) -> InjectionModule {
  InjectionModule(name) { registry in
    registry.install(base)
    registry.register(.named(name), instance: true)
  }
}

private func other(_ base: InjectionModule) -> InjectionModule {
  InjectionModule("Other") { $0.install(base) }
}

private let firstModule: InjectionModule = InjectionModule("First") { registry in
  registry.install(secondModule)
  registry.register("one", instance: 1)
}
private let secondModule: InjectionModule = InjectionModule("Second") { registry in
  registry.install(firstModule)
  registry.register("two", instance: 2)
}
private let entryModule = InjectionModule("Entry") { $0.install(firstModule) }
