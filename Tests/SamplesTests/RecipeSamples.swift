import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import PropertyInjectionTesting
import Synchronization
import TestSupport
import Testing

extension InjectionKey<Duration> { static var refreshInterval: Self { "refreshInterval" } }
extension InjectionKey<String> { fileprivate static var archivePath: Self { "archivePath" } }
extension InjectionScope {
  static var visit: Self { .values(named: "visit") { Visit.current?.values } }
}
private typealias Visit = RecipeSamples.Visit

/// The lines of the page "I want ..., so I write ...", and what they say of the library.
enum RecipeSamples {
  protocol Store: Sendable { var name: String { get } }
  struct FakeStore: Store { let name = "fake" }
  struct LoggingStore: Store {
    let name: String
    init(_ store: any Store) { name = "logged \(store.name)" }
  }
  protocol Reading: Sendable {}
  protocol Writing: Sendable {}
  final class MemoryStore: Reading, Writing {}
  final class Timetable: Sendable {}
  protocol Planning: Sendable {}
  final class Planner: Planning {
    let clock: any Clock
    init(clock: any Clock) { self.clock = clock }
  }
  final class Archive: Sendable {
    let path: String
    init(path: String) { self.path = path }
  }
  final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }
  struct SettingsFile { var width: Int? }
  struct Log: Sendable { let label: String }
  protocol Plugin: Sendable {}
  struct Zoom: Plugin {}
  struct Broken: Plugin { init() throws { throw CancellationError() } }
  final class Radio: Sendable {}
  final class Album: Sendable {}
  final class Cart: Sendable {}
  final class Draft: Sendable {}
  final class Forecast: Sendable {}
  final class Rates: Sendable {
    private let rate = Mutex(1)
    var current: Int { rate.withLock { $0 } }
    func change(to new: Int) { rate.withLock { $0 = new } }
  }
  struct User: Sendable { let name: String }
  struct Visit: Sendable {
    let user: User
    let values = ScopedValues()
    @TaskLocal static var current: Visit?
  }

  final class FrameworkView { var clock: (any Clock)? }
  class Player {
    @Required var plugins: [any Plugin]
    @Injected(lazy: true) var album: Album?
    @Injected(optional: true) var radio: Radio?
    @Setting("category") var category: String?
    @Injected private var log: Log?
    var label: String? { log?.label }
  }
  final class LoudPlayer: Player {}
  protocol Row { var store: (any Store)? { get } }
  struct Line: Row { @Injected var store: (any Store)? }
  struct Form {
    @Required var store: any Store
    init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }
  }
  final class Engine: InjectionAware {
    @Injected var store: (any Store)?
    var isRunning = false
    func start() { isRunning = true }
    func didInjectDependencies() { start() }
  }

  static let session = ScopedValues()

  static let module = InjectionModule("Recipes") { registry in
    let port = 8080
    let file = SettingsFile()
    registry.register(instance: SystemClock() as any Clock)
    registry.register(in: .singleton) { Timetable() }
    registry.register(in: .singleton, .initializer(Planner.init(clock:)))
    registry.register(
      .type((any Planning).self), in: .singleton, .initializer(Planner.init(clock:)))
    registry.register(.refreshInterval, instance: .seconds(5))
    registry.register("port", instance: port)
    registry.register("width", instance: file.width ?? 80)
    registry.register(.archivePath, instance: "archive")
    registry.register(
      in: .singleton,
      .initializer(Archive.init(path:), .key(.archivePath)))
    registry.register(in: .singleton) { MemoryStore() }
    registry.alias(.type((any Reading).self), to: .type(MemoryStore.self))
    registry.alias(.type((any Writing).self), to: .type(MemoryStore.self))
    registry.register(instance: FakeStore() as any Store)
    registry.decorate { _, store in LoggingStore(store) as any Store }
    registry.register(
      .perPoint { _, point in Log(label: "\(point.ownerType ?? Never.self)") })
    registry.registerNil(.type(Radio.self))
    registry.register { Album() }
    registry.register(instance: Zoom())
    registry.register(in: .values { Visit.current?.values }) { Visit.current?.user }
    registry.register(in: .values(session)) { Cart() }
    registry.register(instance: Rates())
    registry.register(in: .graph) { Draft() }
    registry.register(in: .cached) { Forecast() }
    registry.declare("clock", \FrameworkView.clock)
    registry.declare { LoudPlayer() }
    registry.useSettings(in: InMemorySettingsStore(["category": "food"]))
  }

  /// What a program that uses the shared injector does at its start.
  static func check() throws {
    try PropertyInjector.validate().requireClean()
    try PropertyInjector.rehearse().requireClean()
  }

  @Suite(.injecting(module)) struct Tests {
    private let injector = PropertyInjector.shared

    @Test func aCheckMakesNothing() {
      let opened = Count()
      let injector = PropertyInjector { registry in
        registry.register(in: .singleton) { Archive(path: "\(opened.next())") }
      }
      _ = injector.validate()
      #expect(opened.value == 0)
      #expect(injector.instance(of: Archive.self) != nil && opened.value == 1)
    }

    @Test func oneObjectStandsForTwoProtocols() throws {
      let injector = PropertyInjector(module)
      let reading = try #require(injector.instance(of: (any Reading).self) as? MemoryStore)
      #expect(injector.instance(of: (any Writing).self) as? MemoryStore === reading)
    }

    @Test func anElementThatCannotBeMadeIsLeftOutOrThrown() {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(instance: Zoom())
        registry.register { try Broken() }
      }
      #expect(injector.instances(of: (any Plugin).self).map { $0 is Zoom } == [true])
      #expect(log.kinds == [.threw])
      #expect(throws: CancellationError.self) {
        try injector.requireInstances(of: (any Plugin).self)
      }
    }

    @Test func aListMayBeMissing() throws {
      final class Lister {
        @Injected(optional: true) var plugins: [any Plugin]?
      }
      let log = IssueLog()
      let lister = Lister()
      try PropertyInjector(reportingTo: log) { _ in }.injectDependencies(to: lister)
        .requireComplete()
      #expect(lister.plugins == nil && log.kinds == [])
    }

    @Test func marksOfASuperclassAreFilled() throws {
      let player = injector.injected(LoudPlayer())
      #expect(player.label == "LoudPlayer" && player.plugins.count == 1)
      #expect(player.album != nil && player.radio == nil && player.category == "food")
    }

    @Test func aVariableOfAProtocolIsFilledInPlace() throws {
      var form: any Row = Line()
      injector.injectDependencies(to: &form)
      #expect(form.store?.name == "logged fake")
      var rows = [Line(), Line()]
      try injector.injectDependencies(toEach: &rows).requireComplete()
      #expect(rows.allSatisfy { $0.store != nil })
      let controllers = [Engine(), Engine()]
      injector.injectDependencies(toEach: controllers)
      let controller = Engine()
      try injector.injectDependencies(to: controller).requireComplete()
      #expect((controllers + [controller]).allSatisfy { $0.isRunning })
      let filled = try Form()
      #expect(filled.store.name == "logged fake")
    }

    @Test func aScopeMayHaveANameOfItsOwn() {
      let injector = PropertyInjector { $0.register(in: .visit) { Cart() } }
      func cart() -> Cart? { injector.instance(of: Cart.self) }
      Visit.$current.withValue(Visit(user: User(name: "Ann"))) { #expect(cart() === cart()) }
    }

    @Test func aTestSeesTheEndOfASession() {
      let cart = injector.instance(of: Cart.self)
      #expect(injector.instance(of: Cart.self) === cart)
      session.removeAll()
      #expect(injector.instance(of: Cart.self) !== cart)
    }

    final class Ledger: Sendable {
      private let user: Lookup<User>
      init(user: Lookup<User>) { self.user = user }
      func owner() throws -> (String?, String) { (user()?.name, try user.require().name) }
    }

    @Test func aKeptServiceHasTheUserOfEachRequest() throws {
      let injector = PropertyInjector(module) { registry in
        registry.register(in: .singleton, .initializer(Ledger.init(user:)))
      }
      let ledger = try injector.require(.type(Ledger.self))
      for name in ["Ann", "Ben"] {
        let owner = try Visit.$current.withValue(Visit(user: User(name: name))) {
          try ledger.owner()
        }
        #expect(owner == (name, name))
      }
    }

    @Test func aValueIsForgottenOnDemand() {
      let forecast = injector.instance(of: Forecast.self)
      injector.reset()
      #expect(injector.instance(of: Forecast.self) !== forecast)
    }

    @Test func whatAnInjectionHasFilledInStays() throws {
      final class Screen { @Required var rates: Rates }
      let screen = injector.injected(Screen())
      screen.rates.change(to: 2)
      injector.reset()
      #expect(try injector.require(.type(Rates.self)).current == 2 && screen.rates.current == 2)
    }

    @Test func aProgramForAUITestStartsWithFakes() async {
      await #expect(processExitsWith: .success) {
        let app = RecipeSamples.module
        func registerFakes(_ registry: inout Registry) {
          registry.register("port", instance: 1)
        }
        PropertyInjector.configure(app) { registerFakes(&$0) }
        let port: Int? = PropertyInjector.shared.instance(for: "port")
        precondition(port == 1)
      }
    }

    @Test func theModuleIsComplete() throws {
      let injector = PropertyInjector(RecipeSamples.module)
      print(injector.graph().mermaid)
      _ = injector.injected(Player())
      try injector.validate().requireClean()
      try Visit.$current.withValue(Visit(user: User(name: "Ann"))) {
        try injector.rehearse().requireClean()
      }
    }

    @Test(
      .injecting { registry in
        registry.usePlaceholders()
        registry.issueHandler = { _ in }
      })
    func withPlaceholdersNothingOfTheModuleIsUsed() {
      #expect(injector.instance(of: Timetable.self) == nil)
    }

    @Test func aPictureNamesDecorators() {
      #expect(injector.graph().mermaid.contains("any Store, decorator 1"))
    }
  }

  @Suite(.injecting { $0.register(instance: FakeStore() as any Store) }) struct FakeTests {
    @Test func aFakeIsOneLine() {
      let player = PropertyInjector.shared.injected(Engine())
      #expect(player.store?.name == "fake")
    }
  }
}
