// What is said of what stays nil, or may.
extension Wiring {
  /// The finding about a property; nil if nothing is wrong.
  func finding(for row: PropertyWiring, _ verdict: Verdict) -> ValidationReport.Finding? {
    let binding = row.answer.binding
    switch verdict {
    case .filled, .nothing: return nil
    // That nothing is registered is on purpose; that it is of another type is not.
    case .failed(.noFittingType) where row.isOptional: return finding(.warning, .noFittingType, row)
    case .failed where row.mayStayNil: return nil
    case .failed(let failure): return finding(.error, failure.problem(of: binding), row)
    case .mistake(let problem):
      return finding(row.kind == .declared ? .error : .warning, problem, row)
    // If its own name is bound, it will hardly ask for another.
    case .uncertain(.mark):
      return row.answer.miss == nil ? nil : finding(.warning, .unverifiedMark, row)
    case .uncertain(let doubt): return finding(.unverified, .unverified(doubt), row)
    }
  }

  private func finding(
    _ severity: ValidationReport.Severity, _ problem: Problem, _ row: PropertyWiring
  ) -> ValidationReport.Finding {
    var issue = InjectionIssue(problem, property: row, related: row.answer.entries)
    // What is left alone would stay nil with a binding, too.
    if row.mistake == nil { issue.add(near(row.answer, row.key)) }
    return ValidationReport.Finding(severity, issue)
  }

  /// The issue of a look-up that has found nothing.
  func issue(
    of answer: Answer, _ miss: Failure, lookingFor key: BindingKey
  ) -> InjectionIssue {
    miss.issue(lookingFor: key, near: near(answer, key))
  }

  /// The binding that was found, or those that are near a look-up that has found nothing.
  ///
  /// To find near ones it looks at every binding. After a number of looks there are none, so that a check stays
  /// linear.
  func near(
    _ answer: Answer, _ key: BindingKey
  ) -> NearMisses.Found {
    if answer.binding != nil { return (answer.entries, nil) }
    if let near = nearMisses[key] { return near }
    let near = (answer.miss ?? .unknownName).near(key, in: registry.bindings, within: searches)
    nearMisses[key] = near
    return near
  }

  /// The argument that a parameter lacks; nil if it gets one, or none on purpose.
  func missing(
    _ parameter: Parameter, at position: Int, of binding: Binding, _ answer: Answer
  ) -> MissingArgument? {
    guard let reason = answer.lack(for: parameter) else { return nil }
    var missing = MissingArgument(
      position: position, key: parameter.wrappedKey, isOptional: parameter.wrappedType != nil,
      signature: binding.signature, reason: reason, chain: answer.miss?.chain ?? [])
    missing.suggestion = near(answer, missing.key).suggestedName
    return missing
  }
}

extension ValidationReport.Finding {
  init(_ severity: ValidationReport.Severity, _ issue: InjectionIssue) {
    self.severity = severity
    self.issue = issue
    self.issue.isForecast = true
  }
}
