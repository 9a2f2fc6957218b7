import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// A store that belongs to an actor is found on that actor only.
@Suite struct SettingIsolationTests {
  private let log = IssueLog()
  private let store = MemoryStore()

  // Unchecked: handed from one thread to another, and used by one at a time.
  final class Player: @unchecked Sendable { @Setting("volume") var volume: Int? }

  @MainActor private func makeInjector(_ use: (inout ConfinedRegistry) -> Void) -> PropertyInjector
  {
    PropertyInjector { registry in
      registry.issueHandler = { [log] in log.append($0) }
      registry.onMainActor { use(&$0) }
    }
  }

  @MainActor private func expectOnMainActorOnly(
    _ injector: PropertyInjector, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let elsewhere = Player()
    for _ in 0..<2 {
      let result = await Task.detached {
        injector.injectDependencies(to: elsewhere, fileID: "App/Main.swift", line: 10)
      }.value
      #expect(
        result.injected == [] && result.unfilled.map(\.reasonName) == [.bindingOnAnotherActor],
        sourceLocation: sourceLocation)
    }
    // It is a plain property still.
    elsewhere.volume = 7
    #expect(store.object(forKey: "volume") == nil, sourceLocation: sourceLocation)
    let player = Player()
    #expect(
      injector.injectDependencies(to: player).injected == ["volume"],
      sourceLocation: sourceLocation)
    player.volume = 3
    #expect(
      player.volume == 3 && store.object(forKey: "volume") as? Int == 3,
      sourceLocation: sourceLocation)
    #expect(
      log.issues.map(\.description) == [
        """
        Player.volume stayed nil: its binding is confined to MainActor, and the injection runs on \
        no actor.
          injected at    App/Main.swift:10
          binding        any SettingsStore (App/Setup.swift:1)
          to fix         inject in code isolated to MainActor, or register what all threads may use. An initial \
        value or a default argument runs on no actor; code of the main actor passes isolation: MainActor.shared there.
        """
      ], sourceLocation: sourceLocation)
  }

  @MainActor @Test func aStoreThatIsUsedOnTheMainActor() async {
    await expectOnMainActorOnly(
      makeInjector { $0.useSettings(in: store, fileID: "App/Setup.swift", line: 1) })
  }

  @MainActor @Test func aStoreThatIsMadeOnTheMainActor() async {
    await expectOnMainActorOnly(
      makeInjector { registry in
        registry.register(
          .type((any SettingsStore).self), in: .singleton, fileID: "App/Setup.swift", line: 1
        ) { store }
      })
  }

  @Test func anActorsOwnStoreIsFoundByTheActor() async {
    actor Studio {
      @Setting("volume") private var volume: Int?
      func makeInjector(_ store: MemoryStore, _ log: IssueLog) -> PropertyInjector {
        PropertyInjector { registry in
          registry.issueHandler = { log.append($0) }
          registry.confined(to: self) { $0.useSettings(in: store) }
        }
      }
      func setVolume(_ injector: PropertyInjector) -> [String] {
        let injected = injector.injectDependencies(to: self).injected
        volume = 4
        return injected
      }
    }
    let studio = Studio()
    let injector = await studio.makeInjector(store, log)
    #expect(await studio.setVolume(injector) == ["volume"])
    #expect(store.object(forKey: "volume") as? Int == 4 && log.issues.isEmpty)
    // Another of the same class is another actor.
    let other = Studio()
    #expect(await other.setVolume(injector) == [])
    #expect(log.kinds == [.bindingOnAnotherActor])
  }

  /// An unchecked `Sendable` class carries its properties anywhere.
  @MainActor @Test func itIsNotUsedElsewhereOnceAnObjectHasIt() async {
    let injector = makeInjector { $0.useSettings(in: store) }
    let player = Player()
    injector.injectDependencies(to: player)
    player.volume = 3
    let read = await Task.detached {
      player.volume = 5
      return player.volume
    }.value
    #expect(read == 5 && player.volume == 3)
    #expect(store.object(forKey: "volume") as? Int == 3)
    #expect(
      log.issues.map(\.kindName) == [.accessedOnAnotherActor]
        && log.issues.first?.requiredActor == "MainActor")
  }
}

/// An actor with settings ends with its last use.
@Suite struct SettingActorReleaseTests {
  actor Studio {
    @Setting("studio.volume") private var volume: Int?

    func inject(with injector: PropertyInjector) -> [String] {
      injector.injectDependencies(to: self).injected
    }

    func configureItself(_ store: MemoryStore) {
      PropertyInjector { registry in
        registry.confined(to: self) { $0.useSettings(in: store) }
      }.injectDependencies(to: self)
    }

    func setVolume(_ volume: Int) { self.volume = volume }
  }

  @Test func alsoTheFirstThatUsesAKey() async {
    let store = MemoryStore()
    let injector = PropertyInjector { $0.useSettings(in: store) }
    for volume in 0..<2 {
      weak var gone: Studio?
      do {
        let studio = Studio()
        gone = studio
        #expect(await studio.inject(with: injector) == ["volume"])
        await studio.setVolume(volume)
      }
      #expect(gone == nil)
      #expect(store.object(forKey: "studio.volume") as? Int == volume)
    }
  }

  @Test func aSettingOfAnActorWhoseStoreIsConfinedToIt() async {
    let store = MemoryStore()
    weak var gone: Studio?
    do {
      let studio = Studio()
      gone = studio
      await studio.configureItself(store)
      await studio.setVolume(3)
    }
    // What was confined to it is released by a task of its own.
    for _ in 0..<1_000_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
    #expect(store.object(forKey: "studio.volume") as? Int == 3)
  }
}
