import PropertyInjection
import TestSupport
import Testing

// The words of reports about what a configuration says twice, or in vain.
extension IssueTextTests {
  @Test func aNameAndATypeAreRegisteredTwice() {
    expectGoldenReport(.duplicateBinding) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
      registry.register("number", instance: 2, fileID: setup, line: 2)
    }
  }

  @Test func thereIsNothingToReplace() {
    expectGoldenReport(.nothingReplaced) { registry in
      registry.register(.clock, instance: ClassClock(), fileID: setup, line: 1)
      registry.register(
        "clock", instance: StoppedClock(), replacing: true, fileID: setup, line: 2)
    }
  }

  @Test func theNameToReplaceIsMisspelt() {
    expectGoldenReport(.nothingReplaced) { registry in
      registry.register(.clock, instance: StoppedClock(), fileID: setup, line: 1)
      registry.register(
        .named("clok", (any Clock).self), instance: StoppedClock(), replacing: true, fileID: setup,
        line: 2)
    }
  }

  @Test func aKeyWithoutABindingIsDecorated() {
    expectGoldenReport(.nothingToDecorate) { registry in
      registry.register("store", instance: 1, fileID: setup, line: 1)
      registry.decorate(.named("stoer", Int.self), fileID: setup, line: 2) { $1 + 1 }
    }
  }

  @Test func aPropertyIsDeclaredTwice() {
    expectGoldenReport(.duplicateDeclaration) { registry in
      registry.declare("number", \Player.number, fileID: setup, line: 1)
      registry.declare("number", \Player.number, fileID: setup, line: 2)
    }
  }

  @Test func aRegisteredNameIsEmpty() {
    expectGoldenReport(.emptyName) { $0.register("", instance: 1, fileID: setup, line: 1) }
  }

  @Test func aDeclaredNameIsEmpty() {
    expectGoldenReport(.emptyName) { $0.declare("", \Player.number, fileID: setup, line: 1) }
  }

  @Test func aKeyLeadsToAnEmptyName() {
    expectGoldenReport(.emptyName) {
      $0.alias(.named("a", Int.self), to: "", fileID: setup, line: 1)
    }
  }

  @Test func anInstanceIsNil() {
    expectGoldenReport(.nilInstance) {
      $0.register("number", instance: nil as Int?, fileID: setup, line: 1)
    }
  }

  @Test func aPropertyIsDeclaredForAProtocol() {
    expectGoldenReport(.declaredForProtocol) {
      $0.declare("number", \(any Numbered).number, fileID: setup, line: 1)
    }
  }

  @Test func aScopeIsSetForNothing() {
    expectGoldenReport(.nothingToScope) {
      $0.setScope(.singleton, for: .named("number", Int.self), fileID: setup, line: 1)
    }
  }

  @Test func aScopeIsSetForWhatIsNotMade() {
    expectGoldenReport(.nothingToScope) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
      registry.setScope(.singleton, for: .named("number", Int.self), fileID: setup, line: 2)
    }
  }

  @Test func aModuleIsNotInstalled() {
    expectGoldenReport(.unknownModule) { $0.uninstall(setupModule, fileID: setup, line: 1) }
  }

  @Test func aScopeIsGivenToAFactoryOfCalls() {
    expectGoldenReport(.scopeOfCalls) {
      $0.register("number", in: .singleton, .perPoint { _, _ in 1 }, fileID: setup, line: 1)
    }
  }

  @Test func aScopeIsSetForValuesOfWhichNothingIsKnown() {
    expectGoldenReport(.scopeOfUnproven) { registry in
      registry.register("service", fileID: setup, line: 1) { Service() }
      registry.setScope(.singleton, for: .named("service", Service.self), fileID: setup, line: 2)
    }
  }
}
