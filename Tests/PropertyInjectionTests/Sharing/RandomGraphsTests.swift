import PropertyInjection
import TestSupport
import Testing

/// Kept values with random arguments and properties, asked for by several threads at once.
///
/// The arguments lead back to no value. Then each value gets everything, whatever is asked for first.
@Suite struct RandomGraphsTests {
  class Node: @unchecked Sendable {
    // Unchecked: filled by the injector, before other code sees it.
    var left: Node?
    var right: Node?
    let arguments: [Node]
    let number: Int
    init(_ number: Int, _ arguments: [Node]) {
      self.number = number
      self.arguments = arguments
    }
  }
  final class Marked<Mark>: Node, @unchecked Sendable {}

  enum Mark0 {}
  enum Mark1 {}
  enum Mark2 {}
  enum Mark3 {}
  enum Mark4 {}
  enum Mark5 {}

  /// The needs of each value.
  struct Needs {
    var arguments: [Int] = []
    var left: Int?
    var right: Int?
    var scope = 0
  }

  static let count = 6

  private func needs(_ random: inout SeededRandom) -> [Needs] {
    let order = Array(0..<Self.count).shuffled(using: &random)
    var needs = Array(repeating: Needs(), count: Self.count)
    for (place, number) in order.enumerated() {
      let earlier = order[..<place]
      needs[number].arguments = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        earlier.randomElement(using: &random)
      }
      // A third of the properties ask for nothing.
      needs[number].left = Int.random(in: 0..<9, using: &random)
      needs[number].right = Int.random(in: 0..<9, using: &random)
      needs[number].scope = Int.random(in: 0..<3, using: &random)
    }
    return needs
  }

  private func register<Mark>(
    _ number: Int, _: Mark.Type, _ needs: Needs, _ store: PlainStore, in registry: inout Registry
  ) {
    let scopes: [InjectionScope<Node>] = [.singleton, .cached, .custom(store)]
    let key = InjectionKey<Node>.named("\(number)")
    let names = needs.arguments.map { "\($0)" }
    switch names.count {
    case 0:
      registry.register(
        key, in: scopes[needs.scope], initializer: { () -> Node? in Marked<Mark>(number, []) })
    case 1:
      registry.register(
        key, in: scopes[needs.scope],
        initializer: { (one: Node) -> Node? in Marked<Mark>(number, [one]) },
        arguments: .key(names[0]))
    default:
      registry.register(
        key, in: scopes[needs.scope],
        initializer: { (one: Node, other: Node) -> Node? in Marked<Mark>(number, [one, other]) },
        arguments: .key(names[0]), .key(names[1]))
    }
    // Something is declared in each, so that it is no mistake to inject it.
    registry.declare(
      "left", \Marked<Mark>.left, from: .named("\(needs.left ?? 9)"),
      optional: needs.left.map { $0 >= Self.count } ?? true)
    registry.declare(
      "right", \Marked<Mark>.right, from: .named("\(needs.right ?? 9)"),
      optional: needs.right.map { $0 >= Self.count } ?? true)
  }

  @Test(arguments: 1...4)
  func eachValueGetsEverythingFromEachStart(threads: Int) {
    for round in Effort.sample(Array(0..<500), oneOf: 10, for: "graphs") {
      var random = SeededRandom(seed: UInt64(round * 4 + threads))
      let needs = needs(&random)
      let starts = (0..<threads).map { _ in Int.random(in: 0..<Self.count, using: &random) }
      let log = IssueLog()
      let store = PlainStore()
      let injector = PropertyInjector(reportingTo: log) { registry in
        register(0, Mark0.self, needs[0], store, in: &registry)
        register(1, Mark1.self, needs[1], store, in: &registry)
        register(2, Mark2.self, needs[2], store, in: &registry)
        register(3, Mark3.self, needs[3], store, in: &registry)
        register(4, Mark4.self, needs[4], store, in: &registry)
        register(5, Mark5.self, needs[5], store, in: &registry)
      }
      let found = Threads.run(threads) { index -> Node? in
        injector.instance(for: .named("\(starts[index])"))
      }
      var nodes: [Int: Node] = [:]
      var mistakes: [String] = []
      func visit(_ node: Node?, _ number: Int) {
        guard let node, node.number == number else { return mistakes.append("no \(number)") }
        if let known = nodes[number] {
          if known !== node { mistakes.append("two of \(number)") }
          return
        }
        nodes[number] = node
        for (argument, wanted) in zip(node.arguments, needs[number].arguments) {
          visit(argument, wanted)
        }
        if let left = needs[number].left, left < Self.count { visit(node.left, left) }
        if let right = needs[number].right, right < Self.count { visit(node.right, right) }
      }
      for (node, start) in zip(found, starts) { visit(node, start) }
      for number in 0..<Self.count { visit(injector.instance(for: .named("\(number)")), number) }
      #expect(mistakes == [] && log.texts == [], "round \(round): \(needs), \(starts)")
      for node in nodes.values { (node.left, node.right) = (nil, nil) }
    }
  }
}
