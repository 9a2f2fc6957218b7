// How an injector gets the plan of a type.
extension PropertyInjector {
  /// Makes the plan of a type; throws the result of a call that may not inject the object, which is not read then.
  ///
  /// The plan is for all calls, unless it is provisional: then another is made at the next call.
  @inline(never)
  func makePlan(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> InjectionPlan {
    guard role != .unconfigured else {
      call.reportNotConfigured()
      throw .empty
    }
    if let inherited = try inheritPlan(type, root, call) { return inherited }
    return try buildPlan(type, root, call)
  }

  /// Takes the plan of the parent; nil if a plan has to be built.
  @inline(never)
  private func inheritPlan(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> InjectionPlan? {
    guard let known = parentsPlan(of: type) else { return nil }
    // First: nothing is looked up for an injection that is refused.
    if let refused = refuseUnlessAdmitted(known, root, call) { throw refused }
    return inherited(known).map { plans.insert($0).takeUnretainedValue() }
  }

  @inline(never)
  private func buildPlan(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> InjectionPlan {
    var builder = InjectionPlanBuilder(self, for: type, root)
    if let issue = builder.admission.issue(
      injectedOn: call.isolation, root, calling: call.purpose.refusal)
    {
      throw call.refuse(issue, names: builder.survey.names)
    }
    var plan = builder.plan(for: root, mayBeEmpty: call.purpose != .injecting)
    if !plan.isProvisional { plan = plans.insert(plan).takeUnretainedValue() }
    for issue in builder.issues { call.report(issue) }
    return plan
  }
}

// The look-ups and plans that a derived injector inherits from its parent, instead of making them anew.
extension PropertyInjector {
  /// The binding that the parent has found for a key, if the answer is the same here.
  func inheritedBinding(_ key: BindingKey) -> FoundBinding? {
    guard let changes = registry.changes, let parent,
      let known = parent.lookups.entry(for: key)?.takeUnretainedValue()
        ?? parent.inheritedBinding(key),
      inherits(known, changes)
    else { return nil }
    return known
  }

  /// The plan that the parent has for a type, if it tells how the type's objects are injected here.
  ///
  /// Nil if more than some bindings has changed, or if there was or may be something to report.
  private func parentsPlan(of type: Any.Type) -> InjectionPlan? {
    guard let changes = registry.changes, !changes.isWide,
      let plan = parent?.plans.entry(for: TypeKey(type: type))?.takeUnretainedValue(),
      plan.isClean, !plan.admission.isActor, plan.needsRequest == registry.contents.hasGraphs,
      changes.isNone
        || !plan.undeclaredNames.contains(where: { registry.contents.bindings.has($0) })
    else { return nil }
    return plan
  }

  /// The plan of the parent with the steps that are changed here made anew; nil if that needs an object, or if there
  /// was or is something to report.
  private func inherited(_ plan: InjectionPlan) -> InjectionPlan? {
    guard let changes = registry.changes else { return nil }
    var steps: [InjectionStep] = []
    steps.reserveCapacity(plan.count)
    var isSame = true
    for index in 0..<plan.count {
      let step = plan.step(at: index)
      guard let inherited = inherited(step, changes) else { return nil }
      if inherited !== step { isSame = false }
      steps.append(inherited)
    }
    if isSame { return plan }
    return InjectionPlan(
      plan.admission, steps: steps, names: plan.names, undeclaredNames: plan.undeclaredNames,
      mustReportEmpty: false, for: self, isClean: true)
  }

  /// The step of a parent's plan, made anew if it is changed here; nil if that needs an object, or if there was or
  /// is something to report.
  private func inherited(_ step: InjectionStep, _ changes: LayerChanges) -> InjectionStep? {
    guard case .binding(let found, _) = step.source else { return nil }
    if inherits(found, changes) {
      // A factory's value depends on the injector, and the step notes it.
      return found.binding.mayBeConstant ? step : step.copy
    }
    let point = step.point
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(
        for: point.property, type, in: self, at: point.place, isLazy: point.kind == .lazy,
        reusing: point)
    }
    let changed = _openExistential(point.property.valueType, do: open)
    // A property that is marked and declared may be reached in another way with accessors than without.
    guard case .binding = changed.source, !changed.isProvisional, changed.point === point else {
      return nil
    }
    return changed
  }

  /// Whether the parent's answer to a look-up is the answer here.
  ///
  /// An override has copies of the bindings that keep what they make.
  private func inherits(_ found: FoundBinding, _ changes: LayerChanges) -> Bool {
    guard found.isInheritable, !changes.isWide, let name = found.key.name else { return false }
    return !changes.names.contains(name) && (role != .override || found.binding.shared == nil)
  }
}
