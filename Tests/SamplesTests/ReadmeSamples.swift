import PropertyInjection
import PropertyInjectionChecking
import Testing

/// The samples of the README that no guide shows.
@Suite struct ReadmeSamples {
  struct User: Sendable { let name: String }

  struct Request: Sendable {
    let user: User
    let values = ScopedValues()
    @TaskLocal static var current: Request?
  }

  final class Handler { @Required var user: User }

  @Test func anObjectOfARequestGetsTheUserOfIt() {
    let injector = PropertyInjector { registry in
      registry.register(in: .values { Request.current?.values }) { Request.current?.user }
    }
    for name in ["Ann", "Joe"] {
      Request.$current.withValue(Request(user: User(name: name))) {
        #expect(injector.injected(Handler()).user.name == name)
      }
    }
  }

  enum MarkedByHand {
    final class Handler {
      @Injected var user: User?
      init(user: User? = nil) { self.user = user }
    }
  }

  @Test func aPropertyThatTheProgramSetsHasItsValueInTheSample() {
    typealias Handler = MarkedByHand.Handler
    let injector = PropertyInjector { registry in
      registry.declare { Handler(user: .guest) }
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(!PropertyInjector { $0.declare { Handler() } }.validate().findings.isEmpty)
  }

  @Test func aScreenGetsWhatBelongsToTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        PropertyInjector.configure(ReadmeApp.app)
        let screen = Screen()
        PropertyInjector.injectDependencies(to: screen)
        precondition(screen.draft != nil)
      }
    }
  }
}

extension ReadmeSamples.User {
  fileprivate static var guest: Self { Self(name: "guest") }
}

private enum ReadmeApp {
  static var app: MainActorModule {
    let services = InjectionModule("Services") { registry in  // for every thread
      registry.register("title", instance: "Departures")
    }
    let app = MainActorModule("Departures") { registry in  // for the main actor
      registry.install(services)
      registry.register(instance: Draft())  // of a class that is not Sendable
      registry.register(in: .singleton) { Window() }
      registry.declare("draft", \Screen.draft)  // a property of a main-actor class
    }
    return app
  }
}
