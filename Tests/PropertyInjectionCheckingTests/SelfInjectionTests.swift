import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Samples whose initializer injects itself, and uses what it got.
@Suite struct SelfInjectionTests {
  private final class Desk: InjectionAware {
    @Required var number: Int
    @Required("street") var street: String
    @Injected var clock: (any Clock)?
    let text: String
    var calls = 0

    init() {
      text = ""
      PropertyInjector.injectDependencies(to: self)
      calls += number + street.count
      if let clock { calls += clock.now }
    }

    func didInjectDependencies() { calls += number + street.count }
  }

  /// Runs all checks of an injector, to which the samples' calls of the shared one go; nothing of a check ends the
  /// process.
  private func checkAll(
    _ configure: (inout Registry) -> Void,
    then body: (_ validation: ValidationReport, _ rehearsal: ValidationReport) -> Void
  ) {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { Issue.record("\($0)") }
      configure(&registry)
    }
    _ = injector.graph()
    _ = injector.explain(Desk.self)
    body(injector.validate(), injector.rehearse())
  }

  @Test func theInitializerReadsWhatTheBindingsGive() {
    let made = Counter()
    checkAll { registry in
      registry.register("number", in: .singleton) {
        made.increment()
        return 7
      }
      registry.register("street", instance: "Main Street")
      registry.register("clock") { StoppedClock() as any Clock }
      registry.declare { Desk() }
    } then: { validation, rehearsal in
      #expect(validation.findings.isEmpty && rehearsal.findings.isEmpty)
      // Each check has made it for itself, and kept nothing.
      #expect(made.count == 4)
    }
  }

  @Test(arguments: ["numbr", "number"])
  func anotherValueOfTheTypeStandsInForAMissingOne(_ key: InjectionKey<Int>) {
    checkAll { registry in
      registry.register(key, instance: 7)
      registry.register("road", instance: "Main Street")
      registry.declare { Desk() }
    } then: { validation, rehearsal in
      let missing = Set(key.name == "number" ? ["street"] : ["number", "street"])
      #expect(Set(validation.errors.map(\.ownerText)) == ["Desk"])
      #expect(Set(validation.errors.compactMap(\.name)).isSuperset(of: missing))
      #expect(Set(rehearsal.errors.compactMap(\.name)).isSuperset(of: missing))
    }
  }

  @Test func whatCannotBeFilledIsNotMade() {
    let made = Counter()
    checkAll { registry in
      registry.register("street", instance: "Main Street")
      registry.declare {
        made.increment()
        return Desk()
      }
    } then: { validation, rehearsal in
      #expect(validation.errors.map(\.name) == ["number"] && made.count == 0)
      #expect(rehearsal.errors.map(\.name) == ["number"])
    }
  }

  private struct NoNumber: Error {}

  @Test func whatDoesNotComeInARehearsalIsNotRead() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number") { () throws -> Int in throw NoNumber() }
      registry.register("street", instance: "Main Street")
      registry.declare { Desk() }
    }
    let report = injector.rehearse()
    #expect(report.errors.map(\.kindName) == [.threw])
    #expect(report.description.contains("Desk was not made"))
  }

  private final class Reader: InjectionAware {
    @Required var number: Int
    @Injected var street: String?
    func didInjectDependencies() { street?.append("\(number)") }
  }

  @Test(arguments: [true, false])
  func theHookOfAnIncompleteSampleIsNotCalled(_ hasOther: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      if hasOther { registry.register("nubmer", instance: 7) }
      registry.register("street", instance: "Main Street")
      registry.declare { Reader() }
    }
    #expect(injector.rehearse().errors.map(\.name) == ["number"])
  }

  @Test func theHookOfAnObjectThatAFactoryInjectsIsNotCalledEither() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("street", instance: "Main Street")
      registry.registerNil(.named("number", Int.self))
      registry.register("length") { injector in injector.injected(Reader()).street?.count ?? 0 }
    }
    #expect(injector.rehearse().errors.isEmpty)
  }

  private final class Shelf: InjectionAware {
    @Required(lazy: true) var number: Int
    @Injected var street: String?
    func didInjectDependencies() { street?.append("\(number)") }
  }

  @Test(arguments: [true, false])
  func aHookMayReadALazyPropertyWhoseFactoryThrows(_ hasOther: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      if hasOther { registry.register("other", instance: 7) }
      registry.register("clock") { StoppedClock() as any Clock }
      registry.register("number") { () throws -> Int in throw NoNumber() }
      registry.register("street", instance: "Main Street")
      registry.declare { Shelf() }
    }
    #expect(injector.rehearse().errors.map(\.kindName) == [.threw])
  }

  private struct Part {
    @Required var number: Int
    var sum = 0
    init() {
      PropertyInjector.injectDependencies(to: &self)
      sum = number
    }
  }

  private final class Whole {
    @Injected(optional: true) var street: String?
    let part = Part()
  }

  @Test func aSampleWhosePartCannotBeFilledIsNotMade() {
    checkAll { registry in
      registry.declare { Whole() }
    } then: { validation, rehearsal in
      for report in [validation, rehearsal] {
        #expect(report.findings.contains { $0.issue.kindName == .leftOut })
        #expect(report.description.contains("nothing gives Part.number a value"))
        #expect(!report.description.contains("registry.declare { Whole() }"))
      }
      #expect(
        validation.description.contains("The sample of the type, which would tell, was not made"))
    }
  }

  private final class Volume {
    @Required var number: Int
    var level = 0
    init() {
      PropertyInjector.injectDependencies(to: self)
      level = number
    }
  }

  @Test func anInterceptedPropertyIsNotCalledSet() {
    checkAll { registry in
      registry.intercept(.named("number", Int.self), get: { _ in 11 })
      registry.declare { Volume() }
    } then: { validation, rehearsal in
      #expect(validation.findings.isEmpty && rehearsal.findings.isEmpty)
    }
  }

  @MainActor private final class Screen {
    @Required var title: String
    @Required(lazy: true) var number: Int
    let text: String

    init() {
      text = ""
      PropertyInjector.injectDependencies(to: self)
      precondition(title == "Departures" && number == 7)
    }
  }

  @Test @MainActor func aSampleOfTheMainActorReadsItsValues() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number") { 7 }
      registry.onMainActor { registry in
        registry.register("title", in: .singleton) { "Departures" }
        registry.declare { Screen() }
      }
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.rehearse().findings.isEmpty)
    #expect(injector.explain(Screen.self).properties.map(\.outcome) == [.filled, .filled])
  }
}
