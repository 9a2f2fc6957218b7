/// Makes the findings of properties and look-ups.
///
/// The explanation of a look-up that has found nothing looks at every binding. After a number of
/// them that depends on the number of bindings, findings come without near bindings, so that a
/// check stays linear.
struct Explainer {
  private let bindings: BindingTable
  private var left: Int
  private var known: [BindingKey: (related: [RegistryEntry], suggestedName: String?)] = [:]
  /// The name of a near binding that would fit, of the last issue.
  private(set) var suggestion: String?

  // As many looks at bindings as take about half a second.
  private static let most = 500_000

  init(_ bindings: BindingTable) {
    self.bindings = bindings
    left = max(3, Self.most / max(1, bindings.count))
  }

  /// The finding about a property; nil if nothing is wrong.
  mutating func finding(for row: PropertyWiring) -> ValidationReport.Finding? {
    let binding = row.answer.binding.map { [RegistryEntry(binding: $0)] } ?? []
    if let problem = row.problem {
      return ValidationReport.Finding(.warning, InjectionIssue(problem, row, related: binding))
    }
    switch row.verdict {
    case .filled, .nothing: return nil
    case .missing where row.isOptional: return nil
    case .missing(.notFound(let miss)):
      var issue = issue(miss, lookingFor: row.key)
      issue.describe(row)
      return ValidationReport.Finding(.error, issue)
    case .missing(let obstacle):
      let problem = problem(obstacle, row)
      return ValidationReport.Finding(.error, InjectionIssue(problem, row, related: binding))
    case .uncertain(.mark):
      return findingOfMark(row)
    case .uncertain(let doubt):
      let issue = InjectionIssue(.unverified(doubt), row, related: binding)
      return ValidationReport.Finding(.unverified, issue)
    }
  }

  private func problem(_ obstacle: Wiring.Obstacle, _ row: PropertyWiring) -> Problem {
    switch obstacle {
    case .actors(let needed, let own):
      return .actorsDoNotMeet(needed.name ?? "an actor", own.name ?? "an actor")
    case .accessors: return .accessorWithoutMark
    case .arguments:
      let parameters = row.answer.binding?.factory?.parameters ?? []
      return .asksWithoutArguments(parameters.filter(\.isDynamic).map(\.type))
    case .cycle(let chain): return .cycle(chain)
    case .lazyProperty: return .lazyProperty
    // The last two have findings of their own; these words are for an explanation.
    case .notFound, .notMade, .unreachable: return .bindingIsNotMade
    }
  }

  /// The finding about a mark that may ask for another key.
  ///
  /// None if its own name is bound: then it will hardly ask for another.
  private mutating func findingOfMark(_ row: PropertyWiring) -> ValidationReport.Finding? {
    if row.kind == .setting || row.answer.binding != nil { return nil }
    if case .nothing = row.answer.result { return nil }
    let explanation = issue(row.answer.result, lookingFor: row.key)
    let problem = Problem.unverifiedMark(near: suggestion)
    return ValidationReport.Finding(
      .unverified, InjectionIssue(problem, row, related: explanation.related))
  }

  /// The issue of a look-up that has found nothing.
  mutating func issue(_ miss: BindingLookup, lookingFor key: BindingKey) -> InjectionIssue {
    let near = near(miss, key)
    suggestion = near.suggestedName
    return miss.issue(lookingFor: key, near: near)
  }

  private mutating func near(
    _ miss: BindingLookup, _ key: BindingKey
  ) -> (related: [RegistryEntry], suggestedName: String?) {
    if let near = known[key] { return near }
    guard left > 0 else { return ([], nil) }
    left -= 1
    let near = miss.near(key, in: bindings)
    known[key] = near
    return near
  }
}

extension ValidationReport.Finding {
  init(_ severity: ValidationReport.Severity, _ issue: InjectionIssue) {
    self.severity = severity
    self.issue = issue
    self.issue.isForecast = true
  }
}
