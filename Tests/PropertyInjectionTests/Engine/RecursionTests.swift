import PropertyInjection
import TestSupport
import Testing

/// Recursion that ends is no cycle.
@Suite struct RecursionTests {
  final class Node: InjectionAware {
    let depth: Int
    @Injected var injector: PropertyInjector?
    var child: Node?

    init(depth: Int) { self.depth = depth }

    func didInjectDependencies() {
      guard depth != 0 else { return }
      child = injector?.instance(of: Node.self, depth - 1)
    }

    var count: Int { 1 + (child?.count ?? 0) }
  }

  @Test func aHookMayMakeItsOwnTypeWithOtherArguments() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Node.self), .initializer(Node.init(depth:), .dynamic))
    }
    let node = injector.instance(of: Node.self, 5)
    #expect(node?.count == 6)
    #expect(log.texts == [])
  }

  @Test func aFactoryMayMakeItsOwnTypeWithOtherArguments() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("factorial") { (injector, number: Int) -> Int? in
        number < 2 ? 1 : injector.instance(for: "factorial", number - 1).map { $0 * number }
      }
    }
    #expect(injector.instance(for: "factorial", 10) == 3_628_800)
    #expect(log.texts == [])
  }

  @Test func endlessRecursionIsReportedBeforeTheStackEnds() {
    let log = IssueLog()
    SmallThread.run {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Node.self), .initializer(Node.init(depth:), .dynamic))
      }
      let node = injector.instance(of: Node.self, -1)
      #expect(node != nil)
    }
    #expect(log.kinds == [.tooDeep])
  }

  /// The stack of a main thread holds a tree of a program's size.
  @Test func aHealthyTreeIsFilledToTwoHundredLevels() {
    let log = IssueLog()
    SmallThread.run(stackSize: 8 << 20) {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Node.self), .initializer(Node.init(depth:), .dynamic))
      }
      #expect(injector.instance(of: Node.self, 200)?.count == 201)
    }
    #expect(log.texts == [])
  }

  private struct Counting: InjectionProvider {
    func provide(with injector: PropertyInjector, arguments: [Any?]) -> Int? {
      (arguments.first as? Int).map { $0 + 1 } ?? injector.instance(for: "number", 6)
    }
  }

  @Test func aProviderMayAskItselfWithAnArgument() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", .object(Counting()))
    }
    #expect(injector.instance(for: "number") == 7)
    #expect(log.texts == [])
  }
}
