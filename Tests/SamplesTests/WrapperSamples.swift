import PropertyInjection
import PropertyInjectionTesting
import Testing

/// What each spelling of a wrapper of one's own becomes, and that it does the same.
enum WrapperSamples {
  protocol Store: Sendable { var title: String { get } }
  final class DiskStore: Store { let title = "disk" }
  struct FakeStore: Store { let title = "fake" }

  final class Reader {
    @Required var store: any Store
    @Required("backup") var backup: any Store
    init() { PropertyInjector.injectDependencies(to: self) }
  }

  final class Later { @Required(lazy: true) var store: any Store }

  final class Page: InjectionAware {
    @Required var store: any Store
    private(set) var title = ""
    init() { PropertyInjector.injectDependencies(to: self) }
    func didInjectDependencies() { title = store.title }
  }

  struct Row {
    @Injected var store: (any Store)?
    init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }
  }

  static let services = InjectionModule("Services") { registry in
    registry.register(in: .singleton) { DiskStore() }
    registry.alias(.type((any Store).self), to: .type(DiskStore.self))
    registry.register("backup", instance: FakeStore() as any Store)
  }

  /// What the program does at its start.
  static func start() { PropertyInjector.configure(services) }

  @Suite(.injecting(services)) struct Tests {
    @Test func objectsInjectThemselves() throws {
      let reader = Reader()
      #expect(reader.backup.title == "fake" && Page().title == "disk")
      #expect(try #require(reader.store as? DiskStore) === Row().store as? DiskStore)
      #expect(PropertyInjector.shared.injected(Later()).store.title == "disk")
      #expect(PropertyInjector.shared.instance(of: (any Store).self)?.title == "disk")
    }
  }

  @Suite(.injecting(services) { $0.register(instance: FakeStore() as any Store) })
  struct FakeTests {
    @Test func aTestChangesNoGlobalVariable() { #expect(Page().title == "fake") }
  }
}
