import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks of random configurations, and what injections do then.
///
/// Values with and without a scope need each other as arguments, as properties and in look-ups; some are decorated; some
/// belong to a derived injector, which is asked.
@Suite struct RandomWiringsTests {
  private func network(_ random: inout SeededRandom) -> Network {
    let count = Int.random(in: 2...4, using: &random)
    let numbers = 0..<count
    func number(among others: Int) -> Int { random.below(count + others) }
    let isDerived = random.below(2) == 0
    var needs = numbers.map { _ in
      var needs = Network.Needs(
        (0..<random.one(of: [0, 0, 0, 1, 1, 2])).map { _ in number(among: 0) },
        left: number(among: 2), right: number(among: 4),
        in: random.one(of: [.unique, .unique, .singleton, .singleton, .cached]))
      needs.looksUp = random.below(2) == 0
      needs.derived = isDerived ? random.one(of: [nil, nil, nil, .anew, .alone]) : nil
      return needs
    }
    for number in numbers { needs[number].isDecorated = random.below(3) == 0 }
    return Network(needs)
  }

  private func injector(_ network: Network, _ log: IssueLog) -> PropertyInjector {
    let store = ScopedValues()
    let injector = PropertyInjector(reportingTo: log) { network.register(in: &$0, store) }
    return network.needs.contains { $0.derived != nil }
      ? injector.overriding { network.registerDerived(in: &$0, store) } : injector
  }

  /// What is missing if this value is asked for first: `no 2 in 0 in 1`.
  private func gaps(_ network: Network, startingWith start: Int, _ log: IssueLog) -> [String] {
    let injector = injector(network, log)
    var nodes: [ObjectIdentifier: Network.Node] = [:]
    defer { Network.separate(nodes.values) }
    return ([start] + network.needs.indices).flatMap { number in
      network.complaints(injector.instance(for: Network.key(number)), number) { node in
        nodes.updateValue(node, forKey: ObjectIdentifier(node)) == nil
      }
    }
  }

  /// Whether an injection has reported what an error tells, or has left it out.
  private func isTrue(_ error: InjectionIssue, _ gaps: [String], _ reports: [InjectionIssue])
    -> Bool
  {
    let number = error.ownerType.map { "\($0)".filter(\.isNumber) } ?? error.name ?? ""
    return gaps.contains { $0.contains("no \(number)") || $0.contains("in \(number)") }
      || reports.contains {
        $0.kindName == error.kindName && $0.name == error.name && $0.ownerType == error.ownerType
      }
  }

  @Test func whatChecksSayIsWhatInjectionsDo() {
    for seed in Effort.sample(Array(0..<20_000), oneOf: 100, for: "wirings") {
      var random = SeededRandom(seed: UInt64(seed))
      let network = network(&random)
      let checked = injector(network, IssueLog())
      let findings = (checked.validate().findings + checked.rehearse().findings)
        .filter { $0.severity > .note && $0.issue.kindName != .shorterScope }
      let log = IssueLog()
      let missing = network.needs.indices.flatMap { gaps(network, startingWith: $0, log) }
      if findings.isEmpty { #expect(missing == [], "\(seed): \(network)") }
      for finding in findings where finding.severity == .error {
        #expect(isTrue(finding.issue, missing, log.issues), "\(seed): \(network)\n\(finding)")
      }
    }
  }
}
