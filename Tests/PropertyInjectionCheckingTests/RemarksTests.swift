import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// Look-ups that find a binding, with one beside it that may be meant: checks tell them, injections do not.
@Suite struct RemarksTests {
  private protocol Store: Sendable {}
  private final class FileStore: Store {}
  private final class FakeStore: Store {}

  private final class Owner {
    @Injected var store: FileStore?
  }
  private final class Editor {
    @Injected var store: (any Store)?
  }

  private let log = IssueLog()

  /// The remarks of `validate` and of `rehearse`, which are the same.
  private func remarks(
    on injector: PropertyInjector, _ location: SourceLocation = #_sourceLocation
  ) -> [InjectionIssue] {
    func remarks(in report: ValidationReport) -> [ValidationReport.Finding] {
      report.findings.filter {
        [.ambiguousName, .overrideDoesNotFit].contains($0.issue.kindName)
      }
    }
    let validated = remarks(in: injector.validate())
    #expect(validated.allSatisfy { $0.severity == .warning }, sourceLocation: location)
    let rehearsed = remarks(in: injector.rehearse())
    #expect(
      rehearsed.map(\.description) == validated.map(\.description), sourceLocation: location)
    return validated.map(\.issue)
  }

  @Test func anOverrideThatDoesNotFitIsTold() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.declare { Owner() }
    }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    let issue = try #require(remarks(on: derived).first)
    #expect(issue.kindName == .overrideDoesNotFit)
    #expect(issue.name == "store" && issue.valueType == FileStore.self)
    #expect(issue.related.map(\.description).first?.contains("FakeStore") == true)
    #expect(derived.injectDependencies(to: Owner()).didInject && log.texts == [])
  }

  @Test func anOverrideThatDoesNotFitALookUpIsTold() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.declare(asks: .named("store", FileStore.self))
    }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    #expect(derived.validate().findings.contains { $0.issue.kindName == .overrideDoesNotFit })
  }

  @Test func whatHasBeenLookedUpIsToldByAValidation() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
    }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    func isTold() -> Bool {
      derived.validate().findings.contains { $0.issue.kindName == .overrideDoesNotFit }
    }
    #expect(!isTold())
    #expect(derived.instance(for: .named("store", FileStore.self)) != nil)
    #expect(isTold() && log.texts == [])
  }

  private struct Dates {
    @Injected("date") var text: String?
    @Injected("date") var number: Int?
  }

  @Test func anOverrideOfOneOfTwoBindingsOfANameIsNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("date", instance: 20_241_231)
      registry.register("date", instance: "2024-12-31")
      registry.declare { Dates() }
    }
    let derived = injector.overriding { $0.register("date", instance: 20_250_101) }
    #expect(derived.injected(Dates()).text == "2024-12-31")
    #expect(derived.injected(Dates()).number == 20_250_101)
    #expect(remarks(on: derived).isEmpty)
  }

  @Test func anOverrideThatIsReplacedInItsLayerIsNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("date", instance: 20_241_231)
      registry.register("date", instance: "2024-12-31")
      registry.declare { Dates() }
    }
    let derived = injector.overriding { registry in
      registry.register("date", instance: 20_250_101)
      registry.register("date", instance: 20_260_101, replacing: true)
    }
    #expect(derived.injected(Dates()).text == "2024-12-31")
    #expect(remarks(on: derived).isEmpty)
  }

  @Test func anOverrideOfADecoratedTypeIsNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.decorate(.named("store", (any Store).self)) { _, store in store }
      registry.declare { Owner() }
    }
    let derived = injector.overriding { $0.register("store", instance: FakeStore()) }
    #expect(remarks(on: derived).isEmpty)
  }

  @Test func anOverrideOfABindingOfItsModuleIsNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("date", instance: "2024-12-31")
      registry.declare { Dates() }
    }
    let derived = injector.overriding { registry in
      registry.install(InjectionModule("dates") { $0.register("date", instance: 20_241_231) })
      registry.register("date", instance: 20_250_101)
    }
    #expect(remarks(on: derived).isEmpty)
  }

  @Test func anAliasThatGoesBeforeAnotherTypeIsNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FakeStore())
      registry.register("file", instance: FileStore())
      registry.alias(.named("store", (any Store).self), to: .named("file", FileStore.self))
      registry.declare { Editor() }
    }
    #expect(remarks(on: injector).isEmpty)
    #expect(injector.injected(Editor()).store is FileStore)
  }

  @Test func twoBindingsOfANameThatFitAreToldOnce() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.register("store", instance: FakeStore())
      registry.declare { Editor() }
      registry.declare(asks: .named("store", (any Store).self))
    }
    #expect(injector.injected(Editor()).store is FileStore)
    let issues = remarks(on: injector)
    #expect(issues.map(\.kindName) == [.ambiguousName] && issues.first?.related.count == 2)
    #expect(log.texts == [])
  }

  @Test func twoBindingsOfANameForTwoTypesAreNoRemark() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore())
      registry.register("store", instance: FakeStore() as any Store)
      registry.declare { Owner() }
      registry.declare { Editor() }
    }
    #expect(injector.injected(Owner()).store != nil)
    #expect(injector.injected(Editor()).store is FakeStore)
    #expect(remarks(on: injector).isEmpty)
  }
}
