import PropertyInjection
import TestSupport
import Testing

@Suite struct ScopesTests {
  @Test func uniqueIsTheDefaultAndMakesEachTime() {
    let injector = PropertyInjector { $0.register("service") { Service() } }
    let one: Service? = injector.instance(for: "service")
    #expect(one != nil && one !== injector.instance(for: .named("service", Service.self)))
  }

  @Test func aSingletonIsMadeWhenItIsFirstNeededAndOnce() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .singleton) { counted(calls) }
      registry.declare("service", \Player.service)
    }
    #expect(calls.count == 0)
    let players = [Player(), Player(), Player()]
    for player in players { injector.injectDependencies(to: player) }
    #expect(calls.count == 1)
    #expect(players.allSatisfy { $0.service === players[0].service })
    #expect(injector.instance(for: .named("service", Service.self)) === players[0].service)
  }

  @Test func twoInjectorsHaveTheirOwnSingletons() {
    func injector() -> PropertyInjector {
      PropertyInjector { $0.register("service", in: .singleton) { Service() } }
    }
    let one: Service? = injector().instance(for: "service")
    #expect(one !== injector().instance(for: .named("service", Service.self)))
  }

  @Test func eagerSingletonsAreMadeInTheOrderOfRegistration() {
    let made = Locked<[String]>([])
    let injector = PropertyInjector { registry in
      for name in ["c", "a", "b"] {
        registry.register(.named(name), in: .singleton(eager: true)) {
          made.withLock { $0.append(name) }
          return Service()
        }
      }
      registry.register("lazy", in: .singleton) { Service() }
      registry.register("late", in: .singleton) { () -> Service in
        made.withLock { $0.append("late") }
        return Service()
      }
      registry.setScope(.singleton(eager: true), for: InjectionKey<Service>.named("late"))
    }
    #expect(made.withLock { $0 } == ["c", "a", "b", "late"])
    let service: Service? = injector.instance(for: "a")
    #expect(service != nil && made.withLock { $0.count } == 4)
    _ = injector.overriding { $0.register("more", instance: 1) }
    #expect(made.withLock { $0.count } == 4)
  }

  private protocol Lamp: Sendable {}
  private struct Bulb: Lamp {}

  /// A property gets it, by exactly its type.
  @Test func anEagerSingletonIsMadeBesideAnotherThatGoesBeforeItByType() {
    let made = Locked(0)
    let module = InjectionModule("Lamps") { registry in
      registry.register(in: .singleton(eager: true)) { () -> any Lamp in
        made.withLock { $0 += 1 }
        return Bulb()
      }
    }
    _ = PropertyInjector(module) { $0.register("second", instance: Bulb() as any Lamp) }
    #expect(made.withLock { $0 } == 1)
  }

  @Test func anEagerSingletonThatFailsIsReportedWhenTheInjectorIsMade() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Address.self), in: .singleton(eager: true),
        .initializer(Address.init(throwing:), .value("")))
    }
    #expect(log.kinds == [.threw])
  }

  @Test @MainActor func anEagerSingletonOfTheMainActorIsMadeInMainActorCode() async {
    let calls = Counter()
    let log = IssueLog()
    @Sendable func configure(_ registry: inout Registry) {
      registry.issueHandler = { log.append($0) }
      registry.register("number", in: .singleton(eager: true)) { @MainActor in
        calls.increment()
        return 1
      }
    }
    _ = PropertyInjector { configure(&$0) }
    #expect(calls.count == 1 && log.issues.isEmpty)
    await Task.detached { _ = PropertyInjector { configure(&$0) } }.value
    #expect(calls.count == 1 && log.kinds == [.bindingOnAnotherActor])
  }

  @Test func aWeakValueIsKeptWhileSomebodyHoldsIt() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .weak) { counted(calls) }
      registry.declare("service", \Player.service)
    }
    let one = Player()
    let two = Player()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    #expect(one.service === two.service && calls.count == 1)
    one.service = nil
    injector.injectDependencies(to: one)
    #expect(one.service === two.service && calls.count == 1)
    one.service = nil
    two.service = nil
    injector.injectDependencies(to: one)
    #expect(one.service != nil && calls.count == 2)
  }

  @Test func aWeakValueThatIsNoObjectIsMadeEachTimeAndReported() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", in: .weak) { () -> Int in
        calls.increment()
        return calls.count
      }
    }
    #expect(injector.instance(for: .named("number")) == 1)
    #expect(injector.instance(for: .named("number")) == 2)
    #expect(log.kinds == [.weakValue])
  }

  @Test func aCachedValueIsForgottenAtAReset() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .cached) { counted(calls) }
      registry.register("other", in: .singleton) { Service() }
      registry.declare("service", \Player.service)
    }
    let one = Player()
    let two = Player()
    let other: Service? = injector.instance(for: "other")
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    #expect(one.service === two.service && calls.count == 1)
    injector.reset()
    two.service = nil
    injector.injectDependencies(to: two)
    #expect(one.service != nil && one.service !== two.service && calls.count == 2)
    #expect(other === injector.instance(for: .named("other", Service.self)))
  }

  @Test func aResetLetsGoOfWhatWasCached() {
    weak var kept: Service?
    let injector = PropertyInjector { $0.register("service", in: .cached) { Service() } }
    do {
      let service: Service? = injector.instance(for: "service")
      kept = service
    }
    #expect(kept != nil)
    injector.reset()
    #expect(kept == nil)
  }

  @Test func aValueThatIsMadeWhileTheInjectorIsResetIsNotKept() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .cached) { injector in
        if calls.count == 0 { injector.reset() }
        return counted(calls)
      }
    }
    let one: Service? = injector.instance(for: "service")
    let two: Service? = injector.instance(for: "service")
    #expect(one != nil && one !== two && calls.count == 2)
    #expect(two === injector.instance(for: .named("service", Service.self)))
  }

  @Test func aFactoryThatGivesNothingIsAskedAgain() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .singleton) { () -> Service? in
        calls.increment()
        return calls.count < 3 ? nil : Service()
      }
    }
    let services: [Service?] = (0..<4).map { _ in injector.instance(for: "service") }
    #expect(services[0] == nil && services[1] == nil && services[2] != nil)
    #expect(services[2] === services[3] && calls.count == 3)
  }

  @Test func aScopeOfOnesOwnDecidesWhereAValueIsKept() {
    let store = ScopedValues()
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .values(store)) { counted(calls) }
      registry.register("other", in: .values(store)) { Service() }
      registry.declare("service", \Player.service)
    }
    let one = Player()
    let two = Player()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    #expect(one.service === two.service && calls.count == 1)
    #expect(injector.instance(for: .named("other", Service.self)) !== one.service)
    store.removeAll()
    two.service = nil
    injector.injectDependencies(to: two)
    #expect(one.service !== two.service && calls.count == 2)
  }

  @Test func aScopeIsSetAfterTheRegistration() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .cached) { counted(calls) }
      registry.setScope(.singleton, for: InjectionKey<Service>.named("service"))
      registry.register(.type(Service.self), in: .singleton) { counted(calls) }
      registry.setScope(.unique, for: .type(Service.self))
    }
    let one: Service? = injector.instance(for: "service")
    #expect(one === injector.instance(for: .named("service", Service.self)) && calls.count == 1)
    #expect(injector.instance(of: Service.self) !== injector.instance(of: Service.self))
  }

  private struct Made: Constructible, Sendable {
    let service: Service
    static var provider: Provider<Made> {
      .initializer(Made.init(service:))
    }
  }

  @Test func aScopeForATypeThatSaysHowItIsMadeNeedsNoRegistration() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { Service() }
      registry.unchecked { $0.setScope(.singleton(eager: true), for: .type(Made.self)) }
    }
    let made = injector.instance(of: Made.self)
    #expect(made != nil && made?.service === injector.instance(of: Made.self)?.service)
    #expect(log.issues.isEmpty)
  }

  @Test func aScopeForWhatIsNotThereOrMakesNothingIsReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.setScope(.singleton, for: InjectionKey<Int>.named("number"))
      registry.setScope(.singleton, for: InjectionKey<String>.named("number"))
    }
    #expect(log.kinds == [.nothingToScope, .nothingToScope])
    #expect(log.issues.map(\.related.count) == [1, 0])
  }

  private protocol Log {}
  private final class FileLog: Log, Constructible {
    var lines = 0
    static var provider: Provider<FileLog> { .initializer({ FileLog() }) }
  }

  /// At run time `FileLog & Sendable` is `FileLog`.
  @Test func whatWasRegisteredWithoutAScopeIsNotKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named("log", (any Log).self)) { FileLog() }
      registry.setScope(.singleton, for: .named("log", (any Log & Sendable).self))
      registry.register(.named("logs", [any Log].self)) { [FileLog()] }
      registry.setScope(.cached, for: .named("logs", [any Log & Sendable].self))
      registry.register("file") { FileLog() }
      registry.setScope(.singleton, for: .named("file", (any FileLog & Sendable).self))
      registry.setScope(.singleton, for: .type((any FileLog & Sendable).self))
      registry.register("service") { Service() }
      registry.setScope(.graph, for: .named("service", Service.self))
    }
    #expect(log.kinds == Array(repeating: .scopeOfUnproven, count: 5))
    #expect(log.texts.allSatisfy { $0.contains("which was registered without one") })
    func file() -> FileLog? { injector.instance(for: "file") }
    #expect(file() != nil && file() !== file())
    #expect(injector.instance(of: FileLog.self) !== injector.instance(of: FileLog.self))
  }

  @Test func whatWasRegisteredWithAScopeMayGetAnother() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.clock, in: .cached) { ClassClock() }
      registry.setScope(.unique, for: .clock)
      registry.setScope(.singleton, for: .clock)
      registry.register("vouched") { ClassClock() as any Clock }
      registry.unchecked { $0.setScope(.singleton, for: .named("vouched", (any Clock).self)) }
    }
    #expect(log.texts == [])
    for key in [InjectionKey.clock, "vouched"] {
      let one = injector.instance(for: key) as? ClassClock
      #expect(one != nil && one === injector.instance(for: key) as? ClassClock)
    }
  }

  @Test func aKeptValueReachedThroughAnAliasIsTheSame() {
    let injector = PropertyInjector { registry in
      registry.register(.type(SpecialService.self), in: .singleton) { SpecialService() }
      registry.alias(.type(Service.self), to: .type(SpecialService.self))
      registry.alias("service", to: .type(Service.self))
      registry.declare("service", \Player.service)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.service != nil)
    #expect(player.service === injector.instance(of: SpecialService.self))
    #expect(player.service === injector.instance(of: Service.self))
  }

  @Test func aProtocolTypedSingletonFillsThePropertiesOfEveryInjection() async {
    let injector = PropertyInjector { registry in
      registry.register("clock", in: .singleton) { ClassClock() }
      registry.declare("clock", \Player.clock)
    }
    var clocks: [ObjectIdentifier] = []
    for _ in 0..<10 {
      let player = Player()
      injector.injectDependencies(to: player)
      clocks.append(ObjectIdentifier(player.clock as! ClassClock))
      await Task.yield()
    }
    #expect(Set(clocks).count == 1)
  }

  @Test @MainActor func aValueConfinedToAnActorIsKeptInAnyScope() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { $0.register("one", in: .singleton, .initializer(Draft.init)) }
      registry.onMainActor { $0.register("two", in: .singleton) { Draft() } }
      registry.declare("one", \Editor.one)
      registry.declare("two", \Editor.two)
    }
    let editors = [Editor(), Editor()]
    for editor in editors { injector.injectDependencies(to: editor) }
    #expect(editors[0].one != nil && editors[0].one === editors[1].one)
    #expect(editors[0].two != nil && editors[0].two === editors[1].two)
    let isRefused = await Task.detached {
      let draft: Draft? = injector.instance(for: "one")
      return draft == nil
    }.value
    #expect(isRefused && log.kinds == [.bindingOnAnotherActor])
  }

  @Test func aTypeThatIsSafeToShareThoughNobodySeesItIsVouchedFor() {
    let injector = PropertyInjector { registry in
      registry.unchecked { $0.register("draft", in: .singleton) { Draft() } }
    }
    let draft: Draft? = injector.instance(for: "draft")
    #expect(draft != nil && draft === injector.instance(for: .named("draft", Draft.self)))
  }

  @Test func anInjectorThatGoesLetsGoOfItsSingletons() {
    weak var kept: Service?
    do {
      let injector = PropertyInjector { $0.register("service", in: .singleton) { Service() } }
      let service: Service? = injector.instance(for: "service")
      kept = service
    }
    #expect(kept == nil)
  }
}

@Suite struct DerivedScopesTests {
  @Test func aDerivedInjectorSharesItsParentsSingletonsWhoeverIsFirst() {
    let parent = PropertyInjector { registry in
      registry.register("one", in: .singleton) { Service() }
      registry.register("two", in: .singleton) { Service() }
    }
    let derived = parent.overriding { $0.register("three", instance: 3) }
    let one: Service? = parent.instance(for: "one")
    let two: Service? = derived.instance(for: "two")
    #expect(one === derived.instance(for: .named("one", Service.self)))
    #expect(two === parent.instance(for: .named("two", Service.self)))
  }

  @Test func whatIsSharedIsMadeByTheInjectorThatItWasRegisteredWith() {
    let parent = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("text", in: .singleton) { injector in
        "made with \(injector.instance(for: .named("number") as InjectionKey<Int>)!)"
      }
    }
    let child = parent.overriding { $0.register("number", instance: 2, replacing: true) }
    let grandchild = child.overriding { $0.register("number", instance: 3, replacing: true) }
    #expect(grandchild.instance(for: .named("text")) == "made with 1")
    #expect(child.instance(for: .named("text")) == "made with 1")
  }

  @Test func aBindingOrAScopeThatIsOverriddenHasAValueOfItsOwn() {
    let parent = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("text", in: .singleton) { injector in
        "\(injector.instance(for: .named("number") as InjectionKey<Int>)!)"
      }
      registry.register("other", in: .singleton) { Service() }
    }
    let replaced = parent.overriding { registry in
      registry.register("other", in: .singleton, replacing: true) { Service() }
    }
    let other: Service? = parent.instance(for: "other")
    #expect(other !== replaced.instance(for: .named("other", Service.self)))
    let rescoped = parent.overriding { registry in
      registry.register("number", instance: 2, replacing: true)
      registry.setScope(.singleton, for: InjectionKey<String>.named("text"))
    }
    #expect(
      rescoped.instance(for: .named("text")) == "2" && parent.instance(for: .named("text")) == "1")
    let demoted = parent.overriding {
      $0.setScope(.unique, for: InjectionKey<Service>.named("other"))
    }
    let unique: Service? = demoted.instance(for: "other")
    #expect(
      unique !== demoted.instance(for: .named("other", Service.self))
        && other === parent.instance(for: .named("other", Service.self)))
  }

  @Test func theParentLivesAsLongAsItsDerivedInjectors() {
    var parent: PropertyInjector? = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("text", in: .singleton) { injector in
        "\(injector.instance(for: .named("number") as InjectionKey<Int>)!)"
      }
    }
    let derived = parent!.overriding { $0.remove(allNamed: "number") }
    parent = nil
    #expect(derived.instance(for: .named("text")) == "1")
  }

  @Test func aResetForgetsWhatIsSharedWithTheParent() {
    let parent = PropertyInjector { $0.register("service", in: .cached) { Service() } }
    let derived = parent.overriding { _ in }
    let one: Service? = parent.instance(for: "service")
    derived.reset()
    #expect(one !== parent.instance(for: .named("service", Service.self)))
  }
}

private final class Draft { var text = "" }
private final class Editor {
  var one: Draft?
  var two: Draft?

  @Test func aScopeForEverybodyTakesAValueOffTheActorOfAnotherScope() async {
    let log = IssueLog()
    let key = InjectionKey.named("service", SpecialService.self)
    let injector = await MainActor.run {
      PropertyInjector(reportingTo: log) { registry in
        registry.register(key) { SpecialService() }
        registry.onMainActor { $0.setScope(.singleton, for: key) }
        registry.setScope(.unique, for: key)
      }
    }
    await Task.detached { #expect(injector.instance(for: key) != nil) }.value
    #expect(log.kinds == [])
  }
}
