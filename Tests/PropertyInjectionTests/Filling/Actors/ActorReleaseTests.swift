import PropertyInjection
import TestSupport
import Testing

/// An actor that injects itself, or objects of its own, ends with its last use.
@Suite struct ActorReleaseTests {
  private static let injector = PropertyInjector { registry in
    registry.register("album") { Service() }
    registry.intercept(.volume, get: { property in property.storedValue ?? 5 })
  }

  private final class Desk {
    @Injected(lazy: true) var album: Service?
    @Injected var volume: Int?
  }

  actor Studio {
    @Injected(lazy: true) private var album: Service?
    @Injected private var volume: Int?
    private let desk = Desk()

    func inject(with injector: PropertyInjector = ActorReleaseTests.injector) -> [String] {
      injector.injectDependencies(to: self).injected
    }

    func injectDesk(with injector: PropertyInjector = ActorReleaseTests.injector) -> [String] {
      injector.injectDependencies(to: desk).injected
    }

    func configureItself() {
      PropertyInjector { registry in
        registry.register("album") { Service() }
        registry.confined(to: self) {
          $0.intercept(.volume, get: { property in property.storedValue ?? 6 })
        }
      }.injectDependencies(to: self)
      // The injector keeps the actor that it was configured for, and the lazy property the injector.
      _ = album
    }

    func injectDeskAsItsOwn() -> [String] {
      PropertyInjector { registry in
        registry.intercept(.volume, get: { property in property.storedValue ?? 6 })
        registry.confined(to: self) { $0.declare(Desk.self) }
      }.injectDependencies(to: desk).injected
    }

    var hasAlbum: Bool { album != nil }
    var loudness: Int? { volume }
    var deskHasAlbum: Bool { desk.album != nil }
    var deskLoudness: Int? { desk.volume }
  }

  @Test func oneWithAnUnreadLazyPropertyAndAccessors() async {
    weak var gone: Studio?
    do {
      let studio = Studio()
      gone = studio
      #expect(await studio.inject() == ["album", "volume"])
    }
    #expect(gone == nil)
  }

  @Test func oneForWhichATypeWithAccessorsIsDeclared() async {
    weak var gone: Studio?
    do {
      let studio = Studio()
      gone = studio
      #expect(await studio.injectDeskAsItsOwn() == ["volume"])
      #expect(await studio.deskLoudness == 6)
    }
    // What is declared for it may be released by a task of its own.
    for _ in 0..<1_000_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
  }

  @Test func oneWhoseObjectHasThem() async {
    weak var gone: Studio?
    do {
      let studio = Studio()
      gone = studio
      #expect(await studio.injectDesk() == ["album", "volume"])
    }
    #expect(gone == nil)
  }

  @Test func whileItLivesBothAreOfUse() async {
    let studio = Studio()
    _ = await (studio.inject(), studio.injectDesk())
    #expect(await studio.hasAlbum)
    #expect(await studio.deskHasAlbum)
    #expect(await studio.loudness == 5)
    #expect(await studio.deskLoudness == 5)
  }

  @Test func oneWithAccessorsThatAreConfinedToItself() async {
    weak var gone: Studio?
    do {
      let studio = Studio()
      gone = studio
      await studio.configureItself()
      #expect(await studio.loudness == 6)
    }
    // What was confined to it is released by a task of its own.
    for _ in 0..<1_000_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
  }

  @Test func whatIsConfinedToOneThatIsGoneIsRefusedAndReported() async {
    // Unchecked: handed from one thread to another, and used by one at a time.
    final class Shared: @unchecked Sendable {
      @Injected var volume: Int?
      @Injected(lazy: true) var album: Service?
    }
    actor Owner {
      func inject(_ shared: Shared, _ log: IssueLog, _ calls: Counter) {
        PropertyInjector(reportingTo: log) { registry in
          registry.register("album") { Service() }
          registry.confined(to: self) {
            $0.intercept(
              .volume,
              get: { _ in
                calls.increment()
                return 1
              })
          }
        }.injectDependencies(to: shared)
      }
    }
    let log = IssueLog()
    let calls = Counter()
    let shared = Shared()
    weak var gone: Owner?
    do {
      let owner = Owner()
      gone = owner
      await owner.inject(shared, log, calls)
      #expect(shared.volume == 1 && shared.album != nil && calls.count == 1)
    }
    #expect(gone == nil)
    shared.volume = 3
    #expect(shared.volume == 3 && calls.count == 1)
    #expect(log.kinds == [.accessedOnAnotherActor])
    #expect(log.issues.first?.requiredActor == "Owner")
  }

  @Test func aLazyPropertyIsFilledOnNoActorWhenItsOwnIsGone() async {
    // Unchecked: handed from one thread to another, and used by one at a time.
    final class Shared: @unchecked Sendable { @Injected(lazy: true) var album: Service? }
    actor Owner {
      func inject(_ shared: Shared, with injector: PropertyInjector) {
        injector.injectDependencies(to: shared)
      }
    }
    let shared = Shared()
    weak var gone: Owner?
    do {
      let owner = Owner()
      gone = owner
      await owner.inject(shared, with: Self.injector)
    }
    #expect(gone == nil)
    #expect(shared.album != nil)
  }
}
