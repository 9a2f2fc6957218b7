import PropertyInjection
import TestSupport
import Testing

/// Properties that are filled when they are first read.
@Suite struct LazyTests {
  private final class Late: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    @Injected(lazy: true) var service: Service?
  }

  @Test func thatTheInjectorIsGoneIsReportedWithThePlaceOfTheInjection() {
    let log = IssueLog()
    var late: Late?
    do {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("late", in: .singleton, .initializer(Late.init))
        registry.register("service") { Service() }
      }
      late = injector.instance(for: "late", fileID: "App/Main.swift", line: 5)
    }
    #expect(late != nil && late?.service == nil && log.kinds == [.injectorGone])
    #expect(log.issues.map(\.injectionLocation?.line) == [5])
  }

  private final class Ending {
    @Injected(lazy: true) var service: Service?
    private let end: (Service?) -> Void
    init(_ end: @escaping (Service?) -> Void) { self.end = end }
    deinit { end(service) }
  }

  @Test func aDeinitThatReadsItMakesIt() {
    let calls = Counter()
    let injector = PropertyInjector { $0.register("service") { counted(calls) } }
    var services: [Service] = []
    _ = injector.injected(Ending { services += $0.map { [$0] } ?? [] })
    #expect(services.count == 1 && calls.count == 1)
  }

  @Test func thatOfAnObjectWithoutAScopeHoldsTheInjector() {
    let log = IssueLog()
    var late: Late?
    do {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("late", .initializer(Late.init))
        registry.register("service") { Service() }
      }
      late = injector.instance(for: "late")
    }
    #expect(late?.service != nil && log.texts == [])
  }

  private final class Keeper: @unchecked Sendable {
    // Unchecked: one thread uses it.
    @Injected var late: Late?
  }
  private final class Window {
    @Injected var late: Late?
    @Injected var keeper: Keeper?
  }

  /// A kept value that gets the same object later must not keep the injector, and with that itself.
  @Test(arguments: [InjectionScope.graph, .weak])
  func thatOfAScopedInstanceDoesNotHoldTheInjector(scope: InjectionScope) {
    let log = IssueLog()
    weak var injector: PropertyInjector?
    var late: Late?
    do {
      let strong = PropertyInjector(reportingTo: log) { registry in
        registry.register("late", in: scope, .initializer(Late.init))
        registry.register("keeper", in: .singleton, .initializer(Keeper.init))
        registry.register("service") { Service() }
      }
      let window = strong.injected(Window())
      #expect(window.keeper?.late === window.late && window.late != nil)
      (injector, late) = (strong, window.late)
    }
    #expect(injector == nil)
    #expect(late != nil && late?.service == nil && log.kinds == [.injectorGone])
  }

  private final class Early {
    @Injected(lazy: true) var number: Int?
    @Required("number", lazy: true) var required: Int
    @Injected("number") var plain: Int?
    @Injected("number", lazy: true) var own: Int? = 1
  }

  /// The shared injector is configured once in a process.
  @Test func thatOfAnObjectInjectedTooEarlyIsFilledWhenItIsRead() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let early = Early()
      let result = PropertyInjector.injectDependencies(to: early, fileID: "App/Main.swift", line: 1)
      precondition(result.isRefused && early.number == nil)
      PropertyInjector.configure { $0.register("number") { 7 } }
      precondition(early.number == 7 && early.required == 7 && early.own == 1)
      precondition(early.plain == nil)
      PropertyInjector.injectDependencies(to: early)
      precondition(early.plain == 7)
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("not configured"))
  }

  private struct Failing: Error {}

  @Test func aLazyPropertyOfAKeptValueReportsWhereItIsMade() {
    let (log, other) = (IssueLog(), IssueLog())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("late", in: .cached, .initializer(Late.init))
      registry.register("service") { () throws -> Service? in throw Failing() }
    }
    let derived = injector.overriding { registry in registry.issueHandler = { other.append($0) } }
    for (asked, reports) in [(derived, [0, 1]), (injector, [1, 1])] {
      injector.reset()
      let late = asked.instance(
        for: .named("late", Late.self), fileID: "App/Main.swift", line: 5)
      #expect(late != nil && late?.service == nil)
      #expect([log.issues.count, other.issues.count] == reports)
    }
  }

  final class Album: Sendable {}

  final class Owner: InjectionAware {
    @Injected(lazy: true) var album: Album?
    var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }

  @Test func theValueIsMadeAtTheFirstReadAndOnlyThen() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("album") {
        calls.increment()
        return Album()
      }
    }
    let owner = Owner()
    let unread = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["album"])
    injector.injectDependencies(to: unread)
    #expect(owner.hooks == 1)
    #expect(calls.count == 0)
    let album = owner.album
    #expect(album != nil && calls.count == 1)
    #expect(owner.album === album && calls.count == 1)
    #expect(!injector.injectDependencies(to: owner).didInject)
    #expect(!injector.injectDependencies(to: unread).didInject)
    #expect(calls.count == 1)
  }

  @Test func itMayAskForAnotherNameOrForItsTypeAndHaveAValueOfItsOwn() {
    final class Owner {
      @Injected("lucky", lazy: true) var number: Int?
      @Injected(.byType, lazy: true) var album: Album?
      @Injected(lazy: true) var own: Int? = 1
    }
    let injector = PropertyInjector { registry in
      registry.register("lucky") { 7 }
      registry.register("whatever") { Album() }
      registry.register("own") { 2 }
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number", "album"])
    #expect(owner.number == 7 && owner.album != nil && owner.own == 1)
  }

  @Test func theInjectorThatInjectedIsTheOneThatIsAsked() {
    final class Owner { @Injected(lazy: true) var number: Int? }
    let base = PropertyInjector { registry in
      registry.register("base", instance: 1)
      registry.register("number") { injector in injector.instance(for: .named("base", Int.self)) }
    }
    let derived = base.overriding { $0.register("base", instance: 2, replacing: true) }
    let owner = Owner()
    derived.injectDependencies(to: owner)
    #expect(owner.number == 2)
  }

  @Test func itKeepsTheInjectorUntilItIsReadAndNeverItsOwner() {
    weak var injector: PropertyInjector?
    weak var gone: Owner?
    let owner = Owner()
    do {
      let own = PropertyInjector { $0.register("album") { Album() } }
      injector = own
      own.injectDependencies(to: owner)
      let unread = Owner()
      own.injectDependencies(to: unread)
      gone = unread
    }
    #expect(gone == nil)
    #expect(injector != nil)
    #expect(owner.album != nil)
    #expect(injector == nil)
    #expect(owner.album != nil)
  }

  @Test func aValueThatWasReadClearedAndMadeAgainIsLetGo() {
    let injector = PropertyInjector { $0.register("album") { Album() } }
    weak var first: Album?
    weak var second: Album?
    weak var kept: Owner?
    do {
      let owner = Owner()
      kept = owner
      injector.injectDependencies(to: owner)
      first = owner.album
      #expect(first != nil)
      owner.album = nil
      #expect(first == nil)
      #expect(injector.injectDependencies(to: owner).injected == ["album"])
      second = owner.album
      #expect(second != nil && owner.album === second)
    }
    #expect(kept == nil && second == nil)
  }

  @Test func aFactoryMayInjectItsOwnPropertyAnew() {
    let calls = Counter()
    weak var kept: Owner?
    weak var album: Album?
    do {
      let owner = Owner()
      kept = owner
      // The factory runs where the owner is read, on this thread.
      nonisolated(unsafe) weak let own = owner
      let injector = PropertyInjector { registry in
        registry.register("album") { injector in
          calls.increment()
          if calls.count == 1, let own {
            own.album = nil
            injector.injectDependencies(to: own)
          }
          return Album()
        }
      }
      injector.injectDependencies(to: owner)
      // This read gives what its factory has made; the property is what the factory has set.
      #expect(owner.album != nil && calls.count == 1)
      album = owner.album
      #expect(album != nil && owner.album === album && calls.count == 2)
    }
    #expect(kept == nil && album == nil)
  }

  @Test func whatItsFactoryHoldsIsLetGoOnceItIsMade() {
    weak var held: Service?
    let owner = Owner()
    do {
      let service = Service()
      held = service
      PropertyInjector { registry in
        registry.register("album") { () -> Album? in
          _ = service
          return Album()
        }
      }.injectDependencies(to: owner)
    }
    #expect(held != nil)
    #expect(owner.album != nil)
    #expect(held == nil)
  }

  @Test func aValueThatTheProgramSetsTakesItsPlace() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("album") {
        calls.increment()
        return Album()
      }
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    let mine = Album()
    owner.album = mine
    #expect(owner.album === mine)
    let another = Owner()
    injector.injectDependencies(to: another)
    another.album = nil
    #expect(another.album == nil)
    #expect(calls.count == 0)
    #expect(injector.injectDependencies(to: another).didInject)
    #expect(another.album != nil)
    another.album = mine
    #expect(another.album === mine)
  }

  @Test func aMissingBindingIsReportedAtTheInjection() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).unfilled.map(\.reasonName) == [.unknownName])
    #expect(owner.hooks == 0)
    #expect(log.kinds == [.unknownName])
  }

  @Test func anInstanceThatFitsThroughAProtocolIsThereAtOnceToo() {
    final class Owner { @Injected(lazy: true) var clock: (any Clock)? }
    for _ in 0..<20 {
      let injector = PropertyInjector { $0.register("clock", instance: ClassClock()) }
      let owner = Owner()
      injector.injectDependencies(to: owner)
      #expect(injector.removeAccessors(of: owner).isEmpty)
      #expect(owner.clock != nil)
    }
  }

  @Test func anInstanceIsThereAtOnce() {
    let album = Album()
    let owner = Owner()
    weak var injector: PropertyInjector?
    do {
      let own = PropertyInjector { $0.register("album", instance: album) }
      own.injectDependencies(to: owner)
      injector = own
    }
    #expect(injector == nil)
    #expect(owner.album === album)
  }

  private struct Failure: Error {}
  @Test func aFactoryThatGivesNothingIsNotAskedAgain() {
    for throwing in [false, true] {
      let log = IssueLog()
      let calls = Counter()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("album") { () -> Album? in
          calls.increment()
          if throwing { throw Failure() }
          return nil
        }
      }
      let owner = Owner()
      injector.injectDependencies(to: owner)
      #expect(owner.album == nil && owner.album == nil)
      #expect(calls.count == 1)
      #expect(log.kinds == (throwing ? [.threw] : []))
      #expect(log.issues.allSatisfy { $0.ownerType == Owner.self && $0.name == "album" })
      #expect(injector.injectDependencies(to: owner).injected == ["album"])
      #expect(owner.album == nil)
      #expect(calls.count == 2)
    }
  }

  @Test func aProductThatDoesNotFitIsReportedWhenItIsRead() {
    final class Owner { @Injected(lazy: true) var service: SpecialService? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.register("service") { Service() }
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(log.issues.isEmpty)
    #expect(owner.service == nil)
    #expect(log.kinds == [.productDoesNotFit])
  }

  @Test func aFactoryThatReadsItsOwnPropertyIsACycleAndGivesItsValue() {
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("album") { target.album ?? Album() }
    }
    injector.injectDependencies(to: owner)
    let album = owner.album
    #expect(album != nil && owner.album === album)
    #expect(log.kinds == [.cycle])
  }

  @Test func aFactoryThatSetsThePropertyHasItsWay() {
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let mine = Album()
    let injector = PropertyInjector { registry in
      registry.register("album") { () -> Album? in
        target.album = mine
        return Album()
      }
    }
    injector.injectDependencies(to: owner)
    // The read that is under way gives what is made.
    let made = owner.album
    #expect(made != nil && made !== mine)
    #expect(owner.album === mine)
    #expect(owner.album === mine)
  }

  private struct Form { @Injected(lazy: true) var album: Album? }
  @Test(arguments: [false, true])
  func whatTheFactorySetsInOneCopyOfAStructIsInThatCopyOnly(_ isNil: Bool) {
    let mine = isNil ? nil : Album()
    let calls = Counter()
    let copy = Locked<Form?>(nil)
    let injector = PropertyInjector { registry in
      registry.register("album") { () -> Album? in
        calls.increment()
        copy.withLock { $0?.album = mine }
        return Album()
      }
    }
    var form = Form()
    injector.injectDependencies(to: &form)
    let other = form
    copy.withLock { [form] in $0 = form }
    let made = form.album
    #expect(made != nil && made !== mine)
    #expect(form.album === made && other.album === made && other.album === made)
    let set = copy.withLock { $0 }
    #expect(set?.album === mine && set?.album === mine && calls.count == 1)
  }

  @Test func aFactoryThatTakesTheAccessorsOffMakesItAPlainProperty() {
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let injector = PropertyInjector { registry in
      registry.register("album") { (injector: PropertyInjector) -> Album? in
        injector.removeAccessors(of: target)
        return Album()
      }
    }
    injector.injectDependencies(to: owner)
    #expect(owner.album != nil)
    #expect(owner.album == nil)
    #expect(injector.injectDependencies(to: owner).injected == ["album"])
  }

  private final class Pair {
    @Injected(lazy: true) var one: Int?
    @Injected(lazy: true) var two: Int?
  }

  @Test func twoThatReadEachOtherAreACycle() {
    let pair = Pair()
    nonisolated(unsafe) let target = pair
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one") { (target.two ?? 0) + 1 }
      registry.register("two") { (target.one ?? 0) + 10 }
    }
    injector.injectDependencies(to: pair)
    #expect(pair.one == 11)
    #expect(pair.two == 10)
    #expect(log.kinds == [.cycle])
  }

  @Test func ofManyThreadsOneMakesTheValueAndAllGetIt() {
    final class Shared: @unchecked Sendable { @Injected(lazy: true) var album: Album? }
    for round in 0..<20 {
      let calls = Counter()
      let injector = PropertyInjector { registry in
        registry.register("album") { () -> Album? in
          calls.increment()
          return round % 4 == 3 ? nil : Album()
        }
      }
      let shared = Shared()
      injector.injectDependencies(to: shared)
      let albums = Threads.run(16) { _ in shared.album }
      #expect(calls.count == 1)
      let isOne = albums.allSatisfy { $0 === albums[0] }
      #expect(isOne && (albums[0] == nil) == (round % 4 == 3))
    }
  }

  @Test func noReadOfManyIsNilWhileTheValueIsPutInItsPlace() {
    final class Shared: @unchecked Sendable { @Injected(lazy: true) var album: Album? }
    let injector = PropertyInjector { $0.register("album") { Album() } }
    let objects = (0..<Effort.rounds(3_000, sampled: 500)).map { _ in Shared() }
    for object in objects { injector.injectDependencies(to: object) }
    let nils = Threads.run(8) { _ in
      objects.reduce(0) { $0 + ($1.album == nil ? 1 : 0) + ($1.album == nil ? 1 : 0) }
    }
    #expect(nils.reduce(0, +) == 0)
  }

  @MainActor @Test func whatIsReadElsewhereIsNotMadeAsIfOnTheMainActor() async {
    final class Shared: @unchecked Sendable { @Injected(lazy: true) var window: LazyWindow? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { $0.register("window", .initializer { LazyWindow() }) }
      registry.register("title", instance: "T")
      registry.onMainActor { $0.declare("title", \LazyWindow.title) }
    }
    injector.injectDependencies(to: LazyWindow())
    let shared = Shared()
    injector.injectDependencies(to: shared)
    let isNil = await Task.detached { shared.window == nil }.value
    #expect(isNil && LazyWindow.hooks == 1)
    #expect(log.kinds == [.wrongActor])
  }

  @Test func twoThreadsThatNeedEachOthersEndWithAReport() {
    final class Shared: @unchecked Sendable {
      @Injected(lazy: true) var one: Album?
      @Injected(lazy: true) var two: Album?
    }
    let shared = Shared()
    let log = IssueLog()
    let both = Locked(0)
    @Sendable func meet() {
      both.withLock { $0 += 1 }
      while both.withLock({ $0 }) < 2 {}
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one") { () -> Album? in
        meet()
        _ = shared.two
        return Album()
      }
      registry.register("two") { () -> Album? in
        meet()
        _ = shared.one
        return Album()
      }
    }
    injector.injectDependencies(to: shared)
    _ = Threads.run(2) { $0 == 0 ? shared.one : shared.two }
    #expect(shared.one != nil && shared.two != nil)
    #expect(log.kinds.contains(.cycle))
  }

  @Test func aSingletonIsTheSameForAllWhoReadIt() {
    let injector = PropertyInjector { $0.register("album", in: .singleton) { Album() } }
    let owners = (0..<3).map { _ in Owner() }
    for owner in owners { injector.injectDependencies(to: owner) }
    #expect(owners.allSatisfy { $0.album === owners[0].album })
    let kept: Album? = injector.instance(for: "album")
    #expect(kept === owners[0].album)
  }

  private class Base {
    @Injected(lazy: true) private var number: Int?
    var revealed: Int? { number }
  }
  private final class Derived: Base { @Injected("number", lazy: true) var other: Int? }

  @Test func privateAndInheritedPropertiesAreLazy() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("number") { () -> Int? in
        calls.increment()
        return 3
      }
    }
    let derived = Derived()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "other"])
    #expect(calls.count == 0)
    #expect(derived.revealed == 3 && derived.other == 3)
  }

  @MainActor @Test func whatTheMainActorMakesIsMadeThereOnly() async {
    final class Shared: @unchecked Sendable { @Injected(lazy: true) var album: Album? }
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("album") { @MainActor in
        calls.increment()
        return Album()
      }
    }
    let shared = Shared()
    injector.injectDependencies(to: shared)
    let elsewhere = await Task.detached { shared.album }.value
    #expect(elsewhere == nil && calls.count == 0)
    #expect(log.kinds == [.accessedOnAnotherActor])
    #expect(shared.album != nil && calls.count == 1)
    _ = await Task.detached { injector.injectDependencies(to: Shared()) }.value
    #expect(log.kinds.last == .bindingOnAnotherActor)
  }

  private actor Studio {
    @Injected(lazy: true) private var album: Album?
    func open(_ injector: PropertyInjector) -> [String] {
      injector.injectDependencies(to: self).injected
    }
    var hasAlbum: Bool { album != nil }
  }

  @Test func anActorsOwnIsLazy() async {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("album") {
        calls.increment()
        return Album()
      }
    }
    let studio = Studio()
    #expect(await studio.open(injector) == ["album"])
    #expect(calls.count == 0)
    #expect(await studio.hasAlbum)
    #expect(calls.count == 1)
  }

  @Test func actorsThatInjectInOnePlaceEachGetTheirOwn() async {
    let offices = [Office(), Office()]
    let first = await offices[0].makeInjector(1)
    let injector = await offices[1].addOther(2, to: first)
    for _ in 0..<2 {
      #expect(await offices[0].readNumber(injector) == 1)
      #expect(await offices[1].readOther(injector) == 2)
    }
    #expect(await offices[0].readOther(injector) == nil)
    #expect(await offices[1].readNumber(injector) == nil)
  }
}

/// One place in the code injects for many actors.
private func fill<Object: AnyObject>(
  _ object: Object, _ injector: PropertyInjector, isolation: isolated (any Actor)? = #isolation
) {
  injector.injectDependencies(to: object, isolation: isolation)
}

private actor Office {
  private final class Row {
    @Injected(lazy: true) var number: Int?
  }

  func makeInjector(_ number: Int) -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.confined(to: self) { $0.register("number") { number } }
    }
  }

  private final class OtherRow {
    @Injected(lazy: true) var other: Int?
  }

  func addOther(_ number: Int, to injector: PropertyInjector) -> PropertyInjector {
    injector.overriding { registry in
      registry.confined(to: self) { $0.register("other") { number } }
    }
  }

  func readNumber(_ injector: PropertyInjector) -> Int? {
    let row = Row()
    fill(row, injector)
    return row.number
  }

  func readOther(_ injector: PropertyInjector) -> Int? {
    let row = OtherRow()
    fill(row, injector)
    return row.other
  }
}

@MainActor final class LazyWindow: @MainActor InjectionAware {
  static var hooks = 0
  var title: String?
  nonisolated init() {}
  func didInjectDependencies() {
    MainActor.assertIsolated()
    Self.hooks += 1
  }
}
