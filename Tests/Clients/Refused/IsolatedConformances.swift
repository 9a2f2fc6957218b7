import PropertyInjection

// Code of an actor that a conformance brings along runs on that actor.

struct ScreenModule: @MainActor InjectionModule {
  @MainActor func configure(_ registry: inout Registry) {}
}

// expected-note@+3 {{isolate this conformance to the main actor with '@MainActor'}}
// expected-note@+2 {{turn data races into runtime errors with '@preconcurrency'}}
// expected-error@+1 {{conformance of 'CallModule' to protocol 'InjectionModule' crosses into main actor-isolated code and can cause data races}}
struct CallModule: InjectionModule {
  // expected-note@+1 {{main actor-isolated instance method 'configure' cannot satisfy nonisolated requirement}}
  @MainActor func configure(_ registry: inout Registry) {}
}

@MainActor final class Screen: @MainActor Injectable {
  var title: String?
  static func declareProperties(in registry: inout Registry) {
    registry.onMainActor { $0.declare("title", \Screen.title) }
  }
}

func configure(_ registry: inout Registry) {
  // expected-error@+1 {{main actor-isolated conformance of 'ScreenModule' to 'InjectionModule' cannot be used in nonisolated context}}
  registry.install(ScreenModule())
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
  registry.declare(Screen.self)
}

func configureEither(_ registry: inout some RegistryProtocol) {
  // expected-error@+1 {{main actor-isolated conformance of 'ScreenModule' to 'InjectionModule' cannot be used in nonisolated context}}
  registry.install(ScreenModule())
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
  registry.declare(Screen.self)
}

actor Library {
  func configure(_ registry: inout Registry) {
    registry.confined(to: self) { registry in
      // expected-error@+1 {{main actor-isolated conformance of 'ScreenModule' to 'InjectionModule' cannot be used in nonisolated context}}
      registry.install(ScreenModule())
      // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'Injectable' cannot be used in nonisolated context}}
      registry.declare(Screen.self)
    }
  }
}

@MainActor func configureThere(_ registry: inout Registry) {
  registry.install(ScreenModule())
  registry.onMainActor { registry in
    registry.install(ScreenModule())
    registry.declare(Screen.self)
  }
}
