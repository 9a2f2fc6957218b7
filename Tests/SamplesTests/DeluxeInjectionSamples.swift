import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage
import Testing

// What the guide for users of DeluxeInjection shows, to the letter, in code that runs.

enum DeluxeInjectionSamples {
  final class Network: Sendable {}
  protocol Feedback: Sendable {}
  struct Letter: Feedback {}
  struct Theme: Codable, Sendable { var name = "" }
  final class Session: Sendable {}
  protocol Listener: AnyObject, Sendable {}

  final class Player {
    @Injected var network: Network?
    @Injected var feedback: (any Feedback)?
    @Injected(lazy: true) var lazyNetwork: Network?
    @Injected(lazy: true) var items: [String]?
    @Setting var username: String?
    @Setting(writesThrough: true) var accountName: String?
    @Setting var theme: Theme?
    @Setting(writesThrough: true) var skin: Theme?
    var cache: Network?
  }

  final class Basket { @Injected var items: [String]? }
  final class Radio { var network: Network? }
  @MainActor final class Account { static var session: Session? }

  final class Label: Sendable {}

  @Suite struct Tests {
    @Test func injecting() {
      let network = Network()
      let feedback = Letter()
      let injector = PropertyInjector { registry in
        registry.register(instance: network)
        registry.register(instance: feedback as any Feedback)
        registry.register("playerCache") { Network() }
        registry.declare("cache", \Player.cache, from: "playerCache")
        registry.register("items") { [String]() }
        registry.useSettings(in: MarkedSamples.MemoryStore(), key: { $0.name })
        registry.declare("network", \Radio.network)
      }
      let player = Player()
      #expect(injector.injectDependencies(to: player).injected.contains("network"))
      #expect(player.network === network && player.lazyNetwork === network)
      #expect(player.feedback != nil && player.cache != nil && player.items == [])
      player.theme = Theme(name: "x")
      #expect(player.theme?.name == "x")
      #expect(injector.removeAccessors(of: player) { $0.name == "items" } == ["items"])
      // The network was there, so that nothing had to wait.
      #expect(injector.removeAccessors(of: player) { $0.kind == .lazy } == [])
      #expect(!injector.removeAccessors(of: player) { $0.kind == .setting }.isEmpty)
      injector.removeAccessors(of: player)
      #expect(player.theme == nil)
      let radio = Radio()
      injector.injectDependencies(to: radio)
      #expect(radio.network === network)
    }

    @Test func making() {
      let injector = PropertyInjector { registry in
        registry.register(in: .singleton, .initializer(Network.init))
      }
      #expect(injector.instance(of: Network.self) === injector.instance(of: Network.self))
    }

    @Test func accessors() {
      let reading = PropertyInjector { registry in
        registry.intercept(.items, get: { property in property.storedValue ?? [] })
      }
      let writing = PropertyInjector { registry in
        registry.intercept(.items, set: { property, items in property.storedValue = items })
      }
      let both = PropertyInjector { registry in
        registry.intercept(.items, get: { $0.storedValue }, set: { $0.storedValue = $1 })
      }
      for injector in [reading, writing, both] {
        let basket = Basket()
        injector.injectDependencies(to: basket)
        basket.items = ["apple"]
        #expect(basket.items == ["apple"])
      }
    }

    @Test func deciding() {
      let network = Network()
      let injector = PropertyInjector { $0.issueHandler = { _ in } }
      let player = Player()
      injector.injectDependencies(to: player) { _ in .skip }
      injector.injectDependencies(to: player) { $0.name == "cache" ? .skip : .asUsual }
      #expect(player.network == nil)
      injector.injectDependencies(to: player) { $0.name == "network" ? .inject(network) : .asUsual }
      #expect(player.network === network)
    }

    @Test func settings() {
      _ = PropertyInjector { registry in
        registry.useSettings(in: .standard, key: \.name)
      }
      _ = PropertyInjector { registry in
        registry.useSettings(in: .suite("com.example.player")) { "player.\($0.name)" }
      }
    }

    @MainActor @Test func staticProperties() {
      let injector = PropertyInjector { registry in
        registry.register("session", instance: Session())
        registry.onMainActor { registry in
          registry.declare("session", \Account.Type.session)
        }
      }
      injector.injectDependencies(toStaticPropertiesOf: Account.self)
      #expect(Account.session != nil)
    }

    @Test func withoutStorage() {
      let label = Label()
      label.theme = Theme(name: "x")
      #expect(label.theme?.name == "x" && label.listener == nil)
    }
  }

  static func configure() {
    PropertyInjector.configure { registry in registry.register(instance: Network()) }
  }
}

extension DeluxeInjectionSamples.Label {
  private typealias Label = DeluxeInjectionSamples.Label
  typealias Theme = DeluxeInjectionSamples.Theme
  typealias Listener = DeluxeInjectionSamples.Listener

  private static let themes = AssociatedStorage<Label, Theme>()
  private static let listeners = AssociatedStorage<Label, any Listener>(.weak)

  var theme: Theme? {
    get { Self.themes[self] }
    set { Self.themes[self] = newValue }
  }
  var listener: (any Listener)? {
    get { Self.listeners[self] }
    set { Self.listeners[self] = newValue }
  }
}

extension InjectionKey where Value == [String] {
  static var items: Self { "items" }
}
