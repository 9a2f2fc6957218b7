import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// A look-up finds a registration; the scopes and decorators of all layers decide in which form it answers.
@Suite struct FormsTests {
  fileprivate protocol Store: AnyObject, Sendable { var number: Int { get } }
  private final class FileStore: Store {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }
  private final class Wrapper: Store {
    let inner: any Store
    var number: Int { inner.number + 100 }
    init(_ inner: any Store) { self.inner = inner }
  }
  private final class Page {
    var store: (any Store)?
    var plain: FileStore?
  }

  private static let file = InjectionKey<FileStore>("store")
  private static let wrapping = InjectionModule("Wrapping") { registry in
    registry.decorate(.store) { _, store in Wrapper(store) }
  }

  private let log = IssueLog()

  @Test func aResetLeavesWhatAParentKeepsInAScopeOfItsOwn() {
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register(Self.file, in: .cached) { FileStore() }
    }
    let kept = parent.instance(for: Self.file)
    parent.overriding { $0.setScope(.graph, for: Self.file) }.reset()
    #expect(parent.instance(for: Self.file) === kept)
    parent.overriding { _ in }.reset()
    #expect(parent.instance(for: Self.file) !== kept && log.kinds.isEmpty)
  }

  // MARK: Cycles

  private protocol Node: AnyObject, Sendable {}
  private final class Left: Node, @unchecked Sendable { var right: (any Node)? }
  private final class Right: Node, @unchecked Sendable { var left: (any Node)? }
  private final class Around: Node, @unchecked Sendable {
    let inner: any Node
    init(_ inner: any Node) { self.inner = inner }
  }

  /// Two values that need each other, of which one is decorated.
  private func ring(_ scope: InjectionScope) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register(.named("left", (any Node).self), in: scope) { Left() as any Node }
      registry.register(.named("right", (any Node).self), in: scope) { Right() as any Node }
      registry.decorate(.named("left", (any Node).self)) { _, node in Around(node) as any Node }
      registry.declare("right", \Left.right)
      registry.declare("left", \Right.left)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["left", "right"])
  func aDecoratedValueInACircleEndsFromEachStart(name: String) {
    let injector = ring(.singleton)
    let value = injector.instance(for: .named(name, (any Node).self))
    let left = (value as? Around)?.inner ?? ((value as? Right)?.left as? Around)?.inner
    // Either each has the other, or the report says why not.
    let isWhole = ((left as? Left)?.right as? Right)?.left is Around
    #expect(isWhole || log.kinds.contains(.cycle))
    #expect(isWhole == log.issues.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func aValueThatAsksForItsWrapperIsACycle() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .singleton) { (injector: PropertyInjector) -> (any Store)? in
        injector.instance(for: .store)
      }
      registry.decorate(.store) { _, store in Wrapper(store) }
    }
    #expect(injector.instance(for: .store) == nil && log.kinds.contains(.cycle))
  }

  // MARK: Scopes

  @Test func aScopeSetInADerivedInjectorIsThatOfTheDecoratedValue() throws {
    let made = Counter()
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(Self.file, in: .unique) {
        made.increment()
        return FileStore()
      }
      registry.decorate(.store) { _, store in Wrapper(store) }
    }
    let derived = house.overriding { $0.setScope(.singleton, for: Self.file) }
    let file = try #require(derived.instance(for: Self.file))
    let wrapper = try #require(derived.instance(for: .store) as? Wrapper)
    #expect(wrapper.inner === file && derived.instance(for: Self.file) === file)
    #expect(derived.instance(for: .store) === wrapper && made.count == 1)
    #expect(house.instance(for: Self.file) !== house.instance(for: Self.file))
    #expect(log.issues.isEmpty)
  }

  @Test func aScopeThatIsSetNeedsARegistrationOfItsKey() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(Self.file, in: .unique) { FileStore() }
      registry.decorate(.store) { _, store in Wrapper(store) }
      registry.setScope(.singleton, for: .store)
    }
    #expect(log.kinds == [.nothingToScope])
    #expect(injector.instance(for: .store) !== injector.instance(for: .store))
  }

  // MARK: Kept values

  /// Asks for the store again when it is forgotten.
  private final class Asking: Store {
    let number: Int
    let atEnd: @Sendable () -> Void
    init(_ number: Int, _ atEnd: @escaping @Sendable () -> Void) {
      (self.number, self.atEnd) = (number, atEnd)
    }
    deinit { atEnd() }
  }

  @Test func aValueMadeDuringAResetIsOfTheNewValueThatItWraps() {
    let made = Counter()
    let found = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(Self.file, in: .cached) {
        made.increment()
        return FileStore(made.count)
      }
      registry.decorate(.store) { injector, store in
        Asking(store.number) { if injector.instance(for: .store) != nil { found.increment() } }
      }
    }
    #expect(injector.instance(for: .store)?.number == 1)
    injector.reset()
    #expect(found.count == 1)
    #expect(injector.instance(for: Self.file)?.number == 2)
    #expect(injector.instance(for: .store)?.number == 2)
  }

  @Test func valuesStayWhenADecoratorIsUninstalled() throws {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .singleton) { FileStore(1) as any Store }
      registry.register("other", in: .singleton) { FileStore(2) as any Store }
      registry.decorate(.named("other", (any Store).self)) { _, store in Wrapper(store) }
      registry.install(Self.wrapping)
    }
    let wrapper = try #require(house.instance(for: .store) as? Wrapper)
    let other = house.instance(for: .named("other", (any Store).self))
    let plain = house.overriding { $0.uninstall(Self.wrapping) }
    #expect(plain.instance(for: .store) === wrapper.inner)
    #expect(plain.instance(for: .named("other", (any Store).self)) === other)
    #expect(house.instance(for: .store) === wrapper && log.issues.isEmpty)
  }

  @Test func valuesOfEachLayerStayWhenAnOlderModuleIsUninstalled() throws {
    let other = InjectionModule("Other") { $0.register("other", instance: 1) }
    let parent = PropertyInjector(reportingTo: log) { $0.install(other) }
    let middle = parent.overriding { registry in
      registry.register(.store, in: .singleton) { FileStore() as any Store }
      registry.decorate(.store) { _, store in Wrapper(store) }
    }
    let wrapper = try middle.require(.store)
    let last = middle.overriding { $0.register("most", instance: 1) }
    #expect(try last.overriding { $0.uninstall(other) }.require(.store) === wrapper)
  }

  @Test func aScopeThatAParentHasSetIsNotThatOfANewRegistration() {
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register(Self.file, in: .cached) { FileStore() }
      registry.setScope(.singleton, for: Self.file)
    }
    let derived = parent.overriding { $0.register(Self.file) { FileStore() } }
    #expect(parent.instance(for: Self.file) === parent.instance(for: Self.file))
    #expect(derived.instance(for: Self.file) !== derived.instance(for: Self.file))
  }

  @Test func injectorsThatAreDerivedShareTheWrapper() {
    let calls = Counter()
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .singleton) { FileStore() as any Store }
      registry.decorate(.store) { _, store in
        calls.increment()
        return Wrapper(store)
      }
    }
    let (one, two) = (house.overriding { _ in }, house.overriding { $0.register("x", instance: 1) })
    #expect(one.instance(for: .store) === two.instance(for: .store))
    #expect(house.instance(for: .store) === one.instance(for: .store) && calls.count == 1)
  }

  // MARK: Which binding answers

  @Test func aDecoratorDoesNotChangeWhichBindingAnswers() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore(1))
      registry.decorate(.store) { _, store in Wrapper(store) }
      registry.declare(.store, \Page.store)
      registry.declare("plain", \Page.plain, from: "store")
    }
    let derived = house.overriding { $0.register("store", instance: FileStore(2)) }
    let page = derived.injected(Page())
    #expect(page.store?.number == 102 && page.plain?.number == 2 && log.issues.isEmpty)
  }

  @Test func aDecoratorOfATypeAloneLeavesTheElementOfAList() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, instance: FileStore(1))
      registry.decorate(.type((any Store).self)) { _, store in Wrapper(store) }
    }
    #expect(injector.instance(of: (any Store).self)?.number == 101)
    #expect(injector.instance(for: .store)?.number == 1)
    #expect(injector.instances(of: (any Store).self).map(\.number) == [1])
  }

  @Test func anAliasThatTakesADecoratedKeyIsWrapped() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, instance: FileStore(1))
      registry.register("disk", instance: FileStore(2) as any Store)
      registry.decorate(.store) { _, store in Wrapper(store) }
    }
    let derived = house.overriding { registry in
      registry.alias(.store, to: .named("disk", (any Store).self))
    }
    #expect(derived.instance(for: .store)?.number == 102)
    #expect(derived.instance(for: .named("disk", (any Store).self))?.number == 2)
    #expect(log.issues.isEmpty)
  }

  private final class Shelf { var disk: (any Store)? }

  @Test func aPropertyThatItsTypeAnswersGetsWhatTheTypeIsWrappedIn() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore(1) as any Store)
      registry.decorate { _, store in Wrapper(store) as any Store }
      registry.declare("disk", \Shelf.disk)
    }
    #expect(house.injected(Shelf()).disk?.number == 101)
    let derived = house.overriding { registry in
      registry.alias("disk", to: .named("other", (any Store).self))
      registry.register("other", instance: FileStore(2) as any Store)
      registry.decorate(.named("disk", (any Store).self)) { _, store in Wrapper(store) }
    }
    #expect(derived.injected(Shelf()).disk?.number == 102)
    #expect(
      derived.overriding { $0.remove(allNamed: "disk") }.injected(Shelf()).disk?.number == 101)
    #expect(log.issues.isEmpty)
  }

  @Test func aModulesBindingStandsBackWheneverItIsInstalled() {
    let module = InjectionModule("Files") { $0.register(.store, instance: FileStore(1)) }
    for isFirst in [true, false] {
      let injector = PropertyInjector(reportingTo: log) { registry in
        if isFirst { registry.install(module) }
        registry.register(.store, instance: FileStore(2))
        if !isFirst { registry.install(module) }
      }
      #expect(injector.instance(for: .store)?.number == 2)
      #expect(injector.overriding { $0.remove(allNamed: "store") }.instance(for: .store) == nil)
    }
    #expect(log.kinds == [.unknownName, .unknownName])
  }

  // MARK: Tests that decorate

  @Test(
    .injecting { $0.register("store", instance: FileStore(7)) },
    .injecting { $0.decorate(.store) { _, store in Wrapper(store) } })
  func aFakeThatAnotherTraitWrapsIsUsed() {
    #expect(PropertyInjector.shared.instance(for: .store)?.number == 107)
  }

  @Test(
    .injecting { registry in
      registry.install(InjectionModule("Files") { $0.register(.store, instance: FileStore(1)) })
      registry.decorate(.store) { _, store in Wrapper(store) }
      registry.usePlaceholders()
    },
    .injecting { $0.register(.store, instance: FileStore(7)) })
  func aDecoratorOfAPlaceholderWrapsTheFakeOfALaterTrait() {
    #expect(PropertyInjector.shared.instance(for: .store)?.number == 107)
  }
}

extension InjectionKey where Value == any FormsTests.Store {
  fileprivate static var store: Self { "store" }
}
