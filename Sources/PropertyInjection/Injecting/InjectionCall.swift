/// One call of the injector: who injects, from where, on which actor, with which arguments.
///
/// What is rare happens here.
struct InjectionCall: ~Copyable {
  enum Purpose {
    case injecting
    /// It injects what the injector has made, which nobody has asked for.
    case injectingProduct
    /// It takes accessors off.
    case removing
  }

  // Not counted: the caller holds both for as long as the call lasts, and counting would cost more
  // than the rest of a call that has nothing to do.
  unowned(unsafe) let injector: PropertyInjector
  private unowned(unsafe) let actor: (any Actor)?
  let location: CodeLocation
  /// What the caller supplies for whatever is asked first.
  let arguments: [Any?]
  /// What decides on each property, where the caller does.
  let decide: ((InjectionCandidate) -> InjectionDecision)?
  /// What the call is for.
  let purpose: Purpose
  // Whoever asks hears what goes wrong, also where another injector makes the value. Not counted, like
  // the injector.
  unowned(unsafe) let reporter: IssueReporter

  @inline(__always)
  init(
    injector: PropertyInjector, actor: (any Actor)?, location: CodeLocation,
    arguments: [Any?] = [], purpose: Purpose = .injecting, reporter: IssueReporter? = nil,
    decide: ((InjectionCandidate) -> InjectionDecision)? = nil
  ) {
    self.injector = injector
    self.actor = actor
    self.location = location
    self.arguments = arguments
    self.purpose = purpose
    self.decide = decide
    self.reporter = reporter ?? injector.reporter
  }

  /// A question that another call leads to, for another injector if one is given.
  init(asking call: borrowing InjectionCall, _ injector: PropertyInjector? = nil) {
    self.init(
      injector: injector ?? call.injector, actor: call.actor, location: call.location,
      reporter: call.reporter)
  }

  /// The injection of what this call has made.
  func ofProduct() -> InjectionCall {
    InjectionCall(
      injector: injector, actor: actor, location: location, purpose: .injectingProduct,
      reporter: reporter)
  }

  func copy() -> InjectionCall {
    InjectionCall(
      injector: injector, actor: actor, location: location, arguments: arguments,
      reporter: reporter)
  }

  /// Whether the injection runs on an actor.
  var isOnActor: Bool { actor != nil }

  /// The actor that the injection runs on.
  var isolation: Isolation { Isolation(actor: actor) }

  /// Its address, 0 for none.
  @inline(__always)
  var actorAddress: UInt { actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0 }

  // What follows is out of line, so that the injecting loop stays small.

  /// Fills a property for which the plan has no value at hand.
  ///
  /// It is read once, before anything runs.
  @inline(never)
  func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) -> PropertyOutcomes.Outcome {
    guard step.access(root, .probe) == .isNil else { return .untouched }
    switch step.source {
    case .none(_, let issue):
      if step.shouldReportMiss(), let issue = issue() { report(issue) }
      return .unmatched
    case .binding(let found, let store):
      return fill(step, root, from: found.binding, store)
    case .own(let store):
      switch store(self, step, root) {
      case .value: return .filled
      case .refused(.tooDeep(let chain)): return tooDeep(step, chain)
      default: return .noAccessors
      }
    }
  }

  /// Notes that the wrapper was not asked for accessors, because too much is running.
  @inline(never)
  private func tooDeep(_ step: InjectionStep, _ chain: [String]) -> PropertyOutcomes.Outcome {
    var issue = InjectionIssue(.tooDeep, property: step.property)
    issue.chain = chain
    report(issue)
    return .cycle
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    if step.shouldReportGone() { report(InjectionIssue(.valueGone, property: step.property)) }
    return .valueGone
  }

  /// Puts the injected object back into its variable, after a step that has put another there.
  ///
  /// That one may be of another type than the steps that follow expect.
  @inline(never)
  func putBack(
    _ object: UnsafeRawPointer, into root: UnsafeMutableRawPointer, _ step: InjectionStep
  ) -> PropertyOutcomes.Outcome {
    // The caller holds the object; the variable has let go of it.
    root.assumingMemoryBound(to: AnyObject.self).pointee =
      Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    return valueGone(step)
  }

  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from binding: Binding,
    _ store: InjectionStep.Store
  ) -> PropertyOutcomes.Outcome {
    switch store(self, step, root) {
    case .value:
      // Nobody here holds the product any more: a weak property has kept it only if its owner does.
      return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
    case .nothing:
      return .factoryGaveNil
    case let other:
      return report(other, of: binding, for: step)
    }
  }

  // Issues are large. Each is put together in a frame of its own, which does not lie on the stack
  // while factories run.

  /// Reports why a binding gave no value: for a property, or for a look-up of a type.
  @inline(never) @discardableResult
  func report(
    _ provided: Provided, of binding: Binding, for step: InjectionStep? = nil,
    wanted: Any.Type? = nil
  ) -> PropertyOutcomes.Outcome {
    func issue(_ kind: InjectionIssue.Kind) -> InjectionIssue {
      guard let property = step?.property else { return InjectionIssue(kind, binding: binding) }
      return InjectionIssue(
        kind, property: property, related: [RegistryEntry(binding: binding)])
    }
    switch provided {
    case .value, .nothing:
      return .factoryGaveNil
    case .misfit(let found):
      var issue = issue(.productDoesNotFit)
      issue.foundType = found
      if let wanted { issue.valueType = wanted }
      report(issue)
      return .productDoesNotFit
    case .refused(.isolation):
      var issue = issue(.bindingOnAnotherActor)
      issue.requiredActor = binding.isolation.name
      if issue.requiredActor == nil, let wanted { issue.valueType = wanted }
      issue.actualActor = isolation.name
      report(issue)
      return .isolation
    case .refused(.cycle(let chain)):
      var issue = issue(.cycle)
      issue.chain = chain
      report(issue)
      return .cycle
    case .refused(.tooDeep(let chain)):
      var issue = issue(.tooDeep)
      issue.chain = chain
      report(issue)
      return .cycle
    case .failed(.unresolvedArgument):
      return .notMade
    case .failed(.refusedProduct):
      return .isolation
    case .failed(.accessors):
      report(issue(.accessorWithoutMark))
      return .notMade
    case .failed(.arguments):
      var issue = issue(.wrongArguments)
      issue.signature = TypeName.signature(of: binding)
      issue.isAboutKeptValue = binding.shared != nil
      issue.wantedTypes = binding.provider.parameters?.filter(\.isDynamic).map(\.type) ?? []
      issue.givenTypes = arguments.map { $0.map { type(of: $0) } }
      report(issue)
      return .notMade
    case .failed(let failure):
      var issue = issue(.notMade)
      issue.signature = TypeName.signature(of: binding)
      if case .threw(let error) = failure { issue.thrown = ThrownError(error: error) }
      report(issue)
      return .notMade
    }
  }

  /// Reports that nothing was found for a type, under a name if there is one.
  @inline(never)
  func report<Value>(_ miss: BindingLookup, lookingFor name: String?, _ type: Value.Type) {
    if case .nothing = miss { return }
    report(miss.issue(lookingFor: name, type, in: injector.registry.bindings))
  }

  /// Reports that the process's own injector is used too early.
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

  /// Reports that a hook was not called, because too many are running.
  @inline(never)
  func reportTooDeep(_ hook: InjectionHook, _ chain: [String]) {
    var issue = InjectionIssue(.tooDeep)
    issue.ownerType = hook.type
    issue.name = "didInjectDependencies()"
    issue.chain = chain
    report(issue)
  }

  /// Reports an issue of this call.
  @inline(never)
  func report(_ issue: InjectionIssue) {
    var issue = issue
    issue.injectionLocation = location
    reporter.report(issue)
  }
}
