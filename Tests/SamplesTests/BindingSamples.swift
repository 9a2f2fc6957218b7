import Foundation
import PropertyInjection
import PropertyInjectionChecking
import Synchronization
import Testing

// The samples of bindings, to the letter, in code that runs. They have types of their own, whose names
// go before those of the other samples.

enum BindingSamples {
  final class House: Constructible, Sendable {
    let address: Address
    let owner: Owner

    init(address: Address, owner: Owner) {
      self.address = address
      self.owner = owner
    }

    static var provider: Provider<House> {
      .initializer(House.init(address:owner:), .byType, .key("owner"))
    }
  }

  struct Address: Constructible {
    let street: String

    static var provider: Provider<Address> {
      .initializer(Address.init(street:), .key("street"))
    }
  }

  protocol Store: Sendable {}
  struct FakeStore: Store {}
  struct LoggingStore: Store { init(_ store: any Store) {} }
  final class Count: Sendable {}
  struct CountedStore: Store {
    let inner: any Store
    @Required var count: Count
  }

  static func decorate(_ registry: inout Registry) {
    registry.decorate(.store) { injector, store in LoggingStore(store) }
  }

  static func decorateTheType(_ registry: inout Registry) {
    registry.decorate { injector, store in LoggingStore(store) as any Store }
  }

  struct Owner: Sendable { let name: String }

  @MainActor final class Window: Constructible {
    init(title: String) {}

    nonisolated static var provider: Provider<Window> {
      .initializer(Window.init(title:), .dynamic)
    }
  }

  struct Ticket: Sendable {
    var passenger = ""
    var time = 0
    var number = 0

    init(number: Int) { self.number = number }
    init(passenger: String, time: Int) {
      self.passenger = passenger
      self.time = time
    }
  }

  final class TicketProvider: InjectionProvider {
    private let issued = Mutex(0)

    func provide(with injector: PropertyInjector, arguments: [Any?]) -> Ticket? {
      let number = issued.withLock { issued in
        issued += 1
        return issued
      }
      return Ticket(number: number)
    }
  }

  final class TicketOffice {
    @Injected var injector: PropertyInjector?

    func sell(to passenger: String) -> Ticket? {
      injector?.instance(for: "ticket", passenger)
    }
  }

  struct Request: Sendable {
    let user: User
    let values = ScopedValues()
    @TaskLocal static var current: Request?
  }

  final class Session: Sendable {
    let values = ScopedValues()
    func logOut() { values.removeAll() }
  }
  final class User: Sendable {}
  final class Cart: Sendable {}
  struct Logger: Sendable {}
  final class Database: Sendable {
    init(path: String) {}
  }

  final class Loader {
    var session: Session?
  }

  static let loggingModule = InjectionModule("Logging") { registry in
    registry.register("log", instance: Logger())
  }

  static let offlineModule = InjectionModule("Offline") { registry in
    registry.register { Session() }
  }

  static var networkModule: InjectionModule {
    let networkModule = InjectionModule("Network") { registry in
      registry.install(loggingModule)
      registry.register(in: .singleton) { Session() }
      registry.declare("session", \Loader.session)
    }
    return networkModule
  }

  enum RequestSample {
    final class Handler {
      var user: User?
      @Injected var clock: (any Clock)?
    }

    @Suite struct Tests {
      @Test func valuesOfOneRequest() {
        let (user, other) = (User(), User())
        PropertyInjector.shared.withOverrides { registry in
          registry.register(in: .values { Request.current?.values }) {
            Request.current?.user
          }
          registry.register(instance: SystemClock() as any Clock)
          registry.declare("user", \Handler.user)
        } operation: {
          do {
            let handler = Handler()
            handler.user = user
            PropertyInjector.injectDependencies(to: handler)
            #expect(handler.user === user && handler.clock != nil)
          }
          let handler = Handler()
          Request.$current.withValue(Request(user: user)) {
            PropertyInjector.injectDependencies(to: handler)
          }
          #expect(handler.user === user && handler.user !== other)
        }
      }
    }
  }

  @Suite struct Tests {
    @Test func aWrapperMayHaveMarks() throws {
      let injector = PropertyInjector { registry in
        registry.register(in: .singleton) { Count() }
        registry.register(instance: FakeStore() as any BindingSamples.Store)
        registry.decorate { _, store in CountedStore(inner: store) as any BindingSamples.Store }
      }
      let store = try #require(
        try injector.require(.type((any BindingSamples.Store).self)) as? CountedStore)
      #expect(store.inner is FakeStore && store.count === injector.instance(of: Count.self))
    }

    @Test func initializers() {
      let injector = PropertyInjector { registry in
        registry.register(instance: Owner(name: "Jenny"))
        registry.register("street", instance: "Elm")
        registry.register(.databasePath, instance: "/tmp/data")
        registry.register(in: .singleton, .initializer(House.init(address:owner:)))
        registry.register(.initializer(Database.init(path:), .key(.databasePath)))
        registry.register(.type((any Clock).self), .initializer(SystemClock.init))  // what conforms
      }
      #expect(injector.instance(of: House.self)?.owner.name == "Jenny")
      #expect(injector.instance(of: House.self) === injector.instance(of: House.self))
      #expect(injector.instance(of: Database.self) != nil)
      #expect(injector.instance(of: (any Clock).self)?.now == 12)
    }

    @Test @MainActor func describedInitializers() throws {
      let injector = PropertyInjector { registry in
        registry.register("title", instance: "Departures")
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register("street", instance: "Elm")
        registry.register(
          "house", .initializer(House.init(address:owner:), .byType, .key("owner")))
        registry.register(.initializer(Window.init(title:), .key("title")))
        registry.onMainActor { $0.register("window", in: .singleton, .initializer(Window.init)) }
      }
      let house: House? = injector.instance(for: "house")
      #expect(house?.owner.name == "Jenny")
      #expect(injector.instance(of: Window.self) != nil)
    }

    @Test @MainActor func constructibleTypes() throws {
      let injector = PropertyInjector { registry in
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register("street", instance: "Elm")
        registry.register(in: .singleton, House.provider)
      }
      let address = injector.instance(of: Address.self)  // nothing is registered for the type
      #expect(address?.street == "Elm")
      #expect(injector.instance(of: House.self) === injector.instance(of: House.self))
      #expect(injector.instance(of: Window.self, "Hello") != nil)
    }

    @Test @MainActor func someCalls() throws {
      final class Draft {}
      final class Session: Sendable {}
      final class House: Sendable {
        let rooms: Int
        init(name: String, rooms: Int) { self.rooms = rooms }
      }
      final class Player {
        @Injected var volume: Double?
      }
      final class Station {
        var time: (any Clock)?
      }
      let injector = PropertyInjector { registry in
        registry.register("owner", instance: "Jenny")
        registry.register(.type(String.self), instance: "/tmp/data")
        registry.register(.type(SystemClock.self), instance: SystemClock())
        registry.register("session", in: .singleton) { Session() }
        registry.register("ticket") { (_, passenger: String) in
          Ticket(passenger: passenger, time: 1)
        }
        registry.register("port", instance: 8080)  // a name with the type of the value
        registry.register(in: .singleton, .initializer(Database.init(path:)))
        registry.register(.initializer(House.init(name:rooms:), .key("owner"), .dynamic))
        registry.alias("clock", to: .type(SystemClock.self))
        registry.declare("time", \Station.time, from: "clock")  // another binding's value
        registry.setScope(.unique, for: .named("session", Session.self))  // name and type
        registry.intercept(.volume, get: { property in property.storedValue ?? 0.5 })
        registry.onMainActor { $0.register("draft", instance: Draft()) }  // in main-actor code
      }
      let (player, station) = (Player(), Station())
      injector.injectDependencies(to: player)
      injector.injectDependencies(to: station)
      #expect(player.volume == 0.5 && station.time?.now == 12)
      #expect(injector.instance(for: .named("draft", Draft.self)) != nil)
      do {
        let clock = injector.instance(for: .clock)  // a typed key
        let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")  // with an argument
        let house = injector.instance(of: House.self, 3)  // a type alone
        let names = injector.removeAccessors(of: player)
        let derived = injector.overriding { $0.register("port", instance: 80) }
        try derived.validate().requireNoErrors()  // of the module PropertyInjectionChecking
        #expect(ticket?.passenger == "Jenny" && derived.instance(for: "port") == 80)
        #expect(clock?.now == 12 && house?.rooms == 3 && names == ["volume"])
      }
    }

    @Test func theTicketOfAPassenger() {
      let byType = PropertyInjector { registry in
        registry.register(instance: SystemClock() as any Clock)
        registry.register { (injector, passenger: String) in
          Ticket(passenger: passenger, time: try injector.require(.type((any Clock).self)).now)
        }
      }
      #expect(byType.instance(of: Ticket.self, "Jenny")?.time == 12)
      let injector = PropertyInjector { registry in
        registry.register("ticket") { (_, passenger: String) in
          Ticket(passenger: passenger, time: 1)
        }
      }
      let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")
      #expect(ticket?.passenger == "Jenny")
    }

    @Test func creationTimeArguments() {
      let injector = PropertyInjector { registry in
        registry.register(.initializer(House.init(name:rooms:), .dynamic, .dynamic))
      }
      let house = injector.instance(of: House.self, "Jenny", 3)  // with run-time arguments
      #expect(house?.owner.name == "Jenny")

      let mixed = PropertyInjector { registry in
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register(.type(Address.self), instance: Address(street: "Elm"))
        registry.register(
          .initializer(House.init(address:owner:rooms:), .byType, .key("owner"), .dynamic))
      }
      #expect(mixed.instance(of: House.self, 3)?.address.street == "Elm")

      let shorter = PropertyInjector { registry in
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register(.type(Address.self), instance: Address(street: "Elm"))
        registry.register(
          .initializer(House.init(address:owner:rooms:), byTypeExcept: .dynamic(Int.self)))
      }
      #expect(shorter.instance(of: House.self, 3)?.owner.name == "Jenny")
    }

    @Test func factories() throws {
      final class Report {
        let title: String
        var clock: (any Clock)?
        init(title: String) { self.title = title }
      }
      let injector = PropertyInjector { registry in
        registry.register(.clock, instance: SystemClock())
        registry.declare("clock", \Report.clock)
        registry.register("currentDate") { Date() }
        registry.register("session", in: .singleton) { Session() }
        registry.register("report") { injector in
          Report(title: injector.instance(for: "title") ?? "Report")
        }
        registry.register("ticket") { (injector, passenger: String) in
          Ticket(passenger: passenger, time: try injector.require(.clock).now)
        }
      }
      let report: Report = try #require(injector.instance(for: "report"))
      #expect(report.clock?.now == 12 && report.title == "Report")
      let office = TicketOffice()
      injector.injectDependencies(to: office)
      #expect(office.sell(to: "Jenny")?.time == 12)
    }

    @Test @MainActor func providers() {
      let injector = PropertyInjector { registry in
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register("street", instance: "Elm")
        registry.register(.type(String.self), instance: "/tmp/data")
        registry.register(
          "house", .initializer(House.init(address:owner:), .byType, .key("owner")))
        registry.register(in: .singleton, .initializer(Database.init(path:)))
        registry.register(
          "log", .perPoint { injector, point in Log(for: point.name ?? "program") })
        registry.register("ticket", .object(TicketProvider()))
        registry.register("theme") { @MainActor in Theme() }
      }
      #expect(injector.instance(for: .named("house", House.self))?.address.street == "Elm")
      #expect(injector.instance(of: Database.self) != nil)
      #expect(injector.instance(for: .named("theme", Theme.self)) != nil)
      #expect(injector.instance(for: .named("log", Log.self))?.text == "program")
      #expect(injector.instance(for: .named("ticket", Ticket.self))?.number == 1)
      let other = PropertyInjector { registry in
        registry.register("title", instance: "Departures")
        registry.register(.type(String.self), instance: "/tmp/data")
        registry.register("owner", instance: Owner(name: "Jenny"))
        registry.register("theme", in: .singleton) { @MainActor in Theme() }
        registry.register("window", .initializer(Window.init(title:), .key("title")))
        registry.register(in: .singleton, .initializer(Database.init(path:)))
        registry.register(in: .singleton, House.provider)  // it is Constructible
      }
      #expect(other.instance(for: .named("theme", Theme.self)) != nil)
      #expect(other.instance(for: .named("window", Window.self)) != nil)
      #expect(other.contains(.type(Database.self)) && other.contains(.type(House.self)))
    }

    private final class Started: Sendable {
      let plugins = Mutex([String]())
    }

    private protocol Plugin: Sendable { func start() }
    private protocol Tool: AnyObject {}

    private final class Editor {
      @Injected var plugins: [any Plugin]?
    }

    private final class Server {
      var checks: [any Plugin]?
    }

    private protocol Service: Sendable {}
    private struct Cleaner: Service {}

    @Test func eachThatFits() throws {
      let injector = PropertyInjector { $0.register(instance: Cleaner()) }
      let services = try injector.requireInstances(of: (any Service).self)
      #expect(services.count == 1)
    }

    private struct Zoom: Plugin {
      let started: Started
      func start() { started.plugins.withLock { $0.append("zoom") } }
    }

    private struct Spelling: Plugin {
      let started: Started
      func start() { started.plugins.withLock { $0.append("spelling") } }
    }

    @Test func allThatFit() {
      let started = Started()
      let injector = PropertyInjector { registry in
        registry.register(instance: Zoom(started: started))
        registry.register(instance: Spelling(started: started))
      }
      for plugin in injector.instances(of: (any Plugin).self) { plugin.start() }
      #expect(started.plugins.withLock { $0 } == ["zoom", "spelling"])
      let derived = injector.overriding { registry in
        registry.declare("checks", \Server.checks)
      }
      let (editor, server) = (Editor(), Server())
      derived.injectDependencies(to: editor)
      derived.injectDependencies(to: server)
      #expect(editor.plugins?.count == 2 && server.checks?.count == 2)
    }

    @Test func requiredLookUps() throws {
      let injector = PropertyInjector { registry in
        registry.register(.clock, instance: SystemClock())
        registry.register("owner", instance: "Jenny")
        registry.register(
          .type(House.self), .initializer({ House(name: $0, rooms: $1) }, .dynamic, .dynamic))
      }
      let clock = try injector.require(.clock)
      let house = try injector.require(.type(House.self), "Jenny", 3)
      #expect(clock.now == 12 && house.owner.name == "Jenny")
      do {
        let clock = try injector.require(.type((any Clock).self))
        #expect(clock.now == 12)
      }
    }

    @Test func returningWhatIsFilled() {
      final class Row { @Injected var clock: (any Clock)? }
      struct Line { @Injected var clock: (any Clock)? }
      let injector = PropertyInjector { $0.register(.clock, instance: SystemClock()) }
      let row = injector.injected(Row())
      #expect(row.clock?.now == 12)
      var rows = [Line(), Line()]
      injector.injectDependencies(toEach: &rows)
      let controllers = [Row(), Row()]
      injector.injectDependencies(toEach: controllers)
      #expect(rows.allSatisfy { $0.clock != nil } && controllers.allSatisfy { $0.clock != nil })
    }

    @Test func theResultsOfAList() {
      struct Line { @Injected var date: Int? }
      let injector = PropertyInjector { $0.issueHandler = { _ in } }
      var rows = [Line(), Line()]
      let results = injector.injectDependencies(toEach: &rows)
      for (position, result) in results.incomplete { print(position, result.unfilled) }
      #expect(results.incomplete.count == 2)
    }

    @Test func theElementsOfAList() {
      final class Row { @Injected var clock: (any Clock)? }
      let injector = PropertyInjector { registry in
        registry.register(.clock, instance: SystemClock())
        registry.register("rows") { injector in
          let rows = [Row(), Row()]
          injector.injectDependencies(toEach: rows)
          return rows
        }
      }
      let rows = injector.instance(for: .named("rows", [Row].self))
      #expect(rows?.allSatisfy { $0.clock != nil } == true)
    }

    @Test func keptFactoriesThatLookUp() {
      struct Archive { let path: String }
      let injector = PropertyInjector { registry in
        registry.register("archive", in: .singleton) { injector in
          Archive(path: injector.instance(for: "path") ?? "/tmp")
        }
        registry.register("path", instance: "/var")
      }
      #expect(injector.instance(for: .named("archive", Archive.self))?.path == "/var")
    }

    @Test func lookUps() {
      let injector = PropertyInjector { registry in
        registry.register(.clock, instance: SystemClock())
        registry.register("currentDate") { Date() }
        registry.register("ticket") { (_, passenger: String) in
          Ticket(passenger: passenger, time: 1)
        }
      }
      let clock = injector.instance(for: .clock)
      let date: Date? = injector.instance(for: "currentDate")
      let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")
      #expect(clock != nil && date != nil && ticket?.passenger == "Jenny")
    }

    @Test @MainActor func mainActorFactories() {
      let injector = PropertyInjector { registry in
        registry.register("theme", in: .singleton) { @MainActor in Theme() }
      }
      let theme: Theme? = injector.instance(for: "theme")
      #expect(theme != nil && theme === injector.instance(for: .named("theme", Theme.self)))
    }

    @Test func providerObjects() {
      let injector = PropertyInjector { registry in
        registry.register("ticket", .object(TicketProvider()))
      }
      #expect(injector.instance(for: .named("ticket") as InjectionKey<Ticket>)?.number == 1)
    }

    @Test func scopes() {
      let session = Session()
      let injector = PropertyInjector { registry in
        registry.register("path", instance: "/tmp/data")
        registry.register(in: .cached) { Session() }
        registry.register(in: .singleton, .initializer(Database.init(path:)))
        registry.register(in: .values(session.values)) { Cart() }
      }
      let cart = injector.instance(of: Cart.self)
      session.logOut()
      #expect(cart !== injector.instance(of: Cart.self))
      injector.reset()
    }

    @Test func aScopeOfRequests() {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.register("user", in: .values { Request.current?.values }) { Request.current?.user }
      }
      #expect((injector.instance(for: "user") as User?) == nil)
      let user = User()
      Request.$current.withValue(Request(user: user)) {
        #expect(user === injector.instance(for: .named("user", User.self)))
      }
    }

    struct Log {
      let text: String
      init(for text: String) { self.text = text }
    }
    struct Store {}

    @Test func factoriesThatKnowForWhatTheyMake() {
      let injector = PropertyInjector { registry in
        registry.register("user", in: .graph) { User() }
        registry.register(
          "log",
          .perPoint { injector, point in
            Log(for: point.ownerType.map { "\($0)" } ?? "program")
          })
      }
      let log: Log? = injector.instance(for: "log")
      #expect(log?.text == "program")
      let byType = PropertyInjector { registry in
        registry.register(
          .perPoint { injector, point in
            Log(for: point.ownerType.map { "\($0)" } ?? "program")
          })
      }
      #expect(byType.instance(of: Log.self)?.text == "program")
      let isOffline = injector.contains(.named("offlineStore", Store.self))
      #expect(!isOffline)
    }

    @Test func keysThatLeadToOthers() {
      let injector = PropertyInjector { registry in
        registry.register("stationClock", instance: SystemClock())
        registry.alias(.clock, to: "stationClock")
      }
      #expect(injector.instance(for: .clock)?.now == 12)
      let byType = PropertyInjector { registry in
        registry.register(.type(SystemClock.self), instance: SystemClock())
        registry.alias(.type((any Clock).self), to: .type(SystemClock.self))
        registry.alias("clock", to: .type(SystemClock.self))
      }
      #expect(byType.instance(for: .clock)?.now == 12)
      let byName = PropertyInjector { registry in
        registry.register("stationClock", instance: SystemClock())
        registry.alias(.clock, to: "stationClock")
      }
      #expect(byName.instance(for: .clock)?.now == 12)
    }

    @Test func nothing() {
      let log = IssueCount()
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in log.increment() }
        registry.registerNil(.clock)
        registry.registerNil(.type(Logger.self))
      }
      #expect(injector.instance(for: .clock) == nil && injector.instance(of: Logger.self) == nil)
      #expect(log.count == 0)
    }

    @Test func overriding() async {
      protocol Store: Sendable {}
      final class FileStore: Store {}
      final class FakeStore: Store {}
      final class Editor {
        @Injected var store: (any Store)?
      }
      await #expect(processExitsWith: .success) {
        PropertyInjector.configure { $0.register("store", instance: FileStore()) }
        let injector = PropertyInjector.shared.overriding { registry in
          registry.register("store", instance: FakeStore())
        }
        let editor = Editor()
        injector.injectDependencies(to: editor)
        precondition(editor.store is FakeStore)
      }
    }

    @Test func overridingForATask() async {
      protocol Store: Sendable {}
      final class FileStore: Store {}
      final class FakeStore: Store {}
      final class Editor {
        @Injected var store: (any Store)?
      }
      await #expect(processExitsWith: .success) {
        PropertyInjector.configure { $0.register("store", instance: FileStore()) }
        let editor = Editor()
        PropertyInjector.shared.withOverrides { registry in
          registry.register("store", instance: FakeStore())
        } operation: {
          PropertyInjector.injectDependencies(to: editor)
        }
        precondition(editor.store is FakeStore)
        let other = Editor()
        PropertyInjector.injectDependencies(to: other)
        precondition(other.store is FileStore)
      }
    }

    @Test func modules() async {
      await #expect(processExitsWith: .success) {
        PropertyInjector.configure { registry in
          registry.install(networkModule)
          registry.install(loggingModule)  // is installed already
        }
        let loader = Loader()
        PropertyInjector.injectDependencies(to: loader)
        precondition(loader.session != nil)

        let injector = PropertyInjector.shared.overriding { registry in
          registry.uninstall(networkModule)
          registry.install(offlineModule)
        }
        precondition(injector.instance(of: Session.self) !== loader.session)
        precondition(injector.instance(of: Session.self) !== injector.instance(of: Session.self))
      }
      let injector = PropertyInjector { registry in
        registry.install(networkModule)
        registry.setScope(.unique, for: .type(Session.self))
      }
      #expect(injector.instance(of: Session.self) !== injector.instance(of: Session.self))
    }
  }
}

extension BindingSamples.House {
  convenience init(owner: BindingSamples.Owner) {
    self.init(address: BindingSamples.Address(street: "Elm"), owner: owner)
  }

  convenience init(address: BindingSamples.Address, owner: BindingSamples.Owner, rooms: Int) {
    self.init(address: address, owner: owner)
  }

  convenience init(name: String, rooms: Int) {
    self.init(owner: BindingSamples.Owner(name: name))
  }
}

extension InjectionKey where Value == any BindingSamples.Store {
  static var store: Self { "store" }
}

extension InjectionKey<String> { fileprivate static var databasePath: Self { "databasePath" } }
