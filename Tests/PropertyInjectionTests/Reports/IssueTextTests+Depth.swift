import PropertyInjection
import TestSupport
import Testing

// The words of reports about what is nested too deep, and about long chains.
extension IssueTextTests {
  /// The reports of what is nested just too deep on the stack of a small thread; how deep that is, depends on the build.
  private func reports(_ configure: @escaping @Sendable (inout Registry) -> Void) -> [String] {
    var (fits, fails) = (0, 1)
    while reports(nesting: fails, configure).isEmpty { (fits, fails) = (fails, 2 * fails) }
    while fails - fits > 1 {
      let middle = (fits + fails) / 2
      if reports(nesting: middle, configure).isEmpty { fits = middle } else { fails = middle }
    }
    return reports(nesting: fails, configure).map { $0.replacing(/\d+ (?=deep|more)/, with: "N ") }
  }

  private func reports(
    nesting depth: Int, _ configure: @escaping @Sendable (inout Registry) -> Void
  ) -> [String] {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", fileID: "App/Setup.swift", line: 1) { 1 }
      configure(&registry)
    }
    SmallThread.run {
      _ = injector.instance(
        for: .named("nest", Bool.self), depth, fileID: "App/Main.swift", line: 10)
    }
    #expect(Set(log.kinds).isSubset(of: [.tooDeep]) && log.issues.count < 2)
    return log.texts
  }

  private static func nest(
    _ registry: inout Registry, _ atBottom: @escaping @Sendable (PropertyInjector) -> Void
  ) {
    registry.register("nest", fileID: "App/Setup.swift", line: 2) {
      (injector, depth: Int) -> Bool? in
      guard depth == 0 else {
        return injector.instance(
          for: "nest", depth - 1, fileID: "App/Setup.swift", line: 4)
      }
      Self.run(deeper: 16) { atBottom(injector) }
      return true
    }
  }

  /// Runs code with more of the stack in use than a nested factory takes, so that it is the code that is too deep.
  private static func run(deeper levels: Int, _ body: () -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 16) { _ in
      if levels == 0 { body() } else { run(deeper: levels - 1, body) }
    }
  }

  private final class Owner { @Injected var number: Int? }
  @Test func factoriesAreNestedTooDeepForAProperty() {
    let texts = reports {
      Self.nest(&$0) { $0.injectDependencies(to: Owner(), fileID: "App/Setup.swift", line: 3) }
    }
    expectGolden(texts.joined())
  }

  @Test func factoriesAreNestedTooDeep() {
    let texts = reports {
      Self.nest(&$0) {
        _ = $0.instance(for: .named("number", Int.self), fileID: "App/Setup.swift", line: 3)
      }
    }
    expectGolden(texts.joined())
  }

  private final class Aware: InjectionAware {
    var number: Int?
    func didInjectDependencies() {}
  }
  @Test func aHookIsTooDeep() {
    let texts = reports { registry in
      registry.register("instance", instance: 1)
      registry.declare("number", \Aware.number, from: "instance")
      Self.nest(&registry) {
        $0.injectDependencies(to: Aware(), fileID: "App/Setup.swift", line: 3)
      }
    }
    expectGolden(texts.joined())
  }

  @Test func aChainOfSeventeenLinksIsShownWhole() {
    expectGoldenReport(.aliasCycle) { registry in
      for link in 0..<16 {
        registry.alias(
          .named("\(link)", Int.self), to: .named(link == 15 ? "0" : "\(link + 1)"), fileID: setup,
          line: 1)
      }
    } use: {
      _ = $0.instance(for: "0", fileID: main, line: 10) as Int?
    }
  }

  @Test func theEndsOfALongerChainAreShown() {
    expectGoldenReport(.aliasCycle) { registry in
      for link in 0..<17 {
        registry.alias(
          .named("\(link)", Int.self), to: .named(link == 16 ? "0" : "\(link + 1)"), fileID: setup,
          line: 1)
      }
    } use: {
      _ = $0.instance(for: "0", fileID: main, line: 10) as Int?
    }
  }
}
