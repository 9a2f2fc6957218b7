import PropertyInjection

// Code of an actor that a conformance or a module brings along runs on that actor.

let screenModule = MainActorModule("Screens") { _ in }

@MainActor final class Screen: @MainActor Injectable {
  var title: String?
  static func declareProperties(in registry: inout Registry) {
    registry.onMainActor { $0.declare("title", \Screen.title) }
  }
}

// expected-note@+1 {{add '@MainActor' to make global function 'configure' part of global actor 'MainActor'}}
func configure(_ registry: inout Registry) {
  // expected-error@+1 {{call to main actor-isolated instance method 'install' in a synchronous nonisolated context}}
  registry.install(screenModule)
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
  registry.declare(Screen.self)
}

// expected-note@+1 {{add '@MainActor' to make global function 'configureEither' part of global actor 'MainActor'}}
func configureEither(_ registry: inout some RegistryProtocol) {
  // expected-error@+1 {{call to main actor-isolated instance method 'install' in a synchronous nonisolated context}}
  registry.install(screenModule)
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
  registry.declare(Screen.self)
}

actor Library {
  func configure(_ registry: inout Registry) {
    registry.confined(to: self) { registry in
      // expected-error@+1 {{call to main actor-isolated instance method 'install' in a synchronous nonisolated context}}
      registry.install(screenModule)
      // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
      registry.declare(Screen.self)
    }
  }
}

@MainActor func configureThere(_ registry: inout Registry) {
  registry.install(screenModule)
  registry.onMainActor { registry in
    registry.install(screenModule)
    registry.declare(Screen.self)
  }
}

@MainActor final class Board {}

func makeBoard() -> InjectionModule {
  InjectionModule("Boards") { registry in
    // expected-error@+1 {{call to main actor-isolated instance method 'onMainActor' in a synchronous nonisolated context}}
    registry.onMainActor { $0.register("board", instance: Board()) }
  }
}
