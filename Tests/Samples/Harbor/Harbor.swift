import PropertyInjection
import PropertyInjectionSettings

// A program whose types no configuration declares: checks find them.

package final class Winch: Sendable { package init() {} }
package protocol Radio: Sendable {}
package struct HarborRadio: Radio { package init() {} }
package final class Log: Sendable { package init() {} }
package final class Tide: Sendable { package init() {} }

package let harborModule = InjectionModule("Harbor") { registry in
  registry.register(instance: Winch())
  registry.register(instance: HarborRadio() as any Radio)
  registry.register("log", instance: Log())
  registry.register("tide", instance: Tide())
  registry.useSettings(in: .suite("harbor"))
  registry.declare { EastJetty() }
}

final class Crane {
  @Injected private var winch: Winch?

  struct Cabin { @Required var radio: any Radio }
}

/// Marks that are inherited: by a class that adds none, and through a generic class.
class Dock { @Injected final var radios: [any Radio]? }
final class NorthDock: Dock {}
class Berth<Ship> { @Injected final var log: Log? }
final class FerryBerth: Berth<Int> {}

/// The mark of a superclass of which only a subclass has a sample.
class Jetty { @Injected("tide") final var depth: Tide? }
final class EastJetty: Jetty {}

/// The arguments of a generic type are told by an object alone.
struct Queue<Ship> { @Injected var winch: Winch? }

private struct Pilot { @Injected("tide") var water: Tide? }

@propertyWrapper struct Service<Value>: InjectionWrapper {
  @Injected private var value: Value?
  static var mark: KeyPath<Self, Injected<Value>> { \._value }
  var wrappedValue: Value? { value }
}

final class Office {
  @Service var log: Log?
  @Setting("open") var isOpen: Bool?
}

extension Log { final class Page { @Injected var tide: Tide? } }

/// Another injector fills it.
final class Preview { @Injected var canvas: Winch? }

package func makeLocal() -> Any {
  final class Local { @Injected var winch: Winch? }
  return Local()
}

/// An optimized build leaves out a generic struct that nothing uses.
package func makeQueue() -> Any { Queue<Int>() }

/// Injects an object of each type, and tells the properties that have stayed nil: `Crane.winch`.
package func injectHarbor(with injector: PropertyInjector) -> Set<String> {
  func inject<Object>(_ object: Object, as owner: String? = nil) -> [String] {
    var object = object
    return injector.injectDependencies(to: &object, isolation: nil).unfilled
      .map { "\(owner ?? "\(Object.self)").\($0.name)" }
  }
  let all = [
    inject(Crane()), inject(Crane.Cabin()), inject(Dock()), inject(FerryBerth(), as: "Berth<Int>"),
    inject(Pilot(), as: "Pilot"), inject(Office()), inject(Log.Page()),
  ]
  return Set(all.joined())
}

/// Tells the one key of which only an object tells.
package func declarePilot(_ registry: inout Registry) { registry.declare { Pilot() } }

/// The types that a program names; the others are found alike.
package let harborTypes: [Any.Type] = [Crane.self, Preview.self]
