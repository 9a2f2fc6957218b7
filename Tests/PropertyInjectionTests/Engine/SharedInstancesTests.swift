import Foundation
import PropertyInjection
import Synchronization
import TestSupport
import Testing

/// Kept values, made by many threads at once.
@Suite struct SharedInstancesTests {
  @Test func aSingletonIsMadeOnceHoweverManyThreadsAsk() {
    for _ in 0..<20 {
      let calls = Counter()
      let injector = PropertyInjector { registry in
        registry.register("service", in: .singleton) { () -> Service in
          calls.increment()
          return Service()
        }
        registry.declare("service", \Player.service)
      }
      let services = Threads.run(50) { index -> ObjectIdentifier? in
        if index.isMultiple(of: 2) {
          let service: Service? = injector.instance(for: "service")
          return service.map(ObjectIdentifier.init)
        }
        let player = Player()
        injector.injectDependencies(to: player)
        return player.service.map(ObjectIdentifier.init)
      }
      #expect(calls.count == 1)
      #expect(Set(services).count == 1 && services[0] != nil)
    }
  }

  @Test func derivedInjectorsMakeItOnceTogether() {
    let calls = Counter()
    let parent = PropertyInjector { registry in
      registry.register("service", in: .singleton) { () -> Service in
        calls.increment()
        return Service()
      }
    }
    let services = Threads.run(50) { index -> ObjectIdentifier? in
      let derived = parent.overriding { $0.register("index", instance: index) }
      let service: Service? = derived.instance(for: "service")
      return service.map(ObjectIdentifier.init)
    }
    #expect(calls.count == 1 && Set(services).count == 1)
  }

  @Test func ifTheMakerFailsTheNextThreadTries() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .singleton) { () -> Service? in
        calls.increment()
        return calls.count < 5 ? nil : Service()
      }
    }
    let services = Threads.run(20) { _ -> ObjectIdentifier? in
      let service: Service? = injector.instance(for: "service")
      return service.map(ObjectIdentifier.init)
    }
    #expect(calls.count == 5)
    #expect(services.count { $0 == nil } == 4)
    #expect(Set(services.compactMap { $0 }).count == 1)
  }

  @Test func aSlowFactoryDelaysOnlyThoseWhoWantItsValue() {
    let started = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let injector = PropertyInjector { registry in
      registry.register("slow", in: .singleton) { () -> Int in
        started.signal()
        mayEnd.wait()
        return 1
      }
      registry.register("quick", in: .singleton) { 2 }
      registry.register("number", instance: 3)
      registry.declare("number", \Player.number)
    }
    let results = Threads.run(2) { index -> Int? in
      if index == 0 { return injector.instance(for: .named("slow")) }
      started.wait()
      // The slow factory is running, and does not end before all this is done.
      let quick: Int? = injector.instance(for: .named("quick"))
      let player = Player()
      injector.injectDependencies(to: player)
      _ = injector.overriding { $0.register("other", instance: 4) }
      mayEnd.signal()
      return quick.flatMap { quick in player.number.map { $0 + quick } }
    }
    #expect(results == [1, 5])
  }

  @Test func threadsThatMakeWhatTheOtherNeedsGetAReportAndDoNotHang() {
    for _ in 0..<50 {
      let log = IssueLog()
      let meeting = Meeting(2)
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("a", in: .singleton) { injector -> Int? in
          meeting.wait()
          return injector.instance(for: .named("b") as InjectionKey<Int>)
        }
        registry.register("b", in: .singleton) { injector -> Int? in
          meeting.wait()
          return injector.instance(for: .named("a") as InjectionKey<Int>)
        }
        registry.register("c", in: .singleton) { 3 }
      }
      let results = Threads.run(2) { index -> Int? in
        injector.instance(for: index == 0 ? .named("a") : .named("b"))
      }
      #expect(results == [nil, nil])
      #expect(log.kinds.contains(.cycle) && log.kinds.allSatisfy { $0 == .cycle })
      for issue in log.issues {
        #expect(issue.chain.count == 3 && issue.chain.first == issue.chain.last)
        #expect(Set(issue.chain) == ["\"a\": Int", "\"b\": Int"])
      }
      #expect(injector.instance(for: .named("c")) == 3)
    }
  }

  @Test func aCycleOfThreeThreadsIsReportedInOrder() {
    for _ in 0..<20 {
      let log = IssueLog()
      let meeting = Meeting(3)
      let injector = PropertyInjector(reportingTo: log) { registry in
        for (name, next) in [("a", "b"), ("b", "c"), ("c", "a")] {
          registry.register(.named(name), in: .singleton) { injector -> Int? in
            meeting.wait()
            return injector.instance(for: InjectionKey<Int>.named(next))
          }
        }
      }
      let results = Threads.run(3) { index -> Int? in
        injector.instance(for: .named(["a", "b", "c"][index]))
      }
      #expect(results == [nil, nil, nil])
      let orders = ["abca", "bcab", "cabc"].map { $0.map { "\"\($0)\": Int" } }
      #expect(!log.issues.isEmpty)
      for issue in log.issues { #expect(orders.contains(issue.chain), "\(issue.chain)") }
    }
  }

  @Test func threadsFinishSingletonsThatNeedEachOtherAsProperties() {
    for _ in 0..<Effort.rounds(100, sampled: 25) {
      let log = IssueLog()
      let meeting = Meeting(2)
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Front.self), in: .singleton,
          .initializer {
            meeting.wait()
            return Front()
          })
        registry.register(
          .type(Back.self), in: .singleton,
          .initializer {
            meeting.wait()
            return Back()
          })
      }
      let finished = Threads.run(6) { index -> Bool in
        let front: Front
        let back: Back
        if index.isMultiple(of: 2) {
          guard let made = injector.instance(of: Front.self), let other = made.back else {
            return false
          }
          (front, back) = (made, other)
        } else {
          guard let made = injector.instance(of: Back.self), let other = made.front else {
            return false
          }
          (front, back) = (other, made)
        }
        return front.back === back && back.front === front && front.hooks == 1 && back.hooks == 1
      }
      #expect(finished.allSatisfy { $0 })
      #expect(log.issues.isEmpty)
      injector.instance(of: Front.self)?.back = nil
    }
  }

  private final class Outer: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var inner: Inner?
    @Injected var slow: Int?
    init() {}
  }
  private final class Inner: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var outer: Outer?
    init() {}
  }

  @Test func aFinishedValueIsSeenOnlyWhenThoseItNeedsAreFinished() {
    // The back is finished while the front still waits: nobody may get the front through it.
    let backIsFinished = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let injector = PropertyInjector { registry in
      registry.register(.type(Outer.self), in: .singleton, .initializer(Outer.init))
      registry.register(.type(Inner.self), in: .singleton, .initializer(Inner.init))
      registry.register("slow") { () -> Int in
        backIsFinished.signal()
        mayEnd.wait()
        return 1
      }
    }
    let results = Threads.run(3) { index -> Int? in
      switch index {
      case 0:
        return injector.instance(of: Outer.self)?.slow
      case 1:
        backIsFinished.wait()
        mayEnd.signal()
        return 1
      default:
        return injector.instance(of: Inner.self)?.outer?.slow
      }
    }
    #expect(results == [1, 1, 1])
    injector.instance(of: Inner.self)?.outer = nil
  }

  @Test func everythingAtOnce() {
    let log = IssueLog()
    let store = Locked(0)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Front.self), in: .singleton, .initializer(Front.init))
      registry.register(.type(Back.self), in: .cached, .initializer(Back.init))
      registry.register("service", in: .weak) { Service() }
      registry.register("clock", in: .singleton) { StoppedClock() }
      registry.register("number") { injector in (injector.instance(for: .clock))!.now }
      registry.declare("service", \Player.service)
      registry.declare("clock", \Player.clock)
      registry.declare("number", \Player.number)
    }
    _ = Threads.run(8) { index in
      for round in 0..<Effort.rounds(50, sampled: 15) {
        let player = Player()
        injector.injectDependencies(to: player)
        #expect(player.number == 12 && player.service != nil)
        #expect(injector.instance(of: Front.self)?.back != nil)
        #expect(injector.instance(of: Back.self)?.front != nil)
        if round.isMultiple(of: 7) { injector.reset() }
        if round.isMultiple(of: 5) {
          let derived = injector.overriding { registry in
            registry.setScope(.singleton, for: .type(Front.self))
          }
          #expect(derived.instance(of: Front.self) !== injector.instance(of: Front.self))
          derived.instance(of: Front.self)?.back = nil
        }
        store.withLock { $0 += index }
      }
    }
    #expect(log.issues.isEmpty)
    injector.instance(of: Front.self)?.back = nil
  }
}

/// A place where so many threads wait for each other, once.
private final class Meeting: Sendable {
  private let count: Int
  private let arrived = Atomic(0)

  init(_ count: Int) { self.count = count }

  /// Waits for the others, unless they have met already.
  func wait() {
    arrived.add(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < count { sched_yield() }
  }
}

private final class Front: InjectionAware, @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var back: Back?
  var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}
private final class Back: InjectionAware, @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var front: Front?
  var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}
