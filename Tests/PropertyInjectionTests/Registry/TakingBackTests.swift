import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What the configuration does between two modules stays when the second is taken back.
@Suite struct TakingBackTests {
  private static let firstModule = InjectionModule("First") { registry in
    registry.register("kept", instance: 1)
    registry.register("removed", instance: 2)
    registry.register("service", instance: SpecialService())
  }
  private static let secondModule = InjectionModule("Second") { registry in
    registry.register("removed", instance: 3)
    registry.register("service", instance: OtherService())
    registry.declare("number", \Player.number, from: "kept")
  }
  final class OtherService: Service, @unchecked Sendable {}
  final class ThirdService: Service, @unchecked Sendable {}

  private static func handling(_ log: IssueLog) -> InjectionModule {
    InjectionModule("Handling") { $0.issueHandler = { log.append($0) } }
  }

  private static func asking(_ name: String) -> InjectionModule {
    InjectionModule(name) { $0.install(Self.firstModule) }
  }

  @Test func whatTwoModulesAskForGoesWithTheSecond() {
    let injector = PropertyInjector { registry in
      registry.install(Self.asking("one"))
      registry.install(Self.asking("two"))
    }
    let one = injector.overriding { $0.uninstall(Self.asking("one")) }
    #expect(one.instance(for: .named("kept", Int.self)) == 1)
    let none = one.overriding { registry in
      registry.issueHandler = { _ in }
      registry.uninstall(Self.asking("two"))
    }
    #expect(none.instance(for: .named("kept", Int.self)) == nil)
  }

  private static let declaringAgain = InjectionModule("DeclaringAgain") { registry in
    registry.declare("number", \Player.number, from: "kept")
  }

  @Test(arguments: [true, false]) func theReportOfASecondDeclaration(_ isTakenBack: Bool) {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.firstModule)
      registry.install(Self.secondModule)
      registry.install(Self.declaringAgain)
      if isTakenBack { registry.uninstall(Self.declaringAgain) }
    }
    #expect(log.kinds.contains(.duplicateDeclaration) != isTakenBack)
  }

  @Test func aHandler() {
    let (before, between, within) = (IssueLog(), IssueLog(), IssueLog())
    let injector = PropertyInjector(reportingTo: before) { registry in
      registry.install(Self.handling(within))
      registry.issueHandler = { between.append($0) }
      registry.install(Self.secondModule)
    }
    let derived = injector.overriding { $0.uninstall(Self.secondModule) }
    _ = derived.instance(for: .named("missing", Int.self))
    #expect(between.kinds == [.unknownName] && within.kinds == [] && before.kinds == [])
    let last = PropertyInjector(reportingTo: before) { registry in
      registry.issueHandler = { between.append($0) }
      registry.install(Self.handling(within))
    }
    _ = last.overriding { $0.uninstall(Self.handling(within)) }
      .instance(for: .named("missing", Int.self))
    #expect(between.kinds == [.unknownName, .unknownName] && within.kinds == [])
  }

  @Test func aRemoval() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Self.firstModule)
      registry.remove(allNamed: "removed")
      registry.install(Self.secondModule)
    }
    #expect(injector.instance(for: .named("removed", Int.self)) == 3)
    let derived = injector.overriding { $0.uninstall(Self.secondModule) }
    #expect(derived.instance(for: .named("removed", Int.self)) == nil)
    #expect(derived.instance(for: .named("kept", Int.self)) == 1)
  }

  /// The number that a new player gets.
  private func number(_ injector: PropertyInjector) -> Int? {
    let player = Player()
    injector.injectDependencies(to: player)
    return player.number
  }

  private static let declaring = InjectionModule("Declaring") { registry in
    registry.register("lost", instance: 4)
    registry.declare("number", \Player.number, from: "lost")
  }

  @Test func aDeclaration() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Self.declaring)
      registry.declare("number", \Player.number, from: "kept")
      registry.install(Self.firstModule)
      registry.install(Self.secondModule)
    }
    // The program's own goes before those of its modules.
    #expect(number(injector) == 1)
    let withoutSecond = injector.overriding { $0.uninstall(Self.secondModule) }
    #expect(number(withoutSecond) == 1)
    #expect(number(withoutSecond.overriding { $0.uninstall(Self.declaring) }) == 1)
  }

  @Test func theOrderWithinAName() {
    let third = ThirdService()
    func name(_ injector: PropertyInjector) -> Any.Type? {
      injector.instance(for: .named("service", Service.self)).map { type(of: $0) }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Self.secondModule)
      registry.register("service", instance: third)
      registry.install(Self.firstModule)
    }
    #expect(name(injector) == ThirdService.self)
    let own = injector.overriding { $0.remove(.named("service", ThirdService.self)) }
    #expect(name(own) == OtherService.self)
    #expect(name(injector.overriding { $0.uninstall(Self.secondModule) }) == ThirdService.self)
  }

  private static let oneModule = InjectionModule("One") { registry in
    registry.install(Self.firstModule)
  }
  private static let twoModule = InjectionModule("Two") { registry in
    registry.install(Self.firstModule)
  }

  @Test func aModuleThatASecondOneHasAskedFor() {
    let injector = PropertyInjector { registry in
      registry.install(Self.oneModule)
      registry.install(Self.twoModule)
    }
    let withoutOne = injector.overriding { $0.uninstall(Self.oneModule) }
    #expect(withoutOne.instance(for: .named("kept", Int.self)) == 1)
    let withoutBoth = withoutOne.overriding { registry in
      registry.issueHandler = { _ in }
      registry.uninstall(Self.twoModule)
    }
    #expect(withoutBoth.instance(for: .named("kept", Int.self)) == nil)
  }

  private static let unrelated = InjectionModule("Unrelated") { registry in
    registry.register("unrelated", instance: 0)
  }

  @Test func whatIsInheritedIsReportedOnce() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.unrelated)
      registry.register("number", instance: 1)
      registry.register("number", instance: 2)
    }
    #expect(log.kinds == [.duplicateBinding])
    _ = injector.overriding { $0.register("other", instance: 3) }
    _ = injector.overriding { $0.uninstall(Self.unrelated) }
    #expect(log.kinds == [.duplicateBinding])
  }

  @Test func anOverrideTakesBackAlsoWhatHasBeenLookedUpBefore() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Self.firstModule)
      registry.declare("number", \Player.number, from: "kept")
    }
    #expect(injector.instance(for: .named("kept", Int.self)) == 1 && number(injector) == 1)
    injector.withOverrides {
      $0.uninstall(Self.firstModule)
    } operation: {
      #expect(injector.instance(for: .named("kept", Int.self)) == nil && number(injector) == nil)
    }
    #expect(injector.instance(for: .named("kept", Int.self)) == 1 && number(injector) == 1)
  }

  private static let mistaken = InjectionModule("Mistaken") { registry in
    registry.register("", instance: 1)
    registry.register("number", instance: 2)
    registry.register("number", instance: 3)
  }

  @Test func mistakesOfAModuleThatIsTakenBackAreNotReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.install(Self.mistaken)
      registry.uninstall(Self.mistaken)
    }
    #expect(log.kinds == [])
  }

  @Test func checksForgetTheMistakesOfAModuleThatIsTakenBack() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Self.mistaken) }
    #expect(log.kinds == [.emptyName, .duplicateBinding])
    #expect(throws: ValidationReport.self) { try injector.validate().requireNoErrors() }
    let derived = injector.overriding { $0.uninstall(Self.mistaken) }
    try derived.validate().requireNoErrors()
    #expect(log.kinds.count == 2)
  }

  private static let service = InjectionKey.named("service", SpecialService.self)

  private static let scopedOnMainActor = MainActorModule("ScopedOnMainActor") { registry in
    registry.setScope(.singleton, for: TakingBackTests.service)
  }
  private struct NoService: Error {}

  @Test @MainActor func aScopeThatAModuleHasSetLeavesNoActorAndNoName() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", in: .singleton) { () throws -> SpecialService in
        throw NoService()
      }
      registry.install(Self.scopedOnMainActor)
      registry.setScope(.cached, for: Self.service)
      registry.uninstall(Self.scopedOnMainActor)
    }
    await Task.detached { #expect(injector.instance(for: Self.service) == nil) }.value
    #expect(log.kinds == [.threw] && log.issues.map(\.module) == [nil])
  }
}
