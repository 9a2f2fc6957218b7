import PropertyInjection
import TestSupport
import Testing

/// The section of the page "Bindings" about keys, and what it says of them.
@Suite struct BindingKeySamples {
  protocol Store: Sendable {}
  struct FileStore: Store {}
  struct FakeStore: Store {}
  struct Wrapper: Store {
    let inner: any Store
    init(_ inner: any Store) { self.inner = inner }
  }

  final class Board {
    @Required var clock: any Clock
    @Required(.timeout) var timeout: Duration
    @Required var port: Int
  }

  final class Editor { @Injected var store: (any Store)? }

  private let log = IssueLog()

  @Test func aKeyIsATypeAloneOrANameWithAType() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: SystemClock() as any Clock)  // the type alone
      registry.register(.timeout, instance: .seconds(5))  // a typed key
      registry.register("port", instance: 8080)  // a name
    }
    let board = injector.injected(Board())
    #expect(board.clock.now == 12 && board.timeout == .seconds(5) && board.port == 8080)
    #expect(try injector.require(.timeout) == .seconds(5) && log.issues.isEmpty)
  }

  @Test func aNameGoesBeforeTheTypeInAnyLayer() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore() as any Store)
    }
    let derived = injector.overriding { $0.register(instance: FakeStore() as any Store) }
    #expect(derived.injected(Editor()).store is FileStore)
    #expect(derived.instance(of: (any Store).self) is FakeStore && log.issues.isEmpty)
  }

  @Test func aDerivedInjectorGoesBeforeWhatItInherits() {
    let injector = PropertyInjector { $0.register(instance: FileStore() as any Store) }
    do {
      let injector = injector.overriding { $0.register(instance: FakeStore() as any Store) }
      #expect(injector.injected(Editor()).store is FakeStore)
    }
    #expect(injector.injected(Editor()).store is FileStore)
  }

  @Test func aValueIsRegisteredAsThePropertysType() {
    let injector = PropertyInjector(reportingTo: log) { $0.register(instance: FileStore()) }
    #expect(injector.injected(Editor()).store == nil && log.kinds == [.unknownName])
    #expect(log.texts.first?.contains("FileStore fits, if it is registered as any Store.") == true)
  }

  @Test func nothingElseAnswersADemand() {
    let injector = PropertyInjector(reportingTo: log) { $0.register(instance: Duration.seconds(5)) }
    #expect(injector.instance(for: .timeout) == nil && log.kinds == [.unknownName])
  }

  struct Page: Constructible, Sendable {
    static var provider: Provider<Page> { .initializer(Page.init) }
  }
  final class Book {
    @Injected var page: Page?
    @Injected(.byType) var other: Page?
  }

  @Test func aConstructibleTypeIsAskedByItsTypeOnly() {
    let injector = PropertyInjector(reportingTo: log) { _ in }
    let book = injector.injected(Book())
    #expect(book.page == nil && book.other != nil && log.kinds == [.unknownName])
  }

  @Test func aNameWithoutABindingIsNotDecorated() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore() as any Store)
      registry.decorate("store") { (_, store: any Store) in Wrapper(store) }
    }
    #expect(injector.injected(Editor()).store is FileStore && log.kinds == [.nothingToDecorate])
  }

  @Test func theFakeOfADecoratedTypeIsWrapped() {
    let module = InjectionModule("Stores") { registry in
      registry.register(instance: FileStore() as any Store)
      registry.decorate { _, store in Wrapper(store) as any Store }
    }
    let injector = PropertyInjector(module) { $0.register(instance: FakeStore() as any Store) }
    let wrapper = injector.injected(Editor()).store as? Wrapper
    #expect(wrapper?.inner is FakeStore)
  }

  final class Mixer {
    @Injected var volume: Double?
    @Injected var bass: Double?
  }

  @Test func accessorsOfATypeCatchEachPropertyOfIt() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(get: { property in property.storedValue ?? 0.5 })
      registry.register("bass", instance: 0.1)
    }
    let mixer = injector.injected(Mixer())
    #expect(mixer.volume == 0.5 && mixer.bass == 0.1 && log.issues.isEmpty)
  }
}

extension InjectionKey<Duration> { static var timeout: Self { "timeout" } }
