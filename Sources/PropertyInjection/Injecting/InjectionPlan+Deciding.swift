extension InjectionPlan {
  /// Fills the nil properties of what the pointer's variable holds, as is decided for each.
  @inline(never)
  func fill(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    deciding decide: (InjectionCandidate) -> InjectionDecision
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    for index in 0..<count {
      fill(index, root, for: call, deciding: decide, &outcomes)
      keep(object, in: root, index, for: call, &outcomes)
    }
    return outcomes
  }

  private func fill(
    _ index: Int, _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    deciding decide: (InjectionCandidate) -> InjectionDecision,
    _ outcomes: inout PropertyOutcomes
  ) {
    let step = step(at: index)
    // A lazy var may not even be looked at.
    if case .none(.lazyProperty, _) = step.source {
      return fill(index, root, for: call, &outcomes)
    }
    let isNil = step.access(root, .probe) == .isNil
    switch decide(InjectionCandidate(step, of: type, isNil: isNil)) {
    case .asUsual:
      fill(index, root, for: call, &outcomes)
    case .skip:
      if isNil { outcomes.set(index, .skipped) }
    case .inject(let value):
      func open<Value>(_ type: Value.Type) {
        outcomes.set(index, call.fill(step, root, with: value, as: type))
      }
      _openExistential(step.property.valueType, do: open)
    }
  }
}

extension InjectionCall {
  /// Fills a property with a value that was decided on, if it is still nil.
  fileprivate func fill<Value>(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, with decided: Any, as type: Value.Type
  ) -> PropertyOutcomes.Outcome {
    guard step.access(root, .probe) == .isNil else { return .untouched }
    guard let content = TypeMatching.flatten(decided) else { return .skipped }
    guard let value = TypeMatching.value(content, as: type) else {
      var issue = InjectionIssue(.productDoesNotFit, property: step.property)
      issue.foundType = Swift.type(of: content)
      report(issue)
      return .productDoesNotFit
    }
    switch withUnsafePointer(to: value, { step.access(root, .fill($0)) }) {
    case .filled: return .filled
    case .gone: return valueGone(step)
    case .isNil, .alreadySet: return .untouched
    }
  }
}
