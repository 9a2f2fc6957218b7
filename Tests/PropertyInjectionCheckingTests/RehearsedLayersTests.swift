import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Rehearsals of lazy properties in cycles, and of derived injectors.
@Suite struct RehearsedLayersTests {
  private protocol Clock: Sendable {}
  private struct SystemClock: Clock {}

  final class Crew: @unchecked Sendable {
    @Required(lazy: true) var queue: Queue
  }
  final class Queue: @unchecked Sendable {
    let crew: Crew
    init(crew: Crew) { self.crew = crew }
  }

  @Test func aLazyPropertyThatEndsACycleIsNoError() throws {
    let injector = PropertyInjector { registry in
      registry.register { Crew() }
      registry.register(.initializer(Queue.init(crew:)))
      registry.declare { Crew() }
    }
    try injector.validate().requireClean()
    let crew = try injector.require(.type(Crew.self))
    #expect(crew.queue.crew !== crew)
    try injector.rehearse().requireClean()
  }

  private final class Office { @Required var clock: any Clock }

  @Test func aDerivedInjectorIsAskedByTheKeysOfItsProperties() throws {
    let module = InjectionModule("Clocks") { registry in
      registry.register(in: .singleton) { SystemClock() as any Clock }
    }
    let base = PropertyInjector(module) { registry in
      registry.register("first", in: .singleton) { SystemClock() as any Clock }
      registry.register("second", in: .singleton) { SystemClock() as any Clock }
      registry.declare { Office() }
    }
    let derived = base.overriding { $0.register("port", instance: 1) }
    #expect(!derived.rehearse().findings.contains { $0.severity == .error })
  }

  private final class Engine: Sendable {
    let clock: any Clock
    init(clock: any Clock) { self.clock = clock }
  }

  @Test func whatTheParentKeepsIsMadeWithItsBindings() throws {
    let base = PropertyInjector { registry in
      registry.register(instance: SystemClock() as any Clock)
      registry.register(in: .singleton, .initializer(Engine.init(clock:)))
    }
    let derived = base.overriding { registry in
      registry.register("first", instance: SystemClock() as any Clock)
      registry.register("second", instance: SystemClock() as any Clock)
    }
    #expect(try derived.require(.type(Engine.self)).clock is SystemClock)
    #expect(!derived.rehearse().findings.contains { $0.severity == .error })
  }

  private final class Plain: Sendable {}

  @Test func aDeclaredLookUpOfAnotherTypeIsUnverified() {
    let injector = PropertyInjector { registry in
      registry.register("clock") { Plain() as any Sendable }
      registry.declare(asks: InjectionKey<any Clock>.named("clock"))
    }
    let found = injector.validate().findings.filter { $0.issue.kindName == .unverified }
    #expect(found.count == 1)
  }

  private struct Value: Sendable {}

  @Test func aWeakScopeOfAValueIsTold() {
    let injector = PropertyInjector { registry in
      registry.register(in: .weak) { Value() }
      registry.declare(asks: .type(Value.self))
    }
    let warnings = injector.validate().findings.filter { $0.severity == .warning }
    #expect(warnings.map(\.issue.kindName) == [.weakValue])
  }

  private class Animal {}
  private protocol Speaker {}
  private final class Dog: Animal, Speaker {}
  private final class Zoo { @Required(.named("pet")) var animal: Animal }

  @Test func aSubclassMayAdoptWhatIsRegistered() {
    let module = InjectionModule("Zoo") { $0.register("pet") { Dog() as any Speaker } }
    let injector = PropertyInjector(module) { registry in
      registry.issueHandler = { _ in }
      registry.declare(Zoo.self)
    }
    #expect(!injector.validate().findings.contains { $0.severity == .error })
    #expect(injector.injected(Zoo()).animal is Dog)
  }

  /// A mark that writes out a key of its type alone is not for what is registered as a protocol.
  @Test func aMissingClassIsAnErrorBesideAProtocolWithoutAName() {
    let injector = PropertyInjector { registry in
      registry.register { Dog() as any Speaker }
      registry.declare(Zoo.self)
    }
    let errors = injector.validate().findings.filter { $0.severity == .error }
    #expect(errors.map(\.issue.name) == ["animal"])
  }

  final class Part: @unchecked Sendable { @Required var clock: Int }
  final class Whole { @Injected var part: Part? }

  @Test func anExplanationSaysThatAValueIsNotUsed() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register { Part() }
    }
    let whole = injector.injected(Whole())
    #expect(whole.part == nil)
    let text = injector.explain(whole).description
    #expect(text.contains("it lacks a value of its own, and is not used"))
  }
}
