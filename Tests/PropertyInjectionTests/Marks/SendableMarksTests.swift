import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A `Sendable` struct has marked properties, and its copies are used on many threads.
@Suite struct SendableMarksTests {
  private final class Album: Sendable {}

  private struct Row: Sendable {
    @Injected var name: String?
    @Injected(lazy: true) var album: Album?
    @Injected(lazy: true) var none: Album?
    @Injected var volume: Int?
    @Injected("volume") var stored: Int?
  }

  private static func injector(_ made: Counter) -> PropertyInjector {
    PropertyInjector { registry in
      registry.register("name", instance: "row")
      registry.register("album") { () -> Album? in
        made.increment()
        return Album()
      }
      registry.register("none") { () -> Album? in nil }
      registry.intercept(
        .volume,
        get: { property in (property.storedValue ?? 0) + 1 },
        set: { property, volume in property.storedValue = volume })
    }
  }

  @Test func copiesAreReadAndWrittenOnManyThreads() {
    for _ in 0..<Effort.rounds(100, sampled: 20) {
      let made = Counter()
      let injector = Self.injector(made)
      var row = Row()
      #expect(injector.injectDependencies(to: &row).injected.count == 5)
      let first = row
      let albums = Threads.run(8) { index in
        var copy = first
        copy.volume = index
        let volume = copy.volume ?? 0
        copy.stored = (copy.stored ?? 0) + volume
        let album = copy.album
        _ = copy.none
        let again = copy.album
        copy.album = nil
        let isCleared = copy.album == nil
        injector.injectDependencies(to: &copy)
        return (album, album === again, isCleared, copy.name)
      }
      // Made once for all, and once for each that is cleared.
      let shared = albums.map(\.0)
      #expect(shared.allSatisfy { $0 != nil && $0 === shared[0] })
      #expect(albums.allSatisfy { $0.1 && $0.2 && $0.3 == "row" })
      #expect(made.count == 1)
      #expect(row.album === shared[0] && row.volume != nil)
    }
  }

  @Test func whatTheMainActorMakesOrRunsStaysThere() async {
    struct Row: Sendable {
      @Injected(lazy: true) var album: Album?
      @Injected var volume: Int?
    }
    let log = IssueLog()
    let calls = Counter()
    let row = await MainActor.run {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.onMainActor { registry in
          registry.register("album") { () -> Album? in
            calls.increment()
            return Album()
          }
          registry.intercept(
            .volume,
            get: { _ in
              calls.increment()
              return 1
            })
        }
      }
      var row = Row()
      injector.injectDependencies(to: &row)
      return row
    }
    #expect(row.album == nil && row.volume == nil && calls.count == 0)
    #expect(log.kinds == [.accessedOnAnotherActor, .accessedOnAnotherActor])
    await MainActor.run { #expect(row.album != nil && row.volume == 1) }
    #expect(calls.count == 2)
  }

  actor Library {
    let log = IssueLog()
    private var count = 0

    func makeInjector() -> PropertyInjector {
      PropertyInjector(reportingTo: log) { registry in
        registry.register("free") { Album() }
        registry.register("holder", .initializer(Holder.init(index:), .key("index")))
        registry.confined(to: self) { registry in
          registry.register("index", instance: Index())
          registry.register("album") { () -> Album? in
            self.count += 1
            return Album()
          }
          registry.intercept(
            .volume,
            get: { _ in
              self.count += 1
              return self.count
            })
        }
      }
    }

    func makeRow(_ injector: PropertyInjector) -> (Shelf, [String]) {
      var shelf = Shelf()
      let result = injector.injectDependencies(to: &shelf)
      return (shelf, result.unfilled.map(\.description))
    }

    func kinds(_ injector: PropertyInjector) -> [String] {
      injector.explain(Shelf.self).properties.compactMap { property in
        property.issue.map { "\(property.name) \($0.kindName)" }
      }
    }
  }

  // Not Sendable.
  final class Index {}
  final class Holder: Sendable {
    init(index: Index) {}
  }

  struct Shelf: Sendable {
    @Injected(lazy: true) private var album: Album?
    @Injected var volume: Int?
    @Injected("album") private var now: Album?
    @Injected(lazy: true) private var free: Album?
    @Injected(lazy: true) var holder: Holder?

    var contents: [Bool] { [album != nil, now != nil, free != nil] }
  }

  @Test func aStructThatMayLeaveItsActorIsRefusedLaterWorkOfTheActor() async {
    let library = Library()
    let injector = await library.makeInjector()
    let (shelf, unfilled) = await library.makeRow(injector)
    #expect(unfilled == ["album (mayLeaveActor)", "volume (mayLeaveActor)"])
    #expect(shelf.contents == [false, true, true] && shelf.volume == nil)
    let lines = library.log.texts.first?.split(separator: "\n").map(String.init) ?? []
    #expect(
      lines.first == """
        Shelf.album stayed nil: its binding is confined to Library, and would be used when the \
        property is read or written, where the struct may have left Library.
        """)
    #expect(
      lines.last == """
          to fix         move the property into a class, fill it at once, not lazily, or register \
        what all threads may use.
        """)
    #expect(library.log.kinds == [.mayLeaveActor, .mayLeaveActor])
    // The struct has left the actor: what needs it is not made for it.
    #expect(shelf.holder == nil)
    #expect(library.log.kinds.dropFirst(2) == [.bindingOnAnotherActor])
    let found = await library.kinds(injector)
    #expect(
      found == ["album mayLeaveActor", "volume mayLeaveActor"])
  }
}
