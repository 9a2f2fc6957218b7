/// One call of the injector: who injects, from where, on which actor, with which arguments.
///
/// What it does when a plan has no value at hand, and what it reports, is in files of its own.
struct InjectionCall: ~Copyable {
  enum Purpose {
    case injecting
    /// It injects what the injector has made; the program has not asked for that.
    case injectingProduct
    /// It takes off what injections have put before marked properties.
    case makingPlain
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
  // The injector that is asked hears what goes wrong, also where another injector makes the value. Not counted, like
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
}
