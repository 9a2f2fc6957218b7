import PropertyInjection
import TestSupport
import Testing

/// What a derived injector registers goes before what it inherits.
@Suite struct OverridingTests {
  protocol Store: Sendable {
    var name: String { get }
  }
  final class FileStore: Store {
    let name = "file"
  }
  final class FakeStore: Store {
    let name = "fake"
  }
  struct FakeStoreValue: Store {
    let name = "fake"
  }

  final class Editor {
    var store: (any Store)?
    var other: (any Store)?
  }
  final class MarkedEditor {
    @Injected var store: (any Store)?
    @Injected(.byType) var other: (any Store)?
  }
  struct Names: Equatable {
    var declared: [String?]
    var marked: [String?]
    var byName: String?
    var byType: String?
    var argument: String?

    static let fake = Names("fake")

    init(_ injector: PropertyInjector) {
      let (editor, marked) = (Editor(), MarkedEditor())
      injector.injectDependencies(to: editor)
      injector.injectDependencies(to: marked)
      declared = [editor.store?.name, editor.other?.name]
      self.marked = [marked.store?.name, marked.other?.name]
      byName = injector.instance(for: .named("store", (any Store).self))?.name
      byType = injector.instance(for: .type((any Store).self))?.name
      argument = injector.instance(for: .named("name", String.self))
    }

    init(_ name: String) {
      declared = [name, name]
      marked = [name, name]
      (byName, byType, argument) = (name, name, name)
    }
  }

  static let productions: [@Sendable (inout Registry) -> Void] = [
    { $0.register("store", instance: FileStore()) },
    { $0.register("store", instance: FileStore() as any Store) },
    { $0.register("store") { FileStore() } },
    { $0.register("store", in: .singleton) { FileStore() as any Store } },
    { $0.register("store", .initializer(FileStore.init)) },
  ]

  static let overrides: [@Sendable (inout Registry) -> Void] = [
    { $0.register("store", instance: FakeStore()) },
    { $0.register("store", instance: FakeStore() as any Store) },
    { $0.register("store", instance: FakeStoreValue()) },
    { $0.register("store") { FakeStore() } },
    { $0.register("store") { FakeStoreValue() as any Store } },
    { $0.register("store", in: .singleton) { FakeStore() } },
    { $0.register("store", instance: FakeStore(), replacing: true) },
    { $0.register("store", .initializer(FakeStore.init)) },
    { $0.install(Self.fakeModule) },
    { registry in
      registry.register("fakeStore", in: .singleton) { FakeStore() }
      registry.alias(
        .named("store", (any Store).self), to: .named("fakeStore", FakeStore.self))
    },
  ]

  private static let fakeModule = InjectionModule("Fake") { registry in
    registry.register("store", instance: FakeStore())
  }

  @Test(arguments: productions.indices, overrides.indices)
  func anOverrideGoesBeforeTheInheritedBindingHoweverBothAreWritten(
    production: Int, override: Int
  ) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      Self.productions[production](&registry)
      registry.register("name") { $0.instance(for: .named("store", (any Store).self))?.name }
      registry.declare("store", \Editor.store)
      registry.declare("other", \Editor.other, from: "store")
    }
    let derived = injector.overriding { Self.overrides[override](&$0) }
    #expect(Names(derived) == .fake)
    #expect(Names(injector) == Names("file"))
    #expect(log.texts == [])
  }

  @Test func anOverrideOfATypeAloneGoesBeforeAllThatFits() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("first", instance: FileStore())
      registry.register("second", instance: FileStore())
      registry.register(.type(FileStore.self), instance: FileStore())
    }
    let derived = injector.overriding { registry in
      registry.register(.type((any Store).self), instance: FakeStore())
    }
    #expect(derived.instance(for: .type((any Store).self))?.name == "fake")
    #expect(derived.instance(for: .type(FileStore.self))?.name == "file")
    #expect(log.texts == [])
  }

  /// Of the type alone is inherited, and what goes before it is of another type alone.
  @Test func anOverrideOfASubclassAloneGoesBeforeItsSuperclassAlone() {
    let (service, special) = (Service(), SpecialService())
    let injector = PropertyInjector { $0.register(.type(Service.self), instance: service) }
    let derived = injector.overriding { $0.register(.type(SpecialService.self), instance: special) }
    #expect(injector.instance(of: Service.self) === service)
    #expect(derived.instance(of: Service.self) === special)
    injector.withOverrides {
      $0.register(.type(SpecialService.self), instance: special)
    } operation: {
      #expect(injector.instance(of: Service.self) === special)
    }
  }

  @Test func anOverrideWithANameGoesBeforeAnInheritedTypeAlone() {
    let injector = PropertyInjector { registry in
      registry.register(.type((any Store).self), instance: FileStore())
    }
    let derived = injector.overriding { $0.register("any", instance: FakeStore()) }
    #expect(derived.instance(for: .type((any Store).self))?.name == "fake")
  }

  @Test func theNewestOfManyLayersGoesFirst() {
    let injector = PropertyInjector { $0.register("store", instance: FileStore() as any Store) }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    let last = derived.overriding { registry in
      registry.register("number", instance: 1)
      registry.register("store", instance: FakeStoreValue())
    }
    #expect(last.instance(for: .named("store", (any Store).self)) is FakeStoreValue)
    #expect(derived.instance(for: .named("store", (any Store).self)) is FakeStore)
    #expect(
      last.overriding { _ in }.instance(for: .named("store", (any Store).self)) is FakeStoreValue)
  }

  @Test func withinALayerTheOrderIsThatOfRegistration() {
    let injector = PropertyInjector { registry in
      registry.register("store", instance: FileStore())
      registry.register("store", instance: FakeStore())
    }
    let log = IssueLog()
    let derived = injector.overriding { registry in
      registry.issueHandler = { log.append($0) }
      registry.register("store", instance: FakeStoreValue())
      registry.register("store", instance: FileStore())
    }
    #expect(derived.instance(for: .named("store", (any Store).self)) is FakeStoreValue)
    #expect(derived.instance(for: .named("store", FileStore.self)) != nil)
    #expect(log.texts == [])
  }

  @Test func nothingGoesBeforeWhatIsInherited() {
    let injector = PropertyInjector { registry in
      registry.register("store", instance: FileStore())
      registry.declare("store", \Editor.store)
    }
    let derived = injector.overriding { $0.registerNil(.named("store", (any Store).self)) }
    let editor = Editor()
    #expect(!derived.injectDependencies(to: editor).didInject && editor.store == nil)
    #expect(injector.injectDependencies(to: editor).didInject && editor.store?.name == "file")
  }

  @Test func aBindingRemovedInADerivedInjectorIsGone() {
    let injector = PropertyInjector { $0.register("store", instance: FileStore()) }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    let removed = derived.overriding { registry in
      registry.issueHandler = { _ in }
      registry.remove(allNamed: "store")
    }
    #expect(removed.instance(for: .named("store", (any Store).self)) == nil)
    let uncovered = derived.overriding { $0.remove(.named("store", FakeStore.self)) }
    #expect(uncovered.instance(for: .named("store", (any Store).self))?.name == "file")
  }

  @Test func aBindingRemovedInADerivedInjectorAnswersNoLookUpByType() {
    let injector = PropertyInjector { registry in
      registry.register(.type((any Store).self), instance: FileStore())
    }
    let derived = injector.overriding { registry in
      registry.register("one", instance: FakeStore())
      registry.register("two", instance: FakeStore())
      registry.remove(allNamed: "one")
      registry.remove(.named("two", FakeStore.self))
    }
    #expect(derived.instance(of: (any Store).self)?.name == "file")
  }

  @Test func aBindingReplacedInADerivedInjectorAnswersNoLookUpByType() {
    let injector = PropertyInjector { registry in
      registry.register(.type((any Store).self), instance: FileStore())
    }
    let derived = injector.overriding { registry in
      registry.register("one", instance: FakeStore())
      registry.register("one", instance: FakeStore(), replacing: true)
    }
    #expect(derived.instance(of: (any Store).self)?.name == "fake")
  }

  @Test func aModuleThatIsTakenBackUncoversWhatItHasOverridden() {
    let injector = PropertyInjector { $0.register("store", instance: FileStore() as any Store) }
    let derived = injector.overriding { $0.install(Self.fakeModule) }
    #expect(derived.instance(for: .named("store", (any Store).self))?.name == "fake")
    let uncovered = derived.overriding { $0.uninstall(Self.fakeModule) }
    #expect(uncovered.instance(for: .named("store", (any Store).self))?.name == "file")
  }

  @Test func aScopeThatIsSetInADerivedInjectorChangesNoOrder() {
    let injector = PropertyInjector { registry in
      registry.register("store") { FileStore() }
      registry.register("store") { FakeStore() }
    }
    let derived = injector.overriding { registry in
      registry.issueHandler = { _ in }
      registry.unchecked { $0.setScope(.singleton, for: .named("store", FakeStore.self)) }
    }
    #expect(derived.instance(for: .named("store", (any Store).self))?.name == "file")
  }

  @Test func thousandsOfOverridesAreRemovedInTime() {
    // With a look at all of them for each, this takes minutes.
    let count = Effort.rounds(40_000, sampled: 10_000)
    let injector = PropertyInjector { $0.register("kept", instance: 0) }.overriding { registry in
      for number in 1...count { registry.register("\(number)", instance: number) }
      for number in 1...count { registry.remove(.named("\(number)", Int.self)) }
    }
    #expect(injector.instances(of: Int.self) == [0])
  }
}
