/// One call of the injector: who injects, from where, on which actor.
///
/// What is rare happens here.
struct InjectionCall: ~Copyable {
  // Not counted: the caller holds both for as long as the call lasts, and counting would cost more
  // than the rest of a call that has nothing to do.
  unowned(unsafe) let injector: PropertyInjector
  private unowned(unsafe) let actor: (any Actor)?
  let location: CodeLocation

  init(injector: PropertyInjector, actor: (any Actor)?, location: CodeLocation) {
    self.injector = injector
    self.actor = actor
    self.location = location
  }

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
    switch step.supply {
    case .value:
      return .untouched
    case .none(_, let issue):
      report(step, issue())
      return .unmatched
    case .binding(let binding, let store):
      return fill(step, root, from: binding, store)
    }
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    report(step, InjectionIssue(.valueGone, property: step.property))
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
    _ store: (Resolver, UnsafeMutableRawPointer) -> Provided
  ) -> PropertyOutcomes.Outcome {
    switch injector.provide(from: binding, on: isolation, { store($0, root) }) {
    case .value:
      // Nobody here holds the product any more: a weak property has kept it only if its owner does.
      return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
    case .nothing:
      return .factoryGaveNil
    case .misfit(let type):
      return reportMisfit(type, of: binding, for: step)
    case .refused(let refusal):
      return report(refusal, of: binding, for: step)
    }
  }

  // Issues are large. Each is put together in a frame of its own, which does not lie on the stack
  // while factories run.

  /// Reports that a factory's product does not fit: for a property, or for a look-up of a type.
  @inline(never) @discardableResult
  func reportMisfit(
    _ found: Any.Type, of binding: Binding, for step: InjectionStep? = nil,
    wanted: Any.Type? = nil
  ) -> PropertyOutcomes.Outcome {
    var issue = Self.issue(.productDoesNotFit, binding, step?.property)
    issue.foundType = found
    if let wanted { issue.valueType = wanted }
    report(issue)
    return .productDoesNotFit
  }

  /// Reports why a binding was not asked.
  @inline(never) @discardableResult
  func report(
    _ refusal: Provided.Refusal, of binding: Binding,
    for step: InjectionStep? = nil
  ) -> PropertyOutcomes.Outcome {
    var issue: InjectionIssue
    let outcome: PropertyOutcomes.Outcome
    switch refusal {
    case .isolation:
      issue = Self.issue(.bindingOnAnotherActor, binding, step?.property)
      issue.requiredActor = binding.isolation.name
      issue.actualActor = isolation.name
      outcome = .isolation
    case .cycle(let chain):
      issue = Self.issue(.cycle, binding, step?.property)
      issue.chain = chain
      outcome = .cycle
    case .tooDeep(let chain):
      issue = Self.issue(.tooDeep, binding, step?.property)
      issue.chain = chain
      outcome = .cycle
    }
    report(issue)
    return outcome
  }

  /// Reports that nothing was found for a type, under a name if there is one.
  @inline(never)
  func report<Value>(
    _ miss: BindingLookup, lookingFor name: String?, _ type: Value.Type
  ) {
    report(miss.issue(lookingFor: name, type, in: injector.registry.bindings))
  }

  /// Reports that the process's own injector is used too early.
  @inline(never)
  func reportNotConfigured() {
    report(InjectionIssue(.notConfigured))
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

  private static func issue(
    _ kind: InjectionIssue.Kind, _ binding: Binding, _ property: InjectableProperty?
  ) -> InjectionIssue {
    guard let property else { return InjectionIssue(kind, binding: binding) }
    return InjectionIssue(
      kind, property: property, related: [InjectionIssue.Related(binding: binding)])
  }

  /// Reports what a step can say only once.
  private func report(_ step: InjectionStep, _ issue: @autoclosure () -> InjectionIssue) {
    if step.shouldReport() { report(issue()) }
  }

  /// Reports an issue of this call.
  @inline(never)
  func report(_ issue: InjectionIssue) {
    var issue = issue
    issue.injectionLocation = location
    injector.reporter.report(issue)
  }
}
