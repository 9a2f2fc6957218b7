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
  unowned(unsafe) let source: any ValueSource
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
    _ source: any ValueSource, actor: (any Actor)?, location: CodeLocation, arguments: [Any?],
    purpose: Purpose, reporter: IssueReporter,
    decide: ((InjectionCandidate) -> InjectionDecision)?
  ) {
    self.source = source
    self.actor = actor
    self.location = location
    self.arguments = arguments
    self.purpose = purpose
    self.decide = decide
    self.reporter = reporter
  }

  /// A question that this call leads to, for another source if one is given.
  func asking(_ other: (any ValueSource)? = nil) -> InjectionCall {
    InjectionCall(
      other ?? source, actor: actor, location: location, arguments: [], purpose: .injecting,
      reporter: reporter, decide: nil)
  }

  /// The same call, of another source, which hears what goes wrong.
  func through(_ other: any ValueSource, reporter: IssueReporter) -> InjectionCall {
    InjectionCall(
      other, actor: actor, location: location, arguments: arguments, purpose: purpose,
      reporter: reporter, decide: decide)
  }

  /// The injection of what this call has made.
  func ofProduct() -> InjectionCall {
    InjectionCall(
      source, actor: actor, location: location, arguments: [], purpose: .injectingProduct,
      reporter: reporter, decide: nil)
  }

  func copy() -> InjectionCall {
    InjectionCall(
      source, actor: actor, location: location, arguments: arguments, purpose: .injecting,
      reporter: reporter, decide: nil)
  }

  /// Whether the injection runs on an actor.
  var isOnActor: Bool { actor != nil }

  /// The actor that the injection runs on.
  var isolation: Isolation { Isolation(actor: actor) }

  /// Its address, 0 for none.
  @inline(__always)
  var actorAddress: UInt { actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0 }
}

/// What a call asks for values: the injector, as those know it that it runs.
protocol ValueSource: AnyObject, Sendable {
  /// The value of a key if it has been found before and is the same for everybody.
  func valueAtHand(_ key: BindingKey) -> UnsafeRawPointer?

  /// Hands over the value of an argument.
  ///
  /// Throws ``ArgumentReader/Unresolved`` where there is one elsewhere, or later: nil would be kept by what is
  /// made, and be wrong there.
  func provideArgument<Value>(
    _ key: BindingKey, _ type: Value.Type, isOptional: Bool, at position: Int,
    of binding: Binding, for call: borrowing InjectionCall, _ use: (Value) -> Void
  ) throws

  /// Fills the nil properties of what a call has made, before other code sees it; false if it may not be
  /// injected here.
  func injectProduct<Value>(_ product: inout Value, for call: borrowing InjectionCall) -> Bool
}
