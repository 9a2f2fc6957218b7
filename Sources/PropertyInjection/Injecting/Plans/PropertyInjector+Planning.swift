// How an injector gets the plan of a type.
extension PropertyInjector {
  /// Makes the plan of a type; throws the result of a call that may not inject the object, which is not read then.
  ///
  /// The plan is for all calls, unless it is provisional: then another is made at the next call.
  @inline(never)
  func makePlan(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> InjectionPlan {
    var builder = InjectionPlanBuilder(self, for: type, root)
    if let issue = builder.admission.issue(injectedOn: call.isolation, root) {
      throw call.refuse(issue, names: builder.survey.names)
    }
    guard role != .unconfigured else {
      call.reportNotConfigured()
      if type is AnyClass {
        for field in builder.survey.markedFields { call.waitForConfiguration(field, type, root) }
      }
      throw InjectionResult(refusing: builder.survey.names, for: .notConfigured)
    }
    var plan = builder.plan(for: root, mayBeEmpty: call.purpose != .injecting)
    if !plan.isProvisional { plan = plans.insert(plan).takeUnretainedValue() }
    for issue in builder.issues { call.report(issue) }
    return plan
  }
}
