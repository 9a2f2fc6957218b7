import PropertyInjection

// What a scope keeps is handed to every thread.

// expected-note@+1 3 {{class 'Session' does not conform to the 'Sendable' protocol}}
final class Session {
  var count = 0
}

func configure(_ registry: inout Registry) {
  // expected-error@+1 {{type 'Session' does not conform to the 'Sendable' protocol}}
  registry.register("session", in: .singleton) { Session() }
  // expected-error@+1 {{type 'Session' does not conform to the 'Sendable' protocol}}
  registry.register("session", in: .cached) { Session() }
  // expected-error@+1 {{type 'Session' does not conform to the 'Sendable' protocol}}
  registry.register(.type(Session.self), in: .singleton, .initializer(Session.init))
  registry.unchecked { $0.register("session", in: .singleton) { Session() } }
}
