import PropertyInjection
import TestSupport
import Testing

/// A lazy property whose value could not be made where it was read first is asked again later.
@Suite struct LazyAgainTests {
  private final class Numbered {
    @Injected(lazy: true) var number: Int?
  }

  @Test func whereTooMuchWasRunning() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int in
        calls.increment()
        return 7
      }
      registry.register("nest") { (injector, owner: Numbered, depth: Int) -> Bool in
        depth == 0
          ? owner.number != nil : injector.instance(for: "nest", owner, depth - 1) == true
      }
    }
    SmallThread.run {
      for depth in 0... {
        let owner = Numbered()
        injector.injectDependencies(to: owner)
        let isRead = injector.instance(for: .named("nest", Bool.self), owner, depth)
        #expect(isRead == log.issues.isEmpty)
        #expect(owner.number == 7 && owner.number == 7 && calls.count == depth + 1)
        if isRead != true { break }
      }
    }
    #expect(log.kinds == [.tooDeep])
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
    #expect(log.issues.first?.kindName == .cycle)
  }

  private final class Egg: Sendable {
    init(shell: Int, hen: Hen) {}
  }
  private final class Hen: Sendable {
    init(egg: Egg) {}
  }
}
