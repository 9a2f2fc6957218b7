extension InjectionCall {
  // The slow paths, out of line: factories, failures, reports. So the injecting loop stays small.

  /// Fills a property for which the plan has no value at hand.
  ///
  /// The property is read once, before any factory runs.
  @inline(never)
  func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    guard step.access(root, .probe) == .isNil else { return .untouched }
    let outcome = fillNow(step, root)
    if step.isRequired, let reason = step.reason(for: outcome) {
      step.point.slot(in: root)?.noteMissing(step.point, reason, at: location)
    }
    return outcome
  }

  private func fillNow(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    if let answer = step.answer { return fill(step, root, from: answer) }
    switch step.source {
    case .binding(let answer, let store?):
      // A gate that is put before a property counts as its value: no code of the program has run since.
      guard let failure = store(self, step, root) else { return .filled }
      return outcome(of: failure, step, root, from: answer.binding)
    case .binding, .none: return leaveNil(step, root)
    case .own(let store): return fill(step, root, asking: store)
    }
  }

  /// Stores the value of a binding.
  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from answer: Unmanaged<Answer>
  ) -> PropertyOutcomes.Outcome {
    answer._withUnsafeGuaranteedRef { answer in
      let failure = injector.provide(answer, for: self, asker(step.point, root)) { value in
        _ = step.access(root, .store(value))
      }
      step.adoptValue(of: answer)
      if let failure { return outcome(of: failure, step, root, from: answer.binding) }
      // The product is not retained here any more: a weak property is nil again if nothing else
      // holds it.
      return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
    }
  }

  /// Notes, once with a report, that the plan has no value for a property.
  @inline(never)
  private func leaveNil(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    if case .none(_, let issue) = step.source, step.shouldReportMiss(), let issue = issue() {
      report(issue, for: asker(step.point))
    }
    if step.isProvisional { noteLack(step, root, for: 0) }
    return .unmatched
  }

  /// Lets the wrapper put its accessors before a property.
  @inline(never)
  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, asking store: InjectionStep.Store
  ) -> PropertyOutcomes.Outcome {
    guard let failure = store(self, step, root) else { return .filled }
    if let depth = failure.dependsOn { noteLack(step, root, for: depth) }
    if !failure.isReported {
      report(InjectionIssue(failure.kind, property: step.property), for: asker(step.point))
    }
    return .failed(failure.kind)
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    // A derived injector may share the step with its parent, whose report it must not use up.
    if injector.parent != nil || step.shouldReportGone() {
      report(InjectionIssue(.valueGone, property: step.property), for: asker(step.point))
    }
    return .failed(.valueGone)
  }

  /// Puts the injected object back into its variable, after a step that has replaced it.
  ///
  /// The steps that follow expect the type of the injected object; the other one's may differ.
  @inline(never)
  func putBack(
    _ object: UnsafeRawPointer, into root: UnsafeMutableRawPointer, _ step: InjectionStep
  ) -> PropertyOutcomes.Outcome {
    // The caller holds the object; the variable has released it.
    root.assumingMemoryBound(to: AnyObject.self).pointee =
      Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    return valueGone(step)
  }

  /// The outcome for a property whose binding has given no value.
  private func outcome(
    of failure: Failure, _ step: InjectionStep, _ root: UnsafeMutableRawPointer,
    from binding: Binding
  ) -> PropertyOutcomes.Outcome {
    if case .factoryGaveNil = failure.kind { step.noteNil() }
    if let making = failure.later, postpone(step, root, until: making) { return .pending }
    if let depth = failure.dependsOn { noteLack(step, root, for: depth) }
    report(failure, of: binding, for: asker(step.point))
    return .failed(failure.kind)
  }

  /// Calls the hook of an object of which something was filled, if its type has one.
  @inline(__always)
  func runHook(
    of plan: InjectionPlan, _ root: UnsafeMutableRawPointer, _ outcomes: PropertyOutcomes
  ) {
    guard let hook = plan.hook else { return }
    if purpose == .injectingProduct {
      runOfProduct(hook, root, plan, outcomes)
    } else {
      run(hook, root)
    }
  }

  /// Calls a hook.
  @inline(never)
  func run(_ hook: InjectionHook, _ root: UnsafeMutableRawPointer) {
    let refusal = ResolutionChain.follow(.hook(hook.type)) { _ in hook.call(root) }
    if let refusal { report(refusal, of: hook) }
  }
}
