import Synchronization

/// How objects of one type are injected: everything that does not depend on the object.
///
/// Shared by all threads. Immutable, except for the actor on which an injection was found admitted.
final class InjectionPlan: CacheEntry, @unchecked Sendable {
  // Unchecked: the key paths and values in the steps are used only under their isolation.

  let type: Any.Type
  var key: ObjectIdentifier { ObjectIdentifier(type) }
  let survey: TypeSurvey
  let hook: InjectionHook?
  /// Whether the type is a value type, whose value the root pointer points at directly.
  let isOfValueType: Bool
  /// How many steps there are, declared and marked.
  let count: Int
  /// Whether a binding has the scope `graph`, so that the injection runs within a request.
  let needsRequest: Bool
  /// Whether the program sees each property that is filled.
  let isWatched: Bool
  /// Whether there is nothing to fill, and nothing says that there may be nothing.
  var isUndeclared: Bool { count == 0 && !survey.isDeclared }
  /// Whether nothing else tells why there is nothing to fill, so that an injection reports it.
  let mustReportEmpty: Bool
  /// Whether injections are admitted on each actor and on none.
  private let isOpen: Bool

  // Raw memory, so that the loop reads the steps without reference counting.
  private let steps: UnsafeMutablePointer<Unmanaged<InjectionStep>>
  // The address of an actor on which an injection was found admitted; 0 for none yet.
  private let admittedActor = Atomic<UInt>(0)

  init(
    _ survey: TypeSurvey, steps: [InjectionStep], mustReportEmpty: Bool,
    for injector: PropertyInjector
  ) {
    type = survey.type
    self.survey = survey
    hook = survey.hook
    needsRequest = injector.registry.contents.hasGraphs
    isWatched = injector.registry.contents.injectionHandler != nil
    self.mustReportEmpty = mustReportEmpty
    isOpen = survey.isOpen && !mustReportEmpty
    isOfValueType = !(type is AnyClass)
    count = steps.count
    self.steps = .allocate(capacity: count)
    for (index, step) in steps.enumerated() {
      step.point.objectType = type
      (self.steps + index).initialize(to: .passRetained(step))
    }
  }

  deinit {
    for index in 0..<count { steps[index].release() }
    steps.deallocate()
  }

  func step(at index: Int) -> InjectionStep { steps[index].takeUnretainedValue() }

  var allSteps: [InjectionStep] { (0..<count).map(step(at:)) }

  /// Whether an injection on this actor, 0 for none, may go on without further checks.
  @inline(__always)
  func surelyAdmits(_ actor: UInt) -> Bool {
    isOpen || actor != 0 && admittedActor.load(ordering: .relaxed) == actor
  }

  /// Fills the nil properties of the object in the pointer's variable.
  @inline(__always)
  func fill(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    for index in 0..<count {
      switch steps[index]._withUnsafeGuaranteedRef({ step in
        step.value.map { step.access(root, .fill($0)) }
      }) {
      case .alreadySet, .isNil: break
      case .filled where object == nil || object == root.load(as: UnsafeRawPointer.self):
        outcomes.setFilled(index)
      case let other: _ = finish(index, other, root, object, for: call, &outcomes)
      }
    }
    return outcomes
  }

  /// The same property by property: the call decides on each, or the program or a recording sees each.
  @inline(never)
  func fill(
    stepByStep root: UnsafeMutableRawPointer, for call: borrowing InjectionCall
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    for index in 0..<count {
      let outcome = finish(index, nil, root, object, for: call, &outcomes)
      call.injector.note(step(at: index), outcome, at: call.location)
    }
    return outcomes
  }

  /// Fills a property for which there is no value at hand, or notes that it is not simply filled.
  ///
  /// Out of line, like all that is rare, so that the injecting loop stays small.
  @inline(never)
  private func finish(
    _ index: Int, _ fast: PropertyOutcome?, _ root: UnsafeMutableRawPointer,
    _ object: UnsafeRawPointer?, for call: borrowing InjectionCall,
    _ outcomes: inout PropertyOutcomes
  ) -> PropertyOutcome {
    steps[index]._withUnsafeGuaranteedRef { step in
      var outcome = PropertyOutcome.isNil
      var failure: Failure?
      switch fast {
      case nil:
        do throws(Failure) { outcome = try call.fill(step, root) } catch { failure = error }
      case .gone: failure = call.valueGone(step)
      default: outcome = .filled
      }
      if outcome == .alreadySet { return outcome }
      // A setter of a protocol extension may be mutating, and put another object into the variable. The steps that follow
      // expect the type of the injected object, which the caller holds.
      if let object, object != root.load(as: UnsafeRawPointer.self) {
        root.assumingMemoryBound(to: AnyObject.self).pointee =
          Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        (outcome, failure) = (.isNil, call.valueGone(step))
      }
      let reason = failure.flatMap { $0 === step.failure ? nil : $0.kind }
      outcomes.set(index, outcome, because: reason)
      return outcome
    }
  }

  /// Why a property stayed nil; nil if it did not, or is filled later.
  func reason(_ index: Int, in outcomes: PropertyOutcomes) -> InjectionIssue.Kind? {
    let (outcome, reason) = outcomes[index]
    return reason ?? (outcome == .isNil ? step(at: index).failure?.kind : nil)
  }

  /// Why a property stayed nil that should not have; nil if it did not.
  func lack(_ index: Int, in outcomes: PropertyOutcomes) -> InjectionIssue.Kind? {
    guard let reason = reason(index, in: outcomes), !step(at: index).property.isOptional else {
      return nil
    }
    return reason == .boundToNil || reason == .skipped ? nil : reason
  }

  /// The index of the first required property that stayed nil; nil if there is none.
  ///
  /// - Parameter onPurpose: Whether one counts that stayed nil on purpose.
  @inline(__always)
  func requiredLack(after outcomes: PropertyOutcomes, orOnPurpose onPurpose: Bool = false) -> Int? {
    outcomes.isClean
      ? nil
      : (0..<count).first {
        let reason = onPurpose ? reason($0, in: outcomes) : lack($0, in: outcomes)
        return reason != nil && step(at: $0).point.place?.isRequired == true
      }
  }

  /// The result of a call that is refused; nil if it is admitted, which is remembered.
  ///
  /// It is refused if it would use what belongs to another actor.
  @inline(never)
  func refusal(
    of call: borrowing InjectionCall, _ root: UnsafeMutableRawPointer
  ) -> InjectionResult? {
    if let refusal = survey.refusal(of: call, root) { return refusal }
    admit(call.isolation)
    return nil
  }

  /// Remembers that injections on an actor are admitted.
  ///
  /// Only for an actor that the plan keeps alive, or that is never freed: the address of another may be reused. A plan
  /// without a step has still to be reported.
  fileprivate func admit(_ isolation: Isolation) {
    guard let actor = isolation.actor, !survey.shape.isActor, !mustReportEmpty,
      survey.actors.contains(isolation) || isolation == .mainActor
    else { return }
    admittedActor.store(UInt(bitPattern: ObjectIdentifier(actor)), ordering: .relaxed)
  }
}

// How an injector gets the plan of a type.
extension PropertyInjector {
  /// The plan of a type; throws the result of a call that may not inject the object, which is not read then.
  @inline(never)
  func plan(
    of type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> Unmanaged<InjectionPlan> {
    if let known = plans.entry(for: ObjectIdentifier(type)) { return known }
    // Only a type is read from the variable.
    let inherited = inheritedPlan(of: type)
    let survey =
      inherited?.survey
      ?? TypeSurvey(.of(type, TypeHierarchy.levels(of: type, root)), in: registry)
    if let refusal = survey.refusal(of: call, root) { throw refusal }
    guard role != .unconfigured else {
      call.reportNotConfigured()
      leaveLazyProperties(of: survey, root, call)
      throw InjectionResult(refusing: survey.names, for: .notConfigured)
    }
    var issues: [InjectionIssue] = []
    let steps = steps(of: survey, root, like: inherited, &issues)
    let plan = plans.insert(
      InjectionPlan(
        survey, steps: steps,
        mustReportEmpty: steps.isEmpty && !survey.isDeclared && issues.isEmpty, for: self))
    plan._withUnsafeGuaranteedRef { $0.admit(call.isolation) }
    for issue in issues { call.report(issue) }
    return plan
  }

  /// The plan of the injector that this one is derived from, if that has injected the type, and nothing was declared since.
  func inheritedPlan(of type: Any.Type) -> InjectionPlan? {
    guard let parent,
      parent.registry.contents.declarations.version == registry.contents.declarations.version
    else { return nil }
    return parent.plans.entry(for: ObjectIdentifier(type))?.takeUnretainedValue()
  }

  /// Leaves the lazy properties of an object to their first read, when the shared injector may be configured.
  private func leaveLazyProperties(
    of survey: TypeSurvey, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) {
    for field in survey.markedFields where field.wrapper == nil {
      let mark = field.mark(in: root)
      guard mark.request.isLazy, field.access(root, .probe) == .isNil else { continue }
      let point = PropertyPoint(InjectableProperty(field, mark), .lazy, at: field.place)
      point.objectType = survey.type
      let source = LazySource(point, self, origin(of: call, at: field.place))
      func wait<Value>(_: Value.Type) {
        MarkedSlot<Value>(field.place.address(in: root)).intercept(with: LazyGate(source))
      }
      _openExistential(field.valueType, do: wait)
    }
  }

  /// The steps of a type: the declared properties, then the marked ones.
  ///
  /// The stored properties are learnt from the type's metadata; an object is read only for the requests of its marks.
  ///
  /// - Parameters:
  ///   - inherited: A plan of the same survey, whose steps serve again where the answer is the same.
  ///   - issues: Gets the issues of stored properties that cannot be injected.
  private func steps(
    of survey: TypeSurvey, _ root: UnsafeMutableRawPointer, like inherited: InjectionPlan?,
    _ issues: inout [InjectionIssue]
  ) -> [InjectionStep] {
    let hasLazyVars = survey.fields.contains(where: \.isLazyStorage)
    var steps: [InjectionStep] = []
    steps.reserveCapacity(survey.properties.count)
    func known() -> InjectionStep? {
      inherited.flatMap { steps.count < $0.count ? $0.step(at: steps.count) : nil }
    }
    for property in survey.properties {
      // A lazy var is not read, because a read would run its initializer.
      steps.append(
        hasLazyVars && survey.field(storing: property)?.isLazyStorage == true
          ? InjectionStep(
            PropertyPoint(property, .declared),
            Answer(property.key, .failure(.lazyProperty), in: self), access: { _, _ in .isNil })
          : .step(for: property, in: self, isLazy: false, like: known()))
    }
    let marks = survey.shape.marks(in: root)
    for (field, role) in survey.roles(in: registry.contents.bindings) {
      switch role {
      case .marked(let marked):
        guard let mark = marks[field.position] else { continue }
        steps.append(
          .step(
            for: InjectableProperty(marked, mark), in: self, at: marked.place,
            isLazy: mark.request.isLazy, asking: marked.wrapper, like: known()))
      case .leftAlone(let name, let type, let kind, let binding):
        issues.append(issue(kind, leaving: BindingKey(name, type), of: field.ownerType, binding))
      }
    }
    return steps
  }

  /// The issue is about the type, because the property may not be read.
  @inline(never)  // Nearly no plan needs it.
  private func issue(
    _ kind: InjectionIssue.Kind, leaving key: BindingKey, of owner: Any.Type, _ binding: Binding?
  ) -> InjectionIssue {
    var issue = InjectionIssue(kind, of: owner)
    issue.key = key
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    return issue
  }
}
