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

  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from binding: Binding,
    _ store: (Resolver, UnsafeMutableRawPointer) -> Provided<Void>
  ) -> PropertyOutcomes.Outcome {
    switch injector.provide(from: binding, on: isolation, { store($0, root) }) {
    case .provided(.value):
      // Nobody here holds the product any more: a weak property has kept it only if its owner does.
      return step.access(root, .probe) == .isNil ? valueGone(step) : .filled
    case .provided(.nothing):
      return .factoryGaveNil
    case .provided(.misfit(let type)):
      var issue = InjectionIssue(
        .productDoesNotFit, property: step.property,
        related: [InjectionIssue.Related(binding: binding)])
      issue.foundType = type
      report(issue)
      return .productDoesNotFit
    case .refused(var issue, let outcome):
      issue.describe(step.property)
      report(issue)
      return outcome
    }
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
