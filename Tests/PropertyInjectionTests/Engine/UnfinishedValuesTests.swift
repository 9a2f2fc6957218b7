import Foundation
import PropertyInjection
import Synchronization
import TestSupport
import Testing

/// Nobody who can wait sees what is not finished.
@Suite struct UnfinishedValuesTests {
  private final class Viewer: Sendable {
    let title: String?
    init(inner: Inner) { title = inner.outer?.title }
  }

  @Test func aMakerWaitsForAValueThatDoesNotNeedItsOwn() {
    let slowHasStarted = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let injector = PropertyInjector { registry in
      registry.register(.type(Outer.self), in: .singleton, .initializer(Outer.init))
      registry.register(.type(Inner.self), in: .singleton, .initializer(Inner.init))
      registry.register(.type(Viewer.self), in: .singleton, .initializer(Viewer.init(inner:)))
      registry.register("title") { () -> String in
        slowHasStarted.signal()
        mayEnd.wait()
        return "finished"
      }
    }
    let titles = Threads.run(3) { index -> String? in
      switch index {
      case 0:
        return injector.instance(of: Outer.self)?.title
      case 1:
        slowHasStarted.wait()
        slowHasStarted.signal()
        return injector.instance(of: Viewer.self)?.title
      default:
        slowHasStarted.wait()
        slowHasStarted.signal()
        // Long enough for the other to run into what is unfinished, if it could.
        for _ in 0..<1000 { sched_yield() }
        mayEnd.signal()
        return "finished"
      }
    }
    #expect(titles == ["finished", "finished", "finished"])
    injector.instance(of: Inner.self)?.outer = nil
  }

  private final class A: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var x: X?
    @Injected(.byType) var c: C?
    init() {}
  }
  private final class X: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var a: A?
    init() {}
  }
  private final class C: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var a: A?
    @Injected var slow: Int?
    init() {}
  }

  @Test func aValueThatNeedsAnUnfinishedOneIsUnfinished() {
    // One thread makes A, whose C is being made by another, which needs A and is slow.
    let bothMade = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let meeting = Atomic(0)
    @Sendable func meet() {
      meeting.add(1, ordering: .acquiringAndReleasing)
      while meeting.load(ordering: .acquiring) < 2 { sched_yield() }
    }
    let injector = PropertyInjector { registry in
      registry.register(
        .type(A.self), in: .singleton,
        .initializer {
          meet()
          return A()
        })
      registry.register(.type(X.self), in: .singleton, .initializer(X.init))
      registry.register(
        .type(C.self), in: .singleton,
        .initializer {
          meet()
          return C()
        })
      registry.register("slow") { () -> Int in
        bothMade.signal()
        mayEnd.wait()
        return 1
      }
    }
    let results = Threads.run(4) { index -> Int? in
      switch index {
      case 0: return injector.instance(of: A.self)?.c?.slow
      case 1: return injector.instance(of: C.self)?.slow
      case 2:
        bothMade.wait()
        bothMade.signal()
        return injector.instance(of: X.self)?.a?.c?.slow
      default:
        bothMade.wait()
        bothMade.signal()
        for _ in 0..<1000 { sched_yield() }
        mayEnd.signal()
        return 1
      }
    }
    #expect(results == [1, 1, 1, 1])
    injector.instance(of: X.self)?.a = nil
    injector.instance(of: C.self)?.a = nil
  }

  final class Roof: Sendable { init(_ wall: Wall) { wall.roof = self } }
  final class Wall: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    let brick: Brick
    var roof: Roof?
    let hooks: Counter
    init(_ brick: Brick, _ hooks: Counter) { (self.brick, self.hooks) = (brick, hooks) }
    func didInjectDependencies() { hooks.increment() }
  }
  final class Brick: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    @Injected(.byType) var wall: Wall?
    init() {}
  }

  @Test func aValueThatGotNothingHasNoHookBecauseItsPartGotIt() {
    // The part gets the wall, which has waited for the roof and got it from the roof itself.
    let hooks = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.type(Roof.self), in: .singleton, .initializer(Roof.init))
      registry.register(.type(Brick.self), in: .singleton, .initializer(Brick.init))
      registry.register(
        .type(Wall.self), in: .singleton, .initializer({ Wall($0, hooks) }, .byType))
      registry.declare("roof", \Wall.roof, from: .byType)
    }
    #expect(injector.instance(of: Roof.self) != nil)
    #expect(hooks.count == 0)
    let wall = injector.instance(of: Wall.self)
    #expect(wall?.brick.wall === wall)
    wall?.roof = nil
    wall?.brick.wall = nil
  }

  @Test func aFinishedValueKeepsNothingOfItsMakingAlive() {
    weak var made: Service?
    let parent = PropertyInjector { registry in
      registry.register(.type(Left.self), in: .singleton, .initializer(Left.init))
      registry.register(.type(Right.self), in: .singleton, .initializer(Right.init))
    }
    do {
      let derived = parent.overriding { registry in
        registry.register("service", in: .singleton) { injector -> Service in
          _ = injector.instance(of: Left.self)
          return Service()
        }
      }
      let service: Service? = derived.instance(for: "service")
      made = service
      #expect(made != nil)
    }
    #expect(made == nil)
    parent.instance(of: Right.self)?.left = nil
  }

  private final class Helper: Sendable {
    let injector: PropertyInjector
    init(_ injector: PropertyInjector) { self.injector = injector }
    deinit { _ = injector.instance(for: .named("late", Int.self)) }
  }
  private final class Owner: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var helper: Helper?
    init() {}
    func didInjectDependencies() { helper = nil }
  }
  private struct Holder: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var helper: Helper?
    mutating func didInjectDependencies() { helper = nil }
  }

  @Test func aDeinitThatAsksForAnotherValueWhileOneIsMadeMeetsNoLock() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("helper") { injector in Helper(injector) }
      registry.register("late", in: .cached) { () -> Int in
        calls.increment()
        return 1
      }
      registry.declare("helper", \Holder.helper)
      registry.register(.type(Owner.self), in: .cached, .initializer(Owner.init))
      registry.register(.type(Holder.self), in: .cached, .initializer { Holder() })
    }
    for _ in 0..<3 {
      #expect(injector.instance(of: Owner.self) != nil)
      #expect(injector.instance(of: Holder.self) != nil)
      injector.reset()
    }
    #expect(calls.count == 3)
  }

  @Test func theHandlerMayAskForWhatAnotherThreadMakesWithTheSameValue() {
    struct Value: Sendable {}
    let hasStarted = DispatchSemaphore(value: 0)
    let otherHasStarted = DispatchSemaphore(value: 0)
    let box = Locked<PropertyInjector?>(nil)
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in
        guard issue.kindName == .weakValue else { return }
        _ = box.withLock { $0 }?.instance(for: .named("b", Service.self))
      }
      registry.register("a", in: .weak) { () -> Value in
        hasStarted.signal()
        otherHasStarted.wait()
        for _ in 0..<1000 { sched_yield() }
        return Value()
      }
      registry.register("b", in: .singleton) { injector -> Service in
        otherHasStarted.signal()
        _ = injector.instance(for: .named("a", Value.self))
        return Service()
      }
    }
    box.withLock { $0 = injector }
    let results = Threads.run(2) { index -> Bool in
      if index == 0 { return injector.instance(for: .named("a", Value.self)) != nil }
      hasStarted.wait()
      // The other value is asked for once more while it is made here.
      hasStarted.signal()
      otherHasStarted.signal()
      return injector.instance(for: .named("b", Service.self)) != nil
    }
    #expect(results == [true, true])
    box.withLock { $0 = nil }
  }

  @Test func aStoreThatForgetsAThousandTimesIsAskedAsQuicklyAsAtFirst() {
    let store = ScopedValues()
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .values(store)) { () -> Service in
        calls.increment()
        return Service()
      }
    }
    // With a list that only grows, this takes minutes.
    let count = Effort.rounds(30_000, sampled: 3_000)
    for _ in 0..<count {
      _ = injector.instance(for: .named("service", Service.self))
      store.removeAll()
    }
    let one: Service? = injector.instance(for: "service")
    #expect(
      one === injector.instance(for: .named("service", Service.self)) && calls.count == count + 1)
  }

  @Test func aTaskThatRunsAtOnceAndComesBackIsACycle() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", in: .singleton) { injector -> Service in
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
          Task.immediate { _ = injector.instance(for: .named("service", Service.self)) }
        }
        return Service()
      }
    }
    #expect(injector.instance(for: .named("service", Service.self)) != nil)
    #expect(log.kinds == [.cycle])
  }

  @Test func aStoreThatIsChosenByItsOwnValueIsACycle() {
    let store = ScopedValues()
    let asked = Locked<PropertyInjector?>(nil)
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        "service",
        in: .values {
          _ = asked.withLock { $0 }?.instance(for: .named("service", Service.self))
          return store
        }
      ) { Service() }
    }
    asked.withLock { $0 = injector }
    let service: Service? = injector.instance(for: "service")
    #expect(service != nil && service === injector.instance(for: .named("service", Service.self)))
    #expect(log.kinds == [.cycle])
    asked.withLock { $0 = nil }
  }

  @Test func aStoreAndItsValuesGoWithTheInjector() {
    weak var kept: ScopedValues?
    weak var keptService: Service?
    do {
      let store = ScopedValues()
      let injector = PropertyInjector { registry in
        registry.register("service", in: .values(store)) { Service() }
      }
      let service: Service? = injector.instance(for: "service")
      (kept, keptService) = (store, service)
    }
    #expect(kept == nil && keptService == nil)
  }

  @Test func aTypeThatAsksForItselfToSayHowItIsMadeIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    Circular.injector.withLock { $0 = injector }
    _ = injector.instance(of: Circular.self)
    #expect(log.kinds == [.cycle])
    Circular.injector.withLock { $0 = nil }
  }

  @Test func aResultOutlivesThePlanThatServedOneCall() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
    }
    Telling.injector.withLock { $0 = injector }
    #expect(injector.instance(of: Telling.self) != nil)
    Telling.injector.withLock { $0 = nil }
    let result = Telling.result.withLock { $0 }
    // Other plans take the memory of one that is gone.
    for _ in 0..<50 { PropertyInjector { _ in }.injectDependencies(to: TellingAsker()) }
    #expect(result?.injected == ["number"])
    #expect(result?.unfilled.map(\.name) == ["telling"])
    #expect(result?.unfilled.map(\.reasonName) == [.cycle])
  }

  @Test func whoWaitsDuringAResetGetsWhatIsBeingMade() {
    // Nobody can see from outside that the other thread waits; in one of many rounds it does.
    let hasWaited = (0..<5000).contains { _ in
      let started = DispatchSemaphore(value: 0)
      let asking = Atomic(false)
      let calls = Counter()
      let injector = PropertyInjector { registry in
        registry.register("service", in: .cached) { injector -> Service in
          calls.increment()
          started.signal()
          while !asking.load(ordering: .acquiring) { sched_yield() }
          for _ in 0..<100 { sched_yield() }
          injector.reset()
          return Service()
        }
      }
      let services = Threads.run(2) { index -> ObjectIdentifier? in
        if index == 1 {
          started.wait()
          asking.store(true, ordering: .releasing)
        }
        let service: Service? = injector.instance(for: "service")
        return service.map(ObjectIdentifier.init)
      }
      return calls.count == 1 && services[0] != nil && services[0] == services[1]
    }
    #expect(hasWaited)
  }

  private static let replacing = InjectionModule("Replacing") { registry in
    registry.register("made", in: .singleton, replacing: true) { "replaced" }
  }

  @Test func aKeptValueIsMadeByTheFirstInjectorThatHasItsBinding() {
    let parent = PropertyInjector { registry in
      registry.register("text", instance: "parent's")
      registry.register("made", in: .singleton) { injector -> String? in
        injector.instance(for: .named("text"))
      }
    }
    let middle = parent.overriding { $0.install(Self.replacing) }
    let last = middle.overriding { registry in
      registry.uninstall(Self.replacing)
      registry.register("text", instance: "overridden", replacing: true)
    }
    #expect(last.instance(for: .named("made")) == "parent's")
    #expect(parent.instance(for: .named("made")) == "parent's")
    #expect(middle.instance(for: .named("made")) == "replaced")
  }

  @Test func anEagerFactoryMayDeriveAnInjector() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", in: .singleton(eager: true)) { injector -> Service in
        _ = injector.overriding { $0.register("number", instance: 2) }
        return Service()
      }
    }
    #expect(injector.instance(for: .named("service", Service.self)) != nil)
    #expect(log.issues.isEmpty)
  }

  @Test @MainActor func aValueThatMayNotBeInjectedHereIsNeitherKeptNorGiven() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "Departures")
      registry.register(.type(Page.self), in: .singleton, .initializer(Page.init))
      registry.onMainActor { $0.declare("title", \Page.title) }
    }
    let elsewhere = await Task.detached { injector.instance(of: Page.self) == nil }.value
    #expect(elsewhere && log.kinds == [.wrongActor])
    #expect(injector.instance(of: Page.self)?.title == "Departures")
  }

  private final class Reader: Sendable {
    let title: String?
    init(title: String?) { self.title = title }
  }

  @Test @MainActor func nilIsNotKeptForAnArgumentThatIsConfinedToAnActor() async {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("title") { @MainActor in "Departures" }
      registry.register(
        .type(Reader.self), in: .singleton, .initializer(Reader.init(title:), .key("title")))
    }
    let elsewhere = await Task.detached { injector.instance(of: Reader.self) == nil }.value
    #expect(elsewhere)
    #expect(injector.instance(of: Reader.self)?.title == "Departures")
  }

  @Test func aValueTypeInACycleIsCopiedWhenItIsFinished() {
    struct Value: @unchecked Sendable {
      // Unchecked: filled once, before anybody else sees it.
      var right: Back?
    }
    final class Back: @unchecked Sendable {
      // Unchecked: filled once, before anybody else sees it.
      @Injected(.byType) var value: Value?
      init() {}
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Value.self), in: .singleton, .initializer { Value() })
      registry.register(.type(Back.self), in: .singleton, .initializer(Back.init))
      registry.declare("right", \Value.right, from: .byType)
    }
    let value = injector.instance(of: Value.self)
    #expect(value?.right != nil && value?.right?.value?.right === value?.right)
    #expect(log.texts == [])
    value?.right?.value = nil
  }

  @Test func theInjectorThatIsAskedHearsWhyItsParentCannotMakeAValue() {
    let parentLog = IssueLog()
    let derivedLog = IssueLog()
    let parent = PropertyInjector(reportingTo: parentLog) { registry in
      registry.register(
        .type(Address.self), in: .singleton, .initializer(Address.init(street:), .key("street")))
    }
    let derived = parent.overriding { $0.issueHandler = { derivedLog.append($0) } }
    #expect(derived.instance(of: Address.self) == nil)
    #expect(derivedLog.kinds == [.unresolvedArgument] && parentLog.issues.isEmpty)
  }

  @Test func anArgumentThatIsMadeWithArgumentsIsNotGivenTheOuterOnes() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(street:), .dynamic))
      registry.register(
        "letter",
        .initializer({ (number: Int, to: Address) in "\(number) \(to.street)" }, .dynamic, .byType))
    }
    #expect(injector.instance(for: "letter", 3) == nil as String?)
    #expect(log.kinds == [.unresolvedArgument])
    #expect(log.issues.first?.argumentReason == .wrongArguments)
  }
}

private final class Outer: @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var inner: Inner?
  @Injected var title: String?
  init() {}
}
private final class Inner: @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var outer: Outer?
  init() {}
}
private final class Left: @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var right: Right?
  init() {}
}
private final class Right: @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var left: Left?
  init() {}
}
private final class Page: @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  var title: String?
  init() {}
}
private struct Circular: Constructible {
  static let injector = Locked<PropertyInjector?>(nil)
  static var provider: Provider<Circular> {
    _ = injector.withLock { $0 }?.instance(of: Circular.self)
    return .initializer({ Circular() })
  }
}

/// Injects an object that needs it while it tells how it is made: the plan for that serves one call.
private struct Telling: Constructible {
  static let injector = Locked<PropertyInjector?>(nil)
  static let result = Locked<InjectionResult?>(nil)

  static var provider: Provider<Telling> {
    let own = injector.withLock { $0 }?.injectDependencies(to: TellingAsker())
    result.withLock { $0 = own }
    return .initializer({ Telling() })
  }
}

private final class TellingAsker {
  @Injected var number: Int?
  @Injected(.byType) var telling: Telling?
}
