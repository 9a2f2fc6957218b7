import PropertyInjection
import PropertyInjectionStorage
import TestSupport
import Testing

/// Properties without storage.
@Suite struct AssociatedStorageTests {
  @Test func aPropertyOfAnExtensionIsInjected() {
    let injector = PropertyInjector { registry in
      registry.register("theme") { Theme() }
      registry.declare("theme", \Tag.theme)
    }
    let tag = Tag()
    let other = Tag()
    #expect(tag.theme == nil)
    #expect(injector.injectDependencies(to: tag).injected == ["theme"])
    let theme = tag.theme
    #expect(theme != nil && other.theme == nil)
    #expect(!injector.injectDependencies(to: tag).didInject)
    tag.theme = nil
    #expect(tag.theme == nil)
  }

  @Test func valuesMayBeOfAnyTypeAndAreReplaced() {
    let numbers = AssociatedStorage<Tag, Int>()
    let lists = AssociatedStorage<Tag, [String]>()
    let clocks = AssociatedStorage<Tag, any Clock>()
    let tag = Tag()
    numbers[tag] = 1
    numbers[tag] = 2
    lists[tag] = ["a"]
    lists[tag]?.append("b")
    clocks[tag] = StoppedClock(now: 3)
    #expect(numbers[tag] == 2)
    #expect(lists[tag] == ["a", "b"])
    #expect(clocks[tag]?.now == 3)
  }

  @Test func theOwnerIsNotKeptAndItsValueGoesWithIt() {
    let storage = AssociatedStorage<Tag, Theme>()
    let other = Tag()
    weak var owner: Tag?
    weak var value: Theme?
    do {
      let tag = Tag()
      let theme = Theme()
      storage[tag] = theme
      owner = tag
      value = theme
    }
    #expect(owner == nil)
    #expect(storage[other] == nil)
    #expect(value == nil)
  }

  @Test func ownersByTheHundredThousandLetTheirValuesGoAtTheNextUse() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    let other = Tag()
    storage[other] = Tracked(live)
    do {
      let count = Effort.rounds(200_000, sampled: 10_000)
      var tags = (0..<count).map { _ in Tag() }
      for tag in tags { storage[tag] = Tracked(live) }
      #expect(live.count == count + 1)
      tags.removeAll()
    }
    #expect(storage[other] != nil)
    #expect(live.count == 1)
  }

  @Test func noOwnerSeesTheValueOfOneThatWasAtItsAddress() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    var addresses: Set<ObjectIdentifier> = []
    let count = Effort.rounds(300_000, sampled: 10_000)
    for _ in 0..<count {
      let tag = Tag()
      addresses.insert(ObjectIdentifier(tag))
      let isNew = storage[tag] == nil
      if !isNew { Issue.record("a new owner has a value") }
      storage[tag] = Tracked(live)
    }
    // Otherwise the test shows nothing.
    #expect(addresses.count < count || SmallThread.isSanitized)
    #expect(live.count <= 1)
    storage.releaseValuesOfFreedOwners()
    #expect(live.count == 0)
  }

  @Test func aSingleOwnersValueAmongManyIsReleasedAfterSomeUses() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    var tags = (0..<6_400).map { _ in Tag() }
    for tag in tags { storage[tag] = Tracked(live) }
    tags.remove(at: 3_000)
    for _ in 0..<6_400 { _ = storage[tags[0]] }
    #expect(live.count == 6_399)
    tags.remove(at: 1_000)
    storage.releaseValuesOfFreedOwners()
    #expect(live.count == 6_398)
  }

  @Test func writingLetsGoLikeReading() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    let other = Tag()
    do {
      let tags = (0..<20).map { _ in Tag() }
      for tag in tags { storage[tag] = Tracked(live) }
      #expect(live.count == 20)
    }
    storage[other] = nil
    #expect(live.count == 0)
  }

  @Test func ownersThatManyReferToAreSeenToGo() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    var tags = (0..<10).map { _ in Tag() }
    var again = tags
    for tag in tags { storage[tag] = Tracked(live) }
    _ = storage[Tag()]
    #expect(live.count == 10)
    tags.removeAll()
    _ = storage[Tag()]
    #expect(live.count == 10)
    again.removeAll()
    _ = storage[Tag()]
    #expect(live.count == 0)
  }

  @Test func halfOfManyAreReleasedAtTheNextUse() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    var tags = (0..<10_000).map { _ in Tag() }
    for tag in tags { storage[tag] = Tracked(live) }
    tags.removeFirst(5_000)
    _ = storage[tags[0]]
    #expect(live.count == 5_000)
    tags.removeLast(1_000)
    _ = storage[Tag()]
    #expect(live.count == 4_000)
  }

  private final class Witness {
    let released: Locked<[Bool]>
    init(_ released: Locked<[Bool]>) { self.released = released }
    deinit { released.withLock { $0.append(MainActorProbe.isOnMainActor) } }
  }

  @MainActor @Test func theValuesOfTheMainActorsOwnersAreReleasedThere() async {
    let released = Locked<[Bool]>([])
    let storage = AssociatedStorage<Panel, Witness>()
    func makeOwners() -> Locked<[Panel]> {
      let panels = (0..<10).map { _ in Panel() }
      for panel in panels { storage[panel] = Witness(released) }
      return Locked(panels)
    }
    let owners = makeOwners()
    // The owners go on another thread; their values wait for the main actor.
    await Task.detached { owners.withLock { $0 = [] } }.value
    let panel = Panel()
    #expect(storage[panel] == nil)
    // The Objective-C runtime releases a value with its owner.
    #if canImport(ObjectiveC)
      let isOnMainActor = false
    #else
      let isOnMainActor = true
    #endif
    #expect(released.withLock { $0 } == Array(repeating: isOnMainActor, count: 10))
  }

  @Test func weakValuesAreNotKept() {
    let storage = AssociatedStorage<Tag, any Listening>(.weak)
    let tag = Tag()
    var listener: Listener? = Listener()
    storage[tag] = listener
    #expect(storage[tag] is Listener)
    listener = nil
    #expect(storage[tag] == nil)
    // Types of which an optional is a value, too.
    let anything = AssociatedStorage<Tag, Any>(.weak)
    let sendable = AssociatedStorage<Tag, any Sendable>(.weak)
    do {
      let other = Listener()
      (anything[tag], sendable[tag]) = (other, other)
      #expect(anything[tag] is Listener && sendable[tag] is Listener)
    }
    #expect(anything[tag] == nil && sendable[tag] == nil)
  }

  @Test func aValueThatNobodyCanHoldWeaklyIsReportedByTheInjection() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("listener", instance: ValueListener() as any Listening)
      registry.declare("listener", \Tag.listener)
    }
    let tag = Tag()
    injector.injectDependencies(to: tag)
    #expect(tag.listener == nil)
    #expect(log.kinds == [.valueGone])
  }

  private final class Owner {
    let storage: AssociatedStorage<Owner, Tracked>
    let seen: Locked<Bool?>
    init(_ storage: AssociatedStorage<Owner, Tracked>, _ seen: Locked<Bool?>) {
      self.storage = storage
      self.seen = seen
    }
    deinit {
      let value = storage[self]
      seen.withLock { $0 = value != nil }
      storage[self] = Tracked(Counter())
      storage[self] = value
    }
  }

  @Test func aValueIsStillThereInItsOwnersDeinitAndWhatIsStoredThenGoes() {
    let storage = AssociatedStorage<Owner, Tracked>()
    let live = Counter()
    let seen = Locked<Bool?>(nil)
    do {
      let owner = Owner(storage, seen)
      storage[owner] = Tracked(live)
    }
    #expect(seen.withLock { $0 } == true)
    storage.releaseValuesOfFreedOwners()
    #expect(live.count == 0)
  }

  // In an optimized build the owner is on the stack, where its memory cannot outlive it.
  @Test func whatAnOwnerStoresFirstInItsDeinitIsNotKept() async {
    await #expect(processExitsWith: .success) {
      final class Owner {
        static let storage = AssociatedStorage<Owner, Tracked>()
        static let live = Counter()
        deinit {
          Self.storage[self] = Tracked(Self.live)
        }
      }
      for _ in 0..<1000 { _ = Owner() }
      Owner.storage.releaseValuesOfFreedOwners()
      #expect(Owner.live.count == 0)
    }
  }

  private final class Chained {
    let storage: AssociatedStorage<Tag, Chained>
    let other: Tag
    init(_ storage: AssociatedStorage<Tag, Chained>, _ other: Tag) {
      self.storage = storage
      self.other = other
    }
    deinit { storage[other] = nil }
  }

  @Test func aValueMayUseTheStorageWhileItIsReleased() {
    let storage = AssociatedStorage<Tag, Chained>()
    let last = Tag()
    do {
      let first = Tag()
      storage[first] = Chained(storage, last)
      storage[last] = Chained(storage, Tag())
    }
    #expect(storage[Tag()] == nil)
    #expect(storage[last] == nil)
  }

  private final class Link: Sendable {
    let next: Tag
    let live: Counter
    init(_ next: Tag, _ live: Counter) {
      self.next = next
      self.live = live
      live.increment()
    }
    deinit { live.decrement() }
  }

  @Test func aChainOfOwnersIsReleasedToItsEnd() {
    let storage = AssociatedStorage<Tag, Link>()
    let live = Counter()
    do {
      var tag = Tag()
      for _ in 0..<100 {
        let previous = Tag()
        storage[previous] = Link(tag, live)
        tag = previous
      }
      #expect(live.count == 100)
    }
    storage.releaseValuesOfFreedOwners()
    #expect(live.count == 0)
  }

  @Test func aStorageThatGoesLetsItsValuesGo() {
    let live = Counter()
    let tag = Tag()
    do {
      let storage = AssociatedStorage<Tag, Tracked>()
      storage[tag] = Tracked(live)
    }
    #if canImport(ObjectiveC)
      // The runtime keeps what is associated for as long as the owner is there.
      #expect(live.count == 1)
    #else
      #expect(live.count == 0)
    #endif
    let another = AssociatedStorage<Tag, Tracked>()
    #expect(another[tag] == nil)
  }

  @Test func manyThreadsUseItAtOnce() {
    let storage = AssociatedStorage<Tag, Tracked>()
    let live = Counter()
    let shared = Tag()
    let wrong = Threads.run(8) { _ in
      var wrong = 0
      var tags: [Tag] = []
      for number in 0..<Effort.rounds(3_000, sampled: 60) {
        let tag = Tag()
        if storage[tag] != nil { wrong += 1 }
        let value = Tracked(live)
        storage[tag] = value
        if storage[tag] !== value { wrong += 1 }
        storage[shared] = value
        tags.append(tag)
        if number % 100 == 0 { tags.removeAll() }
      }
      return wrong
    }
    #expect(wrong == Array(repeating: 0, count: 8))
    storage[shared] = nil
    storage.releaseValuesOfFreedOwners()
    #expect(live.count == 0)
  }

  @MainActor @Test func thatOfAMainActorClassBelongsToTheMainActor() {
    let panel = Panel()
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.register("skin", instance: Skin())
        registry.declare("skin", \Panel.skin)
      }
    }
    injector.injectDependencies(to: panel)
    #expect(panel.skin != nil)
  }
}

/// Somebody else's class.
final class Tag: Sendable {}

final class Theme: Sendable {}

extension Tag {
  private static let themes = AssociatedStorage<Tag, Theme>()
  private static let listeners = AssociatedStorage<Tag, any Listening>(.weak)

  var theme: Theme? {
    get { Self.themes[self] }
    set { Self.themes[self] = newValue }
  }
  var listener: (any Listening)? {
    get { Self.listeners[self] }
    set { Self.listeners[self] = newValue }
  }
}

protocol Listening: Sendable {}
final class Listener: Listening {}
struct ValueListener: Listening {}

/// Counts those that are there.
private final class Tracked: Sendable {
  private let live: Counter
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.decrement() }
}

@MainActor final class Panel {}
final class Skin {}

extension Panel {
  private static let skins = AssociatedStorage<Panel, Skin>()

  var skin: Skin? {
    get { Self.skins[self] }
    set { Self.skins[self] = newValue }
  }
}

/// Knows whether code runs on the main actor, which need not be the main thread.
