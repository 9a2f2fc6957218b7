import PropertyInjection

// A struct with marked properties is Sendable where their values are.

// expected-note@+1 {{class 'Session' does not conform to the 'Sendable' protocol}}
final class Session {
  var count = 0
}

final class Store: Sendable {
  // expected-error@+1 {{stored property '_repository' of 'Sendable'-conforming class 'Store' is mutable}}
  @Injected var repository: String?
}

struct Row: Sendable {
  @Injected var title: String?
  // expected-error@+1 {{stored property '_session' of 'Sendable'-conforming struct 'Row' contains non-Sendable type 'Session'}}
  @Injected(lazy: true) var session: Session?
}
