import PropertyInjection
import Testing

/// The samples of the pages of keys, verbs and methods that take a module.
@Suite struct TypeKeySamples {
  protocol Clock: Sendable {}
  struct SystemClock: Clock {}
  protocol Store: Sendable {}
  struct FileStore: Store {}
  struct FakeStore: Store {}
  final class Archive: Sendable {}
  final class MyService: Sendable {}
  final class ViewController {
    var myService: MyService?
    var currentDate: Int?
  }
  final class Database: Sendable {
    let path: String
    init(path: String) { self.path = path }
  }
  struct House: Constructible { static var provider: Provider<House> { .initializer({ House() }) } }

  static let appModule = InjectionModule("App") { registry in
    registry.register(instance: FileStore() as any Store)
  }

  @Test func verbsWithoutAKey() {
    let injector = PropertyInjector { registry in
      registry.register(instance: SystemClock() as any Clock)
      registry.register(in: .singleton) { Archive() }
      registry.register(instance: "/tmp")
      registry.register(in: .singleton, .initializer(Database.init(path:)))
      registry.register(in: .singleton, House.provider)  // it is Constructible
    }
    #expect(injector.instance(of: Archive.self) === injector.instance(of: Archive.self))
    #expect(injector.instance(of: Database.self)?.path == "/tmp")
    #expect(injector.instance(of: (any Clock).self) != nil)
  }

  @Test func threeKindsOfKeys() {
    let injector = PropertyInjector { registry in
      registry.register(instance: SystemClock() as any Clock)  // the type is the key
      registry.register("myService", instance: MyService())  // a name
      registry.register(.volume, instance: 11)  // a typed key
      registry.register("onTap", instance: { print("tapped") } as @Sendable () -> Void)
    }
    #expect(injector.instance(for: .volume) == 11)
    #expect(injector.instance(for: .named("myService", MyService.self)) != nil)
  }

  static func main() {
    typealias Date = Int
    let (appModule, networkModule) = (appModule, appModule)
    PropertyInjector.configure { registry in
      registry.register(instance: SystemClock() as any Clock)  // type -> instance
      registry.register("myService", instance: MyService())  // name + type -> instance
      registry.register("currentDate") { Date() }  // ... or -> factory
      registry.declare("myService", \ViewController.myService)  // a property that may be filled
      registry.declare("currentDate", \ViewController.currentDate)
    }
    PropertyInjector.configure(appModule)
    PropertyInjector.configure(networkModule)  // the same for one module
  }

  @Test func fakesGoBeforeAModule() {
    let appModule = Self.appModule
    let injector = PropertyInjector(appModule) { $0.register(instance: FakeStore() as any Store) }
    #expect(injector.instance(of: (any Store).self) is FakeStore)
  }

  @Test @MainActor func modulesOfTheMainActorAreTakenToo() {
    final class Draft {}
    let screens = MainActorModule("Screens") { registry in
      registry.register(instance: Draft())
    }
    let injector = PropertyInjector(screens) { $0.register(instance: 3) }
    #expect(injector.instance(of: Draft.self) != nil && injector.instance(of: Int.self) == 3)
  }
}

extension InjectionKey where Value == Int {
  fileprivate static var volume: Self { "volume" }
}
