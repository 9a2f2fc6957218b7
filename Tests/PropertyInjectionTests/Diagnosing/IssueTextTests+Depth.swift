import PropertyInjection
import TestSupport
import Testing

// The words of reports about what is nested too deep, about long chains, and about scopes.
extension IssueTextTests {
  @Test func factoriesAreNestedTooDeepForAProperty() {
    expectReport(
      """
      No instance for "n32": Int: factories, hooks and the like are nested 33 deep, at last \
      "n30": Int -> "n31": Int -> "n32": Int.
        registered at  App/Setup.swift:1
        for            Player.number (Int) -> "n1": Int -> "n2": Int -> "n3": Int -> "n4": Int -> \
      "n5": Int -> "n6": Int -> "n7": Int -> (17 more) -> "n25": Int -> "n26": Int -> "n27": Int -> \
      "n28": Int -> "n29": Int -> "n30": Int -> "n31": Int -> "n32": Int
        asked for at   App/Setup.swift:2
        to fix         look for a factory or a hook that injects without end.
      """,
      configure: { registry in
        for number in 0..<40 {
          registry.register(.named("n\(number)"), fileID: setup, line: 1) { injector in
            injector.instance(for: .named("n\(number + 1)"), fileID: setup, line: 2) as Int?
          }
        }
        registry.declare("number", \Player.number, from: "n0", fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func aPropertyIsTooDeepItself() {
    final class Owner { @Injected var number: Int? }
    expectReport(
      """
      Owner.number stayed nil: factories, hooks and the like are nested 33 deep, at last \
      "nest": Bool -> "nest": Bool -> "number": Int.
        injected at    App/Setup.swift:3
        binding        "number": Int (App/Setup.swift:1)
        to fix         look for a factory or a hook that injects without end.
      """,
      configure: { registry in
        registry.register("number", fileID: setup, line: 1) { 1 }
        registry.register("nest", fileID: setup, line: 2) { (injector, depth: Int) -> Bool? in
          guard depth > 0 else {
            injector.injectDependencies(to: Owner(), fileID: setup, line: 3)
            return true
          }
          return injector.make("nest", depth - 1, fileID: setup, line: 4)
        }
      },
      use: { _ = $0.make(.named("nest", Bool.self), 31, fileID: main, line: 10) })
  }

  @Test func aHookIsTooDeep() {
    final class Aware: InjectionAware {
      @Injected var number: Int?
      func didInjectDependencies() {}
    }
    expectReport(
      """
      Aware.didInjectDependencies() was not called: factories, hooks and the like are nested 33 deep, \
      at last "nest": Bool -> "nest": Bool -> Aware.didInjectDependencies().
        injected at    App/Setup.swift:3
        to fix         look for a factory or a hook that injects without end.
      """,
      configure: { registry in
        registry.register("number", instance: 1)
        registry.register("nest", fileID: setup, line: 2) { (injector, depth: Int) -> Bool? in
          guard depth > 0 else {
            injector.injectDependencies(to: Aware(), fileID: setup, line: 3)
            return true
          }
          return injector.make("nest", depth - 1, fileID: setup, line: 4)
        }
      },
      use: { _ = $0.make(.named("nest", Bool.self), 31, fileID: main, line: 10) })
  }

  @Test func aChainOfSeventeenLinksIsShownWhole() {
    expectReport(
      """
      No instance for "0": Int: its binding leads back to itself, "0" -> "1" -> "2" -> "3" -> "4" -> \
      "5" -> "6" -> "7" -> "8" -> "9" -> "10" -> "11" -> "12" -> "13" -> "14" -> "15" -> "0".
        asked for at   App/Main.swift:10
        binding        "0" (App/Setup.swift:1)
        to fix         let one of them lead elsewhere.
      """,
      configure: { registry in
        for link in 0..<16 {
          registry.alias("\(link)", to: link == 15 ? "0" : "\(link + 1)", fileID: setup, line: 1)
        }
      },
      use: { _ = $0.instance(for: "0", fileID: main, line: 10) as Int? })
  }

  @Test func ofALongerOneTheEndsAreShown() {
    expectReport(
      """
      No instance for "0": Int: its binding leads back to itself, "0" -> "1" -> "2" -> "3" -> "4" -> \
      "5" -> "6" -> "7" -> (2 more) -> "10" -> "11" -> "12" -> "13" -> "14" -> "15" -> "16" -> "0".
        asked for at   App/Main.swift:10
        binding        "0" (App/Setup.swift:1)
        to fix         let one of them lead elsewhere.
      """,
      configure: { registry in
        for link in 0..<17 {
          registry.alias("\(link)", to: link == 16 ? "0" : "\(link + 1)", fileID: setup, line: 1)
        }
      },
      use: { _ = $0.instance(for: "0", fileID: main, line: 10) as Int? })
  }

  @Test func aScopeIsAskedOutsideItsTime() {
    struct NoRequest: Error {}
    struct RequestStore: InjectionScopeStore {
      func instance(for key: InjectionScopeKey) throws -> ScopedInstance? { throw NoRequest() }
      func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {}
    }
    expectReport(
      """
      Player.service stayed nil: the scope of its binding has thrown NoRequest.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        binding        "service": Service (App/Setup.swift:1)
        to fix         ask within the scope, or keep the value in another one.
      """,
      configure: { registry in
        registry.register(
          "service", in: .custom(RequestStore()), fileID: setup, line: 1
        ) { Service() }
        registry.declare("service", \Player.service, fileID: setup, line: 2)
      },
      use: { injector in
        for _ in 0..<2 { injector.injectDependencies(to: Player(), fileID: main, line: 10) }
      })
    expectReport(
      """
      No instance for "service": Service: the scope of its binding has thrown NoRequest.
        registered at  App/Setup.swift:1
        asked for at   App/Main.swift:10
        to fix         ask within the scope, or keep the value in another one.
      """,
      configure: { registry in
        registry.register(
          "service", in: .custom(RequestStore()), fileID: setup, line: 1
        ) { Service() }
      },
      use: { injector in
        for _ in 0..<2 {
          _ = injector.instance(for: .named("service", Service.self), fileID: main, line: 10)
        }
      })
  }
}
