import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A decorator with values of a request, and a service that runs without one.
@Suite struct RequestDecoratorSamples {
  protocol Store: Sendable { func enter(_ text: String) -> String }
  private struct FileStore: Store { func enter(_ text: String) -> String { text } }
  struct User: Sendable { let name: String }
  private struct Visit: Sendable {
    let user: User
    let values = ScopedValues()
    @TaskLocal static var current: Visit?
  }

  struct SignedStore: Store {
    let store: any Store
    @Required var user: Lookup<User>

    func enter(_ text: String) -> String {
      store.enter("\(user()?.name ?? "nobody"): \(text)")  // nobody in a background service
    }
  }

  private final class Sweeper: Sendable {
    let store: any Store
    init(store: any Store) { self.store = store }
    func run() -> String { store.enter("swept") }
  }

  /// The store is kept, and so is the service that runs without a request.
  @Test func aKeptDecoratorHasTheValueOfEachRequest() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Visit.current?.values }) { Visit.current?.user }
      registry.register(in: .singleton) { FileStore() as any Store }
      registry.decorate { _, store in SignedStore(store: store) as any Store }
      registry.register(in: .singleton, .initializer(Sweeper.init(store:)))
      registry.declare { SignedStore(store: FileStore()) }
    }
    #expect(!injector.validate().findings.contains { $0.severity >= .warning })
    let sweeper = try injector.require(.type(Sweeper.self))
    #expect(sweeper.run() == "nobody: swept")
    for name in ["Ann", "Ben"] {
      Visit.$current.withValue(Visit(user: User(name: name))) {
        #expect(sweeper.run() == "\(name): swept")
      }
    }
    #expect(log.texts == [])
  }
}
