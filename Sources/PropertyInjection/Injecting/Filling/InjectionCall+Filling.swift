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
    if step.isRequired, let reason = step.reason(for: outcome), outcome != .pending {
      step.point.slot(in: root)?.noteMissing(step.point, reason, at: location)
    }
    return outcome
  }

  private func fillNow(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    if let found = step.found { return fill(step, root, from: found) }
    switch step.source {
    case .binding(let found, let store?):
      let provided = store(self, step, root)
      // A gate that is put before a property counts as its value: no code of the program has run since.
      if case .value = provided { return .filled }
      return outcome(of: provided, step, root, from: found.binding)
    case .binding, .none: return leaveNil(step, root)
    case .own(let store, _): return fill(step, root, asking: store)
    }
  }

  /// Stores the value of a binding.
  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from found: Unmanaged<FoundBinding>
  ) -> PropertyOutcomes.Outcome {
    let provided = injector.provide(from: found, for: self, asker(step.point, root)) { value in
      _ = step.access(root, .store(value))
    }
    return found._withUnsafeGuaranteedRef { found in
      step.adoptValue(of: found)
      return outcome(of: provided, step, root, from: found.binding)
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
    switch store(self, step, root) {
    case .value: return .filled
    case .failed(.tooDeep(let chain, let depth)):
      noteLack(step, root, for: 0)
      return tooDeep(step, chain, depth)
    default: return .noAccessors
    }
  }

  /// Notes that the wrapper was not asked for accessors, because the nesting is too deep.
  @inline(never)
  private func tooDeep(
    _ step: InjectionStep, _ chain: [String], _ depth: Int
  ) -> PropertyOutcomes.Outcome {
    report(
      InjectionIssue(.tooDeep(chain, depth: depth), property: step.property),
      for: asker(step.point))
    return .cycle
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    // A derived injector may share the step with its parent, whose report it must not use up.
    if injector.parent != nil || step.shouldReportGone() {
      report(InjectionIssue(.valueGone, property: step.property), for: asker(step.point))
    }
    return .valueGone
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

  /// The outcome for a property whose binding was asked.
  private func outcome(
    of provided: ProvisionResult, _ step: InjectionStep, _ root: UnsafeMutableRawPointer,
    from binding: Binding
  ) -> PropertyOutcomes.Outcome {
    switch provided {
    case .value:
      // The product is not retained here any more: a weak property is nil again if nothing else
      // holds it.
      return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
    case .nothing:
      step.noteNil()
      return .factoryGaveNil
    case .failed(.cycle(let names, let creation?, _))
    where fillLater(step, root, from: binding, creation, names):
      return .pending
    case .failed(.cycle(_, let creation?, _))
    where !creation.isOnThisThread && purpose == .injectingProduct && !creation.isUnmade:
      // Its thread has made the value meanwhile.
      return fill(step, root)
    case .failed(let failure):
      if let depth = failure.dependsOn { noteLack(step, root, for: depth) }
      report(failure, of: binding, for: asker(step.point))
      return failure.outcome
    }
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
    if case .tooDeep(let chain, let depth)? = refusal { reportTooDeep(hook, chain, depth) }
  }
}
