import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Testing

// What the guides for those who come from Resolver and Needle show.

enum ResolverSamples {
  final class Wheel: Sendable {}
  final class Engine: Sendable {}
  final class Map: Sendable {}
  final class Radio: Sendable {}
  final class Key: Sendable {}
  struct Trip: Sendable { let miles: Int }

  final class Car {
    var spare: Wheel?
    @Required var engine: Engine
    @Injected(optional: true) var radio: Radio?
    @Required(lazy: true) var map: Map
  }

  static let carModule = InjectionModule("Car") { registry in
    registry.register { SystemClock() as any Clock }
    registry.register { Wheel() }
    registry.register(in: .singleton) { Engine() }
    registry.register(in: .cached) { Map() }
    registry.register(in: .weak) { Radio() }
    registry.register(in: .graph) { Key() }
    registry.register { (_, miles: Int) in Trip(miles: miles) }
    registry.declare("spare", \Car.spare)
  }

  // Not run: it configures the shared injector of the process.
  static func configure() {
    PropertyInjector.configure(carModule)
  }

  @Suite struct Tests {
    @Test func whatResolverDoesIsDone() {
      let injector = PropertyInjector(carModule)
      let car = Car()
      injector.injectDependencies(to: car)
      #expect(car.spare != nil && car.radio != nil && car.map === injector.instance(of: Map.self))
      #expect(car.engine === injector.instance(of: Engine.self))
      #expect(injector.instance(of: (any Clock).self)?.now == 12)
      #expect(injector.instance(of: Trip.self, 7)?.miles == 7)
      #expect(injector.instance(of: Key.self) !== injector.instance(of: Key.self))
      let derived = injector.overriding { $0.register { Wheel() } }
      #expect(derived.instance(of: Engine.self) === car.engine)
      injector.reset()
      #expect(injector.instance(of: Map.self) !== car.map)
    }
  }
}

enum NeedleSamples {
  final class Meter: Sendable {}
  final class Ledger: Sendable {}

  final class Ride {
    @Injected var meter: Meter?
    @Injected var fare: Int?
  }

  static let taxiModule = InjectionModule("Taxi") { registry in
    registry.register { Meter() }
    registry.register(in: .singleton) { Ledger() }
  }

  // Not run: it configures the shared injector of the process.
  static func configure() {
    PropertyInjector.configure(taxiModule)
  }

  @Suite struct Tests {
    @Test func whatNeedleDoesIsDone() throws {
      let root = PropertyInjector(taxiModule)
      #expect(NeedleSamples.fare(of: Ride(), from: root) == 12)
      let injector = root
      try injector.validate().requireClean()
      let ledger = injector.instance(of: Ledger.self)
      #expect(ledger != nil && ledger === root.instance(of: Ledger.self))
      #expect(injector.instances(of: Meter.self).count == 1)
    }
  }

  static func fare(of ride: Ride, from injector: PropertyInjector) -> Int? {
    let injector = injector.overriding { $0.register("fare", instance: 12) }
    injector.injectDependencies(to: ride)
    return ride.meter == nil ? nil : ride.fare
  }
}
