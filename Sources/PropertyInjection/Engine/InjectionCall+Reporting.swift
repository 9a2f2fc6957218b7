extension InjectionCall {
  // Issues are large. Each is built in a function of its own, so that it is not on the stack while
  // factories run.

  /// Reports why there is no value, unless that has been reported.
  ///
  /// - Parameters:
  ///   - binding: The binding that gave none; nil if none was found.
  ///   - asker: The point that has asked; the issue of a property is about the property.
  ///   - wanted: The type that was asked for, unless the asker is a property.
  @inline(never)
  func report(
    _ failure: Failure, of binding: Binding?, for asker: Asker, wanted: Any.Type? = nil
  ) {
    // A factory of the program gets nil; if the value comes later, it is called again.
    if ResolutionChain.calling?.noteMissed(failure) == true, failure.later != nil { return }
    let kind = failure.kind
    guard !failure.isReported, !kind.isQuiet,
      reporter.isNew(IssueDigest(kind, for: asker, of: binding))
    else { return }
    var issue = issue(kind, of: binding, for: asker)
    switch kind {
    case .productDoesNotFit, .conformanceOnAnotherActor:
      issue.valueType = wanted ?? issue.valueType
    default: break
    }
    report(issue, for: asker)
  }

  private func issue(
    _ kind: InjectionIssue.Kind, of binding: Binding?, for asker: Asker
  ) -> InjectionIssue {
    let bindings = injector.registry.bindings
    func near(_ key: BindingKey) -> NearMisses.Found { bindings.near(key, without: kind) }
    switch (asker, binding) {
    case (.property(let point, _, _), let binding?):
      var issue = InjectionIssue(
        kind, property: point.takeUnretainedValue().property,
        related: [RegistryEntry(binding: binding)])
      issue.note(maker: binding)
      return issue
    case (.property(let point, _, _), nil):
      let property = point.takeUnretainedValue().property
      var issue = InjectionIssue(
        kind, lookingFor: property.key, near: near(property.key))
      issue.describe(property)
      if self.asker !== injector, let kept = ResolutionChain.calling?.keptBinding {
        issue.note(
          keeper: kept, lacking: try? self.asker.registry.bindings.lookUp(property.key).get())
      }
      return issue
    case (_, let binding?): return InjectionIssue(kind, binding: binding)
    case (.argument(let binding, let position), nil):
      let key = binding.takeUnretainedValue().argumentKey(at: position)
      return InjectionIssue(kind, lookingFor: key, near: near(key))
    case (.lookUp(let key), nil): return InjectionIssue(kind, lookingFor: key, near: near(key))
    }
  }

  /// Reports that the shared injector is used before it is configured.
  ///
  /// - Parameter key: The key that is looked up; nil if an object is to be injected.
  @inline(never)
  func reportNotConfigured(lookingFor key: BindingKey? = nil) {
    var issue = InjectionIssue(.notConfigured)
    if let key { issue.key = key }
    report(issue)
  }

  /// Reports that a value which lasts keeps one of a request or a session.
  @inline(never)
  func report(_ keeper: Binding, keeping binding: Binding) {
    report(
      InjectionIssue(
        .shorterScope(of: keeper, keeping: binding, through: []), binding: keeper,
        related: [RegistryEntry(binding: binding)]))
  }

  /// Reports that a hook was not called, because the nesting is too deep.
  @inline(never)  // An issue is large, and would lie in the frame of each nested hook.
  func report(_ refusal: Failure, of hook: InjectionHook) {
    var issue = InjectionIssue(refusal.kind)
    issue.ownerType = hook.type
    issue.name = "didInjectDependencies()"
    report(issue)
  }

  /// Reports that an actor is handed out unfilled, unless one of its type has injected itself before.
  @inline(never)
  func reportUnfilled(_ actor: Any.Type) {
    let injectors = sequence(first: injector, next: \.parent)
    guard injectors.allSatisfy({ $0.plans.entry(for: ObjectIdentifier(actor)) == nil }),
      reporter.isNew(IssueDigest { $0.combine(ObjectIdentifier(actor)) }),
      TypeSurvey(actor, in: injector.registry).isLeftToItself
    else { return }
    var issue = InjectionIssue(.actorNotInjected)
    issue.ownerType = actor
    report(issue)
  }

  /// The result of this call if it may not touch an object, which is reported; nil if it may.
  ///
  /// Reads no property.
  func refusal(by survey: TypeSurvey, _ root: UnsafeMutableRawPointer) -> InjectionResult? {
    guard let issue = survey.issue(injectedOn: isolation, root) else { return nil }
    report(issue)
    return InjectionResult(refusing: survey.names, for: issue.kind)
  }

  /// Reports an issue of this call.
  ///
  /// - Parameter asker: The point that has asked for a value, if the issue is about a value.
  @inline(never)
  func report(_ issue: InjectionIssue, for asker: Asker? = nil) {
    var issue = issue
    issue.injectionLocation = location
    if let asker { issue.path = ResolutionChain.path(to: asker) }
    reporter.report(issue)
  }
}

// The identity of a failure: its cause and its asker.
//
// Two failures with equal digests are one issue. An explanation looks at every binding, so a
// failure whose digest has been recorded is not explained again.
extension IssueDigest {
  /// - Parameter binding: The binding that has given no value; nil if none was found.
  init(_ kind: InjectionIssue.Kind, for asker: Asker, of binding: Binding? = nil) {
    self.init { hasher in
      kind.hashIdentity(into: &hasher)
      hasher.combine(binding?.number)
      asker.hash(into: &hasher)
    }
  }
}
