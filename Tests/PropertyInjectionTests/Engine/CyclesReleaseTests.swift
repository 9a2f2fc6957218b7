import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Values that need each other in a cycle, and do not hold each other, go with the injector.
@Suite struct CyclesReleaseTests {
  /// Counts those that are alive.
  private class Counted: @unchecked Sendable {
    // Unchecked: constant; subclasses are filled once, before anybody else sees them.
    private let alive: Counter
    init(_ alive: Counter) {
      self.alive = alive
      alive.increment()
    }
    deinit { alive.decrement() }
  }

  private final class Left: Counted, InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var right: Right?
    var number: Int?
    var hooks = 0
    func didInjectDependencies() { hooks += right?.left === self ? 1 : 0 }
  }
  private final class Right: Counted, InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var left: Left?
    var hooks = 0
    func didInjectDependencies() { hooks += left?.right === self ? 1 : 0 }
  }

  /// Needs what needs it to be made.
  private final class Wheels: Counted, InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var engine: Engine?
    var hooks = 0
    func didInjectDependencies() { hooks += engine?.wheels === self ? 1 : 0 }
  }
  private final class Engine: Counted, @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let wheels: Wheels
    init(_ alive: Counter, _ wheels: Wheels) {
      self.wheels = wheels
      super.init(alive)
    }
  }

  private enum Lifespan {
    case singleton, cached, graph, weak

    func scope<Value: Sendable>(_: Value.Type) -> InjectionScope {
      switch self {
      case .singleton: .singleton
      case .cached: .cached
      case .graph: .graph
      case .weak: .weak
      }
    }
  }

  private static func makeInjector(
    _ alive: Counter, _ log: IssueLog, _ lifespan: Lifespan = .singleton,
    meeting: @escaping @Sendable () -> Void = {}, more: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Left.self), in: lifespan.scope(Left.self),
        .initializer {
          meeting()
          return Left(alive)
        })
      registry.register(
        .type(Right.self), in: lifespan.scope(Right.self),
        .initializer {
          meeting()
          return Right(alive)
        })
      registry.register(
        .type(Wheels.self), in: lifespan.scope(Wheels.self), .initializer { Wheels(alive) })
      registry.register(
        .type(Engine.self), in: lifespan.scope(Engine.self),
        .initializer { (wheels: Wheels) in Engine(alive, wheels) })
      registry.declare("right", \Left.right, from: .byType)
      registry.declare("left", \Right.left, from: .byType)
      registry.declare("engine", \Wheels.engine, from: .byType)
      more(&registry)
    }
  }

  @Test(arguments: [Lifespan.singleton, .cached])
  private func cyclesOfProperties(_ lifespan: Lifespan) throws {
    for isLeftFirst in [true, false] {
      let (alive, log) = (Counter(), IssueLog())
      weak var injectorItself: PropertyInjector?
      do {
        let injector = Self.makeInjector(alive, log, lifespan)
        injectorItself = injector
        if !isLeftFirst { #expect(injector.instance(of: Right.self) != nil) }
        let left = try #require(injector.instance(of: Left.self))
        let right = try #require(injector.instance(of: Right.self))
        #expect(left.right === right && right.left === left)
        #expect(left.hooks == 1 && right.hooks == 1 && alive.count == 2)
      }
      #expect(injectorItself == nil && alive.count == 0 && log.issues.isEmpty)
    }
  }

  @Test(arguments: [Lifespan.singleton, .cached])
  private func cyclesOfAPropertyAndAnArgument(_ lifespan: Lifespan) throws {
    for isEngineFirst in [true, false] {
      let (alive, log) = (Counter(), IssueLog())
      weak var injectorItself: PropertyInjector?
      do {
        let injector = Self.makeInjector(alive, log, lifespan)
        injectorItself = injector
        if !isEngineFirst { #expect(injector.instance(of: Wheels.self) != nil) }
        let engine = try #require(injector.instance(of: Engine.self))
        #expect(engine.wheels.engine === engine && engine.wheels.hooks == 1)
        #expect(engine.wheels === injector.instance(of: Wheels.self) && alive.count == 2)
      }
      #expect(injectorItself == nil && alive.count == 0 && log.issues.isEmpty)
    }
  }

  @Test func cyclesThatAreForgottenGoAtOnce() {
    let (alive, log) = (Counter(), IssueLog())
    let injector = Self.makeInjector(alive, log, .cached)
    for _ in 0..<3 {
      _ = injector.instance(of: Left.self)
      _ = injector.instance(of: Engine.self)
      #expect(alive.count == 4)
      injector.reset()
      #expect(alive.count == 0)
    }
    #expect(log.issues.isEmpty)
  }

  @Test func cyclesOfARequestGoWhenNobodyHoldsThem() throws {
    let (alive, log) = (Counter(), IssueLog())
    let injector = Self.makeInjector(alive, log, .graph)
    for _ in 0..<3 {
      do {
        let engine = try #require(injector.instance(of: Engine.self))
        #expect(engine.wheels.engine === engine && engine.wheels.hooks == 1)
        #expect(alive.count == 2)
        let left = try #require(injector.instance(of: Left.self))
        // Its right one is held by nobody once it is made.
        #expect(left.right == nil && left.hooks == 1 && alive.count == 3)
      }
      #expect(alive.count == 0)
    }
    #expect(log.issues.isEmpty)
  }

  @Test func cyclesKeptWeaklyGoWithTheirLastHolder() throws {
    let (alive, log) = (Counter(), IssueLog())
    let injector = Self.makeInjector(alive, log, .weak)
    for _ in 0..<2 {
      do {
        let engine = try #require(injector.instance(of: Engine.self))
        #expect(engine.wheels.engine === engine && engine.wheels.hooks == 1 && alive.count == 2)
      }
      // Before anybody asks again.
      #expect(alive.count == 0)
    }
    #expect(log.issues.isEmpty)
  }

  private final class Draft: Counted, @unchecked Sendable {
    // Unchecked: used by one thread.
    weak var left: Left?
  }

  @Test func whatNeedsTheValueThatItsFactoryIsAboutToMakeIsNotHeld() throws {
    let (alive, log) = (Counter(), IssueLog())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Left.self), in: .cached) { injector -> Left in
        injector.injectDependencies(to: Draft(alive))
        return Left(alive)
      }
      registry.declare("left", \Draft.left, from: .byType)
    }
    let left = try #require(injector.instance(of: Left.self))
    // Before anybody asks again.
    #expect(alive.count == 1 && log.kinds == [.cycle])
    #expect(injector.instance(of: Left.self) === left)
  }

  @Test func anObjectThatInjectsItselfAsItGoesIsNotHeld() async {
    await #expect(processExitsWith: .success) {
      final class Leaving {
        var kept: Service?
        let injector: PropertyInjector
        init(_ injector: PropertyInjector) { self.injector = injector }
        deinit { injector.injectDependencies(to: self) }
      }
      for scope in [InjectionScope.singleton, .cached, .unique] {
        let injector = PropertyInjector { registry in
          registry.issueHandler = { _ in }
          registry.register("kept", in: scope) { injector in
            for _ in 0..<10 { _ = Leaving(injector) }
            return Service()
          }
          registry.declare("kept", \Leaving.kept)
        }
        for _ in 0..<10 {
          #expect(injector.instance(for: .named("kept", Service.self)) != nil)
          injector.reset()
        }
      }
    }
  }

  @Test func cyclesThatTwoThreadsHaveMade() {
    for _ in 0..<Effort.rounds(20, sampled: 6) {
      let (alive, log) = (Counter(), IssueLog())
      weak var injectorItself: PropertyInjector?
      do {
        let arrived = Counter()
        // Each thread is about its own before it needs the other's.
        let injector = Self.makeInjector(
          alive, log,
          meeting: {
            arrived.increment()
            while arrived.count < 2 { sched_yield() }
          })
        injectorItself = injector
        let complete = Threads.run(2) { [injector] index in
          index == 0
            ? injector.instance(of: Left.self)?.right?.left != nil
            : injector.instance(of: Right.self)?.left?.right != nil
        }
        #expect(complete == [true, true] && alive.count == 2)
      }
      // A thread lets go of what it has run when it ends.
      for _ in 0..<1_000_000 where injectorItself != nil { sched_yield() }
      #expect(injectorItself == nil && alive.count == 0 && log.issues.isEmpty)
    }
  }

  @Test func whatAThreadHasWaitedForLeavesNothing() {
    for _ in 0..<Effort.rounds(10, sampled: 3) {
      let (alive, log) = (Counter(), IssueLog())
      let (slowHasStarted, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      weak var injectorItself: PropertyInjector?
      do {
        let injector = Self.makeInjector(
          alive, log,
          more: { registry in
            registry.register("slow") { () -> Int in
              slowHasStarted.signal()
              mayEnd.wait()
              return 1
            }
            registry.declare("slow", \Left.number)
            registry.register("viewer") { [witness = Counted(alive)] injector -> Bool in
              withExtendedLifetime(witness) { injector.instance(of: Right.self)?.left != nil }
            }
          })
        injectorItself = injector
        let complete = Threads.run(3) { [injector] index -> Bool in
          if index == 0 { return injector.instance(of: Left.self)?.number == 1 }
          slowHasStarted.wait()
          slowHasStarted.signal()
          // The right one is made, and its left one is not.
          if index == 1 { return injector.instance(for: .named("viewer", Bool.self)) == true }
          for _ in 0..<1000 { sched_yield() }
          mayEnd.signal()
          return true
        }
        #expect(complete == [true, true, true] && alive.count == 3)
      }
      for _ in 0..<1_000_000 where injectorItself != nil { sched_yield() }
      #expect(injectorItself == nil && alive.count == 0 && log.issues.isEmpty)
    }
  }

  @Test func whatTwoThreadsHaveWaitedForIsHeldByThemOnly() {
    for _ in 0..<Effort.rounds(20, sampled: 6) {
      let alive = Counter()
      let injector = PropertyInjector { registry in
        registry.register(
          .type(Counted.self), in: .weak,
          .initializer {
            // Long enough for the others to wait for it.
            for _ in 0..<1000 { sched_yield() }
            return Counted(alive)
          })
      }
      let isGiven = Threads.run(3) { _ in injector.instance(of: Counted.self) != nil }
      // Before anybody asks again.
      #expect(isGiven == [true, true, true] && alive.count == 0)
    }
  }

  @Test func whatCouldNotBeMadeLeavesNothing() {
    let (alive, log) = (Counter(), IssueLog())
    weak var injectorItself: PropertyInjector?
    do {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Wheels.self), in: .singleton, .initializer { Wheels(alive) })
        registry.register(
          .type(Engine.self), in: .singleton,
          .initializer { (wheels: Wheels) -> Engine? in nil })
        registry.declare("engine", \Wheels.engine, from: .byType)
      }
      injectorItself = injector
      for _ in 0..<3 { #expect(injector.instance(of: Engine.self) == nil) }
    }
    #expect(injectorItself == nil && alive.count == 0)
  }

  private final class Car: Counted, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    let wheels: CarWheels
    @Injected var title: String?
    init(_ alive: Counter, _ wheels: CarWheels) {
      self.wheels = wheels
      super.init(alive)
    }
  }
  private final class CarWheels: Counted, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var car: Car?
  }

  @MainActor @Test func whatIsGivenUpOnceItsCycleIsFilledIsNotReportedAsACycle() async {
    let (alive, log) = (Counter(), IssueLog())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { $0.register("title", instance: "Main") }
      registry.register(.type(CarWheels.self), in: .singleton, .initializer { CarWheels(alive) })
      registry.register(
        .type(Car.self), in: .singleton,
        .initializer { (wheels: CarWheels) in Car(alive, wheels) })
      registry.declare("car", \CarWheels.car, from: .byType)
    }
    #expect(await Task.detached { injector.instance(of: Car.self) == nil }.value)
    #expect(log.kinds == [.bindingOnAnotherActor, .incomplete])
    let car = injector.instance(of: Car.self)
    #expect(car?.title == "Main" && car?.wheels.car === car && alive.count == 2)
  }
}
