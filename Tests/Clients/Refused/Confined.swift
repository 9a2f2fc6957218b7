import PropertyInjection

// What belongs to an actor is registered and declared in code of that actor.

final class Session {
  var count = 0
}

@MainActor final class Screen {
  var session: Session?
}

actor Library {
  let session = Session()

  func configure(_ registry: inout Registry) {
    registry.confined(to: self) { $0.register("session", instance: session) }
  }
}

// expected-note@+1 2 {{add '@MainActor' to make global function 'configure' part of global actor 'MainActor'}}
func configure(_ registry: inout Registry) {
  // expected-error@+1 {{call to main actor-isolated instance method 'onMainActor' in a synchronous nonisolated context}}
  registry.onMainActor { registry in
    registry.register("session", instance: Session())
  }
  // expected-error@+1 {{call to main actor-isolated instance method 'confined(to:_:)' in a synchronous nonisolated context}}
  registry.confined(to: MainActor.shared) { registry in
    registry.register("session", instance: Session())
  }
  // A factory alone is written anywhere.
  registry.register("session") { @MainActor in Session() }
}

@MainActor func configureThere(_ registry: inout Registry) {
  let session = Session()
  registry.onMainActor { registry in
    registry.register("session", instance: session)
    registry.register("same", in: .singleton) { session }
    registry.register(.type(Session.self), in: .cached, .initializer(Session.init))
    registry.declare("session", \Screen.session)
    registry.declare(Screen.self)
  }
}
