import Dispatch
import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Kept values that need each other have everything, whatever is asked for first.
@Suite struct CompleteGraphsTests {
  final class Engine: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let wheels: Wheels
    init(wheels: Wheels) { self.wheels = wheels }
  }
  final class Wheels: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var engine: Engine?
    var engineInHook: Engine?
    init() {}
    func didInjectDependencies() { engineInHook = engine }
  }

  func configure(_ registry: inout Registry, in scope: InjectionScope = .singleton) {
    registry.register(
      .type(Engine.self), in: scope, .initializer(Engine.init(wheels:), .byType))
    registry.register(.type(Wheels.self), in: .singleton, .initializer(Wheels.init))
  }

  @Test func anInitializerAndAPropertyThatNeedEachOtherWorkInBothOrders() {
    for asksForTheInitializerFirst in [true, false] {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
      if !asksForTheInitializerFirst { #expect(injector.instance(of: Wheels.self) != nil) }
      let engine = injector.instance(of: Engine.self)
      let wheels = injector.instance(of: Wheels.self)
      #expect(engine != nil && engine?.wheels === wheels && wheels?.engine === engine)
      #expect(wheels?.engineInHook === engine)
      #expect(log.texts == [])
      wheels?.engine = nil
      wheels?.engineInHook = nil
    }
  }

  @Test func twoThreadsThatAskForBothGetTheSameCompleteGraph() {
    for _ in 0..<Effort.rounds(300, sampled: 75) {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
      let complete = Threads.run(2) { index -> Bool in
        let (engine, wheels): (Engine?, Wheels?)
        if index == 0 {
          engine = injector.instance(of: Engine.self)
          wheels = engine?.wheels
        } else {
          wheels = injector.instance(of: Wheels.self)
          engine = wheels?.engine
        }
        return engine != nil && engine?.wheels === wheels && wheels?.engine === engine
          && wheels?.engineInHook === engine
      }
      #expect(complete == [true, true])
      #expect(log.texts == [])
      let wheels = injector.instance(of: Wheels.self)
      wheels?.engine = nil
      wheels?.engineInHook = nil
    }
  }

  final class Axle: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let bearing: Bearing
    init(bearing: Bearing) { self.bearing = bearing }
  }
  final class Bearing: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let grease: Grease
    init(grease: Grease) { self.grease = grease }
  }
  final class Grease: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var axle: Axle?
    var axleInHook: Axle?
    init() {}
    func didInjectDependencies() { axleInHook = axle }
  }

  @Test(arguments: 0..<3, ["singleton", "cached", "graph", "custom"])
  func aCycleOfThreeIsCompleteFromEachStart(start: Int, scope: String) {
    func scopeOf<Value: Sendable>(_: Value.Type, _ store: ScopedValues) -> InjectionScope {
      switch scope {
      case "cached": .cached
      case "graph": .graph
      case "custom": .values(store)
      default: .singleton
      }
    }
    let store = ScopedValues()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Axle.self), in: scopeOf(Axle.self, store), .initializer(Axle.init(bearing:)))
      registry.register(
        .type(Bearing.self), in: scopeOf(Bearing.self, store), .initializer(Bearing.init(grease:)))
      registry.register(
        .type(Grease.self), in: scopeOf(Grease.self, store), .initializer(Grease.init))
      registry.declare("axle", \Grease.axle, from: .byType)
    }
    let grease =
      switch start {
      case 0: injector.instance(of: Axle.self)?.bearing.grease
      case 1: injector.instance(of: Bearing.self)?.grease
      default: injector.instance(of: Grease.self)
      }
    #expect(grease != nil && grease?.axle?.bearing.grease === grease)
    #expect(grease?.axleInHook === grease?.axle)
    #expect(log.texts == [])
    #expect(injector.validate().errors.isEmpty)
    grease?.axle = nil
    grease?.axleInHook = nil
  }

  @Test func threadsThatEnterACycleOfThreeAnywhereGetTheWholeCycle() {
    for round in 0..<Effort.rounds(600, sampled: 150) {
      let log = IssueLog()
      let made = Counter()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Axle.self), in: .singleton,
          .initializer { (bearing: Bearing) -> Axle? in
            made.increment()
            return Axle(bearing: bearing)
          })
        registry.register(
          .type(Bearing.self), in: .singleton, .initializer(Bearing.init(grease:)))
        registry.register(.type(Grease.self), in: .singleton, .initializer(Grease.init))
        registry.declare("axle", \Grease.axle, from: .byType)
      }
      let found = Threads.run(3) { index -> Grease? in
        switch (index + round) % 3 {
        case 0: injector.instance(of: Axle.self)?.bearing.grease
        case 1: injector.instance(of: Bearing.self)?.grease
        default: injector.instance(of: Grease.self)
        }
      }
      let grease = injector.instance(of: Grease.self)
      #expect(found.count == 3 && found.allSatisfy { $0 === grease && $0 != nil })
      #expect(grease?.axle?.bearing.grease === grease && made.count == 1)
      #expect(log.texts == [])
      grease?.axle = nil
      grease?.axleInHook = nil
    }
  }

  @globalActor actor Racer {
    static let shared = Racer()
  }
  final class Start: @unchecked Sendable {
    // Unchecked: semaphores are safe to share, also where they do not say so.
    let wheelsBegun = DispatchSemaphore(value: 0)
    let engineBegun = DispatchSemaphore(value: 0)
  }
  final class RacingWheels: @Racer InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var engine: RacingEngine?
    @Racer var engineInHook: RacingEngine?
    init(_ start: Start) {
      start.wheelsBegun.signal()
      start.engineBegun.wait()
      // Open from now on: they may be made again.
      start.engineBegun.signal()
    }
    @Racer func didInjectDependencies() { engineInHook = engine }
  }
  final class RacingEngine: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let wheels: RacingWheels
    init(_ wheels: RacingWheels) { self.wheels = wheels }
  }

  @Test func aHookOfAnActorIsNotLostToTheThreadThatCompletesItsObject() async {
    @Racer func isHookedOrRefused(_ injector: PropertyInjector) -> Bool {
      guard let wheels = injector.instance(of: RacingWheels.self) else { return true }
      return wheels.engine != nil && wheels.engineInHook === wheels.engine
    }
    @Racer func isHooked(_ injector: PropertyInjector) -> Bool {
      let wheels = injector.instance(of: RacingWheels.self)
      return wheels?.engine != nil && wheels?.engineInHook === wheels?.engine
    }
    for _ in 0..<20 {
      let start = Start()
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Start.self)) { start }
        registry.register("begun") { () -> Bool in
          start.engineBegun.signal()
          return true
        }
        registry.register(
          .type(RacingWheels.self), in: .singleton, .initializer(RacingWheels.init))
        registry.register(
          .type(RacingEngine.self), in: .singleton,
          .initializer(
            { (_: Bool, wheels: RacingWheels) in RacingEngine(wheels) }, .key("begun"), .byType))
      }
      async let onActor = Task { @Racer in isHookedOrRefused(injector) }.value
      await withCheckedContinuation { continuation in
        Thread {
          start.wheelsBegun.wait()
          _ = injector.instance(of: RacingEngine.self)
          continuation.resume()
        }.start()
      }
      #expect(await onActor)
      #expect(await isHooked(injector), "\(log.texts)")
      await Task { @Racer in
        let wheels = injector.instance(of: RacingWheels.self)
        wheels?.engine = nil
        wheels?.engineInHook = nil
      }.value
    }
  }

  @Test func theWayOverSomethingThatIsMadeForOneUseWorks() {
    final class Axle: InjectionAware {
      @Injected(.byType) var car: Car?
      var didHook = false
      init() {}
      func didInjectDependencies() { didHook = car != nil }
    }
    final class Car: @unchecked Sendable {
      // Unchecked: nothing in it changes.
      let axle: Axle
      init(axle: Axle) { self.axle = axle }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Car.self), in: .singleton, .initializer(Car.init(axle:)))
      registry.register(.type(Axle.self), .initializer(Axle.init))
    }
    let car = injector.instance(of: Car.self)
    #expect(car != nil && car?.axle.car === car && car?.axle.didHook == true)
    #expect(log.texts == [])
    car?.axle.car = nil
  }

  final class Door: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var frame: Frame?
    init() {}
  }
  final class Frame: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let door: Door
    init(door: Door) { self.door = door }
  }

  @Test func aFactoryThatNeedsWhatNeedsItsProductWorks() {
    for asksForTheFactoryFirst in [true, false] {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Frame.self), in: .singleton) { injector in
          injector.instance(of: Door.self).map(Frame.init(door:))
        }
        registry.register(.type(Door.self), in: .singleton, .initializer(Door.init))
      }
      if !asksForTheFactoryFirst { #expect(injector.instance(of: Door.self) != nil) }
      let frame = injector.instance(of: Frame.self)
      #expect(frame != nil && frame?.door.frame === frame)
      #expect(injector.instance(of: Door.self) === frame?.door)
      #expect(log.texts == [])
      frame?.door.frame = nil
    }
  }

  @Test func whatItsFactoryInjectsIsCompleteInEitherOrder() {
    // What the factory's own injection leaves out, and reports, the injector fills.
    for asksForTheInitializerFirst in [true, false] {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Frame.self), in: .singleton, .initializer(Frame.init(door:)))
        registry.register(.type(Door.self), in: .singleton) { injector -> Door in
          let door = Door()
          injector.injectDependencies(to: door)
          return door
        }
      }
      if asksForTheInitializerFirst { #expect(injector.instance(of: Frame.self) != nil) }
      let door = injector.instance(of: Door.self)
      #expect(door?.frame != nil && door?.frame === injector.instance(of: Frame.self))
      #expect(door?.frame?.door === door && !log.kinds.contains(.incomplete))
      door?.frame = nil
    }
  }

  private struct Broken: Error {}
  @Test func ifTheValueIsNotMadeWhatWaitsForItIsMadeAnew() {
    let attempts = Counter()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Engine.self), in: .singleton,
        .initializer { (wheels: Wheels) throws -> Engine in
          attempts.increment()
          if attempts.count == 1 { throw Broken() }
          return Engine(wheels: wheels)
        })
      registry.register(.type(Wheels.self), in: .singleton, .initializer(Wheels.init))
    }
    #expect(injector.instance(of: Engine.self) == nil)
    #expect(log.kinds == [.threw])
    let wheels = injector.instance(of: Wheels.self)
    let engine = injector.instance(of: Engine.self)
    #expect(engine != nil && wheels?.engine === engine && engine?.wheels === wheels)
    #expect(attempts.count == 2)
    wheels?.engine = nil
    wheels?.engineInHook = nil
  }

  private final class One: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var two: Two?
    @Injected(.byType) var three: Three?
    @Injected var order: Locked<[String]>?
    init() {}
    func didInjectDependencies() {
      let isComplete = three?.one === self && two?.three === three && two?.one === self
      order?.withLock { $0.append("one \(isComplete)") }
    }
  }
  private final class Two: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var one: One?
    @Injected(.byType) var three: Three?
    @Injected var order: Locked<[String]>?
    init() {}
    func didInjectDependencies() {
      let isComplete = one?.two === self && one?.three === three && one?.order != nil
      order?.withLock { $0.append("two \(isComplete)") }
    }
  }
  private final class Three: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var one: One?
    @Injected var order: Locked<[String]>?
    init() {}
    func didInjectDependencies() {
      let isComplete = one?.three === self && one?.two?.three === self
      order?.withLock { $0.append("three \(isComplete)") }
    }
  }

  @Test func hooksOfOneRequestRunWhenAllHaveTheirPropertiesInnerOnesFirst() {
    let order = Locked<[String]>([])
    let injector = PropertyInjector { registry in
      registry.register("order", instance: order)
      registry.register(.type(One.self), in: .singleton, .initializer(One.init))
      registry.register(.type(Two.self), in: .singleton, .initializer(Two.init))
      registry.register(.type(Three.self), in: .singleton, .initializer(Three.init))
    }
    let one = injector.instance(of: One.self)
    #expect(order.withLock { $0 } == ["three true", "two true", "one true"])
    one?.two?.one = nil
    one?.three?.one = nil
  }

  private final class Inner: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var number: Int?
    var isReady = false
    init() {}
    func didInjectDependencies() { isReady = true }
  }

  @Test func aHookThatNeedsNothingUnfinishedRunsBeforeTheValueIsHandedOut() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register(.type(Inner.self), in: .singleton, .initializer(Inner.init))
      registry.register("wasReady", in: .singleton) { injector in
        injector.instance(of: Inner.self)?.isReady
      }
    }
    #expect(injector.instance(for: .named("wasReady", Bool.self)) == true)
  }

  private final class Library: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var title: String?
    @Injected var number: Int?
    init() {}
  }

  @Test @MainActor func aHoleThatTheMainActorWouldFillIsNotKept() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title") { @MainActor in "Departures" }
      registry.register("number", instance: 3)
      registry.register(.type(Library.self), in: .singleton, .initializer(Library.init))
    }
    let elsewhere = await Task.detached { injector.instance(of: Library.self) == nil }.value
    #expect(elsewhere)
    #expect(log.kinds == [.bindingOnAnotherActor, .incomplete])
    #expect(injector.instance(of: Library.self)?.title == "Departures")
  }

  private final class Left: Sendable {
    let right: Right?
    init(right: Right?) { self.right = right }
  }
  private final class Right: Sendable {
    let left: Left?
    init(left: Left?) { self.left = left }
  }

  @Test func anArgumentThatIsACycleIsNotPassedOnAsNil() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Left.self), in: .singleton, .initializer(Left.init(right:)))
      registry.register(.type(Right.self), in: .singleton, .initializer(Right.init(left:)))
    }
    #expect(injector.instance(of: Left.self) == nil)
    #expect(injector.instance(of: Right.self) == nil)
    #expect(log.kinds.allSatisfy { $0 == .cycle } && !log.kinds.isEmpty)
  }

  @Test func whatIsTooDeepForAPropertyIsNotKeptWithoutIt() {
    let log = IssueLog()
    SmallThread.run {
      for depth in 0... {
        let injector = PropertyInjector(reportingTo: log) { registry in
          registry.register("bottom") { 1 }
          registry.register(.type(Deep.self), in: .singleton, .initializer(Deep.init))
          registry.register("nest") { (injector, depth: Int) -> Bool? in
            depth == 0
              ? injector.instance(of: Deep.self) != nil
              : injector.instance(for: "nest", depth - 1) as Bool?
          }
        }
        let isMade = injector.instance(for: .named("nest", Bool.self), depth)
        #expect(isMade == log.issues.isEmpty)
        #expect(injector.instance(of: Deep.self)?.bottom == 1)
        if isMade != true { break }
      }
    }
    #expect(log.kinds.contains(.tooDeep) && log.kinds.contains(.incomplete))
  }

  final class Deep: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var bottom: Int?
    init() {}
  }

  private final class Tower: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var clock: TowerClock?
    var name: String?
  }
  private final class TowerClock: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var hand: Hand?
    private(set) var nameInHook: String?
    func didInjectDependencies() { nameInHook = hand?.tower?.name }
  }
  private final class Hand: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var tower: Tower?
  }

  @Test func aValueWaitsForWhatItsPartsHaveGot() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("tower", in: .singleton) { Tower() }
      registry.register("clock", in: .singleton) { TowerClock() }
      registry.register("hand") { Hand() }
      registry.register("name") { "Ben" }
      registry.declare("clock", \Tower.clock)
      registry.declare("name", \Tower.name)
      registry.declare("hand", \TowerClock.hand)
      registry.declare("tower", \Hand.tower)
    }
    let tower: Tower? = injector.instance(for: "tower")
    // The clock's hook runs when the tower, which its hand has got, has its name.
    #expect(tower?.clock?.nameInHook == "Ben" && log.kinds == [])
  }

  private final class Square: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var houses: [SquareHouse]?
  }
  private final class SquareHouse: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var square: Square?
    private(set) var calls = 0
    func didInjectDependencies() { calls += 1 }
  }

  @Test func thousandsOfValuesThatNeedOneWhichNeedsThemAreMadeInTime() {
    // With a look at all of them for each, this takes minutes.
    let count = Effort.rounds(20_000, sampled: 2_000)
    let injector = PropertyInjector { registry in
      for index in 0..<count {
        registry.register(.named("house \(index)"), in: .singleton) { SquareHouse() }
      }
      registry.register("square", in: .singleton) { Square() }
      registry.register("houses") { injector in
        (0..<count).compactMap { injector.instance(for: .named("house \($0)", SquareHouse.self)) }
      }
      registry.declare("houses", \Square.houses)
      registry.declare("square", \SquareHouse.square)
    }
    let square: Square? = injector.instance(for: "square")
    let houses = square?.houses ?? []
    #expect(houses.count == count && houses.allSatisfy { $0.square === square && $0.calls == 1 })
  }

  private struct NoRim: Error {}
  private final class Hub: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    init(rim: Rim) throws { throw NoRim() }
  }
  private final class Rim: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var hub: Hub?
  }

  @Test func aValueThatFailsAfterItsArgumentHasAskedForItIsMadeOnce() {
    let log = IssueLog()
    let made = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Hub.self), in: .singleton, .initializer(Hub.init(rim:), .byType))
      registry.register(.type(Rim.self)) {
        made.increment()
        return Rim()
      }
    }
    #expect(injector.instance(of: Hub.self) == nil)
    #expect(made.count == 1)
    #expect(log.texts.count == 1)
  }

  private final class Shop: @unchecked Sendable {
    // Unchecked: nothing in it changes.
  }
  private final class Shelf: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var shop: Shop?
    @Injected var label: String?
    private(set) var calls = 0
    func didInjectDependencies() { calls += 1 }
  }

  @Test func aPropertyWhoseValueCannotBeMadeStaysNilAndItsObjectIsKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Shop.self), in: .singleton) { injector -> Shop? in
        _ = injector.instance(of: Shelf.self)
        return nil
      }
      registry.register(.type(Shelf.self), in: .singleton) { Shelf() }
      registry.register("label") { "tea" }
    }
    // The shelf, which the shop's factory asks for, asks for the shop.
    #expect(injector.instance(of: Shop.self) == nil)
    let shelf = injector.instance(of: Shelf.self)
    #expect(shelf?.label == "tea" && shelf?.shop == nil && shelf?.calls == 1)
    #expect(injector.instance(of: Shelf.self) === shelf)
    #expect(log.texts == [])
  }
}
