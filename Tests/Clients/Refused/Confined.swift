import PropertyInjection

// What is confined to an actor is registered in code of that actor.

final class Session {
  var count = 0
}

// expected-note@+1 2 {{add '@MainActor' to make global function 'configure' part of global actor 'MainActor'}}
func configure(_ registry: inout Registry) {
  // expected-error@+1 {{call to main actor-isolated instance method 'register(_:confined:to:replacing:fileID:line:)' in a synchronous nonisolated context}}
  registry.register("session", confined: Session(), to: MainActor.shared)
  // expected-error@+1 {{call to main actor-isolated instance method 'register(_:confinedTo:in:replacing:fileID:line:factory:)' in a synchronous nonisolated context}}
  registry.register("session", confinedTo: MainActor.shared) { Session() }
}

@MainActor func configureThere(_ registry: inout Registry) {
  registry.register("session", confined: Session(), to: MainActor.shared)
  registry.register("session", confinedTo: MainActor.shared) { Session() }
}
