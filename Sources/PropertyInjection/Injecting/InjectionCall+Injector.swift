extension InjectionCall {
  @inline(__always)
  init(
    injector: PropertyInjector, actor: (any Actor)?, location: CodeLocation,
    arguments: [Any?] = [], purpose: Purpose = .injecting, reporter: IssueReporter? = nil,
    decide: ((InjectionCandidate) -> InjectionDecision)? = nil
  ) {
    self.init(
      injector, actor: actor, location: location, arguments: arguments, purpose: purpose,
      reporter: reporter ?? injector.reporter, decide: decide)
  }

  /// The injector that is asked.
  @inline(__always)
  var injector: PropertyInjector {
    // No call has another source.
    unsafeDowncast(source, to: PropertyInjector.self)
  }

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
    .property(Asker.Reference(property: step), isOfProduct: purpose == .injectingProduct)
  }
}
