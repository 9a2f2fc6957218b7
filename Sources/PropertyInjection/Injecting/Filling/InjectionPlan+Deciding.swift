extension InjectionPlan {
  /// Fills the nil properties of the object in the pointer's variable, as the call's closure decides
  /// for each.
  ///
  /// - Parameter recorder: Sees what is filled.
  @inline(never)
  func fill(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    recording recorder: (any InjectionRecorder)?
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    for index in 0..<count {
      var outcome =
        if let decide = call.decide {
          fill(index, root, for: call, deciding: decide)
        } else {
          fill(index, root, for: call)
        }
      if outcome == .untouched { continue }
      restoreRoot(object, in: root, index, for: call, &outcome)
      outcomes.set(index, outcome)
      if outcome == .filled || outcome == .decided {
        call.injector.note(
          step(at: index), isDecided: outcome == .decided, at: call.location, recording: recorder)
      }
    }
    return outcomes
  }

  private func fill(
    _ index: Int, _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> PropertyOutcomes.Outcome {
    let step = step(at: index)
    // A `lazy var` may not be read.
    if case .none(.issue(.lazyProperty), _) = step.source { return fill(index, root, for: call) }
    return switch outcome(of: step, root, for: call, deciding: decide) {
    case nil: fill(index, root, for: call)
    // The value is not retained here any more: a weak property is nil again if nothing else holds
    // it.
    case .decided where step.access(root, .probe) == .isNil: call.valueGone(step)
    case let outcome?: outcome
    }
  }

  /// The outcome of a decision on a property; nil if the property is filled as usual.
  @inline(never)
  private func outcome(
    of step: InjectionStep, _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> PropertyOutcomes.Outcome? {
    guard step.access(root, .probe) == .isNil else { return .untouched }
    switch decide(step.injectionPoint(at: call.location)) {
    case .asUsual:
      return nil
    case .skip:
      return .skipped
    case .inject(let value):
      var outcome = PropertyOutcomes.Outcome.untouched
      func open<Value>(_ type: Value.Type) {
        outcome = call.store(value, as: type, in: step, root)
      }
      _openExistential(step.property.valueType, do: open)
      return outcome
    }
  }
}

extension InjectionCall {
  /// Stores the value of a decision, if the property is still nil.
  fileprivate func store<Value>(
    _ decided: Any, as type: Value.Type, in step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    guard step.access(root, .probe) == .isNil else { return .untouched }
    guard let content = TypeMatching.flatten(decided) else { return .skipped }
    let misfit = TypeMatching.match(content, as: type, isOnActor: isOnActor) {
      _ = withUnsafePointer(to: $0) { step.access(root, .store($0)) }
    }
    switch misfit {
    case nil: return .decided
    case .onActorOnly:
      report(
        InjectionIssue(.conformanceOnAnotherActor(actual: isolation.name), property: step.property))
      return .bindingOnAnotherActor
    case .type(let found):
      let problem = Problem.decisionDoesNotFit(found: found)
      report(InjectionIssue(problem, property: step.property))
      return .productDoesNotFit
    }
  }
}
