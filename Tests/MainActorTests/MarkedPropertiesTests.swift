import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage
import TestSupport
import Testing

// Everything here belongs to the main actor, because its module says so.

final class Album {
  var title = "Blue"
}

struct Skin: Codable, Equatable {
  var color = "red"
}

final class Tag {}

extension Tag {
  private static let albums = AssociatedStorage<Tag, Album>()

  var album: Album? {
    get { Self.albums[self] }
    set { Self.albums[self] = newValue }
  }
}

final class Screen: InjectionAware {
  static var shared: Album?

  var heading = "none"
  @Injected private var title: String?
  @Injected(.byType) private var number: Int?
  @Injected private var volume: Int?
  @Injected(lazy: true) private var album: Album?
  @Setting("username") private var username: String? = "nobody"
  @Setting("skin") private var skin: Skin?
  private var plain: Album?
  var hooks = 0

  static func declare(in registry: inout ConfinedRegistry) {
    registry.declare("plain", \Screen.plain)
    registry.declare("shared", \Screen.Type.shared)
    registry.declare("album", \Tag.album)
  }

  func didInjectDependencies() { hooks += 1 }

  var values: [String?] {
    [
      title, number.map(String.init), volume.map(String.init), album?.title, username,
      skin?.color, plain?.title,
    ]
  }

  func set(volume: Int?, username: String?) {
    self.volume = volume
    self.username = username
  }
}

let screenModule = MainActorModule("Screen") { registry in
  Screen.declare(in: &registry)
}

/// Marked properties in a module whose types belong to the main actor.
@Suite struct MarkedPropertiesTests {
  private let suite = TestSuite()

  /// One word for the whole configuration.
  private func makeInjector(
    _ configure: (inout ConfinedRegistry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector {
      $0.onMainActor { registry in
        registry.issueHandler = { Issue.record($0) }
        registry.useSettings(in: suite.store)
        registry.register("title", instance: "Main")
        registry.register(.type(Int.self), instance: 5)
        registry.intercept(
          .named("volume", Int.self),
          get: { property in (property.target as? Screen)?.heading.count },
          set: { property, volume in
            (property.target as? Screen)?.heading = String(repeating: "x", count: volume ?? 0)
          })
        registry.register("album") { Album() }
        registry.register("plain", instance: Album())
        registry.register("shared", in: .singleton) { Album() }
        registry.install(screenModule)
        configure(&registry)
      }
    }
  }

  @Test func everyKindIsInjected() {
    let injector = makeInjector()
    let screen = Screen()
    let result = injector.injectDependencies(to: screen)
    #expect(
      result.injected == ["plain", "title", "number", "volume", "album", "username", "skin"])
    #expect(screen.hooks == 1)
    #expect(screen.values == ["Main", "5", "4", "Blue", "nobody", nil, "Blue"])
    screen.set(volume: 2, username: "jenny")
    #expect(screen.heading == "xx")
    #expect(screen.values[4] == "jenny")
  }

  @Test func staticPropertiesAndThoseWithoutStorageAreInjected() {
    let injector = makeInjector()
    #expect(injector.injectDependencies(toStaticPropertiesOf: Screen.self).injected == ["shared"])
    #expect(Screen.shared != nil)
    let tag = Tag()
    injector.injectDependencies(to: tag)
    #expect(tag.album != nil)
  }

  @Test func theyAreDecidedOnAndTakenOff() {
    let injector = makeInjector()
    let screen = Screen()
    var names: [String?] = []
    injector.injectDependencies(to: screen) { property in
      names.append(property.name)
      return property.name == "title" ? .inject("decided") : .asUsual
    }
    #expect(names == ["plain", "title", "number", "volume", "album", "username", "skin"])
    #expect(screen.values[0] == "decided")
    #expect(
      injector.removeAccessors(of: screen) == ["volume", "album", "username", "skin"])
    screen.set(volume: 9, username: "plain")
    #expect(screen.heading == "none" && screen.values[2] == "9")
  }

  @Test func fromElsewhereNothingIsDone() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "Main")
    }
    let screen = Screen()
    let isRefused = await Task.detached { injector.injectDependencies(to: screen).isRefused }.value
    #expect(isRefused && screen.values[0] == nil)
    #expect(log.kinds == [.hookOnAnotherActor])
  }
}
