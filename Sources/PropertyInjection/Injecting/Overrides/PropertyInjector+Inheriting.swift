// What an override inherits from the injector that it was derived from, instead of making it anew.
extension PropertyInjector {
  /// The binding that the parent has found for a key, if the override does not change the answer.
  func inheritedBinding(_ key: BindingKey) -> FoundBinding? {
    guard let changes = registry.changes,
      let known = parent?.lookups.entry(for: key)?.takeUnretainedValue(),
      changes.leave(known)
    else { return nil }
    return known
  }

  /// The plan that the parent has for a type, with the steps that the override changes made anew.
  ///
  /// Nil if more than some bindings has changed, or if there was or is something to report.
  func inheritedPlan(of type: Any.Type) -> InjectionPlan? {
    guard let changes = registry.changes, !changes.isWide,
      let plan = parent?.plans.entry(for: TypeKey(type: type))?.takeUnretainedValue(),
      plan.isClean, !plan.admission.isActor, plan.needsRequest == registry.contents.hasGraphs,
      !changes.mayConcernUndeclared(in: plan)
    else { return nil }
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
      plan.admission, steps: steps, mustReportEmpty: false, for: registry.contents, isClean: true)
  }

  /// The step of a parent's plan, made anew if the override changes it; nil if that needs an object.
  private func inherited(_ step: InjectionStep, _ changes: LayerChanges) -> InjectionStep? {
    guard case .binding(let found, _) = step.source else { return nil }
    if changes.leave(found) { return step }
    guard step.storage == nil else { return nil }
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(for: step.property, type, in: self)
    }
    let changed = _openExistential(step.property.valueType, do: open)
    if case .binding = changed.source, !changed.isProvisional { return changed }
    return nil
  }
}

extension LayerChanges {
  /// Whether the answer to a look-up is still that of the parent, and the override makes no copy of the binding.
  fileprivate func leave(_ found: FoundBinding) -> Bool {
    guard found.isDirect, !isWide, let name = found.key.name else { return false }
    return found.binding.shared == nil && !names.contains(name)
  }

  /// Whether something may be registered for a property that is not declared.
  fileprivate func mayConcernUndeclared(in plan: InjectionPlan) -> Bool {
    let others = names.filter { name in
      !(0..<plan.count).contains { plan.step(at: $0).property.name == name }
    }
    guard !others.isEmpty else { return false }
    let fields = StoredField.all(of: plan.type, TypeHierarchy.levels(of: plan.type))
    return fields.contains { field in others.contains(where: field.mayStore) }
  }
}
