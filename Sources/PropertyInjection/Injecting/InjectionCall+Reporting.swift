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
    var issue = issue(kind, binding, asker)
    switch provided {
    case .misfit(let found):
      issue.foundType = found
      if let wanted { issue.valueType = wanted }
    case .refused(.isolation):
      issue.requiredActor = binding.isolation.name
      if issue.requiredActor == nil, let wanted { issue.valueType = wanted }
      issue.actualActor = isolation.name
    case .refused(.cycle(let chain, _, _)), .refused(.tooDeep(let chain)):
      issue.chain = chain
    case .refused(.outOfScope(let error)):
      issue.thrown = ThrownError(error: error)
    case .failed(.arguments):
      issue.signature = binding.signature
      issue.isAboutKeptValue = binding.shared != nil
      issue.wantedTypes = binding.factory?.parameters?.filter(\.isDynamic).map(\.type) ?? []
      issue.givenTypes = arguments.map { $0.map { type(of: $0) } }
    case .failed(.threw(let error)):
      issue.signature = binding.signature
      issue.thrown = ThrownError(error: error)
    case .failed(.initializerGaveNil):
      issue.signature = binding.signature
    default:
      break
    }
    report(issue, for: asker)
    return outcome
  }

  private func issue(
    _ kind: InjectionIssue.Kind, _ binding: Binding, _ asker: Asker
  ) -> InjectionIssue {
    guard case .property(let reference, _) = asker else {
      return InjectionIssue(kind, binding: binding)
    }
    return InjectionIssue(
      kind, property: reference.property.property, related: [RegistryEntry(binding: binding)])
  }

  /// The issue of a failure and the outcome for a property.
  ///
  /// The issue is nil if the failure is no mistake, or has been reported.
  private static func consequence(
    of provided: ProvisionResult
  ) -> (InjectionIssue.Kind?, PropertyOutcomes.Outcome) {
    switch provided {
    case .value, .nothing: (nil, .factoryGaveNil)
    case .misfit: (.productDoesNotFit, .productDoesNotFit)
    case .refused(.isolation): (.bindingOnAnotherActor, .bindingOnAnotherActor)
    case .refused(.cycle): (.cycle, .cycle)
    case .refused(.tooDeep): (.tooDeep, .cycle)
    case .refused(.outOfScope): (.outOfScope, .notMade)
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
    var issue = miss.issue(lookingFor: key, in: injector.registry.bindings)
    issue.givenTypes = arguments.map { $0.map { Swift.type(of: $0) } }
    report(issue, for: asker)
  }

  /// Reports that the shared injector is used before it is configured.
  @inline(never)
  func reportNotConfigured() {
    report(InjectionIssue(.notConfigured))
  }

  /// Reports that nothing is declared for a type.
  @inline(never)
  func reportNothingDeclared(for type: Any.Type) {
    var issue = InjectionIssue(.nothingDeclared)
    issue.ownerType = type
    report(issue)
  }

  /// Reports that a hook was not called, because the nesting is too deep.
  @inline(never)
  func reportTooDeep(_ hook: InjectionHook, _ chain: [String]) {
    var issue = InjectionIssue(.tooDeep)
    issue.ownerType = hook.type
    issue.name = "didInjectDependencies()"
    issue.chain = chain
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
