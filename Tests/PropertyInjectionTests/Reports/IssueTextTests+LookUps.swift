import PropertyInjection
import TestSupport
import Testing

// The words of reports about what no binding is found for.
extension IssueTextTests {
  @Test func nothingIsRegisteredUnderTheName() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
      registry.register("numbers", instance: [1], fileID: setup, line: 2)
      registry.declare("number", \Player.number, from: "nunber", fileID: setup, line: 3)
    }
  }

  @Test func nothingIsNearTheName() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register("somethingElse", instance: [1], fileID: setup, line: 2)
      registry.declare("clock", \Player.clock, fileID: setup, line: 3)
    }
  }

  @Test func noMoreThanThreeAreNearAndTheNearestComeFirst() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register("clocks", instance: 1, fileID: setup, line: 1)
      registry.register("clok", instance: StoppedClock(), fileID: setup, line: 2)
      registry.register("wallClock", instance: ClassClock(), fileID: setup, line: 3)
      registry.register("aWatch", instance: StoppedClock(), fileID: setup, line: 4)
      registry.declare("clock", \Player.clock, fileID: setup, line: 9)
    }
  }

  @Test func aTypeWithoutANameFitsIfItIsRegisteredAsThatType() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register(instance: StoppedClock(), fileID: setup, line: 1)
      registry.declare("clock", \Player.clock, fileID: setup, line: 3)
    }
  }

  private final class Page { @Injected var content: Any? }
  @Test func aCommonTypeIsRegisteredUnderAName() {
    expectGoldenReport(.unknownName, injecting: Page()) { registry in
      registry.register(instance: StoppedClock(), fileID: setup, line: 1)
    }
  }

  @Test func aKeyThatIsWrittenOutNeedNotBe() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register(instance: StoppedClock() as any Clock, fileID: setup, line: 1)
      registry.declare("clock", \Player.clock, from: "wall", fileID: setup, line: 3)
    }
  }

  @Test func aBindingOfTheNameDoesNotFit() {
    expectGoldenReport(.noFittingType, injecting: Player()) { registry in
      registry.register("clock", instance: "noon", fileID: setup, line: 1)
      registry.register("watch", instance: StoppedClock(), fileID: setup, line: 2)
      registry.declare("clock", \Player.clock, fileID: setup, line: 3)
    }
  }

  private final class Server { @Injected var port: Int? }
  @Test func aTextIsRegisteredForANumber() {
    expectGoldenReport(.noFittingType, injecting: Server()) { registry in
      registry.register("port", instance: "8080", fileID: setup, line: 1)
    }
  }

  private final class Button { @Injected var action: (() -> Void)? }
  @Test func aClosureHasAnotherType() {
    let closure: @Sendable () -> Void = {}
    expectGoldenReport(.noFittingType, injecting: Button()) { registry in
      registry.register("action", instance: closure, fileID: setup, line: 1)
    }
  }

  @Test func aClosureWithOtherParametersIsNotToBeConverted() {
    let log = IssueLog()
    let closure: @Sendable () -> Int = { 1 }
    let injector = PropertyInjector(reportingTo: log) { $0.register("action", instance: closure) }
    injector.injectDependencies(to: Button())
    #expect(log.kinds == [.noFittingType] && !log.texts.joined().contains("closure as"))
  }

  private final class Toolbar { @Injected var actions: [() -> Void]? }
  @Test func anArrayOfClosuresIsNotToBeConverted() {
    let log = IssueLog()
    let closures: [@Sendable () -> Void] = []
    let injector = PropertyInjector(reportingTo: log) {
      $0.register("actions", instance: closures)
    }
    injector.injectDependencies(to: Toolbar())
    #expect(log.kinds == [.noFittingType] && !log.texts.joined().contains("closure as"))
  }

  /// As the report advises.
  @Test func aFactoryGivesAClosureWithTheTypeOfTheProperty() {
    let log = IssueLog()
    let closure: @Sendable () -> Void = {}
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("action") { closure as () -> Void }
    }
    let button = Button()
    injector.injectDependencies(to: button)
    #expect(button.action != nil && log.texts == [])
  }

  private protocol Repository<Item> { associatedtype Item }
  private protocol Pair<First, Second> { associatedtype First; associatedtype Second }
  private final class Archive {
    @Injected var repository: (any Repository<Int>)?
    @Injected var pair: (any Pair<[String: Int], any Repository<Int>>)?
  }
  @Test func typesAreWrittenAsInTheProgram() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    injector.injectDependencies(to: Archive())
    let texts = log.texts.joined()
    #expect(texts.contains("of type any Repository<Int>."))
    #expect(texts.contains("of type any Pair<Dictionary<String, Int>, any Repository<Int>>."))
  }

  private enum Other { struct StoppedClock: Sendable {} }
  private final class Owner { var clock: StoppedClock? }
  @Test func twoTypesOfOneNameAreToldApart() {
    expectGoldenReport(.noFittingType, injecting: Owner()) { registry in
      registry.register("clock", instance: Other.StoppedClock(), fileID: setup, line: 1)
      registry.declare("clock", \Owner.clock, fileID: setup, line: 3)
    }
  }

  @Test func nothingFitsTheType() {
    expectGoldenReport(.unknownType, injecting: Player()) { registry in
      registry.declare("clock", \Player.clock, from: .byType, fileID: setup, line: 3)
    }
  }

  @Test func moreThanOneFitsTheType() {
    expectGoldenReport(.ambiguousType, injecting: Player()) { registry in
      registry.register("one", instance: StoppedClock(), fileID: setup, line: 1)
      registry.register("two", instance: ClassClock(), fileID: setup, line: 2)
      registry.declare("clock", \Player.clock, from: .byType, fileID: setup, line: 3)
    }
  }

  @Test func theModuleOfABindingIsNamed() {
    expectGoldenReport(.noFittingType, injecting: Player()) { registry in
      registry.install(setupModule)
      registry.declare("number", \Player.number, fileID: setup, line: 2)
    }
  }

  @Test func aNameInBracesIsShownAsItIs() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.named("{type}", String.self), to: .named("{chain}", String.self))
    }
    _ = injector.instance(for: .named("{owner}", String.self))
    _ = injector.instance(for: .named("{type}", String.self))
    #expect(log.texts.contains { $0.contains(#"No instance for "{owner}": String: nothing"#) })
    #expect(log.texts.contains { $0.contains(#""{type}": String -> "{chain}": String."#) })
  }

  private struct Loud: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    var description: String { preconditionFailure("asked") }
    var debugDescription: String { preconditionFailure("asked") }
  }

  @Test func noReportAsksAValueForItsDescription() {
    expectGoldenReport(.noFittingType, injecting: Player()) { registry in
      registry.register("clock", instance: Loud(), fileID: setup, line: 1)
      registry.declare("clock", \Player.clock, fileID: setup, line: 2)
    }
  }

  @Test func aLookUpByNameFindsNothing() {
    expectGoldenReport(
      .unknownName,
      use: {
        _ = $0.instance(for: "number", fileID: main, line: 10) as Int?
      })
  }

  @Test func aLookUpByTypeFindsNothing() {
    expectGoldenReport(
      .unknownType,
      use: {
        _ = $0.instance(of: Int.self, fileID: main, line: 10)
      })
  }

  @Test func aKeyLeadsNowhere() {
    expectGoldenReport(.deadEnd, injecting: Player()) { registry in
      registry.alias(.clock, to: "tower", fileID: setup, line: 1)
      registry.declare(.clock, \Player.clock, fileID: setup, line: 2)
    }
  }

  @Test func keysLeadInACycle() {
    expectGoldenReport(.aliasCycle) { registry in
      registry.alias(.named("a", Int.self), to: "b", fileID: setup, line: 1)
      registry.alias(.named("b", Int.self), to: "a", fileID: setup, line: 2)
    } use: {
      _ = $0.instance(for: "a", fileID: main, line: 10) as Int?
    }
  }

  @Test func accessorsAreLookedUp() {
    expectGoldenReport(.accessorWithoutMark) {
      $0.intercept(.volume, fileID: setup, line: 1, get: { _ in 1 })
    } use: {
      _ = $0.instance(for: .volume, fileID: main, line: 10)
    }
  }

  @Test func aValueThatIsRequiredIsNil() throws {
    let injector = PropertyInjector { registry in
      registry.register("number", fileID: setup, line: 1) { Int?.none }
    }
    let error = #expect(throws: InjectionIssue.self) {
      try injector.require(.named("number", Int.self), fileID: main, line: 10)
    }
    let log = IssueLog()
    log.append(try #require(error))
    expectGoldenReports(.requiredNil, in: log)
  }
}
