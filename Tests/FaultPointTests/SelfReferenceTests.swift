import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// User code that needs, of all things, what it is about.
@Suite struct SelfReferenceTests {
  @Test func aTypeWhoseInitializerIsBeingAskedForFillsObjectsLater() {
    let kinds = Locked<[KindName]>([])
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in kinds.withLock { $0.append(issue.kindName) } }
    }
    Home.injector.withLock { $0 = injector }
    _ = injector.instance(of: Home.self)
    let guest = Guest()
    injector.injectDependencies(to: guest)
    #expect(guest.home != nil)
    #expect(kinds.withLock { $0 } == [.cycle])
  }

  @Test func aTypeThatNeedsItselfToTellItsInitializerIsACycle() {
    let kinds = Locked<[KindName]>([])
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in kinds.withLock { $0.append(issue.kindName) } }
    }
    SelfMade.injector.withLock { $0 = injector }
    #expect(injector.instance(of: SelfMade.self) != nil)
    #expect(kinds.withLock { $0 } == [.cycle])
  }

  @Test(arguments: [InjectionScope.unique, .singleton])
  func anObserverMayInjectAnotherObject(_ scope: InjectionScope) {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", in: scope) { 1 }
      registry.declare("number", \Pair.number)
    }
    let second = Pair(nil)
    let first = Pair { injector.injectDependencies(to: second) }
    injector.injectDependencies(to: first)
    #expect(first.number == 1)
    #expect(second.number == 1)
  }

  @Test func aStoreThatCannotBeMadeIsReportedWithItsError() {
    let kinds = Locked<Set<KindName>>([])
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in _ = kinds.withLock { $0.insert(issue.kindName) } }
      registry.register(.type((any SettingsStore).self)) { () throws -> (any SettingsStore)? in
        throw Failure()
      }
    }
    injector.injectDependencies(to: Player())
    #expect(kinds.withLock { $0 } == [.threw])
  }

  @Test func aStoreThatTellsOfAChangeMayHaveTheSettingChangedAgain() {
    let store = TellingStore()
    let injector = PropertyInjector { registry in registry.useSettings(in: store) }
    let player = Player()
    injector.injectDependencies(to: player)
    store.tell { if let level = player.level, level > 1 { player.level = 1 } }
    player.level = 7
    #expect(player.level == 1)
  }

  @Test func whatIsComparedAndDescribedIsNoCodeOfTheUsers() {
    let texts = Locked<[String]>([])
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in texts.withLock { $0.append(issue.description) } }
      registry.register("silent", instance: Silent())
      registry.register("silent", instance: Silent())
      registry.register("failing") { () throws -> Int? in throw SilentError() }
      registry.register("ticket") { (_, silent: Silent) -> Int? in 1 }
      registry.register("kept", in: .cached) { Silent() }
    }
    for _ in 0..<2 {
      _ = injector.instance(for: "failing") as Int?
      _ = injector.instance(for: "kept") as Silent?
      _ = injector.instance(for: "ticket", Silent()) as Int?
      _ = injector.instance(for: "ticket", Silent(), Silent()) as Int?
      injector.reset()
    }
    #expect(texts.withLock { $0.count } == 3)
  }
}

private final class Home: Constructible, Sendable {
  static let injector = Locked<PropertyInjector?>(nil)
  init() {}
  static var provider: Provider<Home> {
    injector.withLock { $0 }?.injectDependencies(to: Guest())
    return .initializer(Home.init)
  }
}

private final class Guest {
  @Injected(.byType) var home: Home?
}

private final class SelfMade: Constructible, Sendable {
  static let injector = Locked<PropertyInjector?>(nil)
  init() {}
  static var provider: Provider<SelfMade> {
    _ = injector.withLock { $0 }?.instance(of: SelfMade.self)
    return .initializer(SelfMade.init)
  }
}

private final class Pair {
  private let tell: (() -> Void)?
  var number: Int? { didSet { tell?() } }
  init(_ tell: (() -> Void)?) { self.tell = tell }
}

private final class Player {
  @Setting var level: Int?
}

/// A store that calls whoever wants to know of a change, as `UserDefaults` does.
private final class TellingStore: SettingsStore, @unchecked Sendable {
  // Unchecked: one thread uses it.
  private let store = PlainStore()
  private var told: (() -> Void)?

  func tell(_ told: @escaping () -> Void) { self.told = told }
  func object(forKey key: String) -> Any? { store.object(forKey: key) }
  func setObject(_ object: Any, forKey key: String) {
    store.setObject(object, forKey: key)
    told?()
  }
  func removeObject(forKey key: String) { store.removeObject(forKey: key) }
}

/// An error that nobody may compare.
private struct SilentError: Error, Hashable, CustomDebugStringConvertible {
  var debugDescription: String { Silent().description }
  static func == (one: SilentError, other: SilentError) -> Bool { Silent() == Silent() }
  func hash(into hasher: inout Hasher) { Silent().hash(into: &hasher) }
}

/// A value that nobody may compare or describe.
private struct Silent: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  private static func fail() { Issue.record("it has been asked") }

  var description: String {
    Self.fail()
    return ""
  }
  var debugDescription: String { description }

  static func == (one: Silent, other: Silent) -> Bool {
    fail()
    return true
  }
  func hash(into hasher: inout Hasher) { Self.fail() }
}
