import Dispatch
import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Values that are forgotten, and values that there are none of.
@Suite struct ForgettingTests {
  final class Session: Sendable {}

  @Test func whoAsksAfterAResetGetsANewValueThoughOneIsBeingMade() {
    let isMaking = DispatchSemaphore(value: 0)
    let isReset = DispatchSemaphore(value: 0)
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("session", in: .cached) { () -> Session in
        calls.increment()
        guard calls.count == 1 else { return Session() }
        isMaking.signal()
        isReset.wait()
        return Session()
      }
    }
    let sessions = Threads.run(2) { index -> [Session?] in
      guard index == 1 else { return [injector.instance(for: .named("session"))] }
      isMaking.wait()
      injector.reset()
      // The first value is still being made: to wait for it would be to wait without end.
      let new: Session? = injector.instance(for: .named("session"))
      isReset.signal()
      return [new]
    }
    let kept: Session? = injector.instance(for: .named("session"))
    #expect(sessions[0][0] != nil && sessions[1][0] != nil)
    #expect(sessions[0][0] !== sessions[1][0])
    #expect(kept === sessions[1][0] && calls.count == 2)
  }

  @Test func aFactoryThatHasThrownIsAskedAgain() {
    struct Closed: Error {}
    let calls = Counter()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .singleton) { () throws -> Session in
        calls.increment()
        if calls.count < 3 { throw Closed() }
        return Session()
      }
    }
    let sessions = (0..<4).map { _ in injector.instance(of: Session.self) }
    #expect(sessions[0] == nil && sessions[1] == nil && sessions[2] != nil)
    #expect(sessions[2] === sessions[3] && calls.count == 3 && log.issues.count == 1)
  }

  private final class House: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    let door: Door?
    init(_ door: Door?) { self.door = door }
  }
  private final class Door: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var house: House?
  }

  /// A value that waits for one which is forgotten meanwhile is part of that one.
  @Test func whatWaitsForAForgottenValueGetsThatValue() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .cached) { (injector: PropertyInjector) -> House? in
        calls.increment()
        let door = injector.instance(of: Door.self)
        if calls.count == 1 { injector.reset() }
        return House(door)
      }
      registry.register(in: .cached) { Door() }
    }
    let house = injector.instance(of: House.self)
    #expect(house?.door != nil && house?.door?.house === house)
    #expect(calls.count == 1)
  }

  // Unchecked, all of them: filled once, before anybody else sees them.
  private final class Line: @unchecked Sendable {
    @Injected(.byType) var station: Station?
    @Injected(.byType) var platform: Platform?
    @Injected(.byType) var train: Train?
  }
  private final class Station: @unchecked Sendable {
    @Injected(.byType) var yard: Yard?
  }
  private final class Train: @unchecked Sendable {
    @Injected(.byType) var car: Car?
    @Injected(.byType) var engine: Engine?
  }
  private struct Platform: Sendable { let siding: Siding }
  private struct Siding: Sendable { let station: Station }
  private final class Depot: @unchecked Sendable {
    @Injected(.byType) var yard: Yard?
    @Injected(.byType) var engine: Engine?
  }
  private struct Yard: Sendable { let station: Station? }
  private struct Car: Sendable { let engine: Engine? }
  private final class Engine: Sendable {
    let fuel: Fuel
    init(_ fuel: Fuel) { self.fuel = fuel }
  }
  private struct Fuel: Sendable { let yard: Yard }

  /// The train waits for the engine, which another thread makes and the program forgets; the car asks for it when that thread
  /// has ended.
  @Test func whatWaitsForAForgottenValueGetsItAfterItsThreadHasEnded() {
    for _ in 0..<20 {
      let (yardBegun, stationBegun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let depotIsDone = DispatchSemaphore(value: 0)
      let (yards, stations, cars) = (Counter(), Counter(), Counter())
      let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.register(in: .cached) { Line() }
        registry.register(in: .cached) { Train() }
        registry.register(in: .cached) { Depot() }
        registry.register(in: .cached) {
          if stations.increment() == 1 { stationBegun.signal() }
          return Station()
        }
        registry.register(in: .cached) { injector -> Yard in
          if yards.increment() == 1 {
            yardBegun.signal()
            stationBegun.wait()
          }
          return Yard(station: injector.instance(of: Station.self))
        }
        registry.register(in: .cached) { injector -> Car in
          if cars.increment() > 1 { depotIsDone.wait() }
          return Car(engine: injector.instance(of: Engine.self))
        }
        // Before it goes on, an argument lets the other thread complete what it needs.
        registry.register(in: .cached, .initializer(Platform.init(siding:)))
        registry.register(in: .cached, .initializer(Siding.init(station:)))
        registry.register(in: .cached, .initializer(Fuel.init(yard:)))
        registry.register(
          in: .cached,
          .initializer { (fuel: Fuel, injector: PropertyInjector) in
            injector.reset()
            return Engine(fuel)
          })
      }
      let isSame = Threads.run(2) { index -> Bool in
        if index == 0 {
          defer { for _ in 0..<10 { depotIsDone.signal() } }
          return injector.instance(of: Depot.self)?.engine != nil
        }
        yardBegun.wait()
        let train = injector.instance(of: Line.self)?.train
        return train?.engine != nil && train?.engine === train?.car?.engine
      }
      #expect(isSame == [true, true])
    }
  }

  @Test func aSingletonWhoseFactoryGaveNilIsAskedAgain() {
    let calls = Counter()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("session", in: .singleton) { () -> Session? in
        calls.increment()
        return calls.count < 3 ? nil : Session()
      }
    }
    let answers: [Session?] = (0..<4).map { _ in injector.instance(for: .named("session")) }
    #expect(answers[0] == nil && answers[1] == nil && answers[2] != nil)
    #expect(answers[2] === answers[3] && calls.count == 3)
    #expect(log.texts == [])
  }

  @Test func aFactorysNilForAnOptionalArgumentIsPassedOnWithoutAReport() {
    struct Traveller: Equatable {
      let luggage: String?
      let number: Int
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("luggage") { nil as String? }
      registry.register("number", instance: 1)
      registry.register(
        .type(Traveller.self),
        .initializer(Traveller.init(luggage:number:), .key("luggage"), .key("number")))
    }
    #expect(injector.instance(of: Traveller.self) == Traveller(luggage: nil, number: 1))
    #expect(log.texts == [])
  }

  @Test func aRequiredArgumentWhoseFactoryGaveNilIsReported() {
    struct Traveller { init(luggage: String) {} }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("luggage") { nil as String? }
      registry.register(
        .type(Traveller.self), .initializer(Traveller.init(luggage:), .key("luggage")))
    }
    #expect(injector.instance(of: Traveller.self) == nil)
    #expect(log.kinds == [.unresolvedArgument])
  }
}

/// Lazy values on many threads, and factories that touch their own property.
@Suite struct LazyReadersTests {
  final class Owner: @unchecked Sendable {
    // Unchecked: only the lazy property is used by several threads, which it is made for.
    @Injected(lazy: true) var service: Service?
  }

  @Test func manyReadersOfAMadeValueGetItAndNeverNil() {
    for _ in 0..<Effort.rounds(20, sampled: 5) {
      let calls = Counter()
      let injector = PropertyInjector { registry in
        registry.register("service") { () -> Service in
          calls.increment()
          return Service()
        }
      }
      let owner = Owner()
      injector.injectDependencies(to: owner)
      let read = Threads.run(8) { _ in
        Set((0..<2_000).map { _ in owner.service.map(ObjectIdentifier.init) })
      }
      #expect(Set(read).count == 1 && read[0].count == 1 && !read[0].contains(nil))
      #expect(calls.count == 1)
    }
  }

  /// As one that sets it to nil: only the read that is under way gets the value.
  @Test func aFactoryThatMakesItsOwnPropertyAPlainOneLeavesItNil() {
    let owner = Locked<Owner?>(nil)
    let made = Locked<Service?>(nil)
    let injector = PropertyInjector { registry in
      registry.register("service") { injector -> Service in
        if let owner = owner.withLock({ $0 }) {
          injector.removeAccessors(of: owner)
        }
        let service = Service()
        made.withLock { $0 = service }
        return service
      }
    }
    let own = Owner()
    owner.withLock { $0 = own }
    injector.injectDependencies(to: own)
    let first = own.service
    #expect(first != nil && first === made.withLock { $0 })
    #expect(own.service == nil)
    #expect(injector.removeAccessors(of: own) == [])
  }
}
