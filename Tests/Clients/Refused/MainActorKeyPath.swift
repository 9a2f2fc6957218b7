import PropertyInjection

// A property of the main actor is declared in main-actor code.

@MainActor final class Screen {
  var title: String?
}

func configure(_ registry: inout Registry) {
  // expected-error@+1 {{cannot form key path to main actor-isolated property 'title'}}
  registry.declare("title", \Screen.title)
}

@MainActor func configureThere(_ registry: inout Registry) {
  // expected-error@+1 {{type 'ReferenceWritableKeyPath<Screen, String?>' does not conform to the 'Sendable' protocol}}
  registry.declare("title", nonisolated: \Screen.title)
  registry.declare("title", \Screen.title)
}
