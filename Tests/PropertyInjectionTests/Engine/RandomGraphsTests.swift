import PropertyInjection
import TestSupport
import Testing

/// Values with random arguments and properties, asked for by several threads at once.
///
/// The arguments lead back to no value, and of the values that need each other one is kept. Then each value gets
/// everything, whatever is asked for first.
@Suite struct RandomGraphsTests {
  /// - Parameter isFlowing: Whether values may go while others are made: some are held weakly, and some are wrapped.
  private func network(_ random: inout SeededRandom, isFlowing: Bool = false) -> Network {
    let order = Array(0..<Network.mostNodes).shuffled(using: &random)
    let scopes: [Network.Scope] = [.singleton, .cached, .custom, .unique]
    var needs = order.map { _ in
      Network.Needs(in: random.one(of: isFlowing ? scopes + [.weak] : scopes))
    }
    for (place, number) in order.enumerated() {
      let before = order[..<place]
      needs[number].arguments = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        before.randomElement(using: &random)
      }
      // What is not kept must be complete when a factory gets it.
      needs[number].looksUp =
        random.below(3) == 0
        && needs[number].arguments.allSatisfy { needs[$0].scope != .unique }
      // A third of the properties ask for nothing; of values that are not kept none leads back to itself.
      let others = (0..<9).filter { other in
        needs[number].scope != .unique || !needs.indices.contains(other)
          || needs[other].scope != .unique || before.contains(other)
      }
      needs[number].left = random.one(of: others)
      needs[number].right = random.one(of: others)
      needs[number].isDecorated = isFlowing && random.below(3) == 0
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
      var nodes: [ObjectIdentifier: Network.Node] = [:]
      var kept: [Int: Network.Node] = [:]
      var complaints: [String] = []
      func look(at node: Network.Node?, _ number: Int) {
        var twice: [String] = []
        let missing = network.complaints(node, number) { node in
          if network.needs[node.number].scope != .unique,
            let known = kept.updateValue(node, forKey: node.number), known !== node
          {
            twice.append("two of \(node.number)")
          }
          return nodes.updateValue(node, forKey: ObjectIdentifier(node)) == nil
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

  @Test(arguments: 1...4)
  func eachValueIsWholeBesideResetsAndDecorators(threads: Int) {
    for round in Effort.sample(Array(0..<500), oneOf: 10, for: "flowing graphs") {
      var random = SeededRandom(seed: UInt64(round * 4 + threads))
      let network = network(&random, isFlowing: true)
      let starts = (0..<threads).map { _ in
        (0..<4).map { _ in (random.below(Network.mostNodes), random.below(3)) }
      }
      let log = IssueLog()
      let store = ScopedValues()
      let injector = PropertyInjector(reportingTo: log) { network.register(in: &$0, store) }
      let found = Threads.run(threads) { index in
        starts[index].map { start, reset in
          let node = injector.instance(for: Network.key(start))
          if reset == 0 { injector.reset() }
          if reset == 1 { store.removeAll() }
          return (node, start)
        }
      }
      var nodes: [ObjectIdentifier: Network.Node] = [:]
      let complaints = found.joined().flatMap { node, start in
        network.complaints(node, start) { node in
          nodes.updateValue(node, forKey: ObjectIdentifier(node)) == nil
        }
      }
      let reports = log.texts(but: .shorterScope)
      #expect(complaints == [] && reports == [], "round \(round): \(network), \(starts)")
      Network.separate(nodes.values)
    }
  }
}
