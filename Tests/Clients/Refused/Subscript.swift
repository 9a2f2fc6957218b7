import PropertyInjection

// A subscript belongs to no actor, so it hands out what is Sendable only; the method takes the caller's.

// expected-note@+1 {{class 'Session' does not conform to the 'Sendable' protocol}}
final class Session {
  var count = 0
}

func lookUp(_ injector: PropertyInjector) -> Session? {
  // expected-error@+1 {{type 'Session' does not conform to the 'Sendable' protocol}}
  injector[.named("session", Session.self)]
}

func lookUpWithTheMethod(_ injector: PropertyInjector) -> Session? {
  injector.instance(for: .named("session", Session.self))
}

// Compared as objects, both would be asked for as any object under the name.
func compare(_ injector: PropertyInjector) -> Bool {
  // expected-warning@+1 2{{'instance(for:isolation:fileID:line:)' is deprecated: say which type is meant, .named("name", House.self)}}
  injector.instance(for: "session") === injector.instance(for: "session")
}
