import PropertyInjection

// What was looked up or injected on an actor stays on it.

final class Session {
  var count = 0
  var number: Int?
}

@MainActor func lookUp(_ injector: PropertyInjector) {
  let session: Session? = injector.instance(for: "session")
  // expected-error@+2 {{passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure}}
  // expected-note@+1 {{closure captures 'session' which is accessible to main actor-isolated code}}
  Task.detached { session?.count = 1 }
  print(session?.count ?? 0)
}

@MainActor func inject(_ injector: PropertyInjector) {
  let session = Session()
  injector.injectDependencies(to: session)
  // expected-error@+2 {{passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure}}
  // expected-note@+1 {{closure captures 'session' which is accessible to main actor-isolated code}}
  Task.detached { session.count = 1 }
}
