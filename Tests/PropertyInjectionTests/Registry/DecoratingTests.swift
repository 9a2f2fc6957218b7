import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// `decorate` wraps the value that a key has, wherever that comes from.
@Suite struct DecoratingTests {
  fileprivate protocol Store: AnyObject, Sendable { var text: String { get } }
  private final class FileStore: Store {
    let text: String
    init(_ text: String = "file") { self.text = text }
  }
  private final class Wrapper: Store {
    let inner: any Store
    let mark: String
    var text: String { "\(mark)(\(inner.text))" }
    init(_ mark: String, _ inner: any Store) { (self.mark, self.inner) = (mark, inner) }
  }
  private final class Page {
    var store: (any Store)?
    var plain: FileStore?
  }
  private static let storage = InjectionModule("Storage") { registry in
    registry.register(.store, instance: FileStore())
    registry.declare(.store, \Page.store)
  }
  private static let logging = InjectionModule("Logging") { registry in
    registry.decorate(.store) { _, store in Wrapper("log", store) }
  }

  private let log = IssueLog()

  private func text(_ injector: PropertyInjector) -> String? {
    let page = Page()
    injector.injectDependencies(to: page)
    return page.store?.text
  }

  @Test func aDecoratorIsNoNearBinding() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore())
      registry.decorate { _, store in Wrapper("log", store) as any Store }
      registry.declare("store", \Page.store)
    }
    #expect(text(injector) == nil)
    let issue = try #require(log.issues.last { $0.kindName == .unknownName })
    #expect(issue.related.map(\.description).count == 1)
    #expect(issue.related.first?.description.hasPrefix("FileStore (") == true)
  }

  // MARK: What is wrapped

  @Test func whatAModuleRegistersIsWrappedOnce() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.decorate(.store) { _, store in
        calls.increment()
        return Wrapper("log", store)
      }
    }
    #expect(text(injector) == "log(file)" && text(injector) == "log(file)" && calls.count == 1)
    #expect(injector.instance(for: .store) === injector.instance(for: .store))
    #expect(log.issues.isEmpty && injector.validate().findings.isEmpty)
  }

  @Test func severalWrapEachOtherInOrder() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.decorate(.store) { _, store in Wrapper("a", store) }
      registry.decorate(.store) { _, store in Wrapper("b", store) }
    }
    #expect(text(injector) == "b(a(file))")
    #expect(
      text(injector.overriding { $0.decorate(.store) { _, s in Wrapper("c", s) } })
        == "c(b(a(file)))")
    #expect(text(injector) == "b(a(file))")
  }

  @Test func aFactoryAnInitializerAndRunTimeArgumentsAreWrapped() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("name", instance: "named")
      registry.register(.store) { () -> any Store in FileStore("made") }
      registry.register(
        "built", .initializer({ (name: String) -> (any Store)? in FileStore(name) }, .key("name")))
      registry.register("ticket") { (_: PropertyInjector, number: Int) -> any Store in
        FileStore("\(number)")
      }
      for name in ["built", "ticket"] {
        registry.decorate(.named(name, (any Store).self)) { _, store in Wrapper(name, store) }
      }
      registry.decorate(.store) { _, store in Wrapper("log", store) }
    }
    let (one, other) = (injector.instance(for: .store), injector.instance(for: .store))
    #expect(one !== other && one?.text == "log(made)")
    #expect(injector.instance(for: .named("built", (any Store).self))?.text == "built(named)")
    #expect(injector.instance(for: .named("ticket", (any Store).self), 7)?.text == "ticket(7)")
    #expect(injector.instance(for: .named("ticket", (any Store).self)) == nil)
    #expect(log.kinds == [.wrongArguments])
    #expect(injector.validate().errors.isEmpty)
  }

  @Test func whatIsNotMadeIsNotWrapped() {
    struct Empty: Error {}
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store) { () -> (any Store)? in nil }
      registry.register("thrown") { () throws -> any Store in throw Empty() }
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.decorate(.named("thrown", (any Store).self)) { _, store in Wrapper("log", store) }
    }
    #expect(injector.instance(for: .store) == nil && log.issues.isEmpty)
    #expect(injector.instance(for: .named("thrown", (any Store).self)) == nil)
    #expect(log.kinds == [.threw])
  }

  @Test func aDecoratorMayThrowAndChangeTheValueItself() {
    struct Full: Error {}
    final class Tally: @unchecked Sendable { var count = 0 }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("tally", in: .singleton) { Tally() }
      registry.decorate(.named("tally", Tally.self)) { _, tally in
        tally.count += 1
        return tally
      }
      registry.register(.store) { () -> any Store in FileStore() }
      registry.decorate(.store) { _, _ in throw Full() }
    }
    for _ in 0..<3 {
      #expect(injector.instance(for: .named("tally", Tally.self))?.count == 1)
    }
    #expect(injector.instance(for: .store) == nil && log.kinds == [.threw])
  }

  // MARK: How long it is kept

  @Test func whatACachedValueIsWrappedInIsForgottenWithIt() {
    let made = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .cached) { () -> any Store in
        made.increment()
        return FileStore("\(made.count)")
      }
      registry.decorate(.store) { _, store in Wrapper("log", store) }
    }
    #expect(text(injector) == nil)
    #expect(injector.instance(for: .store)?.text == "log(1)")
    #expect(injector.instance(for: .store)?.text == "log(1)")
    injector.reset()
    #expect(injector.instance(for: .store)?.text == "log(2)" && made.count == 2)
  }

  @Test func aDerivedInjectorWrapsTheValueThatItsParentKeeps() throws {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .singleton) { () -> any Store in FileStore() }
    }
    let spy = house.overriding { $0.decorate(.store) { _, store in Wrapper("spy", store) } }
    let wrapper = try #require(spy.instance(for: .store) as? Wrapper)
    #expect(wrapper.inner === house.instance(for: .store))
    #expect(spy.instance(for: .store) === wrapper)
  }

  @Test func whatAnEagerSingletonIsWrappedInIsMadeAtOnce() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, in: .singleton(eager: true)) { () -> any Store in FileStore() }
      registry.decorate(.store) { _, store in
        calls.increment()
        return Wrapper("log", store)
      }
    }
    #expect(calls.count == 1 && injector.instance(for: .store)?.text == "log(file)")
  }

  // MARK: Other ways to ask

  @Test func aLookUpOfTheClassGetsTheValueAndOneOfTheProtocolTheWrapper() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.register("other", instance: FileStore("other"))
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.declare(.store, \Page.store)
      registry.declare("plain", \Page.plain, from: "store")
    }
    let page = Page()
    injector.injectDependencies(to: page)
    #expect(page.store?.text == "log(file)" && page.plain?.text == "file")
    #expect(injector.instances(of: (any Store).self).map(\.text) == ["log(file)", "other"])
  }

  @Test func aNewerWrapperLeavesThePropertiesOfTheClassTheirValue() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.register(.named("typed", (any Store).self), instance: FileStore("typed"))
      registry.decorate(.named("typed", (any Store).self)) { _, store in Wrapper("log", store) }
      registry.declare(.store, \Page.store)
      registry.declare("plain", \Page.plain, from: "store")
    }
    let spy = house.overriding { $0.decorate(.store) { _, store in Wrapper("spy", store) } }
    let page = Page()
    spy.injectDependencies(to: page)
    #expect(page.store?.text == "spy(file)" && page.plain?.text == "file")
    #expect(spy.instance(for: .named("typed", FileStore.self))?.text == "typed")
    #expect(spy.instance(for: .named("typed", (any Store).self))?.text == "log(typed)")
    #expect(spy.instances(of: FileStore.self).map(\.text) == ["file", "typed"])
    #expect(spy.instances(of: (any Store).self).map(\.text) == ["spy(file)", "log(typed)"])
    #expect(log.issues.isEmpty && spy.validate().errors.isEmpty)
  }

  @Test func anAliasOfTheClassLeadsToTheValueItself() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, instance: FileStore())
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.alias(
        .named("archive", FileStore.self), to: .named("store", FileStore.self))
    }
    #expect(injector.instance(for: .named("archive", FileStore.self))?.text == "file")
    #expect(injector.instance(for: .store)?.text == "log(file)" && log.issues.isEmpty)
  }

  @Test func aListMayBeWrapped() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: FileStore("1"))
      registry.register("two", instance: FileStore("2"))
      registry.decorate(.type([any Store].self)) { _, stores in stores.reversed() }
    }
    #expect(injector.instance(of: [any Store].self)?.map(\.text) == ["2", "1"])
    #expect(injector.injected(Shelf()).stores.map(\.text) == ["2", "1"])
    #expect(injector.instances(of: (any Store).self).map(\.text) == ["1", "2"])
    #expect(log.texts == [])
  }

  @Test func theListOfATypeIsAnotherValueThanAllThatIsCollected() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: FileStore("1"))
      registry.register("two", instance: FileStore("2"))
      registry.register(instance: [FileStore("3"), FileStore("4")] as [any Store])
      registry.decorate(.type([any Store].self)) { _, stores in stores.reversed() }
    }
    #expect(injector.instance(of: [any Store].self)?.map(\.text) == ["4", "3"])
    #expect(injector.instances(of: (any Store).self).map(\.text) == ["1", "2"])
  }

  private struct Sheet: Sendable {}
  private final class Desk { var top: (any AnyObject & Sendable)? }

  @Test func anAliasOfWhatAWrapperMakesUnfitIsADeadEnd() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named("paper", (any Sendable).self)) { Sheet() }
      registry.alias(.named("top", (any Sendable).self), to: .named("paper", Sheet.self))
      registry.decorate(.named("paper", Sheet.self)) { _, sheet in sheet }
      registry.declare("top", \Desk.top)
    }
    let rows = injector.explain(Desk.self).properties
    #expect(rows.map(\.reason?.name) == ["deadEnd"])
    #expect(injector.injectDependencies(to: Desk()).unfilled.map(\.reason?.name) == ["deadEnd"])
  }

  @Test func aValueThatTwoWrappersHaveIsGivenOnce() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, instance: FileStore())
      registry.decorate(.type((any Store).self)) { _, store in Wrapper("a", store) }
      registry.decorate(.store) { _, store in Wrapper("b", store) }
    }
    #expect(injector.instances(of: FileStore.self).count == 1)
    #expect(injector.instance(of: FileStore.self)?.text == "file" && log.issues.isEmpty)
  }

  @Test func anAliasLeadsToTheWrapper() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.alias(.named("archive", (any Store).self), to: .store)
      registry.decorate(.store) { _, store in Wrapper("log", store) }
    }
    #expect(injector.instance(for: .named("archive", (any Store).self))?.text == "log(file)")
  }

  @Test func aWrapperIsFilledAndAFactoryPerPointSeesThePoint() {
    final class Filled: Store {
      let inner: any Store
      nonisolated(unsafe) var name: String?
      var text: String { "\(name ?? "-"):\(inner.text)" }
      init(_ inner: any Store) { self.inner = inner }
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("name", instance: "filled")
      registry.declare("name", \Filled.name)
      registry.register(.store, .perPoint { _, point in FileStore(point.name ?? "look-up") })
      registry.decorate(.store) { _, store in Filled(store) }
      registry.declare(.store, \Page.store)
    }
    #expect(text(injector) == "filled:store")
    #expect(injector.instance(for: .store)?.text == "filled:look-up")
  }

  // MARK: Modules, overrides, actors

  @Test(arguments: [false, true])
  func whatIsRegisteredLaterIsWrappedAsWell(isModule: Bool) {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.logging)
      if isModule {
        registry.install(Self.storage)
      } else {
        registry.register(.store, in: .cached) { () -> any Store in FileStore() }
        registry.setScope(.singleton, for: .store)
      }
    }
    #expect(injector.instance(for: .store)?.text == "log(file)" && log.issues.isEmpty)
    #expect(injector.instance(for: .store) === injector.instance(for: .store))
    let fake = injector.overriding { registry in
      registry.decorate(.store) { _, store in Wrapper("spy", store) }
      registry.register(.store, instance: FileStore("fake"))
    }
    #expect(fake.instance(for: .store)?.text == "spy(log(fake))")
  }

  @Test func aFakeOfAConfigurationIsWrappedByItsModules() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.install(Self.logging)
      registry.register(.store, instance: FileStore("fake"))
    }
    #expect(text(injector) == "log(fake)" && log.issues.isEmpty)
  }

  @Test func aModuleWrapsAnAliasOfTheConfiguration() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named("files", (any Store).self), instance: FileStore())
    }
    let page = house.overriding { registry in
      registry.alias(.store, to: .named("files", (any Store).self))
      registry.install(Self.logging)
    }
    #expect(page.instance(for: .store)?.text == "log(file)")
    #expect(page.instance(for: .named("files", (any Store).self))?.text == "file")
  }

  @Test func uninstallingTakesTheWrapperBack() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.install(Self.logging)
    }
    #expect(text(injector) == "log(file)")
    #expect(text(injector.overriding { $0.uninstall(Self.logging) }) == "file")
    #expect(text(injector) == "log(file)")
  }

  @Test func anOverrideIsWrappedAsWell() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.storage)
      registry.install(Self.logging)
      registry.decorate(.type((any Store).self)) { _, store in Wrapper("type", store) }
    }
    let fake = injector.overriding { $0.register(.store, instance: FileStore("fake")) }
    #expect(text(fake) == "log(fake)" && fake.instance(for: .store) === fake.instance(for: .store))
    #expect(text(fake.overriding { $0.register("other", instance: 1) }) == "log(fake)")
    #expect(
      text(fake.overriding { $0.register(.store, instance: FileStore("next")) }) == "log(next)")
    #expect(fake.instance(of: (any Store).self)?.text == "type(log(fake))")
    #expect(
      text(fake.overriding { $0.uninstall(Self.logging) }) == "fake"
        && text(injector) == "log(file)")
    #expect(log.issues.isEmpty)
  }

  private final class PreviewStore: Store { let text = "preview" }

  @Test func aWrapperGivesNoNarrowerTypeThanWhatItWraps() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.declare(.store, \Page.store)
      registry.declare("plain", \Page.plain, from: "store")
    }
    let preview = injector.overriding { $0.register("store", instance: PreviewStore()) }
    #expect(preview.instance(for: .store)?.text == "log(preview)")
    #expect(preview.instance(for: .named("store", FileStore.self))?.text == "file")
    let page = preview.injected(Page())
    #expect(page.plain?.text == "file" && page.store?.text == "log(preview)")
    #expect(log.texts == [])
  }

  @Test func anOverrideKeepsTheWrapperOfItsOwnBinding() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.store, instance: FileStore())
      registry.decorate(.store) { _, store in
        calls.increment()
        return Wrapper("log", store)
      }
    }
    let fake = injector.overriding { registry in
      registry.register(.store, in: .singleton) { () -> any Store in FileStore("made") }
    }
    let user = fake.overriding { $0.register("user", instance: 1) }
    #expect(text(fake) == nil && fake.instance(for: .store)?.text == "log(made)")
    #expect(user.instance(for: .store) === fake.instance(for: .store) && calls.count == 1)
  }

  @Test(
    .injecting { registry in
      registry.install(Self.storage)
      registry.install(Self.logging)
    },
    .injecting { $0.register(.store, instance: FileStore("fake")) })
  func aFakeOfATestIsWrappedByTheDecoratorsOfItsSuite() {
    #expect(PropertyInjector.shared.instance(for: .store)?.text == "log(fake)")
    let fake: FileStore? = PropertyInjector.shared.instance(for: "store")
    #expect(fake?.text == "fake")
  }

  @Test(.injecting(logging), .injecting { $0.register(.store, instance: FileStore("fake")) })
  func aLaterTraitRegistersWhatAModuleDecorates() {
    #expect(PropertyInjector.shared.instance(for: .store)?.text == "log(fake)")
  }

  @Test(
    .injecting { registry in
      registry.install(Self.logging)
      registry.register(.store, instance: FileStore("fake"))
      registry.usePlaceholders()
    })
  func aWrappedFakeIsNoPlaceholder() {
    #expect(PropertyInjector.shared.instance(for: .store)?.text == "log(fake)")
  }

  @Test func anOverrideWrapsForAWhile() {
    let injector = PropertyInjector(reportingTo: log) { $0.install(Self.storage) }
    injector.withOverrides { registry in
      registry.decorate(.store) { _, store in Wrapper("spy", store) }
    } operation: {
      #expect(text(injector) == "spy(file)")
    }
    #expect(text(injector) == "file")
  }

  @Test(
    .injecting { registry in
      registry.register(.store, instance: FileStore())
      registry.decorate(.store) { _, store in Wrapper("spy", store) }
    })
  func aTestWrapsWithItsTrait() {
    #expect(PropertyInjector.shared.instance(for: .store)?.text == "spy(file)")
  }

  @MainActor private final class Title { var text = "title" }

  @Test @MainActor func whatBelongsToAnActorIsWrappedThere() async {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.register("title", in: .singleton) { Title() }
        registry.decorate(.named("title", Title.self)) { _, title in
          title.text += "!"
          return title
        }
      }
    }
    #expect(injector.instance(for: .named("title", Title.self))?.text == "title!")
    await Task.detached { [log] in
      #expect(injector.contains(.named("title", Title.self)))
      injector.injectDependencies(to: Poster(), isolation: nil)
      #expect(log.kinds == [.nothingDeclared])
    }.value
  }

  private final class Poster {}

  @Test func aModuleOfADerivedInjectorWrapsItsOwnBindingOfAnotherType() {
    let house = PropertyInjector(reportingTo: log) { _ in }
    let page = house.overriding { registry in
      registry.register("store", instance: FileStore())
      registry.install(Self.logging)
    }
    #expect(page.instance(for: .store)?.text == "log(file)")
    #expect(page.instance(for: .named("store", FileStore.self))?.text == "file")
    #expect(log.issues.isEmpty)
  }

  @Test func inheritedDecoratorsOfTwoTypesWrapANewBinding() {
    let plain = InjectionModule("Plain") { registry in
      registry.unchecked { $0.register("store", instance: FileStore() as AnyObject) }
    }
    func decorate(_ registry: inout Registry) {
      registry.declare(.store, \Page.store)
      registry.unchecked { $0.decorate("store") { (_, store: AnyObject) in store } }
      registry.decorate(.store) { _, store in Wrapper("log", store) }
    }
    let alone = PropertyInjector(reportingTo: log) { registry in
      decorate(&registry)
      registry.install(plain)
    }
    #expect(text(alone) == "log(file)" && log.issues.isEmpty)
    let house = PropertyInjector(reportingTo: log) { decorate(&$0) }
    #expect(text(house.overriding { $0.install(plain) }) == "log(file)")
    house.withOverrides {
      $0.install(plain)
    } operation: {
      #expect(text(house) == "log(file)")
    }
    #expect(log.kinds == [.nothingToDecorate, .nothingToDecorate])
  }

  private actor Studio {
    func wrap(_ injector: PropertyInjector, _ calls: Counter) -> PropertyInjector {
      injector.overriding { registry in
        registry.confined(to: self) { registry in
          registry.decorate(.named("title", Title.self)) { _, title in
            calls.increment()
            return title
          }
        }
      }
    }
  }

  @Test @MainActor func aWrapperOfAnotherActorIsNotRun() async {
    let calls = Counter()
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.register("title") { Title() }
        registry.declare("title", \Heading.title)
      }
    }
    let injector = await Studio().wrap(house, calls)
    #expect(injector.instance(for: .named("title", Title.self)) == nil && calls.count == 0)
    #expect(log.kinds == [.bindingOnAnotherActor])
    #expect(injector.validate().errors.map(\.kindName) == [.actorsDoNotMeet])
  }

  @MainActor private final class Heading { var title: Title? }

  @Test(
    .injecting { registry in
      registry.register("store", instance: FileStore("fake"))
      registry.decorate(.store) { _, store in Wrapper("spy", store) }
    })
  func aFakeThatItsTestWrapsIsUsed() {
    #expect(PropertyInjector.shared.instance(for: .store)?.text == "spy(fake)")
  }

  // MARK: Reports and checks

  @Test func aFactoryThatAsksForItsOwnKeyIsToldToDecorate() {
    let house = PropertyInjector(reportingTo: log) { $0.install(Self.storage) }
    let spy = house.overriding { registry in
      registry.register(.store) { (injector: PropertyInjector) -> (any Store)? in
        injector.instance(for: .store).map { Wrapper("spy", $0) }
      }
    }
    #expect(spy.instance(for: .store) == nil)
    #expect(
      log.texts.first?.contains("to wrap the value of an older binding, registry.decorate; else")
        == true)
  }

  @Test func aWrapperThatItsValueAsksForIsACycleFromEitherEnd() {
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .store,
        .initializer({ (other: any Store) -> (any Store)? in other }, .key(.store)))
    }
    let spy = house.overriding { registry in
      registry.decorate(.store) { _, store in Wrapper("spy", store) }
      registry.declare(.store, \Page.store)
    }
    #expect(spy.validate().errors.map(\.kindName).contains(.cycle))
    #expect(spy.validate().errors.allSatisfy { $0.kindName != .unresolvedArgument })
    #expect(text(spy) == nil && log.kinds.contains(.cycle))
  }

  private static let other = InjectionModule("Other") { registry in
    registry.register("store", instance: Wrapper("other", FileStore()))
  }

  /// The layer in which the older wrapper was is gone in the last injector.
  @Test func whatTakesThePlaceOfAnOlderWrapperOverridesNothingElse() {
    let plain = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", in: .cached) { FileStore() }
      registry.declare("store", \Page.plain)
    }
    let decorated = plain.overriding { registry in
      registry.decorate(.store) { _, store in Wrapper("log", store) }
    }
    let other = decorated.overriding { $0.install(Self.other) }
    for injector in [other, other.overriding { _ in }] {
      #expect(injector.injectDependencies(to: Page()).injected == ["store"])
      #expect(injector.instance(for: .store)?.text == "log(other(file))")
    }
    #expect(log.issues.isEmpty)
  }

  private final class Shop: @unchecked Sendable { var store: (any Store)? }

  @Test(.timeLimit(.minutes(1)))
  func aPropertyOfAKeptValueDoesNotWaitForAWrapperThatNeedsItself() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .store, in: .singleton,
        .initializer({ (other: any Store) -> (any Store)? in other }, .key(.store)))
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.register("shop", in: .singleton) { Shop() }
      registry.declare(.store, \Shop.store)
    }
    let shop: Shop? = injector.instance(for: "shop")
    #expect(shop?.store == nil && log.kinds.contains(.cycle))
  }

  private final class Shelf { @Required var stores: [any Store] }

  /// By type alone they are ambiguous; a list has both.
  @Test func twoValuesOfAListAreWrappedByTheDecoratorOfTheirProtocol() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore("one"))
      registry.register(instance: Wrapper("two", FileStore("inner")))
      registry.decorate { _, store in Wrapper("log", store) as any Store }
      registry.declare { Shelf() }
    }
    let shelf = injector.injected(Shelf())
    #expect(shelf.stores.map(\.text) == ["log(one)", "log(two(inner))"])
    #expect(log.texts.isEmpty && injector.validate().findings.isEmpty)
    let graph = "\(injector.graph())".split(separator: "\n").filter { $0.contains("Shelf.stores") }
    #expect(graph.count == 2 && graph.allSatisfy { $0.contains("decorator 1") }, "\(graph)")
    let named = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: FileStore("one"))
      registry.register("two", instance: FileStore("two"))
      registry.decorate { _, store in Wrapper("log", store) as any Store }
    }
    #expect(log.kinds == [.nothingToDecorate])
    #expect(named.instances(of: (any Store).self).map(\.text) == ["one", "two"])
  }

  /// The key of a decorator has the type that its closure returns.
  @Test(arguments: ["one", "ones"])
  func aDecoratorOfANameWithAnotherTypeIsToldTheKeyThatMayBeMeant(name: String) {
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: FileStore("one") as any Store)
      registry.decorate(.named(name, Wrapper.self)) { _, store in store }
    }
    #expect(log.kinds == [.nothingToDecorate])
    let remedy = #", or decorate "one": any Store, with a closure that returns any Store."#
    #expect(log.texts.first?.contains(remedy) == true, "\(log.texts)")
  }

  @Test func checksLookAtWhatIsWrapped() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .store, .initializer({ (name: String) -> (any Store)? in FileStore(name) }, .key("name")))
      registry.decorate(.store) { _, store in Wrapper("log", store) }
      registry.declare(.store, \Page.store)
    }
    #expect(injector.explain(Page.self).properties.map(\.reason?.name) == ["unresolvedArgument"])
    #expect(
      injector.validate().errors.map(\.kindName) == [.unresolvedArgument, .unresolvedArgument])
    #expect(text(injector) == nil && log.kinds == [.unresolvedArgument])
    let complete = injector.overriding { $0.register("name", instance: "named") }
    #expect(complete.validate().findings.isEmpty && text(complete) == "log(named)")
    #expect(complete.graph().dot.contains("[label=\"decorates\"]"))
  }
}

extension InjectionKey where Value == any DecoratingTests.Store {
  fileprivate static var store: Self { "store" }
}
