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
    var outcome = (decide == nil ? nil : decide(on: step, root)) ?? fillNow(step, root)
    // The value is not retained here any more: a weak property is nil again if nothing else holds it.
    if case .decided = outcome, step.access(root, .probe) == .isNil { outcome = valueGone(step) }
    if step.collectsNothing, case .filled = outcome { reportNothingCollected(step) }
    if let reason = step.reason(for: outcome), step.point.place?.isRequired == true,
      injector.role != .check || !standIn(step, root)
    {
      step.point.slot(in: root)?.noteMissing(step.point, reason, at: location)
    }
    return outcome
  }

  /// Whether a check asks at once for the value of a lazy property, which is required.
  private func isOfCheck(_ step: InjectionStep) -> Bool {
    injector.role == .check && step.point.kind == .lazy && step.point.place?.isRequired == true
  }

  /// Gives a required property of a check's object another value of its type; false if there is none.
  @inline(never)  // Only checks need it.
  private func standIn(_ step: InjectionStep, _ root: UnsafeMutableRawPointer) -> Bool {
    let (type, asker) = (step.property.valueType, asker(step.point, root))
    return injector.registry.bindings.all(fitting: type).contains { binding in
      injector.provide(type, from: binding, for: self, asker) { _ = step.access(root, .store($0)) }
        == nil
    }
  }

  /// The outcome of the call's decision on a property; nil if the property is filled as usual.
  @inline(never)  // It retains the value.
  private func decide(
    on step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome? {
    guard let decide else { return nil }
    // A `lazy var` may not be read.
    if step.failure?.kind == .lazyProperty { return nil }
    let decision = decide(step.injectionPoint(at: location))
    if case .skip = decision { return .failed(.skipped) }
    // The closure may have set it.
    guard step.access(root, .probe) == .isNil else { return .untouched }
    guard case .inject(let value) = decision else { return nil }
    guard let content = TypeMatching.flatten(value) else { return .failed(.skipped) }
    let misfit = TypeMatching.hand(content, as: step.property.valueType, isOnActor: isOnActor) {
      _ = step.access(root, .store($0))
    }
    guard let misfit else { return .decided }
    let kind = Failure(misfit, on: self).kind
    report(InjectionIssue(kind, property: step.property))
    return .failed(kind)
  }

  private func fillNow(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    if let failure = step.failure { return leaveNil(step, root, because: failure) }
    // Only the step of a `lazy var` has no answer, and that has a failure.
    guard let answer = step.heldAnswer else { return .untouched }
    return answer._withUnsafeGuaranteedRef { answer in
      guard let gate = step.gate, step.value == nil, !isOfCheck(step) else {
        return fill(step, root, from: answer)
      }
      let refusal = answer.binding.refusal(on: isolation, in: step.point.place)
      let failure: Failure? =
        if let refusal { Failure(refusal) } else { gate(self, step, root) }
      // A gate that is put before a property counts as its value: no code of the program has run since.
      guard let failure else { return .filled }
      return outcome(of: failure, step, root, from: answer.binding)
    }
  }

  /// Stores the value of a binding.
  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from answer: Answer
  ) -> PropertyOutcomes.Outcome {
    let failure = injector.provide(answer, for: self, asker(step.point, root)) { value in
      _ = step.access(root, .store(value))
    }
    step.adoptValue(of: answer)
    if let failure { return outcome(of: failure, step, root, from: answer.binding) }
    // The product is not retained here any more: a weak property is nil again if nothing else
    // holds it.
    return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
  }

  /// Reports that there is no value for a property, unless it may stay nil.
  @inline(never)
  private func leaveNil(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, because failure: Failure
  ) -> PropertyOutcomes.Outcome {
    if failure.kind.isProvisional {
      // What has hidden the answer may have ended.
      let answer = injector.withAnswer(to: step.property.key) { $0 }
      if answer.failure == nil { return fill(step, root, from: answer) }
      noteLack(for: 0)
    }
    if !step.mayStayNil { report(failure, of: nil, for: asker(step.point)) }
    return .unmatched
  }

  /// Reports that a property of all values of a type has got none.
  @inline(never)  // Issues are large.
  private func reportNothingCollected(_ step: InjectionStep) {
    let asker = asker(step.point)
    guard reporter.isNew(IssueDigest(.nothingCollected, for: asker)) else { return }
    report(InjectionIssue(.nothingCollected, property: step.property), for: asker)
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    report(Failure(.valueGone), of: nil, for: asker(step.point))
    return .failed(.valueGone)
  }

  /// The outcome for a property whose binding has given no value.
  private func outcome(
    of failure: Failure, _ step: InjectionStep, _ root: UnsafeMutableRawPointer,
    from binding: Binding?
  ) -> PropertyOutcomes.Outcome {
    if case .factoryGaveNil = failure.kind { step.noteNil() }
    if let making = failure.later, postpone(step, root, until: making) { return .pending }
    if let depth = failure.dependsOn { noteLack(for: depth) }
    // What a part of a product lacks has its own report; the outermost object that goes without has another.
    let isOfPart = isOfProduct && failure.kind == .incomplete && failure.dependsOn == nil
    if !isOfPart { report(failure, of: binding, for: asker(step.point)) }
    return .failed(failure.kind)
  }

  /// Calls a hook.
  @inline(never)
  func run(_ hook: InjectionHook, _ root: UnsafeMutableRawPointer) {
    let refusal = ResolutionChain.follow(.hook(hook.type)) { _ in hook.call(root) }
    if let refusal { report(refusal, of: hook) }
  }
}
