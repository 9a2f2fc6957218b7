import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Factories, hooks, observers and handlers that do what they had better not.
@Suite struct MisbehavingCodeTests {
  @Test func aFactoryThatInjectsTheObjectBeingInjectedIsACycle() throws {
    let log = IssueLog()
    let player = Player()
    nonisolated(unsafe) let target = player
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { injector in
        injector.injectDependencies(to: target)
        return 1
      }
      registry.register("clock", instance: StoppedClock())
      registry.declare("number", \Player.number)
      registry.declare("clock", \Player.clock)
    }
    let result = injector.injectDependencies(to: player)
    #expect(player.number == 1 && player.clock != nil)
    #expect(result.injected == ["number"], "the clock was filled by the inner call")
    let issue = try #require(log.issues.first)
    #expect(issue.kindName == .cycle)
    #expect(issue.chain == ["\"number\": Int", "\"number\": Int"])
  }

  @Test func aFactoryThatFailsLeavesTheOthersFilledAndTheHookCalled() {
    final class Aware: InjectionAware {
      var nothing: Int?
      var misfit: SpecialService?
      var last: Int?
      var hooks = 0
      func didInjectDependencies() { hooks += 1 }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("nothing") { nil as Int? }
      registry.register("misfit") { Service() }
      registry.register("last", instance: 3)
      registry.declare("nothing", \Aware.nothing)
      registry.declare("misfit", \Aware.misfit)
      registry.declare("last", \Aware.last)
    }
    let aware = Aware()
    let result = injector.injectDependencies(to: aware)
    #expect(
      result.description
        == """
        unfilled: nothing (factoryGaveNil), misfit (productDoesNotFit); injected: last
        Aware.nothing stayed nil: its factory has given nil.
        Aware.misfit stayed nil: the value for it is of type Service, not SpecialService.
        """)
    #expect(aware.hooks == 1)
  }

  @Test func aCycleOfFactoriesIsReportedInOrderAndLeavesTheInjectorUsable() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("a") { injector in injector.instance(for: "b") as Int? }
      registry.register("b") { injector in injector.instance(for: "c") as Int? }
      registry.register("c") { injector in injector.instance(for: "a") as Int? }
      registry.register("d", instance: 4)
    }
    #expect(injector.instance(for: "a") == nil as Int?)
    #expect(log.issues.map(\.chain) == [["\"a\": Int", "\"b\": Int", "\"c\": Int", "\"a\": Int"]])
    #expect(injector.instance(for: "b") == nil as Int?)
    #expect(log.issues.count == 2)
    #expect(injector.instance(for: "d") == 4)
  }

  private final class Node { var next: Node? }
  @Test func anEndlessChainOfInjectingFactoriesIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("next") { injector in
        let node = Node()
        injector.injectDependencies(to: node)
        return node
      }
      registry.declare("next", \Node.next)
    }
    let node = Node()
    injector.injectDependencies(to: node)
    #expect(node.next != nil && node.next?.next == nil)
    #expect(log.kinds == [.cycle])
  }

  @Test func aChainOfTenThousandFactoriesEndsInAReport() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for number in 0..<10_000 {
        registry.register(.named("n\(number)")) { injector in
          injector.instance(for: .named("n\(number + 1)")) as Int?
        }
      }
      registry.register("n10000", instance: 1)
    }
    SmallThread.run { #expect(injector.instance(for: "n0") == nil as Int?) }
    #expect(log.kinds == [.tooDeep])
    #expect(injector.instance(for: "n9970") == 1, "thirty deep is fine")
  }

  private struct Asking: InjectionProvider {
    let key: InjectionKey<Int>
    func provide(with injector: PropertyInjector, arguments: [Any?]) -> Int? {
      injector.instance(for: key)
    }
  }

  @Test func chainsOfTenThousandOfEveryKindEndInAReportOnASmallStack() {
    let registrations: [@Sendable (inout Registry, InjectionKey<Int>, InjectionKey<Int>) -> Void] =
      [
        { registry, key, next in
          registry.register(key, .initializer({ (number: Int) in number }, .key(next)))
        },
        { registry, key, next in registry.register(key, .object(Asking(key: next))) },
        { registry, key, next in registry.register(key, in: .singleton) { $0.instance(for: next) }
        },
      ]
    for register in registrations {
      let log = IssueLog()
      SmallThread.run {
        let injector = PropertyInjector(reportingTo: log) { registry in
          for number in 0..<10_000 {
            register(&registry, .named("n\(number)"), .named("n\(number + 1)"))
          }
        }
        _ = injector.instance(for: "n0") as Int?
      }
      #expect(log.kinds.contains(.tooDeep))
      #expect(log.texts.allSatisfy { $0.count < 1_000 })
    }
  }

  @Test func nestingThroughMarkedPropertiesFitsOnTheStackOfASmallThread() {
    func makers<Inner>(_: Inner.Type, _ depth: Int) -> [@Sendable (PropertyInjector) -> Int?] {
      guard depth > 0 else { return [] }
      let maker: @Sendable (PropertyInjector) -> Int? = { injector in
        let level = MarkedLevel<Inner>(depth - 1)
        injector.injectDependencies(to: level)
        return level.value
      }
      return makers(MarkedLevel<Inner>.self, depth - 1) + [maker]
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for (level, maker) in makers(Int.self, 60).enumerated() {
        registry.register(.named("level\(level + 1)"), factory: maker)
      }
    }
    let level = MarkedLevel<String>(60)
    // Used on that thread only.
    nonisolated(unsafe) let own = level
    SmallThread.run { injector.injectDependencies(to: own) }
    #expect(level.value == nil && log.kinds.count == 1)
    #expect([.tooDeep, .unknownName].contains(log.kinds.first))
  }

  @Test func nestingToTheLimitFitsOnTheStackOfASmallThread() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for level in 0..<Row.count - 1 {
        registry.register(.named("n\(level)")) { injector -> Int? in
          let row = Row(nilAt: level + 1)
          injector.injectDependencies(to: row)
          return row.values[level + 1]
        }
        registry.declare(.named("n\(level)"), \Row.values[level])
      }
    }
    SmallThread.run { injector.injectDependencies(to: Row(nilAt: 0)) }
    #expect(log.kinds == [.tooDeep])
  }

  @Test func aFactoryThatReachesItselfThroughADerivedInjectorIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { injector in
        injector.overriding { _ in }.instance(for: "number") as Int?
      }
    }
    #expect(injector.instance(for: "number") == nil as Int?)
    #expect(log.kinds == [.cycle])
  }

  @Test func aDetachedTaskThatRunsAtOnceAndComesBackIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { injector in
        // It runs on the thread that has called it, and inherits nothing.
        Task.immediateDetached { _ = injector.instance(for: "number") as Int? }
        return 1
      }
    }
    #expect(injector.instance(for: "number") == 1)
    #expect(log.kinds == [.cycle])
  }

  @Test func aTaskThatAFactoryStartedMayUseTheFactoryLater() async throws {
    let later = Locked<Task<Int?, Never>?>(nil)
    let gate = AsyncStream<Void>.makeStream()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { injector in
        later.withLock { task in
          guard task == nil else { return }
          task = Task {
            for await _ in gate.stream {}
            return injector.instance(for: "number")
          }
        }
        return 1
      }
    }
    #expect(injector.instance(for: "number") == 1)
    gate.continuation.finish()
    let task = try #require(later.withLock { $0 })
    #expect(await task.value == 1)
    #expect(log.issues.isEmpty)
  }

  @Test func aTaskThatAFactoryStartedIsNoCycleWhileTheFactoryRuns() async {
    let log = IssueLog()
    let calls = Counter()
    let found = Counter()
    let finished = DispatchSemaphore(value: 0)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { (injector: PropertyInjector) -> Int? in
        calls.increment()
        guard calls.count == 1 else { return 2 }
        Task {
          if injector.instance(for: "number") == 2 { found.increment() }
          finished.signal()
        }
        finished.wait()
        return 1
      }
    }
    // On a thread of its own: a blocked thread of the tasks would delay all tests until the task has its turn.
    let number: Int? = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: injector.instance(for: "number")) }.start()
    }
    #expect(number == 1)
    #expect(found.count == 1)
    #expect(log.issues.isEmpty)
  }

  @Test func aHookMayInjectItsObjectAgainAndOthers() {
    final class Aware: InjectionAware {
      let injector: PropertyInjector
      var number: Int?
      var other: Player?
      var hooks = 0
      init(_ injector: PropertyInjector) { self.injector = injector }
      func didInjectDependencies() {
        hooks += 1
        injector.injectDependencies(to: self)
        let player = Player()
        injector.injectDependencies(to: player)
        other = player
      }
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
      registry.register("nothing") { nil as Player? }
      registry.declare("number", \Aware.number)
      registry.declare("nothing", \Aware.other)
      registry.declare("number", \Player.number)
    }
    let aware = Aware(injector)
    injector.injectDependencies(to: aware)
    #expect(aware.hooks == 1)
    #expect(aware.other?.number == 1)
  }

  @Test func aPropertyThatItsHookSetsToNilIsNotFilledAgain() {
    final class Aware: InjectionAware {
      var number: Int?
      func didInjectDependencies() { number = nil }
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Aware.number)
    }
    let aware = Aware()
    #expect(injector.injectDependencies(to: aware).injected == ["number"])
    #expect(aware.number == nil)
  }

  @Test func aHookThatInjectsWithoutEndIsEndedWithAReport() {
    final class Aware: InjectionAware {
      let injector: PropertyInjector
      var number: Int?
      var hooks = 0
      init(_ injector: PropertyInjector) { self.injector = injector }
      func didInjectDependencies() {
        hooks += 1
        number = nil
        injector.injectDependencies(to: self)
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Aware.number)
    }
    SmallThread.run {
      let aware = Aware(injector)
      injector.injectDependencies(to: aware)
      #expect(aware.hooks > 10)
    }
    #expect(log.kinds == [.tooDeep])
  }

  private final class Observing {
    let injector: PropertyInjector
    var number: Int? { didSet { injector.injectDependencies(to: self) } }
    var clock: (any Clock)?
    init(_ injector: PropertyInjector) { self.injector = injector }
  }

  @Test func anObserverMayInjectItsObject() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("clock", instance: StoppedClock())
      registry.declare("number", \Observing.number)
      registry.declare("clock", \Observing.clock)
    }
    let observing = Observing(injector)
    #expect(injector.injectDependencies(to: observing).injected == ["number"])
    #expect(observing.clock != nil)
  }

  private final class NoHook {
    var number: Int?
    var called = false
    func didInjectDependencies() { called = true }
  }

  @Test func aHookNeedsAConformanceWhichAnExtensionMayGive() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \NoHook.number)
      registry.declare("number", \AwareByExtension.number)
      registry.declare("number", \AwareBase.number)
    }
    let without = NoHook()
    let with = AwareByExtension()
    let derived = AwareDerived()
    injector.injectDependencies(to: without)
    injector.injectDependencies(to: with)
    injector.injectDependencies(to: derived)
    #expect(!without.called)
    #expect(with.called)
    #expect(derived.calls == ["base", "derived"])
  }

  @Test func aHandlerMayInject() {
    let again = Counter()
    let holder = Locked<PropertyInjector?>(nil)
    let injector = PropertyInjector { registry in
      registry.declare("number", \Player.number)
      registry.issueHandler = { _ in
        again.increment()
        holder.withLock { $0 }?.injectDependencies(to: Player())
      }
    }
    holder.withLock { $0 = injector }
    injector.injectDependencies(to: Player())
    #expect(again.count == 1)
  }

  private struct Failure: Error {}
  @Test func aThrowingConfigurationPassesItsErrorOn() {
    #expect(throws: Failure.self) {
      _ = try PropertyInjector { _ in throw Failure() }
    }
    #expect(throws: Failure.self) {
      _ = try PropertyInjector { _ in }.overriding { _ in throw Failure() }
    }
  }
}

/// Asks for the level below it.
final class MarkedLevel<Inner> {
  @Injected var value: Int?
  init(_ depth: Int) { _value = Injected(.named("level\(depth)")) }
}

/// Properties of which one is nil.
final class Row {
  static let count = 5_000
  var values: [Int?] = Array(repeating: 1, count: count)
  init(nilAt index: Int) { values[index] = nil }
}

final class AwareByExtension {
  var number: Int?
  var called = false
}
extension AwareByExtension: InjectionAware {
  func didInjectDependencies() { called = true }
}

class AwareBase: InjectionAware {
  var number: Int?
  var calls: [String] = []
  func didInjectDependencies() { calls.append("base") }
}
final class AwareDerived: AwareBase {
  override func didInjectDependencies() {
    super.didInjectDependencies()
    calls.append("derived")
  }
}
