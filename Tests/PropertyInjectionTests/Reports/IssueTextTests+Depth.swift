import PropertyInjection
import TestSupport
import Testing

// The words of reports about what is nested too deep, and about long chains.
extension IssueTextTests {
  @Test func factoriesAreNestedTooDeep() {
    expectGoldenReport(.tooDeep) { registry in
      for number in 0..<300 {
        registry.register(.named("n\(number)"), fileID: setup, line: 1) { injector in
          injector.instance(
            for: .named("n\(number + 1)"), fileID: setup, line: 2) as Int?
        }
      }
    } use: {
      _ = $0.instance(for: "n0", fileID: main, line: 10) as Int?
    }
  }

  @Test func factoriesAreNestedTooDeepForAProperty() {
    expectGoldenReport(.tooDeep, injecting: Player()) { registry in
      for number in 0..<40 {
        registry.register(.named("n\(number)"), fileID: setup, line: 1) { injector in
          injector.instance(for: .named("n\(number + 1)"), fileID: setup, line: 2) as Int?
        }
      }
      registry.declare("number", \Player.number, from: "n0", fileID: setup, line: 3)
    }
  }

  private final class Owner { @Injected var number: Int? }
  @Test func aPropertyIsTooDeepItself() {
    expectGoldenReport(.tooDeep) { registry in
      registry.register("number", fileID: setup, line: 1) { 1 }
      registry.register("nest", fileID: setup, line: 2) { (injector, depth: Int) -> Bool? in
        guard depth > 0 else {
          injector.injectDependencies(to: Owner(), fileID: setup, line: 3)
          return true
        }
        return injector.instance(for: "nest", depth - 1, fileID: setup, line: 4)
      }
    } use: {
      _ = $0.instance(for: .named("nest", Bool.self), 31, fileID: main, line: 10)
    }
  }

  private final class Aware: InjectionAware {
    @Injected var number: Int?
    func didInjectDependencies() {}
  }

  @Test func aHookIsTooDeep() {
    expectGoldenReport(.tooDeep) { registry in
      registry.register("number", instance: 1)
      registry.register("nest", fileID: setup, line: 2) { (injector, depth: Int) -> Bool? in
        guard depth > 0 else {
          injector.injectDependencies(to: Aware(), fileID: setup, line: 3)
          return true
        }
        return injector.instance(for: "nest", depth - 1, fileID: setup, line: 4)
      }
    } use: {
      _ = $0.instance(for: .named("nest", Bool.self), 31, fileID: main, line: 10)
    }
  }

  @Test func aChainOfSeventeenLinksIsShownWhole() {
    expectGoldenReport(.cycle) { registry in
      for link in 0..<16 {
        registry.alias("\(link)", to: link == 15 ? "0" : "\(link + 1)", fileID: setup, line: 1)
      }
    } use: {
      _ = $0.instance(for: "0", fileID: main, line: 10) as Int?
    }
  }

  @Test func theEndsOfALongerChainAreShown() {
    expectGoldenReport(.cycle) { registry in
      for link in 0..<17 {
        registry.alias("\(link)", to: link == 16 ? "0" : "\(link + 1)", fileID: setup, line: 1)
      }
    } use: {
      _ = $0.instance(for: "0", fileID: main, line: 10) as Int?
    }
  }
}
