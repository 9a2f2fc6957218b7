import PropertyInjection
import TestSupport
import Testing

/// A lazy property whose value could not be made where it was read first is asked again later.
@Suite struct LazyAgainTests {
  private final class Numbered {
    @Injected(lazy: true) var number: Int?
  }

  @Test(arguments: [0, 29, 30, 31])
  func whereTooMuchWasRunning(_ depth: Int) {
    let log = IssueLog()
    let calls = Counter()
    let owner = Numbered()
    // Read on this thread only.
    nonisolated(unsafe) let own = owner
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int in
        calls.increment()
        return 7
      }
      registry.register("nest") { (injector, depth: Int) -> Bool in
        depth == 0 ? own.number != nil : injector.instance(for: "nest", depth - 1) == true
      }
    }
    injector.injectDependencies(to: owner)
    // With 31 factories around it the property's own making is one more, and its binding is too many.
    let isTooDeep = depth >= 30
    #expect(injector.instance(for: .named("nest", Bool.self), depth) == !isTooDeep)
    #expect(log.kinds == (isTooDeep ? [.tooDeep] : []))
    #expect(calls.count == (isTooDeep ? 0 : 1))
    #expect(owner.number == 7 && owner.number == 7)
    #expect(calls.count == 1)
  }

  @Test func whereItsFactoryWasRunning() {
    let log = IssueLog()
    let calls = Counter()
    let owner = Numbered()
    // Read on this thread only.
    nonisolated(unsafe) let own = owner
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int in
        calls.increment()
        return own.number ?? calls.count
      }
    }
    injector.injectDependencies(to: owner)
    #expect(injector.instance(for: "number") == 1)
    #expect(log.kinds == [.cycle])
    #expect(owner.number == 2)
    #expect(owner.number == 2 && calls.count == 2)
  }

  private final class Owner { @Injected(.byType, lazy: true) var egg: Egg? }
  @Test func whatLeadsBackToItselfWhereverItIsReadIsNotAskedForAgain() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("shell") { () -> Int in
        calls.increment()
        return 1
      }
      registry.register(.type(Egg.self), .initializer(Egg.init(shell:hen:)))
      registry.register(.type(Hen.self), .initializer(Hen.init(egg:)))
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    for _ in 0..<3 { #expect(owner.egg == nil) }
    #expect(calls.count == 1)
    #expect(log.issues.first?.kind == .cycle)
  }

  private final class Egg: Sendable {
    init(shell: Int, hen: Hen) {}
  }
  private final class Hen: Sendable {
    init(egg: Egg) {}
  }
}
