import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// `rehearse` makes what `validate` only looks at, and nothing stays.
@Suite struct RehearsalTests {
  private final class Store: Sendable {}
  private final class Model: Sendable { init(_ store: Store) {} }
  private struct NoStore: Error {}
  private final class Page { @Injected("model") var model: Model? }

  /// The first helper of a factory is missing.
  private func configure(_ registry: inout Registry, isComplete: Bool) {
    if isComplete { registry.register("store", in: .singleton) { Store() } }
    registry.register("model") { (injector: PropertyInjector) in
      Model(try injector.require(.named("store", Store.self)))
    }
    registry.declare { Page() }
  }

  @Test func aLookUpOfAFactoryIsOutOfSightUntilItIsRehearsed() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { configure(&$0, isComplete: false) }
    #expect(injector.validate().findings.isEmpty)
    let report = injector.rehearse()
    #expect(report.errors.map(\.kindName) == [.unknownName])
    #expect(report.errors.first?.name == "store")
    #expect(throws: ValidationReport.self) { try report.requireClean() }
    #expect(log.issues.isEmpty)
    let complete = PropertyInjector(reportingTo: log) { configure(&$0, isComplete: true) }
    #expect(complete.rehearse().description.hasPrefix("2 values, 1 sample: nothing is missing."))
  }

  @Test func aMistakeOfTheConfigurationIsFoundToo() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      configure(&registry, isComplete: true)
      registry.decorate { _, wrapper in Wrapper(inner: wrapper) }
    }
    let report = injector.rehearse()
    #expect(report.findings.map(\.issue.kindName) == [.nothingToDecorate])
    #expect(throws: ValidationReport.self) { try report.requireClean() }
  }

  private protocol Sink: Sendable {}
  private struct FileSink: Sink { init() throws { throw NoStore() } }
  private struct OtherSink: Sink {}
  private static let sinks = InjectionModule("Sinks") { registry in
    registry.register { try FileSink() as any Sink }
  }
  private final class Drain { @Required var sink: any Sink }

  /// A look-up by type leads to the newer one, a property to the one of exactly its type.
  @Test(arguments: [nil, "other" as String?])
  func whatOnlyAPropertyGetsByItsTypeIsMadeToo(name: String?) {
    let injector = PropertyInjector(Self.sinks) { registry in
      registry.issueHandler = { _ in }
      registry.declare(Drain.self)
      if let name {
        registry.register(.named(name, (any Sink).self), instance: OtherSink() as any Sink)
      } else {
        registry.register(instance: OtherSink())
      }
    }
    #expect(injector.injectDependencies(to: Drain()).unfilled.count == 1)
    #expect(injector.rehearse().errors.map(\.kindName) == [.threw])
  }

  private final class Wrapper: Sendable {
    let inner: Wrapper
    init(inner: Wrapper) { self.inner = inner }
  }

  @Test func nothingOfARehearsalStays() {
    weak var made: Store?
    let count = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store", in: .singleton) {
        count.increment()
        return Store()
      }
      registry.injectionHandler = { _ in count.increment() }
      registry.declare("store", \Shelf.store)
      registry.declare { Shelf() }
    }
    // The value, and the property of the sample, which is told to who watches.
    #expect(injector.rehearse().findings.isEmpty && count.count == 2)
    let shelf = Shelf()
    injector.injectDependencies(to: shelf)
    made = shelf.store
    #expect(count.count == 4 && injector.rehearse().findings.isEmpty)
    #expect(made === injector.instance(for: "store"))
  }

  private final class Shelf { var store: Store? }

  private struct Log {
    @Required var store: Store
    @Injected(optional: true) var page: Page?
  }
  private struct Ledger {
    @Required var store: Store

    init() { PropertyInjector.injectDependencies(to: &self) }
  }
  private struct Desk {
    @Required var store: Store
    @Injected var log: Log?
    let ledger = Ledger()
    var forgotten = Log()
  }
  private final class Office {
    @Required var store: Store
    var forgotten = Log()
  }

  @Test func aPartThatNobodyInjectsIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store") { Store() }
      registry.register("log") { Log() }
      registry.declare { Log() }
      registry.declare(fileID: "App/Setup.swift", line: 1) { Desk() }
      registry.declare(fileID: "App/Setup.swift", line: 2) { Office() }
    }
    #expect(injector.validate().findings.isEmpty)
    expectGoldenFindings(.uninjectedPart, .uninjectedPart, in: injector.rehearse().findings)
  }

  @Test func whatAFactoryThrowsIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store") { () throws -> Store in throw NoStore() }
      registry.register("ticket") { (_: PropertyInjector, number: Int) in "\(number)" }
      registry.register("today", in: .values { nil }) { Store() }
    }
    let found = injector.rehearse().findings
    #expect(found.map(\.issue.kindName) == [.threw, .outOfScope, .leftOut])
    #expect(found.map(\.severity) == [.error, .unverified, .note])
    #expect(found[2].description.contains("run-time arguments: \"ticket\": String."))
  }

  private final class Shop { @Injected("storeroom") var store: Store? }

  @Test func whatAFactoryThrowsIsToldOnce() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("storeroom") { () throws -> Store in throw NoStore() }
      registry.register("model", .initializer(Model.init, .key("storeroom")))
      registry.register("shop") { Shop() }
      registry.declare { Shop() }
    }
    #expect(injector.rehearse().errors.map(\.kindName) == [.threw])
  }

  @Test @MainActor func whatBelongsToAnActorIsMadeThereOrLeftOut() async {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { registry in
        registry.register("store") { () throws -> Store in throw NoStore() }
      }
    }
    #expect(injector.rehearse().findings.map(\.issue.kindName) == [.threw])
    let elsewhere = await Task.detached { injector.rehearse() }.value
    #expect(elsewhere.findings.map(\.issue.kindName) == [.leftOut])
    #expect(
      elsewhere.description.contains(
        "\"store\": Store was not made: it belongs to MainActor, and the check runs on no actor."))
  }

  @MainActor private final class Title {}
  private final class Banner { @Injected var title: Title? }

  @Test @MainActor func whatComesOnAnotherActorOnlyIsUnverified() async {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { $0.register("title") { Title() } }
      registry.declare { Banner() }
    }
    let report = await Task.detached { injector.rehearse() }.value
    #expect(report.findings.allSatisfy { $0.severity == .unverified })
    let kinds = Set(report.findings.map(\.issue.kindName))
    #expect(kinds == [.leftOut, .bindingOnAnotherActor])
    #expect(report.findings.contains { $0.issue.ownerText == "Banner" })
  }

  private final class Folder: InjectionAware {
    @Required var injector: PropertyInjector
    var banner: Banner?
    func didInjectDependencies() {
      let banner = Banner()
      injector.injectDependencies(to: banner)
      self.banner = banner
    }
  }

  /// The hook runs on no actor, wherever the object is injected.
  @Test @MainActor func whatTheProgramsOwnCallGetsOnNoActorIsAnError() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { $0.register("title") { Title() } }
      registry.declare { Folder() }
    }
    #expect(injector.validate().errors.isEmpty)
    #expect(injector.rehearse().errors.map(\.kindName) == [.bindingOnAnotherActor])
  }

  private struct Cashbook: Sendable { @Required(lazy: true) var clerk: Clerk }
  private final class Clerk: Sendable { init(_ ledger: Cashbook) {} }

  /// A struct is complete without the value of a lazy property.
  @Test func aLazyPropertyOfAStructMayLeadBackToIt() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .singleton) { Cashbook() }
      registry.register(in: .singleton, .initializer(Clerk.init, .byType))
      registry.declare { Cashbook() }
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.rehearse().findings.isEmpty)
    #expect(injector.instance(of: Cashbook.self)?.clerk != nil)
  }

  private protocol Handles: AnyObject {}
  private final class Handler: Handles { @Injected(.byType) var clerk: Clerk? }

  @Test func aSampleThatIsMadeAsAProtocolTellsItsOwnType() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare { Handler() as any Handles }
    }
    #expect(injector.validate().errors.map { $0.ownerType == Handler.self } == [true])
    #expect(!injector.graph().description.contains("any Handles"))
  }

  @Test(
    .injecting { registry in
      registry.register("store", instance: Store())
      registry.register("model") { (injector: PropertyInjector) in
        Model(try injector.require(.named("store", Store.self)))
      }
    })
  func theFakesOfATestTakePart() throws {
    try PropertyInjector.rehearse().requireClean()
  }

  @Test func whatAFakeOfAnotherTypeGoesBeforeIsNotMade() {
    let count = Counter()
    let house = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store", in: .singleton) {
        count.increment()
        return Store()
      }
    }
    let fakes = house.overriding { $0.register("store", instance: Fake()) }
    #expect(fakes.rehearse().findings.isEmpty && count.count == 0)
    #expect(house.rehearse().findings.isEmpty && count.count == 1)
  }

  private final class Fake: Sendable {}

  @Test func anInjectorThatIsNotConfiguredSaysSo() async {
    await #expect(processExitsWith: .success) {
      let kinds = PropertyInjector.rehearse().errors.map(\.kind)
      precondition(kinds == [.notConfigured])
    }
  }
}
