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

// What is compared or encoded has no marks.
// expected-error@+2 {{type 'Line' does not conform to protocol 'Equatable'}}
// expected-note@+1 {{add stubs for conformance}}
struct Line: Equatable {
  // expected-note@+1 {{stored property type 'Injected<String>' does not conform to protocol 'Equatable', preventing synthesized conformance of 'Line' to 'Equatable'}}
  @Injected var text: String?
}

// expected-error@+1 {{type 'Order' does not conform to protocol 'Encodable'}}
struct Order: Codable {
  var number: Int
  // expected-note@+1 {{cannot automatically synthesize 'Encodable' because 'Injected<String>' does not conform to 'Encodable'}}
  @Injected var title: String?
}

struct Row: Sendable {
  @Injected var title: String?
  // expected-error@+1 {{stored property '_session' of 'Sendable'-conforming struct 'Row' contains non-Sendable type 'Session'}}
  @Injected(lazy: true) var session: Session?
}
