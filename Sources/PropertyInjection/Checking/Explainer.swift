/// Makes the findings of properties and look-ups.
///
/// The explanation of a look-up that has found nothing looks at every binding. After a number of
/// looks, findings come without near bindings, so that a check stays linear.
final class Explainer {
  private let bindings: BindingTable
  // As many looks at bindings as take a few hundredths of a second.
  private let budget = SearchBudget(100_000)
  private var known: [BindingKey: (related: [RegistryEntry], suggestedName: String?)] = [:]

  init(_ bindings: BindingTable) {
    self.bindings = bindings
  }

  /// The finding about a property; nil if nothing is wrong.
  func finding(for row: PropertyWiring) -> ValidationReport.Finding? {
    switch row.verdict {
    case .filled, .nothing: return nil
    case .missing(let obstacle):
      // That nothing is registered is on purpose; that it is of another type is not.
      if row.isOptional {
        guard case .notFound(.noFittingType) = obstacle else { return nil }
      }
      return finding(obstacle, row)
    case .uncertain(.mark): return findingOfMark(row)
    case .uncertain(let doubt): return finding(.unverified, .unverified(doubt), row)
    }
  }

  private func finding(
    _ obstacle: Wiring.Obstacle, _ row: PropertyWiring
  ) -> ValidationReport.Finding {
    switch obstacle {
    case .notFound(let miss):
      var issue = issue(miss, lookingFor: row.key)
      issue.describe(row)
      return ValidationReport.Finding(row.isOptional ? .warning : .error, issue)
    case .actors(let needed, let own):
      return finding(.error, .actorsDoNotMeet(needed.text, own.text), row)
    case .mayLeave(let actor): return finding(.error, .mayLeaveActor(actor.text), row)
    case .accessors: return finding(.error, .accessorWithoutMark, row)
    case .arguments(let binding):
      return finding(.error, .wrongArguments(given: [], to: binding, isLookUp: false), row)
    case .argument(let missing, let path):
      return finding(.error, .bindingLacks(missing, path), row)
    case .cycle(let chain): return finding(.error, .cycle(chain), row)
    case .tooDeep(let chain): return finding(.error, .tooDeep(chain), row)
    case .lazyProperty: return finding(.error, .lazyProperty, row)
    case .property(let problem): return finding(.warning, problem, row)
    }
  }

  private func finding(
    _ severity: ValidationReport.Severity, _ problem: Problem, _ row: PropertyWiring
  ) -> ValidationReport.Finding {
    ValidationReport.Finding(
      severity, InjectionIssue(problem, property: row, related: row.answer.entries))
  }

  /// The finding about a mark that may ask for another key.
  ///
  /// None if its own name is bound: then it will hardly ask for another.
  private func findingOfMark(_ row: PropertyWiring) -> ValidationReport.Finding? {
    if row.answer.binding != nil { return nil }
    if case .nothing = row.answer.result { return nil }
    let near = near(row.answer.result, row.key)
    let problem = Problem.unverifiedMark(near: near.suggestedName)
    return ValidationReport.Finding(
      .warning, InjectionIssue(problem, property: row, related: near.related))
  }

  /// The issue of a look-up that has found nothing.
  func issue(_ miss: BindingLookup, lookingFor key: BindingKey) -> InjectionIssue {
    miss.issue(lookingFor: key, near: near(miss, key))
  }

  /// The bindings that are near a look-up that has found nothing.
  func near(
    _ miss: BindingLookup, _ key: BindingKey
  ) -> (related: [RegistryEntry], suggestedName: String?) {
    if let near = known[key] { return near }
    let near = miss.near(key, in: bindings, within: budget)
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
