/// One call of the injector: the injector, the place in the code, the actor, the arguments.
///
/// Other files extend it: how it fills a property whose value the plan does not have at hand, and
/// what it reports.
package struct InjectionCall: ~Copyable {
  // Not retained: the caller holds both while the call lasts, and reference counting costs more
  // than the rest of a call that fills nothing.
  /// The injector that is asked.
  unowned(unsafe) let injector: PropertyInjector
  /// The injector that the program has asked, which may not be the one that makes the value.
  unowned(unsafe) let asker: PropertyInjector
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
  // Issues go to the injector that is asked, also where another injector makes the value. Not
  // retained, like the injector.
  unowned(unsafe) let reporter: IssueReporter

  @inline(__always)
  init(
    _ injector: PropertyInjector, on actor: (any Actor)?, at location: CodeLocation,
    arguments: [Any?] = [], isOfProduct: Bool = false, needsEach: Bool = false,
    reporter: IssueReporter? = nil, asker: PropertyInjector? = nil,
    decide: ((InjectionPoint) -> InjectionDecision)? = nil
  ) {
    self.injector = injector
    self.asker = asker ?? injector
    self.actor = actor
    actorAddress = actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    self.location = location
    self.arguments = arguments
    self.isOfProduct = isOfProduct
    self.needsEach = needsEach
    self.decide = decide
    self.reporter = reporter ?? injector.reporter
  }

  /// The call for a look-up, or for the injection of a product, within this call; of another injector if one is given.
  func asking(_ other: PropertyInjector? = nil, forProduct isOfProduct: Bool = false)
    -> InjectionCall
  {
    InjectionCall(
      other ?? injector, on: actor, at: location, isOfProduct: isOfProduct, reporter: reporter,
      asker: asker)
  }

  /// Whether the injection runs on an actor.
  var isOnActor: Bool { actorAddress != 0 }

  /// The actor that the injection runs on.
  var isolation: Isolation { Isolation(actor: actor) }
}

extension InjectionCall {
  /// Where the call comes from, for calls that are made later.
  ///
  /// - Parameter place: The place of a gate that is put before a property. A struct may have left its actor by then, so
  ///   the later call is of none, unless that can be checked.
  func origin(at place: StoragePlace? = nil) -> CallOrigin {
    let mayLeave = place?.isInObject == false && isolation.isBeyondCheck
    let isolation = mayLeave ? Isolation.none : isolation
    // Kept only for the main actor and for none: the places in the code are finite, actors are not.
    guard reporter === injector.reporter, !isolation.isBeyondCheck else {
      return CallOrigin(isolation, location, reporter)
    }
    let key = CallOrigin.Key(location: location, isOnActor: isolation.actor != nil)
    let entry =
      injector.origins.entry(for: key)
      ?? injector.origins.insert(CallOrigin(isolation, location, reporter))
    return entry.takeUnretainedValue()
  }

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
