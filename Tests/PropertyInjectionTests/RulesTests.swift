import PropertyInjection
import TestSupport
import Testing

/// The rules of Docs/Rules.md, by their numbers.
@Suite struct RulesTests {
  @Test("Rule 1: under a name the type has to match")
  func nameAndType() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", instance: Service())
      registry.register("number", instance: "a string")
      registry.register("tick", instance: StoppedClock())
      registry.declare("service", \Player.service)
      registry.declare("number", \Player.number)
      registry.declare("clock", \Player.clock)
    }
    let player = Player()
    let result = injector.injectDependencies(to: player)
    #expect(result.injected == ["service"])
    #expect(player.number == nil)
    #expect(player.clock == nil)
    #expect(log.kinds == [.noFittingType, .unknownName])
  }

  @Test("Rule 1: if no binding of its name fits, its type answers")
  func typeAlone() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: StoppedClock(now: 1) as any Clock)
      registry.register(instance: SpecialService())
      registry.register(instance: 7)
      registry.register("number", instance: 8)
      registry.declare("service", \Player.service)
      registry.declare("number", \Player.number)
      registry.declare("clock", \Player.clock)
    }.overriding { $0.register(instance: StoppedClock(now: 2) as any Clock) }
    let player = injector.injected(Player())
    #expect(player.clock?.now == 2 && player.number == 8)
    #expect(player.service == nil && log.kinds == [.unknownName])
  }

  @Test("Rule 1: subclasses fit a class, conforming types a protocol")
  func subclassAndConformance() {
    let special = SpecialService()
    let injector = PropertyInjector { registry in
      registry.register("service", instance: special)
      registry.register("clock", instance: ClassClock())
      registry.declare("service", \Player.service)
      registry.declare("clock", \Player.clock)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.service === special)
    #expect(player.clock is ClassClock)
  }

  @Test("Rule 1: an exact type goes before a fitting one")
  func exactFirst() {
    let exact = Service()
    let injector = PropertyInjector { registry in
      registry.register("service", instance: SpecialService())
      registry.register("service", instance: exact)
      registry.declare("service", \Player.service)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.service === exact)
  }

  @Test("Rule 1: of bindings that fit equally well the first wins")
  func firstAmongEquals() {
    let injector = PropertyInjector { registry in
      registry.register("clock", instance: ClassClock())
      registry.register("clock", instance: StoppedClock())
      registry.declare("clock", \Player.clock)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.clock is ClassClock)
  }

  @Test("Rule 2: a set property is left alone, its factory not called")
  func setPropertyIsLeftAlone() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("number") { () -> Int? in
        calls.increment()
        return 1
      }
      registry.declare("number", \Player.number)
    }
    let player = Player()
    player.number = 7
    let result = injector.injectDependencies(to: player)
    #expect(player.number == 7)
    #expect(calls.count == 0)
    #expect(!result.didInject && result.injected.isEmpty && result.unfilled.isEmpty)
  }

  private final class Watched {
    var reads: [String] = []
    var stored: Int?
    var number: Int? {
      get {
        reads.append("get")
        return stored
      }
      set {
        reads.append("set")
        stored = newValue
      }
    }
  }

  @Test("Rule 2: a property is read once before a factory runs")
  func readOnce() {
    let watched = Watched()
    nonisolated(unsafe) let seenByFactory = watched
    let injector = PropertyInjector { registry in
      registry.register("number") {
        seenByFactory.reads.append("factory")
        return 3
      }
      registry.declare("number", \Watched.number)
    }
    injector.injectDependencies(to: watched)
    // Later reads belong to the store itself and to the look whether the property kept the value.
    #expect(watched.reads.prefix(2) == ["get", "factory"])
    #expect(watched.reads.filter { $0 == "set" } == ["set"])
    watched.reads = []
    injector.injectDependencies(to: watched)
    #expect(watched.reads == ["get"])
  }

  @Test("Rule 3: the first registration is kept, the second reported")
  func duplicateRegistration() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("number", instance: 2)
    }
    #expect(injector.instance(for: "number") == 1)
    let issue = try #require(log.issues.first)
    #expect(log.issues.count == 1)
    #expect(issue.kindName == .duplicateBinding)
    #expect(issue.location?.line == issue.related.first?.location.map { $0.line + 1 })
  }

  @Test("Rule 3: replacing replaces; two types are two bindings")
  func replacing() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("number", instance: "one")
      registry.register("number", instance: 2, replacing: true)
    }
    #expect(injector.instance(for: "number") == 2)
    #expect(injector.instance(for: "number") == "one")
    #expect(log.issues.isEmpty)
  }

  @Test("Rule 3: a derived injector's own bindings go first")
  func overriding() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.clock, instance: ClassClock())
      registry.declare(.clock, \Player.clock)
    }
    let derived = injector.overriding { $0.register("clock", instance: StoppedClock()) }
    let player = Player()
    derived.injectDependencies(to: player)
    #expect(player.clock is StoppedClock)
    #expect(log.issues.isEmpty)
  }

  @Test("Rule 4: a property may ask for another name, or by type")
  func otherKeys() {
    let injector = PropertyInjector { registry in
      registry.register("theNumber", instance: 4)
      registry.register("whatever", instance: StoppedClock())
      registry.declare("number", \Player.number, from: "theNumber")
      registry.declare("clock", \Player.clock, from: .byType)
    }
    let player = Player()
    #expect(injector.injectDependencies(to: player).injected == ["number", "clock"])
    #expect(player.number == 4)
    #expect(player.clock is StoppedClock)
  }

  @Test("Rule 4: nothing else answers a key that is written out")
  func demands() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: 7)
      registry.declare("number", \Player.number, from: "number")
    }
    #expect(injector.injected(Player()).number == nil)
    #expect(injector.instance(for: .named("number", Int.self)) == nil)
    #expect(log.kinds == [.unknownName, .unknownName])
  }

  @Test("Rule 4: by type, an ambiguity is reported and never guessed")
  func ambiguity() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: StoppedClock())
      registry.register("two", instance: ClassClock())
      registry.declare("clock", \Player.clock, from: .byType)
    }
    let player = Player()
    let result = injector.injectDependencies(to: player)
    #expect(player.clock == nil)
    #expect(result.unfilled.map(\.reasonName) == [.ambiguousType])
    #expect(log.issues.first?.related.map(\.name) == ["one", "two"])
  }

  @Test("Rule 4: by type, the very type goes before fitting ones")
  func byTypePrefersExact() {
    let injector = PropertyInjector { registry in
      registry.register("one", instance: StoppedClock())
      registry.register(.clock, instance: ClassClock())
      registry.declare("clock", \Player.clock, from: .byType)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.clock is ClassClock)
  }

  @Test("Rule 5: a factory runs for nil only, never to learn its type")
  func factoryIsNotProbed() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number") { () -> String? in
        calls.increment()
        return "of another type"
      }
      registry.register("clock") { () -> [String]? in
        calls.increment()
        return []
      }
      registry.declare("number", \Player.number)
      registry.declare("clock", \Player.clock)
      registry.declare("service", \Player.service)
    }
    injector.injectDependencies(to: Player())
    #expect(injector.instance(for: "number") == nil as Int?)
    #expect(calls.count == 0)
  }

  @Test("Rule 5: a factory that returns nil is asked again")
  func factoryGivesNil() {
    final class Aware: InjectionAware {
      var number: Int?
      var hooks = 0
      func didInjectDependencies() { hooks += 1 }
    }
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int? in
        calls.increment()
        return calls.count < 3 ? nil : 3
      }
      registry.declare("number", \Aware.number)
    }
    let aware = Aware()
    for _ in 0..<2 {
      let result = injector.injectDependencies(to: aware)
      #expect(result.unfilled.map(\.description) == ["number (factoryGaveNil)"])
    }
    #expect(aware.hooks == 0)
    injector.injectDependencies(to: aware)
    #expect(aware.number == 3)
    #expect(aware.hooks == 1)
    #expect(log.issues.isEmpty)
  }

  @Test("Rule 6: what is declared for a superclass fills a subclass")
  func inherited() {
    class Base { var number: Int? }
    class Middle: Base { var clock: (any Clock)? }
    final class Derived: Middle { var service: Service? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 6)
      registry.register("clock", instance: StoppedClock())
      registry.register("service", instance: Service())
      registry.declare("service", \Derived.service)
      registry.declare("number", \Base.number)
      registry.declare("clock", \Middle.clock)
    }
    let derived = Derived()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "clock", "service"])
    #expect(derived.number == 6 && derived.clock != nil && derived.service != nil)
  }

  @Test("Rule 6: a subclass's declaration goes first")
  func subclassDeclarationWins() {
    class Base { var number: Int? }
    final class Derived: Base {}
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("other", instance: 2)
      registry.declare("number", \Base.number)
      registry.declare("number", \Derived.number, from: "other")
    }
    let base = Base()
    let derived = Derived()
    injector.injectDependencies(to: base)
    #expect(injector.injectDependencies(to: derived).injected == ["number"])
    #expect(base.number == 1)
    #expect(derived.number == 2)
  }

  @Test("Rule 7: the hook runs once, last, and only if one was filled")
  func hook() {
    final class Aware: InjectionAware {
      var number: Int?
      var clock: (any Clock)?
      var seen: [String] = []
      func didInjectDependencies() { seen.append("\(number ?? 0) \(clock?.now ?? 0)") }
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.register("clock", instance: StoppedClock())
      registry.declare("number", \Aware.number)
      registry.declare("clock", \Aware.clock)
    }
    let aware = Aware()
    injector.injectDependencies(to: aware)
    injector.injectDependencies(to: aware)
    #expect(aware.seen == ["7 12"])
    aware.clock = nil
    #expect(injector.injectDependencies(to: aware).injected == ["clock"])
    #expect(aware.seen == ["7 12", "7 12"])
  }

  private struct Form: InjectionAware {
    var number: Int?
    var doubled = 0
    mutating func didInjectDependencies() { doubled = (number ?? 0) * 2 }
  }

  @Test("Rule 7: a struct's hook is mutating and runs on that value")
  func mutatingHook() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 21)
      registry.declare("number", \Form.number)
    }
    var form = Form()
    let result = injector.injectDependencies(to: &form)
    #expect(result.injected == ["number"])
    #expect(form.doubled == 42)
  }

  @Test("Rule 9: an injector never changes; deriving makes another")
  func deriving() {
    let log = IssueLog()
    let parent = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("text", instance: "one")
      registry.declare("number", \Player.number)
    }
    let child = parent.overriding { registry in
      registry.register("number", instance: 2, replacing: true)
      registry.remove(allNamed: "text")
      registry.register("clock", instance: StoppedClock())
      registry.declare("clock", \Player.clock)
    }
    let ofParent = Player()
    let ofChild = Player()
    #expect(parent.injectDependencies(to: ofParent).injected == ["number"])
    #expect(child.injectDependencies(to: ofChild).injected == ["number", "clock"])
    #expect(ofParent.number == 1 && ofChild.number == 2)
    #expect(parent.instance(for: "text") == "one")
    #expect(child.instance(for: "text") == nil as String?)
    #expect(log.kinds == [.unknownName], "the child keeps its parent's handler")
  }

  @Test("Rule 11: failures are reported, and the rest is filled")
  func failuresAreReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("clock", instance: StoppedClock())
      registry.declare("service", \Player.service)
      registry.declare("clock", \Player.clock)
    }
    let result = injector.injectDependencies(to: Player())
    #expect(result.injected == ["clock"])
    #expect(result.unfilled.map(\.description) == ["service (unknownName)"])
    #expect(log.kinds == [.unknownName])
  }

  @Test("Rule 11: each distinct issue is reported once")
  func reportedOnce() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("service", \Player.service)
      registry.declare("clock", \Player.clock)
    }
    for _ in 0..<5 {
      injector.injectDependencies(to: Player())
      _ = injector.instance(for: "service") as Service?
    }
    #expect(log.kinds == [.unknownName, .unknownName, .unknownName])
  }
}
