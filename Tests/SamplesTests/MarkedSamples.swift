import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import PropertyInjectionStorage
import Synchronization
import Testing

// The samples of properties that do more, to the letter, in code that runs.

enum MarkedSamples {
  final class Screen: Sendable {}
  final class Log: Sendable {}
  final class Album: Sendable {}
  final class Radio: Sendable {}
  struct Theme: Codable { var name = "" }

  final class Player {
    @Injected var clock: (any Clock)?  // the binding under "clock", or of its type alone
    @Injected("bigScreen") var screen: Screen?  // the binding under another name
    @Injected(.byType) private var log: Log?  // the one binding that fits the type
    @Injected(lazy: true) var album: Album?  // asked for when it is first read
    @Injected(optional: true) var radio: Radio?  // may stay nil, without a report
  }

  enum TypeSample {
    final class Player {
      @Injected var clock: (any Clock)?  // the binding of its name, else of its type
      @Injected(.bigScreen) var screen: Screen?  // the binding of that key, and no other
      @Injected(lazy: true) var album: Album?  // asked for when it is first read
      @Injected(optional: true) var radio: Radio?  // may stay nil, without a report
    }
  }

  enum RequiredSample {
    final class Player {
      @Injected var clock: (any Clock)!  // nil until it is filled; a read before that traps
      @Required var log: Log  // a read before it is filled traps, and says why
    }

    enum Other {
      final class Player {
        @Required var clock: any Clock  // the binding under "clock", or of its type alone
        @Required("bigScreen") var screen: Screen  // the binding under another name
        @Required(.byType) private var log: Log  // the one binding that fits the type
        @Required(lazy: true) var album: Album  // made when it is first read
      }
    }
  }

  enum LazySample {
    final class Player {
      @Injected(lazy: true) var album: Album?
    }
  }

  enum WrapperSample {
    @propertyWrapper struct Service<Value>: InjectionWrapper {
      @Injected(.byType) private var value: Value?

      static var mark: KeyPath<Self, Injected<Value>> { \._value }

      var wrappedValue: Value {
        guard let value else { fatalError("inject its owner before it is used") }
        return value
      }
    }

    final class Player {
      @Service var clock: any Clock
      @Injected var log: Log?
    }
  }

  enum SettingsSample {
    final class Player {
      @Setting var username: String?
      @Setting var volume: Double? = 0.5  // the default
      @Setting var speed: Double! = 1  // not optional where it is read
      @Setting("player.theme") var theme: Theme?  // under a key of its own
    }

    static func configure() {
      PropertyInjector.configure { registry in
        registry.useSettings(in: .standard)
      }
    }
  }

  final class MemoryStore: SettingsStore {
    private let objects = Mutex<[String: Data]>([:])

    func object(forKey key: String) -> Any? {
      objects.withLock { $0[key] }.flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil)
      }
    }
    func setObject(_ object: Any, forKey key: String) {
      let data = try? PropertyListSerialization.data(
        fromPropertyList: object, format: .binary, options: 0)
      objects.withLock { $0[key] = data }
    }
    func removeObject(forKey key: String) {
      objects.withLock { $0[key] = nil }
    }
  }

  final class Mixer {
    @Injected(.volume) var volume: Double?
    @Injected(lazy: true) var album: Album?
  }

  @MainActor final class Page {
    var heading = "News"
    @Injected var title: String?
  }

  @MainActor final class Account {
    static var session: Log?
  }

  protocol Delegate: AnyObject {}

  @Suite struct Tests {
    @Test func marked() {
      let injector = PropertyInjector { registry in
        registry.register("clock", instance: SystemClock())
        registry.register("bigScreen", instance: Screen())
        registry.register("anything", instance: Log())
        registry.register("album") { Album() }
      }
      let player = Player()
      #expect(
        injector.injectDependencies(to: player).injected == ["clock", "screen", "log", "album"])
      let lazy = LazySample.Player()
      injector.injectDependencies(to: lazy)
      #expect(player.album != nil && lazy.album != nil)
    }

    @Test func markedWithoutNames() {
      let injector = PropertyInjector { registry in
        registry.register(instance: SystemClock() as any Clock)
        registry.register(.bigScreen, instance: Screen())
        registry.register(instance: Screen())
        registry.register { Album() }
      }
      let player = TypeSample.Player()
      #expect(injector.injectDependencies(to: player).injected == ["clock", "screen", "album"])
      #expect(player.screen === injector.instance(for: .bigScreen))
    }

    @Test func requiredProperties() {
      let (log, screen) = (Log(), Screen())
      let injector = PropertyInjector { registry in
        registry.register(.clock, instance: SystemClock())
        registry.register("bigScreen", instance: screen)
        registry.register("log", instance: log)
      }
      let player = RequiredSample.Player()
      #expect(!injector.validate(including: Player()).errors.isEmpty)
      injector.injectDependencies(to: player)
      #expect(player.clock.now == 12 && player.log === log)
      let other = RequiredSample.Other.Player()
      injector.injectDependencies(to: other)
      #expect(other.shown.1 === screen && other.shown.2 === log)
    }

    @Test func wrappers() {
      let injector = PropertyInjector { registry in
        registry.register("anything", instance: StoppedClock())
        registry.register("log", instance: Log())
      }
      let player = WrapperSample.Player()
      #expect(injector.injectDependencies(to: player).injected == ["clock", "log"])
      #expect(player.clock is StoppedClock && player.log != nil)
    }

    @Test func accessors() {
      let limited = PropertyInjector { registry in
        registry.intercept(
          .volume,
          get: { property in property.storedValue ?? 0.5 },
          set: { property, volume in property.storedValue = volume.map { min($0, 1) } })
        registry.register("album") { Album() }
      }
      let injector = PropertyInjector { registry in
        registry.intercept(.volume, get: { property in property.storedValue ?? 0.5 })
        registry.register("album") { Album() }
      }
      let mixer = Mixer()
      limited.injectDependencies(to: mixer)
      mixer.volume = 3
      #expect(mixer.volume == 1)
      let player = Mixer()
      injector.injectDependencies(to: player)
      player.volume = 3
      #expect(player.volume == 3)
      let plain = injector.removeAccessors(of: player)
      let numbers = injector.removeAccessors(of: mixer) { $0.valueType == Double.self }
      #expect(plain == ["volume", "album"] && numbers == ["volume"])
    }

    @MainActor @Test func onTheMainActor() {
      let injector = PropertyInjector { registry in
        registry.onMainActor { registry in
          registry.intercept(
            .named("title", String.self),
            get: { property in (property.target as? Page)?.heading })
        }
        registry.register("session", instance: Log())
        registry.onMainActor { registry in
          registry.declare("session", \Account.Type.session)
        }
      }
      let page = Page()
      injector.injectDependencies(to: page)
      #expect(page.title == "News")
      injector.injectDependencies(toStaticPropertiesOf: Account.self)
      #expect(Account.session != nil)
    }

    @Test func settings() {
      let injector = PropertyInjector { $0.useSettings(in: MemoryStore()) }
      let player = SettingsSample.Player()
      injector.injectDependencies(to: player)
      player.volume = 0.75
      player.theme = Theme(name: "dark")
      let other = SettingsSample.Player()
      injector.injectDependencies(to: other)
      #expect(other.volume == 0.75 && other.theme?.name == "dark" && other.username == nil)
      player.speed += 1
      #expect(other.speed == 2)
      player.theme = nil
      #expect(other.theme == nil)
    }

    @Test func settingsElsewhere() {
      let injector = PropertyInjector { registry in
        registry.useSettings(in: .suite("com.example.player")) { property in
          "player.\(property.name)"
        }
      }
      let player = SettingsSample.Player()
      injector.injectDependencies(to: player, settings: .suite("com.example.guest"))
      #expect(player.volume == 0.5)
      _ = PropertyInjector { registry in
        registry.useSettings(in: .standard)
        registry.useSettings(in: .suite("com.example.player"), replacing: true)
      }
    }

    @Test func deciding() {
      let injector = PropertyInjector { registry in
        registry.register("bigScreen", instance: Screen())
        registry.register("anything", instance: Log())
      }
      let player = Player()
      let result =
        injector.injectDependencies(to: player) { point in
          switch point.name {
          case "clock": .inject(StoppedClock())
          case "album": .skip
          default: .asUsual
          }
        }
      #expect(result.injected == ["clock", "screen", "log"])
    }

    @Test func heldWeakly() {
      let delegates = AssociatedStorage<Label, any Delegate>(.weak)
      #expect(delegates[Label()] == nil)
    }
  }
}

extension InjectionKey<Double> { static var volume: Self { "volume" } }

extension InjectionKey<MarkedSamples.Screen> {
  fileprivate static var bigScreen: Self { "bigScreen" }
}

extension MarkedSamples.RequiredSample.Other.Player {
  fileprivate var shown: (any Clock, MarkedSamples.Screen, MarkedSamples.Log) {
    (clock, screen, log)
  }
}
