import PropertyInjection
import TestSupport
import Testing

/// A derived injector uses what its parent has learnt of a type and of a key, and answers as if it had learnt all of it
/// itself.
@Suite struct InheritedPlansTests {
  private final class Player {
    var name: String?
    var number: Int?
    @Injected var label: String?
    @Injected(lazy: true) var album: String?
  }

  private final class Screen {
    @Injected var volume: Int?
  }

  private final class Kept: Sendable {}
  private final class Keeper {
    var kept: Kept?
  }

  private final class Page {
    var title: String?
    var subtitle: String?
  }

  private final class WeakOwner {
    weak var kept: Kept?
  }

  private func values(of player: Player) -> [String?] {
    [player.name, player.number.map(String.init), player.label, player.album]
  }

  private func makeParent() -> PropertyInjector {
    let injector = PropertyInjector { registry in
      registry.register("name", instance: "A")
      registry.register("number", instance: 1)
      registry.register("label", instance: "B")
      registry.register("album") { "C" }
      registry.declare("name", \Player.name)
      registry.declare("number", \Player.number)
    }
    injector.injectDependencies(to: Player())
    return injector
  }

  @Test func aChangedPropertyGetsTheNewValueAndTheOthersTheOld() {
    let parent = makeParent()
    let changes: [(@Sendable (inout Registry) -> Void, [String?])] = [
      ({ _ in }, ["A", "1", "B", "C"]),
      ({ $0.register("name", instance: "X") }, ["X", "1", "B", "C"]),
      ({ $0.register("label", instance: "X") }, ["A", "1", "X", "C"]),
      ({ $0.register("album", instance: "X") }, ["A", "1", "B", "X"]),
      ({ $0.register("album") { "X" } }, ["A", "1", "B", "X"]),
      ({ $0.remove("number") }, ["A", nil, "B", "C"]),
      ({ $0.registerNil(for: "label") }, ["A", "1", nil, "C"]),
      ({ $0.register("other", instance: "X") }, ["A", "1", "B", "C"]),
    ]
    for (number, (change, expected)) in changes.enumerated() {
      let derived = parent.overriding { registry in
        registry.issueHandler = { _ in }
        change(&registry)
      }
      for _ in 0..<2 {
        let player = Player()
        derived.injectDependencies(to: player)
        #expect(values(of: player) == expected, "change \(number)")
      }
      let again = derived.overriding { $0.register("number", instance: 2) }
      let player = Player()
      again.injectDependencies(to: player)
      #expect(player.number == 2 && player.label == expected[2], "change \(number)")
    }
    let player = Player()
    parent.injectDependencies(to: player)
    #expect(values(of: player) == ["A", "1", "B", "C"])
  }

  @Test func accessorsThatAreNewGoneOrOthersAreUsed() {
    let plain = PropertyInjector { registry in
      registry.register("volume", instance: 1)
      registry.declare("volume", \Screen.volume)
    }
    func volume(_ injector: PropertyInjector) -> Int? {
      let screen = Screen()
      injector.injectDependencies(to: screen)
      return screen.volume
    }
    #expect(volume(plain) == 1)
    let intercepted = plain.overriding {
      $0.intercept(.named("volume", Int.self), get: { _ in 2 }, set: { _, _ in })
    }
    #expect(volume(intercepted) == 2)
    let other = intercepted.overriding {
      $0.intercept(.named("volume", Int.self), get: { _ in 3 }, set: { _, _ in })
    }
    #expect(volume(other) == 3)
    #expect(volume(other.overriding { $0.register("volume", instance: 4) }) == 4)
  }

  @Test func aKeptValueIsSharedAndMadeAnewForAnOverride() {
    let parent = PropertyInjector { registry in
      registry.register("kept", in: .singleton) { Kept() }
      registry.declare("kept", \Keeper.kept)
    }
    func kept(_ injector: PropertyInjector) -> Kept? {
      let keeper = Keeper()
      injector.injectDependencies(to: keeper)
      return keeper.kept
    }
    let shared = kept(parent)
    #expect(shared != nil && kept(parent.overriding { _ in }) === shared)
    parent.withOverrides { _ in
    } operation: {
      let own = kept(parent)
      #expect(own != nil && own !== shared)
      // What is derived from an override shares the value of the override.
      #expect(kept(parent.overriding { _ in }) === own)
    }
    #expect(kept(parent) === shared)
  }

  @Test func whatTheParentHasReportedIsReportedOnceMore() {
    let (log, derivedLog) = (IssueLog(), IssueLog())
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "a")
      registry.register("title", instance: "b" as any Sendable)
      registry.register("kept") { Kept() }
      registry.declare("title", \Page.subtitle)
      registry.declare("kept", \WeakOwner.kept)
    }
    func inject(_ injector: PropertyInjector) -> [InjectionIssue.Kind] {
      let results = [
        injector.injectDependencies(to: Page()), injector.injectDependencies(to: WeakOwner()),
      ]
      _ = injector.instance(for: .named("title", (any Sendable).self))
      return results.flatMap(\.unfilled).compactMap {
        if case .issue(let kind)? = $0.reason { kind } else { nil }
      }
    }
    #expect(inject(parent) == [.misdirectedKeyPath, .valueGone])
    let derived = parent.overriding { $0.issueHandler = { derivedLog.append($0) } }
    #expect(inject(derived) == [.misdirectedKeyPath, .valueGone])
    #expect(inject(derived) == [.misdirectedKeyPath, .valueGone])
    #expect(derivedLog.kinds == log.kinds)
    #expect(Set(log.kinds).isSuperset(of: [.misdirectedKeyPath, .valueGone]))
  }
}
