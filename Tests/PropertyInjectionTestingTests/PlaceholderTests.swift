import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import PropertyInjectionTesting
import TestSupport
import Testing

/// Placeholders for what a test inherits.
@Suite(.injecting(deskModule)) struct PlaceholderTests {
  @Test func whatTheTestDoesNotProvideIsReported() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.usePlaceholders()
      registry.register("lamp", instance: Lamp("test"))
    }
    let issues = try await issues(under: trait) { _ in
      let desk = Desk()
      let result = PropertyInjector.injectDependencies(
        to: desk, fileID: "App/Main.swift", line: 10)
      #expect(desk.lamp?.name == "test" && desk.pens == nil)
      #expect(
        result.description.hasPrefix("unfilled: pens (placeholder); injected: lamp\nDesk.pens"))
    }
    let issue = try #require(issues.first?.error as? InjectionIssue)
    #expect(issues.count == 1 && issue.kindName == .placeholder)
    expectGolden(issue.description)
  }

  private static let numbers = InjectionModule("Numbers") { registry in
    registry.register("two", instance: 2)
  }

  @Test func eachBindingOfATypeIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: 1)
      registry.install(Self.numbers)
    }
    injector.withOverrides { registry in
      registry.usePlaceholders()
      registry.register("three", instance: 3)
    } operation: {
      #expect(injector.instances(of: Int.self) == [3])
      #expect(log.kinds == [.placeholder, .placeholder])
      #expect(log.issues.map(\.name) == ["one", "two"])
      #expect(injector.instance(for: .named("one", Int.self)) == nil)
    }
    #expect(injector.instances(of: Int.self) == [1, 2])
  }

  private protocol Step: Sendable {}
  private struct Cut: Step {}
  private final class Baker { @Required var steps: [any Step] }

  @Test func aCheckFindsTheListOfWhichAValueIsOne() {
    let bakery = InjectionModule("Bakery") { $0.register(in: .singleton) { Cut() } }
    let injector = PropertyInjector(bakery)
    injector.withOverrides {
      $0.usePlaceholders()
    } operation: {
      let found = injector.validate(including: Baker()).findings
      #expect(found.contains { $0.severity == .error && $0.issue.kindName == .placeholder })
    }
  }

  @Test(.injecting { $0.usePlaceholders(except: .named("pens", Int.self)) })
  func whatTheTestIsAboutMayStay() { expectPens() }

  @Test(.injecting { $0.usePlaceholders(except: .pens) })
  func theKeyOfWhatStaysMayBeWritten() { expectPens() }

  private func expectPens() {
    withKnownIssue {
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      #expect(desk.lamp == nil && desk.pens != nil)
    } matching: { issue in
      (issue.error as? InjectionIssue)?.name == "lamp"
    }
  }

  @Test(.injecting { $0.usePlaceholders() }) func theInjectorItselfIsNoPlaceholder() {
    final class Office {
      @Injected var injector: PropertyInjector?
    }
    let office = Office()
    PropertyInjector.injectDependencies(to: office)
    #expect(office.injector != nil)
  }

  @Test(
    .injecting { $0.usePlaceholders() },
    .injecting { $0.register("pens", instance: 9) },
    .injecting { $0.register("lamp", instance: Lamp("later")) })
  func laterTraitsProvideValues() {
    let desk = Desk()
    PropertyInjector.injectDependencies(to: desk)
    #expect(desk.pens == 9 && desk.lamp?.name == "later")
  }

  @Test func aFakeThatWasRegisteredBeforeIsUsed() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.register("pens", instance: 9)
      registry.usePlaceholders()
    }
    let issues = try await issues(under: trait) { _ in
      #expect(PropertyInjector.shared.instance(for: .pens) == 9)
    }
    #expect(issues.isEmpty)
  }

  @Test func eachWayToAskReportsIt() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.alias("pencils", to: .pens)
      registry.usePlaceholders()
      registry.register("box", .initializer(Box.init(pens:), .byType))
      registry.declare("pens", \Shelf.pens, from: .byType)
      registry.declare("lamp", \Shelf.lamp, optional: true)
    }
    let issues = try await issues(under: trait) { _ in
      let shared = PropertyInjector.shared
      #expect(shared.instance(for: .pens) == nil && shared.instance(of: Lamp.self) == nil)
      #expect(shared.instance(for: .lamp) == nil && !shared.contains(.lamp))
      let (pencils, box) = (
        shared.instance(for: .named("pencils", Int.self)), shared.instance(for: .box)
      )
      #expect(pencils == nil && box == nil)
      PropertyInjector.injectDependencies(to: Shelf())
    }
    let kinds = issues.compactMap { ($0.error as? InjectionIssue)?.kindName }
    #expect(kinds.filter { $0 == .placeholder }.count == kinds.count - 1)
    #expect(kinds.contains(.unresolvedArgument) && kinds.count == 7)
    let unresolved = issues.compactMap { $0.error as? InjectionIssue }
      .first { $0.kindName == .unresolvedArgument }
    #expect(unresolved?.argumentReason == .placeholder)
  }

  private protocol Press: Sendable {}
  private struct SteamPress: Press {}
  private struct FakePress: Press {}
  private final class Office { @Required var press: any Press }

  @Test func aFakeOfItsOwnTypeIsNamed() async throws {
    let trait = InjectionTrait.injecting(
      InjectionModule("Press") { $0.register(instance: SteamPress() as any Press) }
    ) { registry in
      registry.usePlaceholders()
      registry.register(instance: FakePress())
    }
    let issues = try await issues(under: trait) { _ in
      PropertyInjector.injectDependencies(to: Office())
    }
    let remedy = "in the test: FakePress fits, if it is registered as any Press."
    let texts = issues.compactMap { $0.error as? InjectionIssue }.map { "\($0)" }
    #expect(texts.count == 1 && texts[0].contains(remedy), "\(texts)")
  }

  @Test func aliasesToWhatTheTestRegistersStay() async throws {
    let outer = InjectionTrait.injecting { $0.alias("pencils", to: .pens) }
    let inner = InjectionTrait.injecting { registry in
      registry.usePlaceholders()
      registry.register("pens", instance: 9)
    }
    let issues = try await issues(under: outer) { _ in
      let (test, testCase) = try (#require(Test.current), #require(Test.Case.current))
      try await inner.provideScope(for: test, testCase: testCase) {
        #expect(PropertyInjector.shared.instance(for: .named("pencils", Int.self)) == 9)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test(arguments: [false, true])
  func modulesAreNoValuesOfTheTest(isInstalledLater: Bool) async throws {
    let (test, testCase) = try (#require(Test.current), #require(Test.Case.current))
    let placeholders = InjectionTrait.injecting { $0.usePlaceholders() }
    let module = InjectionTrait.injecting(deskModule)
    let (outer, inner) = isInstalledLater ? (placeholders, module) : (module, placeholders)
    let issues = try await issues(under: outer) { _ in
      try await inner.provideScope(for: test, testCase: testCase) {
        #expect(PropertyInjector.shared.instance(for: .pens) == nil)
      }
    }
    #expect(issues.map { ($0.error as? InjectionIssue)?.kindName } == [.placeholder])
  }

  @Test func settingsInMemoryStay() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.install(Self.preferencesModule)
      registry.usePlaceholders()
    }
    let issues = try await issues(under: trait) { _ in
      let preferences = Preferences()
      PropertyInjector.injectDependencies(to: preferences)
      #expect(preferences.volume == 0.5)
    }
    #expect(issues.isEmpty)
  }

  private final class Preferences {
    @Setting var volume: Double?
  }

  private static let preferencesModule = InjectionModule("Preferences") { registry in
    registry.useSettings(in: InMemorySettingsStore(["volume": 0.5])) { $0.name }
  }

  @Test func validateAndExplainSayTheSame() async throws {
    let trait = InjectionTrait.injecting { $0.usePlaceholders() }
    let issues = try await issues(under: trait) { _ in
      // Tests that run beside this one have types that are checked, too.
      let errors = PropertyInjector.shared.validate().errors.filter {
        $0.ownerType == Desk.self || $0.ownerType == Drawer.self || $0.ownerType == Tidy.self
      }
      #expect(errors.allSatisfy { $0.kind == .placeholder })
      #expect(errors.count == 4)
      let explanation = PropertyInjector.shared.explain(Desk.self)
      #expect(explanation.description.contains("the test provides no value for it"))
    }
    #expect(issues.isEmpty)
  }

  private struct Box {
    let pens: Int
  }

  private final class Shelf {
    var pens: Int?
    var lamp: Lamp?
  }
}

extension InjectionKey {
  fileprivate static var box: InjectionKey<Any> { .named("box", Any.self) }
}
