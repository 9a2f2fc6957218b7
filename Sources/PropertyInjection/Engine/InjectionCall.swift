/// One call of the injector: the injector, the place in the code, the actor, the arguments.
///
/// Other files extend it: how it fills a property whose value the plan does not have at hand, and
/// what it reports.
package struct InjectionCall: ~Copyable {
  // Not retained: the caller holds both while the call lasts, and reference counting costs more
  // than the rest of a call that fills nothing.
  /// The injector that is asked.
  unowned(unsafe) let injector: PropertyInjector
  /// The injector that the program has called, which may not be the one that makes the value.
  unowned(unsafe) let called: PropertyInjector
  unowned(unsafe) let actor: (any Actor)?
  /// The address of the actor; 0 for none.
  ///
  /// To ask the actor itself would retain it.
  let actorAddress: UInt
  let location: CodeLocation
  /// The arguments that the caller supplies for the first binding that is asked.
  let arguments: [Any?]
  /// The closure that decides on each property; nil if the caller passes none.
  let decide: ((InjectionPoint) -> InjectionDecision)?
  /// Whether it injects an object that the injector has made; the program did not call for it.
  let isOfProduct: Bool
  /// Whether each of the values that a look-up collects is needed.
  let needsEach: Bool
  /// Whether it is no mistake that a store of the program, which keeps the value of a look-up, is not there.
  let mayBeNone: Bool
  /// Becomes true if a value of a list cannot be made; nil if the caller does not ask.
  let isPartial: UnsafeMutablePointer<Bool>?
  // Issues go to the injector that is asked, also where another injector makes the value. Not
  // retained, like the injector.
  unowned(unsafe) let reporter: IssueReporter

  @inline(__always)
  init(
    _ injector: PropertyInjector, on actor: (any Actor)?, at location: CodeLocation,
    arguments: [Any?] = [], isOfProduct: Bool = false, needsEach: Bool = false,
    mayBeNone: Bool = false, isPartial: UnsafeMutablePointer<Bool>? = nil,
    reporter: IssueReporter? = nil, called: PropertyInjector? = nil,
    decide: ((InjectionPoint) -> InjectionDecision)? = nil
  ) {
    self.injector = injector
    self.called = called ?? injector
    self.actor = actor
    actorAddress = actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    self.location = location
    self.arguments = arguments
    self.isOfProduct = isOfProduct
    self.needsEach = needsEach
    self.mayBeNone = mayBeNone
    self.isPartial = isPartial
    self.decide = decide
    self.reporter = reporter ?? injector.reporter
  }

  /// The call for a look-up, or for the injection of a product, within this call; of another injector if one is given.
  func asking(
    _ other: PropertyInjector? = nil, forProduct isOfProduct: Bool = false,
    isPartial: UnsafeMutablePointer<Bool>? = nil
  ) -> InjectionCall {
    InjectionCall(
      other ?? injector, on: actor, at: location, isOfProduct: isOfProduct, isPartial: isPartial,
      reporter: reporter, called: called)
  }

  /// Whether the injection runs on an actor.
  var isOnActor: Bool { actorAddress != 0 }

  /// The actor that the injection runs on.
  var isolation: Isolation { Isolation(actor: actor) }
}

extension PropertyInjector {
  /// Where a call of this injector comes from, for calls that are made later.
  ///
  /// - Parameter place: The place of a gate that is put before a property. A struct may have left its actor by then, so
  ///   the later call is of none, unless that can be checked.
  func origin(of call: borrowing InjectionCall, at place: StoragePlace? = nil) -> CallOrigin {
    let isBeyondCheck = call.isOnActor && call.actorAddress != Isolation.mainActorAddress
    // Kept only for the main actor and for none: the places in the code are finite, actors are not.
    guard call.reporter === reporter, !isBeyondCheck else {
      let mayLeave = place?.isInObject == false && isBeyondCheck
      return CallOrigin(mayLeave ? .none : call.isolation, call.location, call.reporter)
    }
    let key = CallOrigin.Key(location: call.location, isOnActor: call.isOnActor)
    let entry =
      origins.entry(for: key) ?? origins.insert(CallOrigin(call.isolation, call.location, reporter))
    return entry.takeUnretainedValue()
  }
}

extension InjectionCall {
  /// The asker for a property that this call fills.
  ///
  /// - Parameter root: Points at the variable of the injected object, if the asker is for a factory.
  func asker(_ point: PropertyPoint, _ root: UnsafeMutableRawPointer? = nil) -> Asker {
    let object = point.objectType is AnyClass ? root?.load(as: UnsafeRawPointer.self) : nil
    return .property(.passUnretained(point), of: object, isOfProduct: isOfProduct)
  }
}

/// Where a call comes from, stored once for all lazy properties that the call leaves unfilled.
final class CallOrigin: CacheEntry, @unchecked Sendable {
  // Unchecked: all is constant, and a reference to an actor may be held on any thread.

  /// The actor of the call, which may own the object whose property waits.
  let isolation: WeakIsolation
  let key: Key
  var location: CodeLocation { key.location }
  /// Where the injection has reported, which may be another reporter than its injector's.
  let reporter: IssueReporter

  init(_ isolation: Isolation, _ location: CodeLocation, _ reporter: IssueReporter) {
    self.isolation = WeakIsolation(isolation)
    self.reporter = reporter
    key = Key(location: location, isOnActor: isolation.actor != nil)
  }

  struct Key: CacheKey {
    let location: CodeLocation
    let isOnActor: Bool

    var bits: UInt64 { UInt64(location.line) << 1 | (isOnActor ? 1 : 0) }
  }

  /// Calls an injector on behalf of the earlier call.
  @inline(__always)  // What the body captures would be retained.
  func call<Result>(
    _ injector: PropertyInjector, _ body: (borrowing InjectionCall) -> Result
  ) -> Result {
    // A call does not retain its actor, nor its injector.
    let actor = isolation.retained.flatMap { $0.mayBeHere ? $0.actor : nil }
    return withExtendedLifetime((actor, injector)) {
      body(InjectionCall(injector, on: actor, at: location, reporter: reporter))
    }
  }
}

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
    if failure.isReported || kind.isQuiet || asker.mayStayNil(because: kind) { return }
    if mayBeNone, case .outOfScope = kind { return }
    let wanted: Any.Type? =
      switch kind {
      case .productDoesNotFit, .conformanceOnAnotherActor: wanted
      default: nil
      }
    report(ifNew: IssueDigest(kind, for: asker, of: binding, wanted: wanted), for: asker) {
      var issue = issue(kind, of: binding, for: asker)
      if let wanted { issue.valueType = wanted }
      return issue
    }
  }

  private func issue(
    _ kind: InjectionIssue.Kind, of binding: Binding?, for asker: Asker
  ) -> InjectionIssue {
    let key = asker.key
    func near() -> NearMisses.Found { injector.registry.bindings.near(key, without: kind) }
    guard case .property(let point, _, _) = asker else {
      return binding.map { InjectionIssue(kind, binding: $0) }
        ?? InjectionIssue(kind, lookingFor: key, near: near())
    }
    var issue = InjectionIssue(kind, property: point.takeUnretainedValue().property)
    if let binding {
      issue.related = [RegistryEntry(binding: binding)]
      issue.note(maker: binding)
    } else {
      issue.add(near())
      if called !== injector, let kept = ResolutionChain.calling?.keptBinding {
        issue.note(keeper: kept, lacking: called.registry.bindings.lookUp(key).binding)
      }
    }
    return issue
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
    var issue = InjectionIssue(refusal.kind, of: hook.type)
    issue.name = "didInjectDependencies()"
    report(issue)
  }

  /// Reports an issue of this call.
  @inline(never)
  func report(_ issue: InjectionIssue) {
    var issue = issue
    issue.injectionLocation = location
    reporter.report(issue)
  }

  /// Reports an issue of this call, unless one of its identity has been reported; none if there is nothing to report.
  ///
  /// - Parameter asker: The point that has asked for a value, if the issue is about a value.
  @inline(never)
  func report(
    ifNew digest: IssueDigest, for asker: Asker? = nil, _ issue: () -> InjectionIssue?
  ) {
    reporter.report(ifNew: digest) {
      var issue = issue()
      issue?.injectionLocation = location
      if let asker { issue?.path = ResolutionChain.path(to: asker) }
      return issue
    }
  }
}

// The identity of issues that are explained only when they are new.
extension IssueDigest {
  init(_ kind: InjectionIssue.Kind, of type: Any.Type) {
    self.init { hasher in
      kind.hashIdentity(into: &hasher)
      hasher.combine(ObjectIdentifier(type))
    }
  }

  /// The identity of a failure: its cause, and the property, or else the binding or what has asked and the
  /// program's first request.
  ///
  /// A property counts alone, without the first request: it is one issue on every way to it.
  ///
  /// - Parameters:
  ///   - binding: The binding that has given no value; nil if none was found.
  ///   - wanted: The type that was asked for, if the issue shows it in place of the binding's.
  init(
    _ kind: InjectionIssue.Kind, for asker: Asker, of binding: Binding? = nil,
    wanted: Any.Type? = nil
  ) {
    self.init { hasher in
      kind.hashIdentity(into: &hasher)
      if let binding {
        hasher.combine(binding.key)
        hasher.combine(binding.location)
      }
      if let wanted { hasher.combine(ObjectIdentifier(wanted)) }
      if case .property = asker { return asker.hash(into: &hasher) }
      let first = ResolutionChain.firstAsker
      if binding == nil || first == nil { asker.hash(into: &hasher) }
      first?.hash(into: &hasher)
    }
  }
}

/// A failure of an attempt to get the value of a binding, and whether another attempt may get it.
///
/// An object, so that it takes one word on the stack of every nested factory.
@usableFromInline  // Named by a function that inlined code calls.
package final class Failure: Error {
  package let kind: InjectionIssue.Kind
  /// The depth of the outermost link on which the failure depends.
  ///
  /// 0 if another place might get the value, on another actor for example; nil if the failure is
  /// final. A cycle that lies wholly within the request is the same for every caller.
  let dependsOn: Int?
  /// The making after which another attempt gets the value: until then nothing is reported.
  let later: Making?
  /// Whether its cause has been reported, so that it needs no report of its own.
  let isReported: Bool

  init(
    _ kind: InjectionIssue.Kind, dependsOn: Int?, later: Making? = nil,
    isReported: Bool = false
  ) {
    self.kind = kind
    self.dependsOn = dependsOn
    self.later = later
    self.isReported = isReported
  }

  /// The same failure, which has been reported.
  var told: Failure { Failure(kind, dependsOn: dependsOn, later: later, isReported: true) }

  /// A failure whose kind tells all about it.
  package convenience init(_ kind: InjectionIssue.Kind) {
    switch kind {
    case .bindingOnAnotherActor, .conformanceOnAnotherActor, .cycle, .tooDeep, .outOfScope:
      self.init(kind, dependsOn: 0)
    case .wrongActor, .hookOnAnotherActor: self.init(kind, dependsOn: 0, isReported: true)
    default: self.init(kind, dependsOn: nil)
    }
  }

  convenience init(_ misfit: Misfit, on call: borrowing InjectionCall) {
    switch misfit {
    case .type(let found): self.init(.productDoesNotFit(found: TypeIdentity(type: found)))
    case .onActorOnly: self.init(.conformanceOnAnotherActor(actual: call.isolation.name))
    }
  }
}
