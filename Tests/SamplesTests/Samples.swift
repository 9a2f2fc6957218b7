import Foundation
import PropertyInjection
import Testing

// Every sample of the documentation, to the letter, in code that runs. DocumentationTests looks for
// each of them here.

protocol Clock: Sendable { var now: Int { get } }
struct SystemClock: Clock { let now = 12 }
struct StoppedClock: Clock { let now = 0 }
final class MyService: Sendable {}
struct Color: Equatable, Sendable { let name: String }

final class ViewController {
  var myService: MyService?
  var currentDate: Date?
}

struct House {
  var color: Color?
  var clock: (any Clock)?
}

final class Player {
  var clock: (any Clock)?
}

struct Form {
  var clock: (any Clock)?
}

extension InjectionKey where Value == any Clock {
  static var clock: Self { "clock" }
}

enum AwareSample {
  final class Player: InjectionAware {
    var clock: (any Clock)?

    func didInjectDependencies() {
      start(at: clock!.now)
    }
  }
}

extension AwareSample.Player {
  func start(at time: Int) { precondition(time == 12) }
}

@MainActor final class Screen: @MainActor InjectionAware {
  var title: String?
  var draft: Draft?  // of a class that is not Sendable
  func didInjectDependencies() {}
}

@MainActor func start() {
  let injector = PropertyInjector { registry in
    registry.register("title", instance: "Departures")
    registry.onMainActor { registry in
      registry.register(instance: Draft())
      registry.declare("title", \Screen.title)
      registry.declare("draft", \Screen.draft)
    }
  }
  injector.injectDependencies(to: Screen())
}

final class Draft { var text = "" }

@MainActor final class Theme { var name = "dark" }

final class Index { var words: [String] = [] }

actor Library {
  private let index = Index()  // not Sendable

  func makeInjector() -> PropertyInjector {
    PropertyInjector { registry in
      registry.confined(to: self) { registry in
        registry.register("index", instance: index)
      }
    }
  }
}

func configureFromAnywhere(_ registry: inout Registry) {
  registry.register("theme") { @MainActor in Theme() }
}

@MainActor final class Window {}

@MainActor func configureTheMainActor() {
  PropertyInjector.configure { registry in
    registry.register("title", instance: "Departures")  // for everybody
    registry.onMainActor { registry in
      registry.register("draft", instance: Draft())  // a class that is not Sendable
      registry.register("window", in: .singleton) { Window() }
      registry.declare("draft", \Screen.draft)  // a property of a main-actor class
    }
  }
}

@MainActor func configureShortly(_ registry: inout Registry) {
  registry.onMainActor { $0.register("draft", instance: Draft()) }
}

@MainActor func declareShortly(_ registry: inout Registry) {
  registry.onMainActor { $0.declare("title", \Screen.title) }
}

final class NavigationController {}

@MainActor func declareTheTypes(_ registry: inout Registry) {
  registry.declare(NavigationController.self)  // a framework makes it; no report
  registry.onMainActor { $0.declare(Screen.self) }  // belongs to the main actor
}

func registerClocks(in registry: inout some RegistryProtocol) {
  registry.register(.clock, in: .singleton) { SystemClock() }
  registry.alias("time", to: .clock)
}

enum ListedSample {
  @MainActor final class Screen: @MainActor Injectable {
    private var title: String?

    static func declareProperties(in registry: inout Registry) {
      registry.onMainActor { $0.declare("title", \Screen.title) }
    }
  }
}

func prepared<Object: AnyObject>(
  _ object: Object, isolation: isolated (any Actor)? = #isolation
) -> Object {
  PropertyInjector.injectDependencies(to: object, isolation: isolation)
  return object
}

final class Parser { var isStrict = true }

struct Request: Sendable { let path: String }

final class Handler {
  @Injected var clock: (any Clock)?

  @concurrent func handle(_ request: Request) async {}
}

@MainActor func handle(_ request: Request) async {
  let handler = PropertyInjector.shared.injected(Handler(), isolation: nil)
  await handler.handle(request)  // off the main actor
}

@Suite struct Samples {
  @Test func theFirstProgram() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.register(instance: MyService())
        registry.register("currentDate") { Date() }
        registry.declare("myService", \ViewController.myService)
        registry.declare("currentDate", \ViewController.currentDate)
      }

      let controller = ViewController()
      PropertyInjector.injectDependencies(to: controller)
      precondition(controller.myService != nil && controller.currentDate != nil)
    }
  }

  @Test func theFirstProgramWithItsComments() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.register("myService", instance: MyService())  // name + type -> instance
        registry.register("currentDate") { Date() }  // ... or -> factory
        registry.declare("myService", \ViewController.myService)  // a property that may be filled
        registry.declare("currentDate", \ViewController.currentDate)
      }
      let clock = PropertyInjector.shared.overriding {
        $0.register(.clock, instance: SystemClock())
      }
      .instance(for: .clock)
      precondition(clock?.now == 12)
    }
  }

  @Test func theSmallestProgram() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.register("myService", instance: MyService())
        registry.declare("myService", \ViewController.myService)
      }

      let controller = ViewController()
      PropertyInjector.injectDependencies(to: controller)
      precondition(controller.myService != nil)
      precondition(prepared(ViewController()).myService != nil)
    }
  }

  @Test func aTypesOwnList() async {
    await #expect(processExitsWith: .success) {
      final class Player: Injectable {
        private var clock: (any Clock)?

        static func declareProperties(in registry: inout Registry) {
          registry.declare("clock", \Player.clock)
        }
      }

      PropertyInjector.configure { registry in
        registry.declare(Player.self)
      }
      let injector = PropertyInjector.shared.overriding { registry in
        registry.register(.clock, instance: StoppedClock(), replacing: true)
      }
      precondition(injector.injectDependencies(to: Player()).injected == ["clock"])
    }
  }

  @Test func deriving() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { $0.register(.clock, instance: SystemClock()) }
      let injector = PropertyInjector.shared.overriding { registry in
        registry.register(.clock, instance: StoppedClock())
      }
      precondition(injector.instance(for: .clock)?.now == 0)
    }
  }

  @Test func markedProperties() {
    final class Screen: Sendable {}
    final class Log: Sendable {}
    final class Player {
      @Injected var clock: (any Clock)?  // the binding under "clock"
      @Injected("bigScreen") var screen: Screen?  // the binding under another name
      @Injected(.byType) private var log: Log?  // the one binding that fits the type
    }
    final class House {
      @Injected("houseColor") var color: Color?
      @Injected(.byType) var clock: (any Clock)?
    }
    let injector = PropertyInjector { registry in
      registry.register("clock", instance: SystemClock())
      registry.register("bigScreen", instance: Screen())
      registry.register("anything", instance: Log())
      registry.register("houseColor", instance: Color(name: "red"))
    }
    let result = injector.injectDependencies(to: Player())
    #expect(result.injected == ["clock", "screen", "log"])
    #expect(injector.injectDependencies(to: House()).injected == ["color", "clock"])
  }

  @Test func registering() throws {
    struct Logger: Sendable {
      func warning(_ text: String) {}
      func debug(_ text: String) {}
    }
    final class Report {
      var clock: (any Clock)?
    }
    struct CrashReporter: Sendable { func record(_ error: any Error) {} }
    let (logger, crashReporter) = (Logger(), CrashReporter())
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in
        if let thrown = issue.kind.thrown { crashReporter.record(thrown.error) }
      }
      registry.issueHandler = { issue in logger.warning("\(issue)") }
      registry.injectionHandler = { point in
        logger.debug("\(point)")  // Editor.store <- "store": FileStore
      }
      registry.register("myService", instance: MyService())
      registry.register(.clock, instance: SystemClock())  // under a typed key
      registry.register("onTap", instance: { print("tapped") } as @Sendable () -> Void)
      registry.register("currentDate") { Date() }
      registry.register("report") { Report() }  // its clock is filled
      registry.declare("clock", \Report.clock)
    }
    let clock = injector.instance(for: .clock)
    let date: Date? = injector.instance(for: "currentDate")
    #expect(clock?.now == 12 && date != nil)
    let report: Report = try #require(injector.instance(for: "report"))
    #expect(report.clock?.now == 12)
    let onTap: (@Sendable () -> Void)? = injector.instance(for: "onTap")
    #expect(onTap != nil)
  }

  @Test func typedKeysAndResults() {
    let injector = PropertyInjector { registry in
      registry.register("myService", instance: MyService())
      registry.declare("myService", \ViewController.myService)
      registry.register(.clock, instance: SystemClock())
      registry.declare(.clock, \Player.clock)
      registry.declare("clock", \Form.clock)
      registry.declare("clock", \AwareSample.Player.clock)
    }
    let player = Player()
    let result = injector.injectDependencies(to: player)
    print(result.didInject, result.injected, result.unfilled)
    #expect(result.injected == ["clock"])
    var form = Form()
    injector.injectDependencies(to: &form)
    #expect(form.clock != nil)
    injector.injectDependencies(to: AwareSample.Player())
  }

  @Test func otherBindings() {
    let log = IssueCount()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in log.increment() }
      registry.register("houseClock", instance: SystemClock())
      registry.register(.type(Color.self), instance: Color(name: "red"))
      registry.declare("color", \House.color, from: .byType)  // the type alone
      registry.declare("clock", \House.clock, from: "houseClock")  // another name
    }
    var house = House()
    #expect(injector.injectDependencies(to: &house).injected == ["color", "clock"])
    let other = PropertyInjector { registry in
      registry.issueHandler = { _ in log.increment() }
      registry.declare("myService", \ViewController.myService)
      registry.declare(.clock, \Player.clock)  // a typed key
      registry.declare("color", \House.color, from: "houseColor")  // another binding's
    }
    other.injectDependencies(to: Player())
    #expect(log.count == 1)
  }

  @Test func anInstanceThatTheUserVouchesFor() {
    let parser = Parser()
    let injector = PropertyInjector { registry in
      registry.unchecked { registry in
        registry.register("parser", instance: parser)  // is never changed after this
      }
    }
    #expect(injector.instance(for: .named("parser", Parser.self)) === parser)
  }

  @Test func aFactoryWithItsInjector() {
    final class Report {
      let clock: (any Clock)?
      var color: Color?
      init(clock: (any Clock)?) { self.clock = clock }
    }
    let injector = PropertyInjector { registry in
      registry.register(.clock, instance: SystemClock())
      registry.register("color", instance: Color(name: "red"))
      registry.declare("color", \Report.color)
      registry.register("report") { injector in Report(clock: injector.instance(for: .clock)) }
    }
    let report: Report? = injector.instance(for: "report")
    #expect(report?.clock?.now == 12 && report?.color?.name == "red")
  }

  @Test @MainActor func isolation() async {
    start()
    let injector = PropertyInjector { registry in
      registry.register("title", instance: "Departures")
      declareShortly(&registry)
      declareTheTypes(&registry)
      configureShortly(&registry)
      registry.declare(ListedSample.Screen.self)
    }
    let screen = Screen()
    #expect(injector.injectDependencies(to: screen).injected == ["title"])
    #expect(injector.instance(for: "draft") as Draft? != nil)
    let listed = ListedSample.Screen()
    let isRefused = await Task.detached {
      injector.injectDependencies(to: screen).isRefused
        && injector.injectDependencies(to: listed).isRefused
    }.value
    #expect(isRefused)
    #expect(await Library().makeInjector().instance(for: "index") as Index? == nil)
    let onMain = PropertyInjector { configureFromAnywhere(&$0) }
    #expect(onMain.instance(for: "theme").map { (theme: Theme) in theme.name } == "dark")
  }
}

/// Counts, on any thread.
final class IssueCount: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var counted = 0  // only ever touched under the lock

  var count: Int { lock.withLock { counted } }
  func increment() { lock.withLock { counted += 1 } }
}
