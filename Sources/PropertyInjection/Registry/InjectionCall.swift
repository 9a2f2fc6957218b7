/// One call of the injector: the injector, the place in the code, the actor, the arguments.
///
/// Other files extend it: how it fills a property whose value the plan does not have at hand, and
/// what it reports.
package struct InjectionCall: ~Copyable {
  enum Purpose {
    case injecting
    /// The injection of an object that the injector has made; the program did not call for it.
    case injectingProduct
    /// Takes off the accessors and lazy values that injections have put before marked properties.
    case removingAccessors
  }

  // Not retained: the caller holds both while the call lasts, and reference counting costs more
  // than the rest of a call that fills nothing.
  unowned(unsafe) let source: any ValueSource
  private unowned(unsafe) let actor: (any Actor)?
  /// The address of the actor; 0 for none.
  ///
  /// To ask the actor itself would retain it.
  let actorAddress: UInt
  let location: CodeLocation
  /// The arguments that the caller supplies for the first binding that is asked.
  let arguments: [Any?]
  /// The closure that decides on each property; nil if the caller passes none.
  let decide: ((InjectionPoint) -> InjectionDecision)?
  /// Whose object is touched, and whether it is filled.
  let purpose: Purpose
  // Issues go to the injector that is asked, also where another injector makes the value. Not
  // retained, like the injector.
  unowned(unsafe) let reporter: IssueReporter

  @inline(__always)
  init(
    _ source: any ValueSource, actor: (any Actor)?, location: CodeLocation,
    arguments: [Any?] = [], purpose: Purpose = .injecting, reporter: IssueReporter,
    decide: ((InjectionPoint) -> InjectionDecision)? = nil
  ) {
    self.source = source
    self.actor = actor
    actorAddress = actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    self.location = location
    self.arguments = arguments
    self.purpose = purpose
    self.decide = decide
    self.reporter = reporter
  }

  /// The call for a look-up within this call, at another source if one is given.
  func asking(_ other: (any ValueSource)? = nil) -> InjectionCall {
    InjectionCall(other ?? source, actor: actor, location: location, reporter: reporter)
  }

  /// The same call at another source, whose reporter receives the issues.
  func through(_ other: any ValueSource, reporter: IssueReporter) -> InjectionCall {
    InjectionCall(
      other, actor: actor, location: location, arguments: arguments, purpose: purpose,
      reporter: reporter, decide: decide)
  }

  /// The call that injects what this call has made.
  func ofProduct() -> InjectionCall {
    InjectionCall(
      source, actor: actor, location: location, purpose: .injectingProduct, reporter: reporter)
  }

  /// Whether the injection runs on an actor.
  var isOnActor: Bool { actorAddress != 0 }

  /// The actor that the injection runs on.
  var isolation: Isolation { Isolation(actor: actor) }
}

/// The injector, as factories and argument readers see it: what a call asks for values.
protocol ValueSource: AnyObject, Sendable {
  /// The value of a key, if it has been found before and is the same for every caller.
  func valueAtHand(_ key: BindingKey) -> UnsafeRawPointer?

  /// Hands over the address of an argument's value, or returns why there is none; nil also if there is none for good,
  /// and the parameter takes nil.
  func provideArgument(
    _ key: BindingKey, isOptional: Bool, at position: Int, of binding: Binding,
    for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure?

  /// The values of all bindings that fit a type, in the order of registration.
  func collect<Value>(_ type: Value.Type, for call: borrowing InjectionCall) -> [Value]

  /// Fills the nil properties of an object that a call has made, before other code sees it.
  ///
  /// Returns why the product may not be injected here; nil if it may.
  func injectProduct(
    _ object: Unmanaged<AnyObject>, for call: borrowing InjectionCall
  ) -> InjectionIssue.Kind?

  /// The same for a value that is no object, or whose type does not tell.
  func injectProduct<Value>(
    _ product: inout Value, for call: borrowing InjectionCall
  ) -> InjectionIssue.Kind?
}

/// Where a call comes from, stored once for all lazy properties that the call leaves unfilled.
final class CallOrigin: CacheEntry, @unchecked Sendable {
  // Unchecked: all is constant, and a reference to an actor may be held on any thread.

  /// The actor of the call, which may own the object whose property waits.
  let isolation: WeakIsolation
  private let isOnMainActor: Bool
  let location: CodeLocation
  /// Where the injection has reported, which may be another reporter than its injector's.
  let reporter: IssueReporter

  init(_ isolation: Isolation, _ location: CodeLocation, _ reporter: IssueReporter) {
    self.isolation = WeakIsolation(isolation)
    isOnMainActor = isolation == .mainActor
    self.location = location
    self.reporter = reporter
  }

  var key: Key { Key(location, isOnMainActor: isOnMainActor) }

  /// A place in the code, and whether that runs on the main actor.
  struct Key: CacheKey {
    private let location: CodeLocation
    private let isOnMainActor: Bool

    init(_ location: CodeLocation, isOnMainActor: Bool) {
      self.location = location
      self.isOnMainActor = isOnMainActor
    }

    var bits: UInt64 { UInt64(location.line) &* 31 &+ (isOnMainActor ? 1 : 0) }
  }
}
