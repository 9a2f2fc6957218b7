import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import TestSupport
import Testing

/// What a case of a test is told, and at which test.
@Suite struct CasesOfTestsTests {
  @Test func anIssueOfADetachedTaskIsOneOfTheTest() async throws {
    let issues = try await issues(under: .injecting(deskModule)) { _ in
      let injector = PropertyInjector.shared.overriding { _ in }
      await Task.detached { _ = injector.instance(for: .named("missing", Int.self)) }.value
    }
    let found = issues.compactMap { ($0.error as? InjectionIssue)?.name }
    #expect(found == ["missing"])
  }

  private struct Cut: Error {}

  @Test func ofACaseThatIsCutShortNoUnusedFakeIsTold() async throws {
    let trait = InjectionTrait.injecting { $0.register("pens", instance: 1) }
    let cut = try await issues(under: trait) { _ in throw Cut() }
    #expect(cut.count == 1 && cut.first?.error is Cut)
    let whole = try await issues(under: trait, cases: 2) { if $0 == 0 { throw Cut() } }
    #expect(whole.count == 1, "the first case ends all")
  }

  private final class Theme: Sendable {
    static let made = Locked(0)
    init() { Self.made.withLock { $0 += 1 } }
  }
  private static let eager = InjectionModule("Eager") { registry in
    registry.register(in: .singleton(eager: true)) { Theme() }
  }

  @Test func anEagerPlaceholderIsNotMade() async throws {
    let trait = InjectionTrait.injecting(Self.eager) { $0.usePlaceholders() }
    let issues = try await issues(under: trait) { _ in }
    #expect(issues.isEmpty && Theme.made.withLock { $0 } == 0)
  }

  private struct Volume { @Setting("volume") var volume: Double? = 0.5 }
  private static let settings = InjectionModule("Settings") { registry in
    registry.useSettings(in: .standard)
  }

  @Test(.injecting(settings) { $0.usePlaceholders() })
  func settingsAreInMemoryBesidePlaceholders() {
    var volume = Volume()
    PropertyInjector.injectDependencies(to: &volume)
    volume.volume = 0.25
    var other = Volume()
    PropertyInjector.injectDependencies(to: &other)
    #expect(other.volume == 0.25)
  }

  private protocol Store: Sendable {}
  private final class FakeStore: Store {}

  /// The own type of a fake is for the test.
  @Test func aFakeOfTheTestIsNotWhatAnotherIsToBe() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.register("stor", instance: FakeStore() as any Store)
      registry.register(instance: FakeStore())
    }
    let issues = try await issues(under: trait) { _ in
      _ = PropertyInjector.shared.instance(of: FakeStore.self)
    }
    #expect(issues.count == 1 && issues.first.map { "\($0)".contains("Near") } == false)
  }

  private actor Owner {
    func takesItsFake() -> Bool {
      PropertyInjector.shared.withOverrides { registry in
        registry.confined(to: self) { $0.register("blotter", instance: Blotter()) }
      } operation: {
        // A closure that does not use the actor belongs to none.
        _ = self
        return PropertyInjector.shared.instance(for: .named("blotter", Blotter.self)) != nil
      }
    }
  }

  @Test(.injecting(deskModule)) func anActorsFakeIsForItsCode() async {
    #expect(await Owner().takesItsFake())
  }

  private final class Album: Sendable {}
  private static let albums = InjectionModule("Albums") { registry in
    registry.register("album", instance: Album())
  }

  /// As in a process in which the program is configured already.
  @Test func aTestMakesTheInstancesOfTheProgramsModuleAnew() {
    let key = InjectionKey<Album>.named("album", Album.self)
    let program = PropertyInjector(Self.albums) { $0.register("pens", instance: 1) }
    let ofProgram = program.instance(for: key)
    program.withOverrides { registry in
      registry.testLayer = registry.configuration.layer  // what the trait does
      registry.install(Self.albums)
    } operation: {
      let own = program.instance(for: key)
      #expect(own != nil && own !== ofProgram && program.instance(for: .pens) == 1)
      // A module that the test has is not installed again.
      program.withOverrides {
        $0.install(Self.albums)
      } operation: {
        #expect(program.instance(for: key) === own)
      }
      program.withOverrides {
        $0.uninstall(Self.albums)
      } operation: {
        #expect(!program.contains(key))
      }
    }
  }
}
