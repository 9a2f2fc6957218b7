extension InjectionCall {
  @inline(__always)
  init(
    injector: PropertyInjector, actor: (any Actor)?, location: CodeLocation,
    arguments: [Any?] = [], purpose: Purpose = .injecting, reporter: IssueReporter? = nil,
    decide: ((InjectionPoint) -> InjectionDecision)? = nil
  ) {
    self.init(
      injector, actor: actor, location: location, arguments: arguments, purpose: purpose,
      reporter: reporter ?? injector.reporter, decide: decide)
  }

  /// The injector that is asked.
  @inline(__always)
  var injector: PropertyInjector {
    // Every call's source is an injector.
    unsafeDowncast(source, to: PropertyInjector.self)
  }

  /// Where the call comes from, for calls that are made later.
  var origin: CallOrigin { origin(on: isolation) }

  /// The same for a gate that is put before a property.
  ///
  /// A struct may have left its actor by then, so it is of none, unless that can be checked.
  func origin(at place: StoragePlace) -> CallOrigin {
    place.isInValue && isolation.isBeyondCheck ? origin(on: .none) : origin
  }

  private func origin(on isolation: Isolation) -> CallOrigin {
    let isOnMainActor = isolation == .mainActor
    // Cached only for the main actor and for none: the places in the code are finite, actors are
    // not.
    guard reporter === injector.reporter, !isolation.isBeyondCheck else {
      return CallOrigin(isolation, location, reporter)
    }
    let key = CallOrigin.Key(location, isOnMainActor: isOnMainActor)
    if let known = injector.origins.entry(for: key) { return known.takeUnretainedValue() }
    return injector.origins.insert(CallOrigin(isolation, location, reporter)).takeUnretainedValue()
  }

  /// The asker for a property that this call fills.
  ///
  /// - Parameter root: Points at the variable of the injected object, if the asker is for a factory.
  func asker(_ point: PropertyPoint, _ root: UnsafeMutableRawPointer? = nil) -> Asker {
    let object = point.objectType is AnyClass ? root?.load(as: UnsafeRawPointer.self) : nil
    return .property(
      Asker.Reference(point: point, object: object), isOfProduct: purpose == .injectingProduct)
  }
}

extension CallOrigin {
  /// Calls an injector on behalf of the earlier call.
  func call<Result>(
    _ injector: PropertyInjector, _ reporter: IssueReporter? = nil,
    _ body: (borrowing InjectionCall) -> Result
  ) -> Result {
    // A call does not retain its actor.
    let actor = isolation.actorHere
    return withExtendedLifetime(actor) {
      body(
        InjectionCall(
          injector: injector, actor: actor, location: location, reporter: reporter ?? self.reporter)
      )
    }
  }
}
