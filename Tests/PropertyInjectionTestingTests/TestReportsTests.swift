import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// What a test with the trait records as issues.
@Suite struct TestReportsTests {
  // MARK: Issues of the injector

  @Test func anIssueIsRecordedWhereTheObjectIsInjected() async throws {
    let issues = try await issues(under: .injecting { $0.declare("lamp", \Desk.lamp) }) { _ in
      PropertyInjector.injectDependencies(to: Desk())
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect((issue.error as? InjectionIssue)?.kindName == .unknownName)
    #expect(issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == #line - 5)
    #expect(issue.sourceLocation?.filePath == #filePath)
  }

  @Test func anIssueOfARegistrationIsRecordedThere() async throws {
    let issues = try await issues(
      under: .injecting { registry in
        registry.register("pens", instance: 1)
        registry.register("pens", instance: 2)
      }
    ) { _ in
      #expect(PropertyInjector.shared.instance(for: .pens) == 1)
    }
    #expect(issues.count == 1)
    #expect((issues.first?.error as? InjectionIssue)?.kindName == .duplicateBinding)
    #expect(issues.first?.sourceLocation?.line == #line - 7)
  }

  @Test func anIssueInAnotherFileIsRecordedThere() async throws {
    let issues = try await issues(under: .injecting { $0.declare("lamp", \Drawer.lamp) }) { _ in
      _ = Desk().open()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.sourceLocation?.fileID.hasSuffix("/Desk.swift") == true)
  }

  @Test(arguments: ["", "/", "file", "App/", "/file", "App/File"] as [StaticString])
  func aPlaceThatTheProgramMakesUpIsNoTrap(fileID: StaticString) async throws {
    let issues = try await issues(under: .injecting { $0.declare("lamp", \Desk.lamp) }) { _ in
      PropertyInjector.injectDependencies(to: Desk(), fileID: fileID, line: 0)
    }
    #expect(issues.count == 1 && issues.first?.sourceLocation != nil)
  }

  @Test func eachCaseRecordsItsOwn() async throws {
    let trait = InjectionTrait.injecting { $0.declare("lamp", \Desk.lamp) }
    let issues = try await issues(under: trait, cases: 3) { _ in
      for _ in 0..<2 { PropertyInjector.injectDependencies(to: Desk()) }
    }
    #expect(issues.count == 3)
  }

  @Test(.injecting { $0.declare("lamp", \Desk.lamp) }) func anIssueCanBeExpected() {
    withKnownIssue {
      PropertyInjector.injectDependencies(to: Desk())
    } matching: {
      ($0.error as? InjectionIssue)?.kindName == .unknownName
    }
  }

  @Test(
    .filterIssues { ($0.error as? InjectionIssue)?.kindName != .unknownName },
    .injecting { $0.declare("lamp", \Desk.lamp) })
  func anIssueCanBeLeftOut() {
    PropertyInjector.injectDependencies(to: Desk())
  }

  @Test func aHandlerOfTheTestGetsTheIssuesInstead() async throws {
    let log = IssueLog()
    let trait = InjectionTrait.injecting {
      $0.issueHandler = log.append
      $0.declare("lamp", \Desk.lamp)
    }
    let inner = InjectionTrait.injecting { $0.declare("pens", \Desk.pens) }
    let issues = try await issues(under: trait) { _ in
      let testCase = try #require(Test.Case.current)
      try await inner.provideScope(for: #require(Test.current), testCase: testCase) {
        PropertyInjector.injectDependencies(to: Desk())
      }
    }
    #expect(issues.isEmpty)
    #expect(log.issues.map(\.kindName) == [.unknownName, .unknownName])
  }

  @Test func theHandlerOfAModuleDoesNotCount() async throws {
    let log = IssueLog()
    let module = InjectionModule("Reporting") { registry in
      registry.issueHandler = { log.append($0) }
      registry.declare("lamp", \Desk.lamp)
    }
    let issues = try await issues(under: .injecting(module)) { _ in
      PropertyInjector.injectDependencies(to: Desk())
      PropertyInjector.shared.withOverrides {
        $0.install(module)
      } operation: {
        _ = PropertyInjector.shared.instance(for: .pens)
      }
    }
    #expect(issues.count == 2 && log.issues.isEmpty)
  }

  @Test func aFakeThatDoesNotFitIsReportedOnceWhereItIsRegistered() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.install(deskModule)
      registry.register("pens", instance: "three")
      registry.register("pens", instance: true)
    }
    let line = #line - 3
    let issues = try await issues(under: trait) { _ in
      PropertyInjector.injectDependencies(to: Desk())
    }
    #expect(issues.count == 1)
    #expect((issues.first?.error as? InjectionIssue)?.kindName == .overrideDoesNotFit)
    #expect(issues.first?.sourceLocation?.line == line)
  }

  #if compiler(>=6.3)
    private class Controller {
      @Injected(.lamp) var light: Lamp?
      required init() {}
    }
    private final class Screen: Controller {}
    private final class Elsewhere { @Injected(.lamp) var light: Lamp? }

    @Test func aSampleOfASuperclassTellsTheKeysOfItsSubclasses() async throws {
      let trait = InjectionTrait.injecting(deskModule) { registry in
        registry.declareTypes()
        registry.declare { Screen() as Controller }
      }
      let issues = try await issues(under: trait) { _ in
        PropertyInjector.injectDependencies(to: Screen())
        PropertyInjector.injectDependencies(to: Elsewhere())
      }
      #expect(issues.count == 1 && "\(issues)".contains("Elsewhere.light asks for \"lamp\""))
    }
  #endif

  // MARK: Overrides that nothing uses

  @Test func theNearestNameIsShownFirst() async throws {
    let issues = try await issues(
      under: .injecting { registry in
        registry.install(
          InjectionModule("Platforms") { registry in
            registry.register("platfirst", instance: 2)
            registry.register("platform", instance: 1)
          })
        registry.register("platfirm", instance: 3)
      }
    ) { _ in }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(issues.count == 1 && text.contains("Near: \"platform\": Int ("), "\(text)")
  }

  @Test func aBindingThatNothingAsksForIsReported() async throws {
    let issues = try await issues(
      under: .injecting { registry in
        registry.declare("lamp", \Desk.lamp)
        registry.register("lamb", instance: Lamp("misspelt"))
        registry.register("lamp", instance: Lamp("found"))
      }
    ) { _ in
      PropertyInjector.injectDependencies(to: Desk())
    }
    let line = #line - 5
    #expect(issues.count == 1)
    #expect(
      issues.first?.comments.first?.rawValue == """
        The test registers "lamb": Lamp, and no injection and no look-up in the tasks of the test leads to it. \
        Its name may be misspelt, its type may not fit, or the code that asks for it runs on a queue, \
        in a task that Task.detached has started, or within an override that goes before it. Near: "lamp": Lamp (PropertyInjectionTestingTests/TestReportsTests.swift:\(line)).
        """)
    #expect(issues.first?.sourceLocation?.line == line - 1)
  }

  @Test func aNameThatIsSpeltAlikeIsNearerThanTheType() async throws {
    let issues = try await issues(
      under: .injecting { registry in
        registry.register("lamb", instance: Lamp("misspelt"))
        registry.register("lamp", instance: 60)
        registry.register(.type(Lamp.self), instance: Lamp("by type"))
      }
    ) { _ in
      #expect(PropertyInjector.shared.instance(for: .named("lamp", Int.self)) == 60)
      #expect(PropertyInjector.shared.instance(of: Lamp.self)?.name == "by type")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.comments.first?.rawValue.contains(#"Near: "lamp": Int ("#) == true)
  }

  @Test func whatIsAskedForInAnyWayIsUsed() async throws {
    let issues = try await issues(
      under: .injecting { registry in
        registry.register("lamp", instance: Lamp("by name"))
        registry.register("spare", instance: 2.5)
        registry.alias("pens", to: .named("pencils", Int.self))
        registry.register("pencils", instance: 2)
        registry.registerNil(.named("empty", String.self))
        registry.register("eager", in: .singleton(eager: true)) { "eager" }
        registry.register("tidy", .initializer(Tray.init(depth:), .byType))
        registry.register("depth", instance: UInt8(3))
        registry.register("kept", in: .singleton) { [1] }
      }
    ) { _ in
      let shared = PropertyInjector.shared
      #expect(shared.instance(for: .lamp) != nil && shared.instance(of: Double.self) == 2.5)
      #expect(shared.instance(for: .pens) == 2)
      let empty: String? = shared.instance(for: "empty")
      let tray: Tray? = shared.instance(for: "tidy")
      #expect(empty == nil && tray?.depth == 3)
      // Within an override of the test's own, too.
      PropertyInjector.shared.withOverrides {
        $0.register("lamp", instance: Lamp("inner"))
      } operation: {
        let kept: [Int]? = shared.instance(for: "kept")
        #expect(kept == [1])
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func oneCaseThatUsesABindingIsEnough() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.register("pens", instance: 1)
      registry.register("pencils", instance: 1)
    }
    let issues = try await issues(under: trait, cases: 3) { number in
      if number == 1 { _ = PropertyInjector.shared.instance(for: .pens) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.comments.first?.rawValue.contains(#""pencils": Int"#) == true)
  }

  @Test func whatModulesRegisterMayBeUnused() async throws {
    #expect(try await issues(under: .injecting(deskModule)) { _ in }.isEmpty)
  }

  @Test(arguments: [false, true]) func aCheckUsesNoBinding(isChecked: Bool) async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.install(deskModule)
      registry.declare("lamp", \Desk.lamp)
      registry.register("lamp", instance: 5)
    }
    let issues = try await issues(under: trait) { _ in
      if isChecked { _ = PropertyInjector.validate() }
    }
    #expect(issues.count { $0.comments.first?.rawValue.contains(#""lamp": Int"#) == true } == 1)
  }

  @Test func aScopeThatIsSetIsNoBinding() async throws {
    let trait = InjectionTrait.injecting { registry in
      registry.install(deskModule)
      registry.setScope(.unique, for: .lamp)
    }
    #expect(try await issues(under: trait) { _ in }.isEmpty)
  }

  private struct Tray {
    let depth: UInt8
  }

  #if compiler(>=6.3)
    private final class Lid { @Injected(.lamp) var light: Lamp? }
    private final class Cap { @Injected var lamp: Lamp? }
    private final class Hat { @Injected(.byType) var lamp: Lamp? }

    @Test func aKeyThatNoCheckKnowsIsToldOnce() async throws {
      let declaring = InjectionTrait.injecting(deskModule) { $0.declareTypes() }
      let told = try await issues(under: declaring, cases: 2) { _ in
        PropertyInjector.injectDependencies(to: Lid())
        // A check assumes the same.
        PropertyInjector.injectDependencies(to: Cap())
        PropertyInjector.injectDependencies(to: Hat())
      }
      #expect(told.count == 1 && told.first?.severity == .warning)
      let text = told.first?.comments.first?.rawValue
      #expect(text?.hasPrefix("Lid.light asks for \"lamp\": Lamp, which no check knows") == true)
      let silent = try await issues(under: .injecting(deskModule)) { _ in
        PropertyInjector.injectDependencies(to: Elsewhere())
      }
      #expect(silent.isEmpty, "a configuration whose types no check looks for")
    }
  #endif
}
