import PropertyInjection
import TestSupport
import Testing

/// Kept values with random arguments and properties, asked for by several threads at once.
///
/// The arguments lead back to no value. Then each value gets everything, whatever is asked for first.
@Suite struct RandomGraphsTests {
  private func network(_ random: inout SeededRandom) -> Network {
    let order = Array(0..<Network.mostNodes).shuffled(using: &random)
    var needs = Array(repeating: Network.Needs(), count: order.count)
    for (place, number) in order.enumerated() {
      needs[number].arguments = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        order[..<place].randomElement(using: &random)
      }
      // A third of the properties ask for nothing.
      needs[number].left = random.below(9)
      needs[number].right = random.below(9)
      needs[number].scope = random.one(of: [.singleton, .cached, .custom])
    }
    return Network(needs)
  }

  @Test(arguments: 1...4)
  func eachValueGetsEverythingFromEachStart(threads: Int) {
    for round in Effort.sample(Array(0..<500), oneOf: 10, for: "graphs") {
      var random = SeededRandom(seed: UInt64(round * 4 + threads))
      let network = network(&random)
      let starts = (0..<threads).map { _ in random.below(Network.mostNodes) }
      let log = IssueLog()
      let store = ScopedValues()
      let injector = PropertyInjector(reportingTo: log) { network.register(in: &$0, store) }
      let found = Threads.run(threads) { index in
        injector.instance(for: Network.key(starts[index]))
      }
      var nodes: [Int: Network.Node] = [:]
      var complaints: [String] = []
      func look(at node: Network.Node?, _ number: Int) {
        var twice: [String] = []
        let missing = network.complaints(node, number) { node in
          let known = nodes.updateValue(node, forKey: node.number)
          if let known, known !== node { twice.append("two of \(node.number)") }
          return known == nil
        }
        complaints += missing + twice
      }
      for (node, start) in zip(found, starts) { look(at: node, start) }
      for number in network.needs.indices {
        look(at: injector.instance(for: Network.key(number)), number)
      }
      // A singleton may get a value of the store, which it outlives.
      let reports = log.texts(but: .shorterScope)
      #expect(complaints == [] && reports == [], "round \(round): \(network), \(starts)")
      Network.separate(nodes.values)
    }
  }
}
