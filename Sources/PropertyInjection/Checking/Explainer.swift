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
    case .filled, .nothing: nil
    // That nothing is registered is on purpose; that it is of another type is not.
    case .failed(.noFittingType) where row.isOptional: finding(.warning, .noFittingType, row)
    case .failed where row.isOptional, .mistake where row.isOptional: nil
    case .failed(let failure): finding(.error, failure, row)
    case .mistake(let problem, let severity): finding(severity, problem, row)
    case .uncertain(.mark): findingOfMark(row)
    case .uncertain(let doubt): finding(.unverified, .unverified(doubt), row)
    }
  }

  private func finding(
    _ severity: ValidationReport.Severity, _ failure: Failure, _ row: PropertyWiring
  ) -> ValidationReport.Finding {
    if let binding = row.answer.binding {
      return finding(severity, failure.problem(of: binding), row)
    }
    var issue = issue(failure, lookingFor: row.key)
    issue.describe(row)
    return ValidationReport.Finding(severity, issue)
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
    guard let miss = row.answer.miss else { return nil }
    let near = near(miss, row.key)
    let problem = Problem.unverifiedMark(near: near.suggestedName)
    return ValidationReport.Finding(
      .warning, InjectionIssue(problem, property: row, related: near.related))
  }

  /// The issue of a look-up that has found nothing.
  func issue(_ miss: Failure, lookingFor key: BindingKey) -> InjectionIssue {
    miss.issue(lookingFor: key, near: near(miss, key))
  }

  /// The bindings that are near a look-up that has found nothing.
  func near(
    _ miss: Failure, _ key: BindingKey
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
