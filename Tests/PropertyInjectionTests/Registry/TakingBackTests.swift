import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What the configuration does between two modules stays when the second is taken back.
@Suite struct TakingBackTests {
  struct First: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("kept", instance: 1)
      registry.register("removed", instance: 2)
      registry.register("service", instance: SpecialService())
    }
  }
  struct Second: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("removed", instance: 3)
      registry.register("service", instance: OtherService())
      registry.declare("number", \Player.number, from: "kept")
    }
  }
  final class OtherService: Service, @unchecked Sendable {}
  final class ThirdService: Service, @unchecked Sendable {}

  private struct Handling: InjectionModule {
    let log: IssueLog
    func configure(_ registry: inout Registry) {
      registry.issueHandler = { [log] in log.append($0) }
    }
  }

  private struct Asking<Number>: InjectionModule {
    func configure(_ registry: inout Registry) { registry.install(First()) }
  }

  @Test func whatTwoModulesAskForGoesWithTheSecond() {
    let injector = PropertyInjector { registry in
      registry.install(Asking<Int8>())
      registry.install(Asking<Int16>())
    }
    let one = injector.overriding { $0.uninstall(Asking<Int8>.self) }
    #expect(one.instance(for: .named("kept", Int.self)) == 1)
    let none = one.overriding { registry in
      registry.issueHandler = { _ in }
      registry.uninstall(Asking<Int16>.self)
    }
    #expect(none.instance(for: .named("kept", Int.self)) == nil)
  }

  private struct DeclaringAgain: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.declare("number", \Player.number, from: "kept")
    }
  }

  @Test(arguments: [true, false]) func theReportOfASecondDeclaration(_ isTakenBack: Bool) {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.install(First())
      registry.install(Second())
      registry.install(DeclaringAgain())
      if isTakenBack { registry.uninstall(DeclaringAgain.self) }
    }
    #expect(log.kinds.contains(.duplicateDeclaration) != isTakenBack)
  }

  @Test func aHandler() {
    let (before, between, within) = (IssueLog(), IssueLog(), IssueLog())
    let injector = PropertyInjector(reportingTo: before) { registry in
      registry.install(Handling(log: within))
      registry.issueHandler = { between.append($0) }
      registry.install(Second())
    }
    let derived = injector.overriding { $0.uninstall(Second.self) }
    _ = derived.instance(for: .named("missing", Int.self))
    #expect(between.kinds == [.unknownName] && within.kinds == [] && before.kinds == [])
    let last = PropertyInjector(reportingTo: before) { registry in
      registry.issueHandler = { between.append($0) }
      registry.install(Handling(log: within))
    }
    _ = last.overriding { $0.uninstall(Handling.self) }
      .instance(for: .named("missing", Int.self))
    #expect(between.kinds == [.unknownName, .unknownName] && within.kinds == [])
  }

  @Test func aRemoval() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(First())
      registry.remove(allNamed: "removed")
      registry.install(Second())
    }
    #expect(injector.instance(for: .named("removed", Int.self)) == 3)
    let derived = injector.overriding { $0.uninstall(Second.self) }
    #expect(derived.instance(for: .named("removed", Int.self)) == nil)
    #expect(derived.instance(for: .named("kept", Int.self)) == 1)
  }

  /// The number that a new player gets.
  private func number(_ injector: PropertyInjector) -> Int? {
    let player = Player()
    injector.injectDependencies(to: player)
    return player.number
  }

  private struct Declaring: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("lost", instance: 4)
      registry.declare("number", \Player.number, from: "lost")
    }
  }

  @Test func aDeclaration() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Declaring())
      registry.declare("number", \Player.number, from: "kept")
      registry.install(First())
      registry.install(Second())
    }
    #expect(number(injector) == 4)
    // The first declaration is the first module's, and then the program's.
    let withoutSecond = injector.overriding { $0.uninstall(Second.self) }
    #expect(number(withoutSecond) == 4)
    #expect(number(withoutSecond.overriding { $0.uninstall(Declaring.self) }) == 1)
  }

  @Test func theOrderWithinAName() {
    let third = ThirdService()
    func name(_ injector: PropertyInjector) -> Any.Type? {
      injector.instance(for: .named("service", Service.self)).map { type(of: $0) }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(Second())
      registry.register("service", instance: third)
      registry.install(First())
    }
    #expect(name(injector) == ThirdService.self)
    let own = injector.overriding { $0.remove(.named("service", ThirdService.self)) }
    #expect(name(own) == OtherService.self)
    #expect(name(injector.overriding { $0.uninstall(Second.self) }) == ThirdService.self)
  }

  private struct One: InjectionModule {
    func configure(_ registry: inout Registry) { registry.install(First()) }
  }
  private struct Two: InjectionModule {
    func configure(_ registry: inout Registry) { registry.install(First()) }
  }

  @Test func aModuleThatASecondOneHasAskedFor() {
    let injector = PropertyInjector { registry in
      registry.install(One())
      registry.install(Two())
    }
    let withoutOne = injector.overriding { $0.uninstall(One.self) }
    #expect(withoutOne.instance(for: .named("kept", Int.self)) == 1)
    let withoutBoth = withoutOne.overriding { registry in
      registry.issueHandler = { _ in }
      registry.uninstall(Two.self)
    }
    #expect(withoutBoth.instance(for: .named("kept", Int.self)) == nil)
  }

  private struct Unrelated: InjectionModule {
    func configure(_ registry: inout Registry) { registry.register("unrelated", instance: 0) }
  }

  @Test func whatIsInheritedIsReportedOnce() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.install(Unrelated())
      registry.register("number", instance: 1)
      registry.register("number", instance: 2)
    }
    #expect(log.kinds == [.duplicateBinding])
    _ = injector.overriding { $0.register("other", instance: 3) }
    _ = injector.overriding { $0.uninstall(Unrelated.self) }
    #expect(log.kinds == [.duplicateBinding])
  }

  @Test func anOverrideTakesBackAlsoWhatHasBeenLookedUpBefore() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.install(First())
      registry.declare("number", \Player.number, from: "kept")
    }
    #expect(injector.instance(for: .named("kept", Int.self)) == 1 && number(injector) == 1)
    injector.withOverrides {
      $0.uninstall(First.self)
    } operation: {
      #expect(injector.instance(for: .named("kept", Int.self)) == nil && number(injector) == nil)
    }
    #expect(injector.instance(for: .named("kept", Int.self)) == 1 && number(injector) == 1)
  }

  private struct Mistaken: InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.register("", instance: 1)
      registry.register("number", instance: 2)
      registry.register("number", instance: 3)
    }
  }

  @Test func mistakesOfAModuleThatIsTakenBackAreNotReported() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.install(Mistaken())
      registry.uninstall(Mistaken.self)
    }
    #expect(log.kinds == [])
  }

  @Test func checksForgetTheMistakesOfAModuleThatIsTakenBack() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.install(Mistaken()) }
    #expect(log.kinds == [.emptyName, .duplicateBinding])
    #expect(throws: ValidationReport.self) { try injector.validate().requireNoErrors() }
    let derived = injector.overriding { $0.uninstall(Mistaken.self) }
    try derived.validate().requireNoErrors()
    #expect(log.kinds.count == 2)
  }

  private static let service = InjectionKey.named("service", SpecialService.self)

  @MainActor private struct ScopedOnMainActor: @MainActor InjectionModule {
    func configure(_ registry: inout Registry) {
      registry.onMainActor { $0.setScope(.singleton, for: TakingBackTests.service) }
    }
  }
  private struct NoService: Error {}

  @Test @MainActor func aScopeThatAModuleHasSetLeavesNoActorAndNoName() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", in: .singleton) { () throws -> SpecialService in
        throw NoService()
      }
      registry.install(ScopedOnMainActor())
      registry.setScope(.cached, for: Self.service)
      registry.uninstall(ScopedOnMainActor.self)
    }
    await Task.detached { #expect(injector.instance(for: Self.service) == nil) }.value
    #expect(log.kinds == [.threw] && log.issues.map(\.module) == [nil])
  }
}
