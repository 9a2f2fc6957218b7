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

  /// The same call, of another injector.
  init(_ call: borrowing InjectionCall, through injector: PropertyInjector) {
    self.init(
      injector: injector, actor: call.actor, location: call.location, arguments: call.arguments,
      purpose: call.purpose, decide: call.decide)
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

  /// A call that another one has left to be made later.
  init(_ injector: PropertyInjector, _ origin: CallOrigin) {
    self.init(
      injector: injector, actor: origin.isolation.actorHere, location: origin.location,
      reporter: origin.reporter)
  }

  /// From where it comes, for what happens later.
  var origin: CallOrigin {
    let isOnMainActor = isolation == .mainActor
    // Of places in the code there is an end; of actors there is none.
    guard reporter === injector.reporter, !isOnActor || isOnMainActor else {
      return CallOrigin(isolation, location, reporter)
    }
    let key = CallOrigin.Key(location, isOnMainActor: isOnMainActor)
    if let known = injector.origins.entry(for: key) { return known.takeUnretainedValue() }
    return injector.origins.insert(CallOrigin(isolation, location, reporter)).takeUnretainedValue()
  }

  /// A property that this call fills, as what asks for a value.
  func asker(_ step: InjectionStep) -> Asker {
    .property(.passUnretained(step), isOfProduct: purpose == .injectingProduct)
  }

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
      if step.shouldReportMiss(), let issue = issue() { report(issue, for: asker(step)) }
      if step.isForNow { noteLack(step, root, for: 0) }
      return .unmatched
    case .binding(let found, let store):
      return fill(step, root, from: found.binding, store)
    case .own(let store):
      switch store(self, step, root) {
      case .value: return .filled
      case .refused(.tooDeep(let chain)):
        noteLack(step, root, for: 0)
        return tooDeep(step, chain)
      default: return .noAccessors
      }
    }
  }

  /// Notes that the wrapper was not asked for accessors, because too much is running.
  @inline(never)
  private func tooDeep(_ step: InjectionStep, _ chain: [String]) -> PropertyOutcomes.Outcome {
    var issue = InjectionIssue(.tooDeep, property: step.property)
    issue.chain = chain
    report(issue, for: asker(step))
    return .cycle
  }

  /// Notes that a property did not keep what was stored.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> PropertyOutcomes.Outcome {
    if step.shouldReportGone() {
      report(InjectionIssue(.valueGone, property: step.property), for: asker(step))
    }
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
    case .refused(.cycle(let names, let creation?, _))
    where fillLater(step, root, from: binding, creation, names):
      return .pending
    case let other:
      if let depth = other.dependsOn { noteLack(step, root, for: depth) }
      return report(other, of: binding, for: asker(step))
    }
  }

  /// Has a property filled once the shared value that it needs is there, which is being made; false if
  /// that cannot be.
  @inline(never)
  private func fillLater(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from binding: Binding,
    _ creation: Creation, _ circle: [String]
  ) -> Bool {
    // Nobody but the injector has the object, or else it may be used by other threads: it is shared itself.
    guard purpose == .injectingProduct, let chain = ResolutionChain.calling,
      chain.isWithinSharedValue, step.property.ownerType is AnyClass
    else { return false }
    if !creation.isOnThisThread {
      guard step.property.isolation.actor == nil, binding.isolation.actor == nil else {
        return false
      }
    }
    let product = chain.lateProduct ?? LateProduct()
    chain.lateProduct = product
    let holder = chain.innermostCreation
    let fill = LateFill(
      root.load(as: AnyObject.self), step, of: product, from: binding, self, holder: holder,
      circle: circle)
    guard creation.fillLater(fill) else { return false }
    holder?.add([creation])
    return true
  }

  /// Notes that an object has no value for a property here and now, and would have one elsewhere or later:
  /// it is not to be kept so.
  @inline(never)
  private func noteLack(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, for depth: Int
  ) {
    guard let chain = ResolutionChain.calling, let creation = chain.creation(lackingFor: depth)
    else { return }
    if purpose == .injectingProduct, chain.isWithinSharedValue {
      creation.lacks(nil, for: depth)
    } else if step.property.ownerType is AnyClass {
      creation.lacks(root.load(as: AnyObject.self), for: depth)
    }
  }

  /// Calls a hook.
  @inline(never)
  func run(_ hook: InjectionHook, _ root: UnsafeMutableRawPointer) {
    let refusal = ResolutionChain.follow(.hook(hook.type)) { _ in hook.call(root) }
    if case .tooDeep(let chain)? = refusal { reportTooDeep(hook, chain) }
  }

  /// Calls the hook of something that the injector has made, once all has its properties that is made with
  /// it and shared.
  @inline(never)
  func runOfProduct(
    _ hook: InjectionHook, _ root: UnsafeMutableRawPointer, _ plan: InjectionPlan,
    _ outcomes: PropertyOutcomes
  ) {
    let chain = ResolutionChain.calling
    // What the injector makes for one use has its hook called with the rest of the shared value only if
    // it waits for a property.
    guard !plan.isOfValueType, let creation = chain?.innermostCreation,
      chain?.creation != nil || chain?.lateProduct != nil
    else { return run(hook, root) }
    creation.runLater(
      WaitingHook(
        hook, root.load(as: AnyObject.self), isFilled: outcomes.hasFilled, chain?.lateProduct,
        isForAnyThread: plan.isForAnyActor, self))
  }

  // Issues are large. Each is put together in a frame of its own, which does not lie on the stack
  // while factories run.

  /// Reports why a binding gave no value.
  ///
  /// - Parameters:
  ///   - asker: What has asked for it: if it is a property, the issue is about that.
  ///   - wanted: The type that was asked for, where it is no property.
  @inline(never) @discardableResult
  func report(
    _ provided: Provided, of binding: Binding, for asker: Asker, wanted: Any.Type? = nil
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
      issue.signature = TypeName.signature(of: binding)
      issue.isAboutKeptValue = binding.shared != nil
      issue.wantedTypes = binding.provider.parameters?.filter(\.isDynamic).map(\.type) ?? []
      issue.givenTypes = arguments.map { $0.map { type(of: $0) } }
    case .failed(.threw(let error)):
      issue.signature = TypeName.signature(of: binding)
      issue.thrown = ThrownError(error: error)
    case .failed(.initializerGaveNil):
      issue.signature = TypeName.signature(of: binding)
    default:
      break
    }
    report(issue, for: asker)
    return outcome
  }

  private func issue(
    _ kind: InjectionIssue.Kind, _ binding: Binding, _ asker: Asker
  ) -> InjectionIssue {
    guard case .property(let step, _) = asker else { return InjectionIssue(kind, binding: binding) }
    return step._withUnsafeGuaranteedRef { step in
      InjectionIssue(kind, property: step.property, related: [RegistryEntry(binding: binding)])
    }
  }

  /// What a property that was not filled is noted as, and the issue that it is; nil if it is none, or has
  /// been reported.
  private static func consequence(
    of provided: Provided
  ) -> (InjectionIssue.Kind?, PropertyOutcomes.Outcome) {
    switch provided {
    case .value, .nothing: (nil, .factoryGaveNil)
    case .misfit: (.productDoesNotFit, .productDoesNotFit)
    case .refused(.isolation): (.bindingOnAnotherActor, .isolation)
    case .refused(.cycle): (.cycle, .cycle)
    case .refused(.tooDeep): (.tooDeep, .cycle)
    case .refused(.outOfScope): (.outOfScope, .notMade)
    case .failed(.unresolvedArgument): (nil, .notMade)
    case .failed(.refusedProduct): (nil, .isolation)
    case .failed(.incomplete): (.incomplete, .notMade)
    case .failed(.accessors): (.accessorWithoutMark, .notMade)
    case .failed(.arguments): (.wrongArguments, .notMade)
    case .failed(.threw), .failed(.initializerGaveNil): (.notMade, .notMade)
    }
  }

  /// Reports that nothing was found for a look-up.
  @inline(never)
  func report<Value>(_ miss: BindingLookup, lookingFor name: String?, _ type: Value.Type) {
    if case .nothing = miss { return }
    let asker = Asker.lookUp(name: name, type)
    guard reporter.isNew(Occurrence(miss, for: asker)) else { return }
    var issue = miss.issue(lookingFor: name, type, in: injector.registry.bindings)
    issue.givenTypes = arguments.map { $0.map { Swift.type(of: $0) } }
    report(issue, for: asker)
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
  ///
  /// - Parameter asker: For what a value was asked, where the issue is about one.
  @inline(never)
  func report(_ issue: InjectionIssue, for asker: Asker? = nil) {
    var issue = issue
    issue.injectionLocation = location
    if let asker { issue.path = ResolutionChain.path(to: asker) }
    reporter.report(issue)
  }
}

/// From where a call comes: what many lazy properties that it leaves have in common.
final class CallOrigin: CacheEntry, @unchecked Sendable {
  // Unchecked, as an isolation is not: an actor may be named anywhere.
  let isolation: Isolation
  let location: CodeLocation
  /// Where the injection has reported, which for one call may be elsewhere than its injector.
  let reporter: IssueReporter

  init(_ isolation: Isolation, _ location: CodeLocation, _ reporter: IssueReporter) {
    self.isolation = isolation
    self.location = location
    self.reporter = reporter
  }

  var key: Key { Key(location, isOnMainActor: isolation == .mainActor) }

  /// A place in the code, and whether that runs on the main actor.
  struct Key: CacheKey {
    private let location: CodeLocation
    private let isOnMainActor: Bool

    init(_ location: CodeLocation, isOnMainActor: Bool) {
      self.location = location
      self.isOnMainActor = isOnMainActor
    }

    static func == (one: Key, other: Key) -> Bool {
      one.isOnMainActor == other.isOnMainActor && one.location.isWrittenAt(other.location)
    }

    var bits: UInt64 { UInt64(location.line) &* 31 &+ (isOnMainActor ? 1 : 0) }
  }
}
