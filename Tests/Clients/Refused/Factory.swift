import PropertyInjection

// A factory runs on any thread: what it captures is Sendable, and what it calls belongs to no actor.

// expected-note@+1 {{class 'Session' does not conform to the 'Sendable' protocol}}
final class Session {
  var count = 0
}

@MainActor final class Screen {
  // expected-note@+1 {{calls to initializer 'init(title:)' from outside of its actor context are implicitly asynchronous}}
  init(title: String) {}
}

func configure(_ registry: inout Registry, _ session: Session) {
  // expected-error@+1 {{capture of 'session' with non-Sendable type 'Session' in a '@Sendable' closure}}
  registry.register("session") { session }
  // expected-error@+1 {{call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context}}
  registry.register("screen") { Screen(title: "") }
  registry.register("screen") { @MainActor in Screen(title: "") }
}
