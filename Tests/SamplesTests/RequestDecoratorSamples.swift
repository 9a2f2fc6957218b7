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
    @Injected(optional: true) var user: User?  // nil in a background service

    func enter(_ text: String) -> String { store.enter("\(user?.name ?? "nobody"): \(text)") }
  }

  private struct Sweeper {
    @Required var store: any Store
    func run() -> String { store.enter("swept") }
  }

  private func makeInjector(_ log: IssueLog) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Visit.current?.values }) { Visit.current?.user }
      registry.register(in: .unique) { FileStore() as any Store }
      registry.decorate { _, store in SignedStore(store: store) as any Store }
      registry.register { Sweeper() }  // not kept, and neither is the store
      registry.declare { SignedStore(store: FileStore()) }
      registry.declare { Sweeper() }
    }
  }

  @Test func theServiceWorksWithoutARequest() throws {
    let log = IssueLog()
    let injector = makeInjector(log)
    try injector.validate().requireClean()
    #expect(try injector.require(.type(Sweeper.self)).run() == "nobody: swept")
    Visit.$current.withValue(Visit(user: User(name: "Ann"))) {
      #expect(injector.instance(of: (any Store).self)?.enter("here") == "Ann: here")
    }
    #expect(log.texts == [])
  }

  @Test func aCheckWarnsOfAServiceThatIsKept() {
    let kept = makeInjector(IssueLog()).overriding { registry in
      registry.register(in: .singleton, .initializer({ (store: any Store) in Keeper(store) }))
    }
    let found = kept.validate().findings.filter { $0.severity >= .warning }
    #expect(found.map(\.issue.kindName) == [.shorterScope], "\(found)")
  }

  private final class Keeper: Sendable { init(_ store: any Store) {} }
}
