import Dispatch
import PropertyInjection
import Synchronization
import TestSupport
import Testing

/// Many threads at once, each with objects of its own.
@Suite struct ConcurrencyTests {
  @Test func threadsInjectTypesForTheFirstTimeTogether() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("service", instance: Service())
      registry.register("clock") { StoppedClock() }
      registry.declare("number", \Player.number)
      registry.declare("service", \Player.service)
      registry.declare("clock", \Player.clock)
      registry.declare("number", \Form.number)
    }
    let filled = Counter()
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      let player = Player()
      var form = Form()
      let marked = MarkedNumber()
      injector.injectDependencies(to: player)
      injector.injectDependencies(to: &form)
      injector.injectDependencies(to: marked)
      if player.number == 1, player.service != nil, player.clock != nil, form.number == 1,
        marked.number == 1
      {
        filled.increment()
      }
    }
    #expect(filled.count == 200)
  }

  @Test func eachIssueIsReportedOnceByAllThreadsTogether() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.declare("number", \Player.number) }
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      injector.injectDependencies(to: Player())
    }
    #expect(log.kinds == [.unknownName])
  }

  @Test func derivingWhileOthersInjectDisturbsNobody() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 0)
      registry.declare("number", \Player.number)
    }
    let right = Counter()
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let derived = injector.overriding {
        $0.register("number", instance: index, replacing: true)
      }
      let one = Player()
      let two = Player()
      derived.injectDependencies(to: one)
      injector.injectDependencies(to: two)
      if one.number == index, two.number == 0 { right.increment() }
    }
    #expect(right.count == 200)
  }

  @Test func noLockIsHeldWhileAFactoryRuns() {
    // The first factory waits for the second, which runs on another thread and resolves the third.
    let started = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let injector = PropertyInjector { registry in
      registry.register("slow") { () -> Int? in
        started.signal()
        done.wait()
        return 1
      }
      registry.register("quick") { 2 }
      registry.declare("slow", \Pair.slow)
      registry.declare("quick", \Pair.quick)
    }
    let thread = DispatchQueue(label: "other")
    thread.async {
      started.wait()
      let other = Pair()
      other.slow = 0
      injector.injectDependencies(to: other)
      _ = injector.overriding { _ in }
      done.signal()
    }
    let pair = Pair()
    #expect(injector.injectDependencies(to: pair).injected == ["slow", "quick"])
  }
}

final class MarkedNumber {
  @Injected var number: Int?
}

final class Pair {
  var slow: Int?
  var quick: Int?
}
