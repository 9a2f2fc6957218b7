extension InjectionCall {
  // Issues are large. Each is built in a function of its own, so that it is not on the stack while
  // factories run.

  /// Reports why a binding gave no value, unless that has been reported.
  ///
  /// - Parameters:
  ///   - asker: The point that has asked; the issue of a property is about the property.
  ///   - wanted: The type that was asked for, unless the asker is a property.
  @inline(never)
  func report(
    _ failure: Failure, of binding: Binding, for asker: Asker, wanted: Any.Type? = nil
  ) {
    guard !failure.isReported,
      reporter.isNew(IssueDigest(failure, failure.kind, of: binding, for: asker, in: self))
    else { return }
    let problem = failure.problem(of: binding, isLookUp: asker.isLookUp, on: isolation.name)
    var issue =
      if case .property(let reference, _) = asker {
        InjectionIssue(
          problem, property: reference.point.property,
          related: [RegistryEntry(binding: binding)])
      } else {
        InjectionIssue(problem, binding: binding)
      }
    switch failure {
    case .arguments: issue.givenTypes = arguments.map { $0.map { type(of: $0) } }
    case .misfit: issue.valueType = wanted ?? issue.valueType
    // Without an actor of the binding, the conformance to the wanted type belongs to one.
    case .isolation where binding.isUnconfined: issue.valueType = wanted ?? issue.valueType
    default: break
    }
    report(issue, for: asker)
  }

  /// Reports that nothing was found for a look-up.
  ///
  /// - Parameter miss: The reason; nil if the key is bound to nil, which is no mistake.
  @inline(never)
  func report(_ miss: Failure?, lookingFor key: BindingKey) {
    let asker = Asker.lookUp(key)
    guard let miss, reporter.isNew(IssueDigest(miss.reason, for: asker)) else { return }
    let near = miss.near(key, in: injector.registry.bindings)
    report(miss.issue(lookingFor: key, given: arguments, near: near), for: asker)
  }

  /// Reports that the shared injector is used before it is configured.
  ///
  /// - Parameter key: The key that is looked up; nil if an object is to be injected.
  @inline(never)
  func reportNotConfigured(lookingFor key: BindingKey? = nil) {
    var issue = InjectionIssue(.notConfigured(isOverridden: injector.isOverriddenForOthers))
    if let key { issue.key = key }
    report(issue)
  }

  /// Reports that a hook was not called, because the nesting is too deep.
  @inline(never)
  func reportTooDeep(_ hook: InjectionHook, _ chain: [String], _ depth: Int) {
    var issue = InjectionIssue(.tooDeep(chain, depth: depth))
    issue.ownerType = hook.type
    issue.name = "didInjectDependencies()"
    report(issue)
  }

  /// Reports that an actor is handed out unfilled, unless one of its type has injected itself before.
  @inline(never)
  func reportUnfilled(_ actor: Any.Type) {
    let injectors = sequence(first: injector, next: \.parent)
    guard injectors.allSatisfy({ $0.plans.entry(for: TypeKey(type: actor)) == nil }),
      reporter.isNew(IssueDigest { $0.combine(ObjectIdentifier(actor)) }),
      TypeSurvey(actor, in: injector.registry).isLeftToItself
    else { return }
    var issue = InjectionIssue(.actorNotInjected)
    issue.ownerType = actor
    report(issue)
  }

  /// Reports why this call may not touch the object that has these properties; its result.
  func refuse(_ issue: InjectionIssue, names: [String]) -> InjectionResult {
    report(issue)
    return InjectionResult(refusing: names, for: issue.kind)
  }

  /// Reports an issue of this call.
  ///
  /// - Parameter asker: The point that has asked for a value, if the issue is about a value.
  @inline(never)
  func report(_ issue: InjectionIssue, for asker: Asker? = nil) {
    var issue = issue
    issue.injectionLocation = location
    if let asker { issue.path = ResolutionChain.path(to: asker) }
    if case .property(let reference, _)? = asker { reference.point.note(issue) }
    reporter.report(issue)
  }
}

extension Registry {
  /// The issue of an object that has nothing to fill.
  func issueOfNothingDeclared(for type: Any.Type) -> InjectionIssue {
    let statics = TypeHierarchy.levels(of: type).map { Swift.type(of: $0) as Any.Type }
    var issue = InjectionIssue(
      .nothingDeclared(exceptStatic: declarations.properties(of: statics).first?.name))
    issue.ownerType = type
    return issue
  }
}

// The identity of a failure: its cause and its asker.
//
// Two failures with equal digests are one issue. An explanation looks at every binding, so a
// failure whose digest has been recorded is not explained again.
extension IssueDigest {
  /// The digest of a binding that has given no value.
  init(
    _ failure: Failure?, _ kind: InjectionIssue.Kind, of binding: Binding, for asker: Asker,
    in call: borrowing InjectionCall
  ) {
    let (actor, arguments) = (call.isolation.actor, call.arguments)
    self.init { hasher in
      hasher.combine(kind)
      hasher.combine(binding.number)
      asker.hash(into: &hasher)
      switch failure {
      case .misfit(let type): hasher.combine(ObjectIdentifier(type))
      case .threw(let error), .outOfScope(let error):
        hasher.combine(ThrownError(error: error))
      case .isolation: hasher.combine(actor.map { ObjectIdentifier(type(of: $0)) })
      case .arguments:
        for argument in arguments {
          hasher.combine(argument.map { ObjectIdentifier(type(of: $0)) })
        }
      default: break
      }
    }
  }

  /// The digest of a look-up that has found no binding.
  init(_ reason: UnfilledReason, for asker: Asker) {
    self.init { hasher in
      hasher.combine(reason)
      asker.hash(into: &hasher)
    }
  }
}
