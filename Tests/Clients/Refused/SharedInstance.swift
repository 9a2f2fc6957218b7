import PropertyInjection

// An instance goes to every thread that injects it: it is Sendable, or confined to an actor, or vouched for.

// expected-note@+1 {{class 'Service' does not conform to the 'Sendable' protocol}}
final class Service {
  var count = 0
}

func configure(_ registry: inout Registry) {
  // expected-error@+1 {{type 'Service' does not conform to the 'Sendable' protocol}}
  registry.register("service", instance: Service())
  registry.unchecked { $0.register("service", instance: Service()) }
  registry.register("service") { Service() }
}
