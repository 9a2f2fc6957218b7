import PropertyInjection
import TestSupport
import Testing

/// Registering, removing, looking up.
@Suite struct RegistryTests {
  @Test func typedKeysAndLiteralsAreTheSameKey() {
    let injector = PropertyInjector { registry in
      registry.register(.clock, instance: StoppedClock())
      registry.declare(.clock, \Player.clock)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.clock != nil)
    #expect(injector.instance(for: .clock)?.now == 12)
    let byName: (any Clock)? = injector.instance(for: "clock")
    #expect(byName?.now == 12)
    #expect(InjectionKey<Int>.named("a") == "a")
    #expect("\(InjectionKey<any Clock>.clock)" == "\"clock\": any Clock")
  }

  @Test func anInstanceIsSharedAndAFactoryMakesANewOneEachTime() {
    let injector = PropertyInjector { registry in
      registry.register("shared", instance: Service())
      registry.register("fresh") { Service() }
      registry.register("other") { _ in Service() }
    }
    let one: Service? = injector.instance(for: "shared")
    let two: Service? = injector.instance(for: "shared")
    let three: Service? = injector.instance(for: "fresh")
    let four: Service? = injector.instance(for: "fresh")
    #expect(one != nil && one === two)
    #expect(three != nil && four != nil && three !== four)
    #expect(injector.instance(for: "other") as Service? != nil)
  }

  @Test func anInstanceIsFoundByItsTypeAlone() {
    let injector = PropertyInjector { registry in
      registry.register("one", instance: SpecialService())
      registry.register("two", instance: StoppedClock())
      registry.register("three") { "text" }
    }
    #expect(injector.instance(of: SpecialService.self) != nil)
    #expect(injector.instance(of: Service.self) is SpecialService)
    #expect(injector.instance(of: (any Clock).self) is StoppedClock)
    #expect(injector.instance(of: StoppedClock.self) == StoppedClock())
    #expect(injector.instance(of: String.self) == "text")
    #expect(injector.instance(of: PropertyInjector.self) === injector)
  }

  @Test func whatIsNotFoundByItsTypeIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: StoppedClock())
      registry.register("two", instance: ClassClock())
    }
    #expect(injector.instance(of: Int.self) == nil)
    #expect(injector.instance(of: (any Clock).self) == nil)
    #expect(log.kinds == [.unknownType, .ambiguousType])
  }

  @Test func aBindingIsRemovedByNameOrByKey() {
    var removed: [Bool] = []
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
      registry.register("number", instance: "one")
      registry.register("number", instance: 1.0)
      removed.append(registry.remove(InjectionKey<Int>.named("number")))
      removed.append(registry.remove(InjectionKey<Int>.named("number")))
      removed.append(registry.remove(InjectionKey<Bool>.named("number")))
      registry.register("text", instance: "text")
      registry.register("text", instance: 2)
      removed.append(registry.remove(allNamed: "text"))
      removed.append(registry.remove(allNamed: "text"))
    }
    #expect(removed == [true, false, false, true, false])
    #expect(injector.instance(for: "number") == nil as Int?)
    #expect(injector.instance(for: "number") == "one")
    #expect(injector.instance(for: "number") == 1.0)
    #expect(injector.instance(for: "text") == nil as String?)
  }

  @Test func aPropertyThatOneLineDeclaresTwiceIsNoMistake() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      for _ in 0..<2 { registry.declare("number", \Player.number) }
    }
    #expect(log.issues.isEmpty)
  }

  @Test func aRemovedNameCanBeRegisteredAgain() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.remove(allNamed: "number")
      registry.register("number", instance: 2)
    }
    #expect(injector.instance(for: "number") == 2)
    #expect(log.issues.isEmpty)
  }

  private final class Owner { var injector: PropertyInjector? }
  @Test func theInjectorItselfIsRegistered() {
    let injector = PropertyInjector { $0.declare("injector", \Owner.injector) }
    let derived = injector.overriding { _ in }
    let one = Owner()
    let two = Owner()
    injector.injectDependencies(to: one)
    derived.injectDependencies(to: two)
    #expect(one.injector === injector)
    #expect(two.injector === derived)
  }

  @Test func theInjectorGivesWayToWhatElseIsRegisteredUnderItsName() {
    let log = IssueLog()
    let other = PropertyInjector { _ in }
    let injector = PropertyInjector(reportingTo: log) {
      $0.register("injector", instance: other)
    }
    #expect(injector.instance(for: .named("injector", PropertyInjector.self)) === other)
    #expect(log.issues.isEmpty)
  }

  @Test func anInjectorIsFreedThoughItIsRegisteredWithItself() {
    weak var gone: PropertyInjector?
    do {
      let injector = PropertyInjector { $0.declare("injector", \Owner.injector) }
      gone = injector
      injector.injectDependencies(to: Owner())
    }
    #expect(gone == nil)
  }

  @Test func instancesAndFactoriesAreReleasedWithTheirInjector() {
    weak var instance: Service?
    weak var captured: Service?
    do {
      let one = Service()
      let two = Service()
      instance = one
      captured = two
      let injector = PropertyInjector { registry in
        registry.register("service", instance: one)
        registry.register("other") { two }
        registry.declare("service", \Player.service)
      }
      injector.injectDependencies(to: Player())
    }
    #expect(instance == nil && captured == nil)
  }

  @Test func anEmptyNameIsReportedAndIgnored() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("", instance: 1)
      registry.declare("", \Player.number)
    }
    #expect(injector.instance(for: "") == nil as Int?)
    #expect(!injector.injectDependencies(to: Player()).didInject)
    #expect(log.kinds.prefix(2) == [.emptyName, .emptyName])
  }

  @Test func namesThatAreNoIdentifiersAreKeysLikeOthers() {
    for name in ["a b", "1", "a.b.c", "-", "\u{1F980}", "_", "`x`", "\"", "\n", "self"] {
      let injector = PropertyInjector { registry in
        registry.register(.named(name), instance: 1)
        registry.declare("number", \Player.number, from: .named(name))
      }
      let player = Player()
      injector.injectDependencies(to: player)
      #expect(player.number == 1)
    }
  }

  private struct Nest<Inner>: Sendable { var depth = 0 }
  @Test func manyBindingsUnderOneNameAreToldApartByType() {
    func register<Inner>(_: Inner.Type, _ depth: Int, _ registry: inout Registry) {
      guard depth > 0 else { return }
      registry.register("number", instance: Nest<Inner>(depth: depth))
      register(Nest<Inner>.self, depth - 1, &registry)
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      // A type nests only so deep: five hundred types in each of twenty families make ten thousand.
      func family<Root>(_: Root.Type) { register(Root.self, 500, &registry) }
      func families<Root>(_: Root.Type, _ count: Int) {
        guard count > 0 else { return }
        family(Root.self)
        families(Family<Root>.self, count - 1)
      }
      families(Int.self, Effort.rounds(20, sampled: 2))
      registry.register("number", instance: 7)
      registry.declare("number", \Player.number)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.number == 7)
    #expect(injector.instance(for: "number").map { (nest: Nest<Int>) in nest.depth } == 500)
    #expect(log.issues.isEmpty)
  }

  @Test func aTrailingClosureIsAFactoryAndAClosureMayBeAnInstance() {
    let injector = PropertyInjector { registry in
      registry.register("number") { 3 }
      registry.register("closure", instance: { 4 } as @Sendable () -> Int)
      registry.register("made", factory: Service.init)
    }
    #expect(injector.instance(for: "number") == 3)
    let closure: (@Sendable () -> Int)? = injector.instance(for: "closure")
    #expect(closure?() == 4)
    #expect(injector.instance(for: "made") as Service? != nil)
  }

  @Test("Rule 10: a factory injects what it creates with its injector")
  func aFactoryReceivesTheInjectorThatRunsIt() {
    let injector = PropertyInjector { registry in
      registry.register("base", instance: 20)
      registry.register("number") { injector in
        injector.instance(for: "base").map { (base: Int) in base + 1 }
      }
      registry.register("player") { injector in
        let player = Player()
        var form = Form()
        injector.injectDependencies(to: player)
        injector.injectDependencies(to: &form)
        player.number = (player.number ?? 0) + (form.number ?? 0)
        return player
      }
      registry.register("length") { injector in
        injector.instance(of: String.self)?.count
      }
      registry.register("text", instance: "text")
      registry.declare("number", \Player.number)
      registry.declare("number", \Form.number)
    }
    let derived = injector.overriding { $0.register("base", instance: 30, replacing: true) }
    #expect(injector.instance(for: "number") == 21)
    #expect(derived.instance(for: "number") == 31)
    #expect(derived.instance(for: "player").map { (player: Player) in player.number } == 62)
    #expect(injector.instance(for: "length") == 4)
  }
}

struct Family<Root> {}
