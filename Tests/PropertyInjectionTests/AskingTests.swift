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
      registry.register(.type(House.self), .initializer(House.init(injector:)))
    }
    #expect(injector.instance(of: House.self) != nil)
    #expect(injector.instance(of: PropertyInjector.self) === injector)
    let own = PropertyInjector { $0.register("mine", instance: injector) }
    #expect(own.instance(of: PropertyInjector.self) === injector, "what is registered goes first")
  }

  private final class Office: @unchecked Sendable {
    // Unchecked: filled once, when it is made.
    weak var injector: PropertyInjector?
    init() {}
  }

  @Test func aKeptValueMayReferToItsInjectorWeakly() {
    weak var kept: PropertyInjector?
    var office: Office?
    do {
      let injector = PropertyInjector { registry in
        registry.register(.type(Office.self), in: .singleton, .initializer(Office.init))
        registry.register("number", instance: 1)
        registry.unchecked { $0.declare("injector", \Office.injector) }
      }
      office = injector.instance(of: Office.self)
      kept = injector
      #expect(office?.injector?.instance(for: "number") == 1)
    }
    #expect(kept == nil && office?.injector == nil)
  }

  @Test func whatBearsTheBuiltInNameGoesFirst() {
    let injector = PropertyInjector { $0.register("injector", instance: "mine") }
    #expect(injector.instance(for: .named("injector")) == "mine")
  }
}
