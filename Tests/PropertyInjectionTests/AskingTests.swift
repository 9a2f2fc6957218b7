import PropertyInjection
import TestSupport
import Testing

@Suite struct AskingTests {
  private final class Report {
    var number: Int?
    var clock: (any Clock)?
    var service: Service?
  }

  @Test func aFactorysInjectorLooksUpByKeyAndTypeAndInjects() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register(.clock, instance: StoppedClock(now: 2))
      registry.register("service", instance: Service())
      registry.declare("service", \Report.service)
      registry.register("report") { injector in
        let report = Report()
        report.number = injector.instance(of: Int.self)
        report.clock = injector.instance(for: .clock)
        injector.injectDependencies(to: report)
        return report
      }
    }
    let report: Report? = injector.instance(for: "report")
    #expect(report?.number == 1 && report?.clock?.now == 2 && report?.service != nil)
  }

  @Test func anInjectorIsAskedByKeyInBrackets() {
    let injector = PropertyInjector { registry in
      registry.register(.clock, instance: StoppedClock(now: 2))
      registry.register("n", instance: 3)
    }
    #expect(injector.instance(for: .clock)?.now == 2)
    #expect(injector.instance(for: .type(Int.self)) == 3)
    #expect(injector.instance(for: .named("n")) == 3)
  }

  @Test func whoAsksForAnyObjectIsNotAnsweredWithTheInjector() {
    let log = IssueLog()
    let service = Service()
    let injector = PropertyInjector(reportingTo: log) { $0.register("service", instance: service) }
    #expect(injector.instance(of: AnyObject.self) === service)
    #expect(injector.instance(of: Any.self) as? Service === service)
    #expect(injector.instance(of: PropertyInjector.self) === injector)
    #expect(log.issues.isEmpty)
    let empty = PropertyInjector(reportingTo: log) { _ in }
    #expect(empty.instance(of: AnyObject.self) == nil)
    #expect(log.kinds == [.unknownType])
  }

  private final class House {
    let injector: PropertyInjector
    init(injector: PropertyInjector) { self.injector = injector }
  }

  @Test func aNameThatIsTakenDoesNotHideWhatIsFoundByType() {
    let injector = PropertyInjector { registry in
      registry.register("injector", instance: 2)
      registry.register("objectFactory", instance: 3)
      registry.register(.type(House.self), .initializer(House.init(injector:)))
    }
    #expect(injector.instance(of: House.self) != nil)
    #expect(injector.instance(of: PropertyInjector.self) === injector)
    #expect(injector.instance(of: ObjectFactory.self) != nil)
    let own = PropertyInjector { $0.register("mine", instance: injector) }
    #expect(own.instance(of: PropertyInjector.self) === injector, "what is registered goes first")
  }

  private final class Counter {
    var objectFactory: ObjectFactory?
    @Injected(.byType) var other: ObjectFactory?
  }

  @Test func anObjectFactoryIsInjectedByItsNameOrByType() {
    let injector = PropertyInjector { registry in
      registry.register("number") { (_, n: Int) in n + 1 }
      registry.declare("objectFactory", \Counter.objectFactory)
    }
    let counter = Counter()
    injector.injectDependencies(to: counter)
    #expect(counter.objectFactory?.instance(for: "number", 2) == 3)
    #expect(counter.other?.instance(of: Int.self, 3) == 4)
  }

  private final class Office: @unchecked Sendable {
    // Unchecked: filled once, when it is made.
    @Injected var objectFactory: ObjectFactory?
    init() {}
  }

  @Test func anObjectFactoryDoesNotKeepItsInjector() {
    weak var kept: PropertyInjector?
    weak var keptOffice: Office?
    var factory: ObjectFactory?
    do {
      let injector = PropertyInjector { registry in
        registry.register(.type(Office.self), in: .singleton, .initializer(Office.init))
        registry.register("number", instance: 1)
      }
      let office = injector.instance(of: Office.self)
      (kept, keptOffice, factory) = (injector, office, office?.objectFactory)
      #expect(factory?.instance(for: "number") == 1)
    }
    #expect(kept == nil && keptOffice == nil)
    #expect(factory?.instance(for: "number") == nil as Int?)
  }

  @Test func anObjectFactoryGivesItsInjectorForEveryOtherQuestion() {
    let injector = PropertyInjector { $0.register("number", instance: 1) }
    let factory = injector.objectFactory
    #expect(factory.injector === injector)
    #expect(factory.injector?.instance(of: Int.self) == 1)
    #expect(factory.instance(for: .named("number", Int.self)) == 1)
  }

  @Test func whatBearsTheBuiltInNamesGoesFirst() {
    let injector = PropertyInjector { $0.register("objectFactory", instance: "mine") }
    #expect(injector.instance(for: .named("objectFactory")) == "mine")
  }
}
