extension InjectionCall {
  // Issues are large. Each is built in a function of its own, so that it is not on the stack while
  // factories run.

  /// Reports why a binding gave no value.
  ///
  /// - Parameters:
  ///   - asker: What the value was asked for; the issue of a property is about the property.
  ///   - wanted: The type that was asked for, unless the asker is a property.
  @inline(never) @discardableResult
  func report(
    _ provided: ProvisionResult, of binding: Binding, for asker: Asker, wanted: Any.Type? = nil
  ) -> PropertyOutcomes.Outcome {
    let (kind, outcome) = Self.consequence(of: provided)
    guard let kind, reporter.isNew(Occurrence(kind, provided, of: binding, for: asker, in: self))
    else {
      return outcome
    }
    guard let problem = problem(provided, of: binding, for: asker) else { return outcome }
    var issue =
      if case .property(let reference, _) = asker {
        InjectionIssue(
          problem, property: reference.property.property,
          related: [RegistryEntry(binding: binding)])
      } else {
        InjectionIssue(problem, binding: binding)
      }
    // Without an actor of the binding, the conformance to the wanted type belongs to one.
    if let wanted {
      switch provided {
      case .failed(.misfit): issue.valueType = wanted
      case .failed(.isolation) where binding.isolation.name == nil: issue.valueType = wanted
      default: break
      }
    }
    report(issue, for: asker)
    return outcome
  }

  /// What went wrong; nil if nothing did, or it has been reported.
  private func problem(
    _ provided: ProvisionResult, of binding: Binding, for asker: Asker
  ) -> Problem? {
    switch provided {
    case .value, .nothing, .failed(.unresolvedArgument), .failed(.refusedProduct): nil
    case .failed(.misfit(let found)): .productDoesNotFit(found: found)
    case .failed(.isolation):
      if let required = binding.isolation.name {
        .bindingOnAnotherActor(required, actual: isolation.name)
      } else {
        .conformanceOnAnotherActor(actual: isolation.name)
      }
    case .failed(.cycle(let chain, _, _)): .cycle(chain)
    case .failed(.tooDeep(let chain)): .tooDeep(chain)
    case .failed(.outOfScope(let error)): .outOfScope(throwing: error)
    case .failed(.incomplete): .incomplete
    case .failed(.accessors): .accessorWithoutMark
    case .failed(.mayLeaveActor): .mayLeaveActor(binding.isolation.name)
    case .failed(.arguments):
      .wrongArguments(given: arguments, to: binding, isLookUp: asker.isLookUp)
    case .failed(.threw(let error)): .notMade(by: binding.signature, throwing: error)
    case .failed(.initializerGaveNil): .notMade(by: binding.signature)
    }
  }

  /// The issue of a failure and the outcome for a property.
  ///
  /// The issue is nil if the failure is no mistake, or has been reported.
  private static func consequence(
    of provided: ProvisionResult
  ) -> (InjectionIssue.Kind?, PropertyOutcomes.Outcome) {
    switch provided {
    case .value, .nothing: (nil, .factoryGaveNil)
    case .failed(.misfit): (.productDoesNotFit, .productDoesNotFit)
    case .failed(.isolation), .failed(.mayLeaveActor):
      (.bindingOnAnotherActor, .bindingOnAnotherActor)
    case .failed(.cycle): (.cycle, .cycle)
    case .failed(.tooDeep): (.tooDeep, .cycle)
    case .failed(.outOfScope): (.outOfScope, .notMade)
    case .failed(.unresolvedArgument): (nil, .notMade)
    case .failed(.refusedProduct): (nil, .wrongActor)
    case .failed(.incomplete): (.incomplete, .notMade)
    case .failed(.accessors): (.accessorWithoutMark, .notMade)
    case .failed(.arguments): (.wrongArguments, .notMade)
    case .failed(.threw), .failed(.initializerGaveNil): (.notMade, .notMade)
    }
  }

  /// Reports that nothing was found for a look-up.
  @inline(never)
  func report(_ miss: BindingLookup, lookingFor key: BindingKey) {
    if case .nothing = miss { return }
    let asker = Asker.lookUp(key)
    guard reporter.isNew(Occurrence(miss, for: asker)) else { return }
    report(
      miss.issue(lookingFor: key, given: arguments, in: injector.registry.bindings), for: asker)
  }

  /// Reports that the shared injector is used before it is configured.
  ///
  /// - Parameter key: What is looked up; nil if an object is to be injected.
  @inline(never)
  func reportNotConfigured(lookingFor key: BindingKey? = nil) {
    var issue = InjectionIssue(.notConfigured(isOverridden: injector.isOverriddenForOthers))
    if let key { issue.key = key }
    report(issue)
  }

  /// Reports that nothing is declared for a type.
  @inline(never)
  func reportNothingDeclared(for type: Any.Type) {
    report(injector.registry.issueOfNothingDeclared(for: type))
  }

  /// Reports that a hook was not called, because the nesting is too deep.
  @inline(never)
  func reportTooDeep(_ hook: InjectionHook, _ chain: [String]) {
    var issue = InjectionIssue(.tooDeep(chain))
    issue.ownerType = hook.type
    issue.name = "didInjectDependencies()"
    report(issue)
  }

  /// Reports an issue of this call.
  ///
  /// - Parameter asker: What a value was asked for, if the issue is about a value.
  @inline(never)
  func report(_ issue: InjectionIssue, for asker: Asker? = nil) {
    var issue = issue
    issue.injectionLocation = location
    if let asker { issue.path = ResolutionChain.path(to: asker) }
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
