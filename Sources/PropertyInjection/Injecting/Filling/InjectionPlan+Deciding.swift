extension InjectionPlan {
  /// Fills the nil properties of the object in the pointer's variable, as the call's closure decides
  /// for each.
  @inline(never)
  func fill(
    stepByStep root: UnsafeMutableRawPointer, for call: borrowing InjectionCall
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    let isObserved = call.injector.isObserved
    for index in 0..<count {
      var outcome =
        if let decide = call.decide {
          fill(index, root, for: call, deciding: decide)
        } else {
          fill(index, root, for: call)
        }
      if case .untouched = outcome { continue }
      restoreRoot(object, in: root, index, for: call, &outcome)
      outcomes.set(index, outcome)
      guard isObserved else { continue }
      var isDecided = false
      switch outcome {
      case .filled: break
      case .decided: isDecided = true
      default: continue
      }
      call.injector.note(step(at: index), isDecided: isDecided, at: call.location)
    }
    return outcomes
  }

  private func fill(
    _ index: Int, _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> PropertyOutcomes.Outcome {
    let step = step(at: index)
    // A `lazy var` may not be read.
    if case .none(.lazyProperty, _) = step.source { return fill(index, root, for: call) }
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
      return .failed(.skipped)
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
    guard let content = TypeMatching.flatten(decided) else { return .failed(.skipped) }
    let misfit = TypeMatching.match(content, as: type, isOnActor: isOnActor) {
      _ = withUnsafePointer(to: $0) { step.access(root, .store($0)) }
    }
    guard let misfit else { return .decided }
    let kind: InjectionIssue.Kind =
      switch misfit {
      case .onActorOnly: .conformanceOnAnotherActor(actual: isolation.name)
      case .type(let found): .decisionDoesNotFit(found: TypeIdentity(type: found))
      }
    report(InjectionIssue(kind, property: step.property))
    return .failed(kind)
  }
}
