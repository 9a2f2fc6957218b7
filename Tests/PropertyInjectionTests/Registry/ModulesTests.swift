import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

@Suite struct ModulesTests {
  private struct Inner: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("list", instance: "inner")
      registry.register("inner", instance: 1)
    }
  }
  private struct Outer: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.install(Inner())
      registry.register("list", instance: "outer", replacing: true)
    }
  }

  @Test func modulesAreInstalledInOrderAndNested() {
    let injector = PropertyInjector { registry in
      registry.install(Outer())
      registry.declare("number", \Player.number, from: "inner")
    }
    #expect(injector.instance(for: .named("list")) == "outer")
    #expect(injector.instance(for: .named("inner")) == 1)
  }

  @Test func aModuleIsInstalledOnceEvenIfTwoAskForIt() {
    let calls = Counter()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Asking(name: "one", for: Base(calls: calls)))
      registry.install(Asking(name: "two", for: Base(calls: calls)))
      registry.install(Base(calls: calls))
    }
    #expect(calls.count == 1 && log.issues.isEmpty)
    #expect(injector.instance(for: .named("base")) == 1)
  }

  private struct Table: InjectionModule {
    let name: String
    var identifier: String? { name }
    func configure(_ registry: inout Registry) {
      registry.register(.named(name), instance: name)
    }
  }

  @Test func modulesWithDifferentIdentifiersAreNotTheSame() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Table(name: "a"))
      registry.install(Table(name: "b"))
      registry.install(Table(name: "a"))
    }
    #expect(
      injector.instance(for: .named("a")) == "a" && injector.instance(for: .named("b")) == "b")
    #expect(log.issues.isEmpty)
    let without = injector.overriding { $0.uninstall(Table.self) }
    #expect(
      without.instance(for: .named("a")) == nil as String?
        && without.instance(for: .named("b")) == nil as String?)
  }

  private struct Everything: InjectionModule {
    let log: IssueLog
    func configure(_ registry: inout Registry) {
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
      registry.install(Everything(log: within))
      registry.register("after", instance: 3)
    }
    #expect(installed.instance(for: .named("mine")) == 1)
    #expect(installed.instance(for: .named("replaced")) == "by the module")
    #expect(installed.instance(for: .named("removed")) == nil as Int?)
    #expect(within.kinds == [.unknownName] && before.issues.isEmpty)
    let unique: Service? = installed.instance(for: "scoped")
    #expect(unique !== installed.instance(for: .named("scoped", Service.self)))
    #expect(installed.injectDependencies(to: Player()).injected == ["service", "number"])

    let without = installed.overriding { $0.uninstall(Everything.self) }
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

  @Test func uninstallingAClassOfModulesTakesItsSubclassesBackToo() {
    class Base: InjectionModule {
      func configure(_ registry: inout Registry) { registry.register("base", instance: 1) }
    }
    final class Derived: Base {
      override func configure(_ registry: inout Registry) {
        registry.register("derived", instance: 2)
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Base())
      registry.install(Derived())
    }
    let without = injector.overriding { $0.uninstall(Base.self) }
    #expect(!without.contains(.named("base", Int.self)))
    #expect(!without.contains(.named("derived", Int.self)))
    let withBase = injector.overriding { $0.uninstall(Derived.self) }
    #expect(withBase.contains(.named("base", Int.self)))
    #expect(!withBase.contains(.named("derived", Int.self)))
    #expect(log.texts == [])
  }

  @Test func whatGoesBeforeAModuleStaysWithoutIt() {
    struct First: InjectionModule {
      func configure(_ registry: inout Registry) { registry.register("name", instance: "first") }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(First())
      registry.register("name", instance: "second")
    }
    #expect(injector.instance(for: .named("name")) == "second" && log.issues.isEmpty)
    #expect(
      injector.overriding { $0.uninstall(First.self) }.instance(for: .named("name")) == "second")
  }

  @Test func whatOnlyAnUninstalledModuleAskedForGoesToo() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Asking(name: "one", for: Base(calls: calls)))
      registry.install(Other(base: Base(calls: calls)))
    }
    let withOne = injector.overriding { $0.uninstall(Other.self) }
    #expect(withOne.instance(for: .named("base")) == 1)
    let withNone = withOne.overriding { $0.uninstall(Asking.self) }
    #expect(withNone.instance(for: .named("base")) == nil as Int?)
  }

  @Test func anUninstalledModuleMayBeInstalledAgain() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.install(Base(calls: calls))
      registry.uninstall(Base.self)
      registry.install(Base(calls: calls))
    }
    #expect(calls.count == 2 && injector.instance(for: .named("base")) == 1)
  }

  private final class Listed: Injectable {
    var number: Int?
    static func declareProperties(in registry: inout Registry) {
      registry.declare("number", \Listed.number)
    }
  }
  private struct Doing: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.declare(Listed.self)
      registry.remove(allNamed: "removed")
      registry.register("number", instance: 1)
    }
  }

  @Test func whatTheConfigurationDoesAsWellStaysWhenAModuleIsTakenBack() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("removed", instance: 2)
      registry.install(Doing())
      registry.declare(Listed.self)
      registry.remove(allNamed: "removed")
      registry.register("number", instance: 3)
      registry.uninstall(Doing.self)
    }
    #expect(log.issues.isEmpty)
    #expect(injector.injectDependencies(to: Listed()).injected == ["number"])
    #expect(injector.instance(for: .named("number")) == 3)
    #expect(injector.instance(for: .named("removed")) == nil as Int?)
  }

  @Test func modulesThatAskForEachOtherGoTogether() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(First())
      registry.uninstall(First.self)
    }
    #expect(
      injector.instance(for: .named("one")) == nil as Int?
        && injector.instance(for: .named("two")) == nil as Int?)
    let outer = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Entry())
      registry.uninstall(Entry.self)
    }
    #expect(
      outer.instance(for: .named("one")) == nil as Int?
        && outer.instance(for: .named("two")) == nil as Int?)
    let both = PropertyInjector { $0.install(Entry()) }
    #expect(both.instance(for: "one") == 1 && both.instance(for: "two") == 2)
  }

  @Test func aModuleThatUninstallsItselfContributesNothing() {
    struct Shy: InjectionModule {
      func configure(_ registry: inout Registry) {
        registry.register("before", instance: 1)
        registry.uninstall(Shy.self)
        registry.register("after", instance: 2)
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Shy())
      registry.register("besides", instance: 3)
    }
    #expect(log.issues.isEmpty && injector.instance(for: "besides") == 3)
    #expect(
      injector.instance(for: .named("before")) == nil as Int?
        && injector.instance(for: .named("after")) == nil as Int?)
  }

  private struct Scoping: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.unchecked { $0.setScope(.cached, for: .named("service", Service.self)) }
    }
  }

  @Test func aScopeSetAgainKeepsItsValueWhenOtherModulesAreTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("service") { Service() }
      registry.install(Scoping())
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
      registry.install(Base(calls: Counter()))
    }
    let one = injector.overriding { $0.uninstall(Scoping.self) }
    let two = one.overriding { $0.uninstall(Base.self) }
    let service: Service? = one.instance(for: "service")
    #expect(service != nil && service === two.instance(for: .named("service", Service.self)))
  }

  private struct Empty: InjectionModule { func configure(_ registry: inout Registry) {} }
  @Test func aBindingThatIsReplacedKeepsItsPlaceWhenAModuleIsTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("clock", instance: StoppedClock(now: 1))
      registry.register("clock", instance: ClassClock())
      registry.install(Empty())
      registry.register("clock", instance: StoppedClock(now: 3), replacing: true)
    }
    let derived = injector.overriding { $0.uninstall(Empty.self) }
    #expect(injector.instance(for: .clock)?.now == 3 && derived.instance(for: .clock)?.now == 3)
  }

  private struct Hiding: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("made", in: .singleton, replacing: true) { "the module's" }
    }
  }

  @Test func whatGoesBeforeAModuleIsMadeByItsOwnInjector() {
    let parent = PropertyInjector { registry in
      registry.register("text", instance: "the parent's")
      registry.register("made", in: .singleton) { injector -> String? in
        injector.instance(for: .named("text"))
      }
      registry.install(Hiding())
    }
    let one = parent.overriding { registry in
      registry.uninstall(Hiding.self)
      registry.register("text", instance: "overridden", replacing: true)
    }
    let two = parent.overriding { $0.uninstall(Hiding.self) }
    #expect(
      one.instance(for: .named("made")) == "the parent's"
        && two.instance(for: .named("made")) == "the parent's")
    #expect(parent.instance(for: .named("made")) == "the parent's")
  }

  private struct Removing: InjectionModule {
    func configure(_ registry: inout Registry) { registry.remove(allNamed: "service") }
  }

  @Test func aScopeForWhatAModuleHadRemovedIsSetWhenTheModuleIsTakenBack() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { Service() }
      registry.install(Removing())
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
      registry.uninstall(Removing.self)
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
  private struct Registering: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register(.type(Made.self), in: .cached, Made.provider)
    }
  }

  @Test func aScopeForATypeThatAModuleHadRegisteredStays() {
    let injector = PropertyInjector { registry in
      registry.install(Registering())
      registry.unchecked { $0.setScope(.singleton, for: .type(Made.self)) }
      registry.uninstall(Registering.self)
    }
    let made = injector.instance(of: Made.self)
    #expect(made != nil && made?.service === injector.instance(of: Made.self)?.service)
  }

  @Test func aScopeThatWasSetOnceKeepsOneValueInAllInjectors() {
    let parent = PropertyInjector { registry in
      registry.register("service") { Service() }
      registry.install(Scoping())
      registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
    }
    let one = parent.overriding { $0.uninstall(Scoping.self) }
    let two = parent.overriding { $0.uninstall(Scoping.self) }
    let service: Service? = parent.instance(for: "service")
    #expect(service != nil && service === one.instance(for: .named("service", Service.self)))
    #expect(service === two.instance(for: .named("service", Service.self)))
  }

  private struct Replacing: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("y", instance: 2, replacing: true)
      registry.register("q", instance: 2)
    }
  }

  @Test func mistakesThatStayWithoutAModuleAreReportedOthersAreNot() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.register("y", instance: 1)
      registry.register("d", instance: 1)
      registry.register("d", instance: 2)
      registry.install(Replacing())
      registry.register("y", instance: 3)
      registry.register("q", instance: 3, replacing: true)
      for number in 0..<300 { registry.register("n\(number)", instance: number) }
      registry.uninstall(Replacing.self)
    }
    #expect(log.kinds == [.duplicateBinding, .duplicateBinding, .nothingReplaced])
    #expect(log.issues.map(\.name) == ["d", "y", "q"])
  }

  @Test func whatAModuleAsksForAfterItHasUninstalledItselfGoesToo() {
    struct Shy: InjectionModule {
      func configure(_ registry: inout Registry) {
        registry.uninstall(Shy.self)
        registry.install(Base(calls: Counter()))
      }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Shy())
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
    var injector = PropertyInjector { $0.install(Base(calls: Counter())) }
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
      injector.overriding { $0.uninstall(Base.self) }.instance(for: .named("base")) == nil as Int?)
  }

  @Test func aModuleThatIsNotInstalledIsReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { $0.uninstall(Base.self) }
    #expect(log.kinds == [.unknownModule])
    #expect(log.issues.first?.module == "Base")
  }

  private struct Wrong: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("number", instance: "no number")
      registry.declare("number", \Player.number)
    }
  }

  private struct Lacking: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("text", .initializer({ (number: Int) in "\(number)" }, .byType))
    }
  }

  @Test func reportsOfABindingNameItsModule() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Lacking()) }
    let text: String? = injector.instance(for: "text")
    #expect(text == nil)
    #expect(log.issues.map(\.module) == ["Lacking"])
  }

  private struct Leading: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.alias(.named("number", Int.self), to: .named("nowhere", Int.self))
    }
  }

  @Test func checksOfAnAliasNameItsModule() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.install(Leading()) }
    #expect(injector.validate().errors.map(\.module) == ["Leading"])
  }

  @Test func reportsNameTheModule() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Wrong()) }
    injector.injectDependencies(to: Player())
    let issue = try #require(log.issues.first)
    #expect(issue.module == "Wrong" && issue.related.map(\.module) == ["Wrong"])
    let lines = issue.description.split(separator: "\n")
    #expect(lines.count { $0.contains(", Wrong") } == 2)
  }

  @Test func aSingletonSurvivesWhenAnotherModuleIsTakenBack() {
    let injector = PropertyInjector { registry in
      registry.register("service", in: .singleton) { Service() }
      registry.install(Base(calls: Counter()))
    }
    let service: Service? = injector.instance(for: "service")
    let derived = injector.overriding { $0.uninstall(Base.self) }
    #expect(service === derived.instance(for: .named("service", Service.self)))
  }

  @Test(arguments: [false, true])
  func whatADerivedInjectorRegistersGoesBeforeItsModules(isInstalledLast: Bool) {
    let log = IssueLog()
    func configure(_ registry: inout Registry) {
      registry.issueHandler = { log.append($0) }
      if !isInstalledLast { registry.install(Outfitter()) }
      registry.register("coat", instance: Coat())
      registry.register("size", instance: 2)
      registry.register(.type(Double.self), instance: 2.5)
      if isInstalledLast { registry.install(Outfitter()) }
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
    let without = base.overriding { configure(&$0) }.overriding { $0.uninstall(Outfitter.self) }
    #expect(without.instance(for: .named("size", Int.self)) == 2)
  }

  @Test(arguments: [false, true])
  func aConfigurationGoesBeforeItsModulesWhicheverComesFirst(isModuleFirst: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isModuleFirst { registry.install(Outfitter()) }
      registry.register("size", instance: 2)
      if !isModuleFirst { registry.install(Outfitter()) }
    }
    #expect(injector.instance(for: .named("size", Int.self)) == 2 && log.issues.isEmpty)
    let without = injector.overriding { $0.uninstall(Outfitter.self) }
    #expect(without.instance(for: .named("size", Int.self)) == 2)
  }

  @MainActor private struct Screens: @MainActor InjectionModule {
    let title = "Departures"
    func configure(_ registry: inout Registry) { registry.register("title", instance: title) }
  }

  @Test @MainActor func aModuleMayBelongToTheMainActor() {
    let injector = PropertyInjector { $0.install(Screens()) }
    #expect(injector.instance(for: .named("title")) == "Departures")
  }

  // A compiler that checks every conformance of a call refuses it.
  #if compiler(<6.4)
    private static func change(
      _ registry: inout some RegistryProtocol, installing module: some InjectionModule
    ) {
      registry.install(module)
    }

    @Test func throughAHelperOfTheProgramItIsRefusedElsewhere() async {
      let log = IssueLog()
      let module = await MainActor.run { Screens() }
      let injector = await Task.detached {
        PropertyInjector(reportingTo: log) { Self.change(&$0, installing: module) }
      }.value
      #expect(!injector.contains(.named("title", String.self)))
      expectGoldenReports(.moduleOnAnotherActor, in: log)
      await MainActor.run {
        let injector = PropertyInjector(reportingTo: log) { Self.change(&$0, installing: module) }
        #expect(injector.contains(.named("title", String.self)))
      }
    }
  #endif
}

private protocol Garment: Sendable {}
private struct Jacket: Garment {}
private struct Coat: Garment {}

private final class Wardrobe {
  var coat: (any Garment)?
  var size: Int?
}

private struct Outfitter: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("coat", instance: Jacket())
    registry.register("size", instance: 1)
    registry.register(.type(Double.self), instance: 1.5)
    registry.declare("coat", \Wardrobe.coat)
    registry.declare("size", \Wardrobe.size)
  }
}

private final class Marked { @Injected(.named("after")) var after: Int? }

private struct Base: InjectionModule {
  let calls: Counter
  func configure(_ registry: inout Registry) {
    calls.increment()
    registry.register("base", instance: 1)
  }
}

private struct Asking: InjectionModule {
  let name: String
  let base: Base
  init(name: String, for base: Base) {
    self.name = name
    self.base = base
  }
  func configure(_ registry: inout Registry) {
    registry.install(base)
    registry.register(.named(name), instance: true)
  }
}

private struct Other: InjectionModule {
  let base: Base
  func configure(_ registry: inout Registry) { registry.install(base) }
}

private struct First: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.install(Second())
    registry.register("one", instance: 1)
  }
}
private struct Second: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.install(First())
    registry.register("two", instance: 2)
  }
}
private struct Entry: InjectionModule {
  func configure(_ registry: inout Registry) { registry.install(First()) }
}
