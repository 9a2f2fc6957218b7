import PropertyInjection
import TestSupport
import Testing

/// What `validate` finds, in its own words, to the letter.
@Suite struct ValidationTests {
  @Test func aMisspeltNameIsFound() {
    expect(
      """
      error: Board.clock stays nil: nothing is registered under "clock".
        declared at    App/Setup.swift:2
        near           "clok": StoppedClock (App/Setup.swift:1)
        to fix         register a value of type any Clock under "clock", or ask for "clok".
      """,
      """
      note: Nothing that is declared asks for "clok": StoppedClock.
        registered at  App/Setup.swift:1
        to fix         remove it, unless a look-up, a factory or a marked property asks for it.
      """
    ) { registry in
      registry.register("clok", instance: StoppedClock(), fileID: setup, line: 1)
      registry.declare("clock", \Board.clock, fileID: setup, line: 2)
    }
  }

  @Test func aWrongTypeIsFound() {
    expect(
      """
      error: Board.store stays nil: what is registered under "store" does not fit its type, Store.
        declared at    App/Setup.swift:2
        near           "store": String (App/Setup.swift:1)
        to fix         register a value of type Store under "store" as well.
      """,
      """
      note: Nothing that is declared asks for "store": String.
        registered at  App/Setup.swift:1
        to fix         remove it, unless a look-up, a factory or a marked property asks for it.
      """
    ) { registry in
      registry.register("store", instance: "a text", fileID: setup, line: 1)
      registry.declare("store", \Board.store, fileID: setup, line: 2)
    }
  }

  @Test func aMissingBindingIsFound() {
    expect(
      """
      error: Board.title stays nil: nothing is registered under "title".
        declared at    App/Setup.swift:1
        to fix         register a value of type String under "title".
      """
    ) { $0.declare("title", \Board.title, fileID: setup, line: 1) }
  }

  @Test func aMissingDeclarationIsFound() {
    expect(
      """
      warning: Board.store is not declared, and a binding fits it.
        binding        "store": Store (App/Setup.swift:1)
        to fix         registry.declare("store", \\Board.store), in the type itself if it is private.
      """,
      """
      note: Nothing that is declared asks for "title": String.
        registered at  App/Setup.swift:2
        to fix         remove it, unless a look-up, a factory or a marked property asks for it.
      """
    ) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.register("title", instance: "news", fileID: setup, line: 2)
      registry.register("clock", instance: StoppedClock())
      registry.declare("clock", \Board.clock)
      registry.declare("title", \Board.title, from: "headline", optional: true)
    }
  }

  @Test func anAliasToNothingIsFound() {
    expect(
      """
      error: No instance for "store": Store: its key leads to one without such a value, \
      "store": Store -> "archive": Store.
        registered at  App/Setup.swift:1
        binding        "store": Store (App/Setup.swift:1)
        to fix         bind "archive": Store to a value of type Store, or lead elsewhere.
      """
    ) { registry in
      registry.alias(
        .named("store", Store.self), to: .named("archive", Store.self), fileID: setup, line: 1)
    }
  }

  @Test func anAliasToItselfIsFoundBeforeAnythingAsksForIt() {
    let findings = findings { registry in
      registry.alias(.named("a", Store.self), to: .named("b", Store.self), fileID: setup, line: 1)
      registry.alias(.named("b", Store.self), to: .named("a", Store.self), fileID: setup, line: 2)
    }
    #expect(findings.map(\.issue.kind) == [.cycle, .cycle])
    #expect(findings.allSatisfy { $0.severity == .error })
    #expect(
      findings.first?.issue.chain == [
        "\"a\": Store", "\"b\": Store", "\"a\": Store",
      ])
  }

  @Test func aCycleThatIsCertainIsFound() {
    expect(
      """
      error: No instance for "egg": Egg: its binding leads back to itself, "egg": Egg -> \
      "hen": Hen -> "egg": Egg.
        registered at  App/Setup.swift:1
        to fix         let one of them get the other later: as a property that the injector fills, \
      or after its factory has returned.
      """
    ) { registry in
      registry.register(
        "egg", initializer: Egg.init(hen:), arguments: .byType, fileID: setup, line: 1)
      registry.register(
        "hen", initializer: Hen.init(egg:), arguments: .byType, fileID: setup, line: 2)
    }
  }

  @Test func twoBindingsOfANameThatFitAreFound() {
    expect(
      """
      warning: "clock": any Clock is ambiguous: more than one binding of the name fits that type; \
      the first is used.
        registered at  App/Setup.swift:1
        candidates     "clock": StoppedClock (App/Setup.swift:1)
                       "clock": ClassClock (App/Setup.swift:2)
        to fix         register one of them under another name, or one with the very type, any Clock.
      """,
      """
      note: Nothing that is declared asks for "clock": ClassClock.
        registered at  App/Setup.swift:2
        to fix         remove it, unless a look-up, a factory or a marked property asks for it.
      """
    ) { registry in
      registry.register("clock", instance: StoppedClock(), fileID: setup, line: 1)
      registry.register("clock", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare("clock", \Board.clock)
    }
  }

  @Test func anAmbiguousTypeIsFound() {
    expect(
      """
      error: Board.clock stays nil: more than one binding fits its type, any Clock.
        declared at    App/Setup.swift:3
        candidates     "a": StoppedClock (App/Setup.swift:1)
                       "b": ClassClock (App/Setup.swift:2)
        to fix         ask for one of them by name.
      """, isWithoutNotes: true
    ) { registry in
      registry.register("a", instance: StoppedClock(), fileID: setup, line: 1)
      registry.register("b", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare("clock", \Board.clock, from: .byType, fileID: setup, line: 3)
    }
  }

  @Test func bindingsThatAreRegisteredTwiceAreFound() {
    expect(
      """
      warning: "store": Store is registered twice; the first registration is kept.
        registered at  App/Setup.swift:2
        first at       "store": Store (App/Setup.swift:1)
        to fix         remove one of the two, or pass replacing: true.
      """, isWithoutNotes: true
    ) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.register("store", instance: Store(), fileID: setup, line: 2)
    }
  }

  @Test func aBindingThatIsIgnoredIsAnError() {
    let findings = findings { $0.register("", instance: 1, fileID: setup, line: 1) }
    #expect(findings.map(\.severity) == [.error] && findings.map(\.issue.kind) == [.emptyName])
  }

  @Test func aPropertyThatASubclassHidesIsFound() {
    expect(
      """
      warning: Base.log is not filled in objects of Derived, which declares another property of \
      that name.
        declared at    App/Setup.swift:1
        the other      "log": String (App/Setup.swift:2)
        to fix         declare one of the two under another name, with from: "log".
      """
    ) { registry in
      registry.register("log", instance: "news")
      Base.declare(in: &registry, fileID: setup, line: 1)
      Derived.declareOwn(in: &registry, fileID: setup, line: 2)
    }
  }

  @Test func aPropertyThatASubclassDeclaresAnewIsNoFinding() {
    expect { registry in
      registry.register("store", instance: Store())
      registry.declare("store", \Board.store)
      registry.declare("store", \DerivedBoard.store)
    }
  }

  @Test func aMissingArgumentIsFound() {
    expect(
      """
      error: Engine cannot be made for want of argument 1, Fuel: nothing that is registered fits it.
        registered at  App/Setup.swift:1
        made by        (Fuel) -> Engine
        to fix         register a value of type Fuel, or give the argument as .key, .value or .dynamic.
      """, isWithoutNotes: true
    ) { registry in
      registry.register(
        .type(Engine.self), initializer: Engine.init(fuel:), fileID: setup, line: 1)
    }
  }

  @Test func aMissingOptionalArgumentIsAWarning() {
    expect(
      """
      warning: Car is made with nil as argument 1, Engine: nothing is registered under "engine".
        registered at  App/Setup.swift:1
        made by        (Engine?) -> Car
        to fix         register a value of type Engine, or give the argument as .key, .value or \
      .dynamic.
      """, isWithoutNotes: true
    ) { registry in
      registry.register(
        .type(Car.self), initializer: Car.init(engine:), arguments: .key("engine"), fileID: setup,
        line: 1)
    }
  }

  @Test func anArgumentOfATypeThatSaysHowItIsMadeIsFound() {
    let findings = findings { registry in
      registry.register("garage", initializer: Garage.init(lamp:), arguments: .byType)
      registry.declare("garage", \Board.garage)
    }
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(
      Set(findings.map { TypeNames.of($0.issue.valueType) }) == ["Lamp", "Garage"])
  }

  @Test func aPropertyWhoseBindingCannotBeMadeIsFound() {
    expect(
      """
      error: Engine cannot be made for want of argument 1, Fuel: nothing that is registered fits it.
        registered at  App/Setup.swift:1
        made by        (Fuel) -> Engine
        to fix         register a value of type Fuel, or give the argument as .key, .value or .dynamic.
      """,
      """
      error: Board.engine stays nil: its binding cannot be made.
        declared at    App/Setup.swift:2
        binding        "engine": Engine (App/Setup.swift:1)
        to fix         see to the argument that the binding lacks.
      """
    ) { registry in
      registry.register("engine", initializer: Engine.init(fuel:), fileID: setup, line: 1)
      registry.declare("engine", \Board.engine, fileID: setup, line: 2)
    }
  }

  @Test func aPropertyThatAsksWithoutTheArgumentsIsFound() {
    expect(
      """
      error: Board.engine stays nil: its binding takes the creation-time arguments (Fuel), which a \
      property does not give.
        declared at    App/Setup.swift:2
        binding        "engine": Engine (App/Setup.swift:1)
        to fix         make it with them and set the property, or give its arguments another way.
      """
    ) { registry in
      registry.register(
        "engine", initializer: Engine.init(fuel:), arguments: .dynamic, fileID: setup, line: 1)
      registry.declare("engine", \Board.engine, fileID: setup, line: 2)
    }
  }

  @Test func aKeptValueThatOutlivesItsArgumentIsFound() {
    expect(
      """
      warning: "engine": Engine is kept in the scope .singleton, and with it argument 1, whose \
      scope .cached is shorter.
        registered at  App/Setup.swift:2
        argument       "fuel": Fuel (App/Setup.swift:1)
        to fix         keep both in one scope, or let it ask for the other when it is needed.
      """, isWithoutNotes: true
    ) { registry in
      registry.register("fuel", in: .cached, fileID: setup, line: 1) { Fuel() }
      registry.register(
        "engine", in: .singleton, initializer: Engine.init(fuel:), fileID: setup, line: 2)
    }
  }

  @Test func aLazyVarIsFound() {
    expect(
      """
      error: Board.late is a lazy var: it is skipped, and its initializer is not run.
        declared at    App/Setup.swift:2
        binding        "late": Store (App/Setup.swift:1)
        to fix         make it a plain var.
      """
    ) { registry in
      registry.register("late", instance: Store(), fileID: setup, line: 1)
      registry.declare("late", \Board.late, fileID: setup, line: 2)
    }
  }

  @Test func accessorsForAPropertyThatIsNotMarkedAreFound() {
    expect(
      """
      error: Board.title is left alone: its binding gives a getter or a setter, which only a \
      property that is marked @Injected takes.
        declared at    App/Setup.swift:2
        binding        "title": String (App/Setup.swift:1)
        to fix         mark it @Injected where it is stored, if it is not static, or bind its key \
      to a value.
      """
    ) { registry in
      registry.intercept(
        InjectionKey<String>("title"), fileID: setup, line: 1, get: { _ in "news" })
      registry.declare("title", \Board.title, fileID: setup, line: 2)
    }
  }

  @Test func aKeyPathOfAStructThatLeadsElsewhereIsFound() {
    expect(
      """
      error: Masthead.title is declared with a key path that leads to Masthead.subtitle.
        declared at    App/Setup.swift:1
        to fix         write \\Masthead.title, or declare it under the other's name, with from:.
      """
    ) { registry in
      for name in ["title", "lead", "note", "number", "observed", "computed"] {
        registry.register(.named(name), instance: name)
      }
      registry.declare("title", \Masthead.subtitle, fileID: setup, line: 1)
      // Nothing is stored under these names in a property of that type.
      registry.declare("lead", \Masthead.subtitle)
      registry.declare("note", \Masthead.byline.note)
      registry.declare("number", \Masthead.text)
      // These key paths do not tell, and lead where they say.
      registry.declare("observed", \Masthead.observed)
      registry.declare("computed", \Masthead.computed)
    }
  }

  @Test func aBindingThatNothingAsksForIsANote() {
    expect(
      """
      note: Nothing that is declared asks for "spare": Int.
        registered at  App/Setup.swift:1
        to fix         remove it, unless a look-up, a factory or a marked property asks for it.
      """
    ) { $0.register("spare", instance: 1, fileID: setup, line: 1) }
  }

  @Test func whatAnEagerSingletonAndAnAliasUseIsUsed() {
    expect { registry in
      registry.register("eager", in: .singleton(eager: true)) { Store() }
      registry.register("archive", instance: Store())
      registry.alias(.named("store", Store.self), to: .named("archive", Store.self))
      registry.declare("store", \Board.store)
    }
  }

  @Test func aPropertyThatMayStayNilIsNoFinding() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("title", \Board.title, optional: true)
    }
    #expect(injector.validate().findings.isEmpty)
    let result = injector.injectDependencies(to: Board())
    #expect(result.unfilled.map(\.reason) == [.unknownName] && log.issues.isEmpty)
  }

  @Test func anOverrideThatServesNothingIsFound() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("store", instance: Store(), fileID: setup, line: 1)
      registry.declare("store", \Board.store)
    }
    let derived = parent.overriding { $0.register("store", instance: 3.5, fileID: setup, line: 2) }
    #expect(
      derived.validate().findings.map(\.description) == [
        """
        warning: "store": Store is not overridden: the override that is registered under the name \
        does not fit that type.
          registered at  App/Setup.swift:1
          override       "store": Double (App/Setup.swift:2)
          to fix         register the override with that type, or let a type be asked for that both \
        fit.
        """,
        """
        warning: "store": Double overrides a binding of that name, and nothing that is declared \
        gets it.
          registered at  App/Setup.swift:2
          inherited      "store": Store (App/Setup.swift:1)
          to fix         register it with the type of the binding that it is for, or remove it.
        """,
      ])
    #expect(
      parent.overriding { $0.register("store", instance: Store()) }.validate().findings.isEmpty)
  }

  @Test func whatAnInheritedKeptValueNeedsIsLookedUpWhereItWasRegistered() {
    let parent = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("engine", in: .singleton, initializer: Engine.init(fuel:))
      registry.declare("engine", \Board.engine)
    }
    let derived = parent.overriding { $0.register("fuel", instance: Fuel()) }
    #expect(derived.validate().errors.map(\.kind) == [.unresolvedArgument, .unresolvedArgument])
    #expect(derived.injectDependencies(to: Board()).injected.isEmpty)
  }
}

extension ValidationTests {
  var setup: StaticString { "App/Setup.swift" }

  /// Expects these findings of a configuration, in this order.
  func expect(
    _ texts: String..., isWithoutNotes: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    configure: (inout Registry) -> Void
  ) {
    let found = findings(configure).filter { !isWithoutNotes || $0.severity != .note }
    #expect(found.map(\.description) == texts, sourceLocation: sourceLocation)
  }

  func findings(_ configure: (inout Registry) -> Void) -> [ValidationReport.Finding] {
    PropertyInjector(reportingTo: IssueLog()) { configure(&$0) }.validate().findings
  }
}

private enum TypeNames {
  static func of(_ type: Any.Type?) -> String { type.map { "\($0)" } ?? "nil" }
}

private final class Store: Sendable {}

private struct Fuel: Sendable {}

private struct Engine: Sendable {
  init(fuel: Fuel) {}
}

private struct Car: Sendable {
  init(engine: Engine?) {}
}

private struct Lamp: Constructible, Sendable {
  init(fuel: Fuel) {}

  static var injectableInitializer: InjectableInitializer<Lamp> {
    InjectableInitializer(Lamp.init(fuel:))
  }
}

private struct Garage: Sendable {
  init(lamp: Lamp) {}
}

private struct Egg: Sendable {
  init(hen: Hen) {}
}

private final class Hen: Sendable {
  init(egg: Egg) {}
}

private class Board {
  var clock: (any Clock)?
  var store: Store?
  var title: String?
  var engine: Engine?
  var garage: Garage?
  lazy var late: Store? = nil
}

private final class DerivedBoard: Board {}

private struct Byline {
  var note: String?
}

private struct Masthead {
  var title: String?
  var subtitle: String?
  var text: String?
  var number: Int?
  var byline = Byline(note: nil)

  var computed: String? {
    get { nil }
    set { text = newValue }
  }

  var observed: String? {
    didSet { text = observed }
  }
}

private class Base {
  private var log: String?

  static func declare(in registry: inout Registry, fileID: StaticString, line: UInt) {
    registry.declare("log", \Base.log, fileID: fileID, line: line)
  }
}

private final class Derived: Base {
  private var log: String?

  static func declareOwn(in registry: inout Registry, fileID: StaticString, line: UInt) {
    registry.declare("log", \Derived.log, fileID: fileID, line: line)
  }
}
