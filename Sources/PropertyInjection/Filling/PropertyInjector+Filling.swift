extension PropertyInjector {
  // The steps of an injection: plan, refusal, properties, hook.

  func inject(_ object: AnyObject, for call: borrowing InjectionCall) -> InjectionResult {
    var object = object
    let type: Any.Type = type(of: object)
    return withUnsafeMutablePointer(to: &object) { inject(type, UnsafeMutableRawPointer($0), call) }
  }

  func inject<Value>(
    _ value: inout Value, for call: borrowing InjectionCall
  ) -> InjectionResult {
    // The common case first: a struct with a plan, which needs no check of the kind of type.
    if !mayBeOverridden,
      let plan = plans.entry(for: ObjectIdentifier(Value.self)),
      plan._withUnsafeGuaranteedRef({ $0.isOfValueType })
    {
      return withUnsafeMutablePointer(to: &value) {
        run(plan, UnsafeMutableRawPointer($0), call)
      }
    }
    return injectByKind(of: &value, for: call)
  }

  /// Fills the nil properties of a product of the injector, before other code sees it.
  ///
  /// Returns why the product is not handed out; nil if it is.
  func injectProduct(
    _ object: Unmanaged<AnyObject>, for call: borrowing InjectionCall
  ) -> InjectionIssue.Kind? {
    let object = object.takeUnretainedValue()
    return isLeftAlone(object, call)
      ? nil : inject(object, for: call.asking(forProduct: true)).flaw
  }

  func injectProduct<Value>(
    _ product: inout Value, for call: borrowing InjectionCall
  ) -> InjectionIssue.Kind? {
    hasNothingToFill(Value.self)
      ? nil : inject(&product, for: call.asking(forProduct: true)).flaw
  }

  /// Whether products of the type have nothing to fill, as most have not: then no plan is made.
  func hasNothingToFill(_ type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if emptyTypes.entry(for: id) != nil { return true }
    // The program injects such objects, too.
    return plans.entry(for: id)?._withUnsafeGuaranteedRef { $0.count == 0 }
      ?? learnThatNothingIsToFill(type)
  }

  @inline(never)  // Once for each type.
  private func learnThatNothingIsToFill(_ type: Any.Type) -> Bool {
    guard TypeKind(type).isConcrete, role != .unconfigured else { return false }
    let shape = TypeShape.of(type, TypeHierarchy.levels(of: type))
    guard !shape.isActor, !shape.isMarked, !registry.contents.declarations.hasAny(of: shape.levels),
      shape.fields.allSatisfy({ shape.role(of: $0, in: registry.contents.bindings) == nil })
    else { return false }
    _ = emptyTypes.insert(shape)
    return true
  }

  /// Whether an object that a factory gives is not for the injector to fill.
  ///
  /// An actor injects itself, from inside; the injection of an object that is under way goes on; and what a look-up has
  /// given to the factory has an owner.
  @inline(never)
  private func isLeftAlone(_ object: AnyObject, _ call: borrowing InjectionCall) -> Bool {
    if let chain = ResolutionChain.calling, chain.hasGiven(object) || chain.isInjecting(object) {
      return true
    }
    guard TypeMetadata(type(of: object)).isActor else { return false }
    reportUnfilled(type(of: object), call)
    return true
  }

  /// Reports that an actor is handed out unfilled, unless one of its type has injected itself before.
  @inline(never)  // Issues are large.
  private func reportUnfilled(_ actor: Any.Type, _ call: borrowing InjectionCall) {
    let injectors = sequence(first: self, next: \.parent)
    guard injectors.allSatisfy({ $0.plans.entry(for: ObjectIdentifier(actor)) == nil }) else {
      return
    }
    call.report(ifNew: IssueDigest(.actorNotInjected, of: actor)) {
      guard TypeSurvey(actor, in: registry).isLeftToItself else { return nil }
      return InjectionIssue(.actorNotInjected, of: actor)
    }
  }

  /// Injects the object or the value in a variable, by the kind of the variable's type.
  @inline(never)
  private func injectByKind<Value>(
    of value: inout Value, for call: borrowing InjectionCall
  ) -> InjectionResult {
    switch TypeKind(Value.self) {
    case .value:
      return withUnsafeMutablePointer(to: &value) {
        inject(Value.self, UnsafeMutableRawPointer($0), call)
      }
    case .class:
      // Not a cast: it would look for a box first.
      return inject(unsafeBitCast(value, to: AnyObject.self), for: call)
    case .existential, .optional:
      return injectContent(of: &value, for: call)
    case .metatype:
      return .empty
    }
  }

  /// Injects the content of a variable of a protocol or optional type.
  private func injectContent<Value>(
    of value: inout Value, for call: borrowing InjectionCall
  ) -> InjectionResult {
    guard let content = TypeMatching.flatten(value) else { return .empty }
    if type(of: content) is AnyClass {
      let object = content as AnyObject
      if call.isOfProduct, isLeftAlone(object, call) { return .empty }
      return inject(object, for: call)
    }
    func open<Content>(_ content: Content) -> InjectionResult {
      var content = content
      let result = inject(&content, for: call)
      if result.didInject, let changed = content as? Value { value = changed }
      return result
    }
    return _openExistential(content, do: open)
  }

  /// Injects the object in the pointer's variable.
  @inline(__always)
  func inject(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) -> InjectionResult {
    if !mayBeOverridden, let plan = plans.entry(for: ObjectIdentifier(type)) {
      return run(plan, root, call)
    }
    return injectSlowly(type, root, call)
  }

  /// Injects with the injector to which the call goes; makes the plan of a type at its first injection.
  @inline(never)
  private func injectSlowly(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) -> InjectionResult {
    // The injector that has made a product also fills it; an override takes other calls only.
    let injector = call.isOfProduct ? self : replacementOrSelf(calledAt: call.location)
    guard injector === self else {
      return injector.injectItself(
        type, root,
        InjectionCall(injector, on: call.actor, at: call.location, decide: call.decide))
    }
    return injectItself(type, root, call)
  }

  private func injectItself(
    _ type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) -> InjectionResult {
    do {
      return run(try plan(of: type, root, call), root, call)
    } catch {
      return error
    }
  }

  /// Tells the program's handler, and modules that watch, that a property is filled, if it is.
  func note(
    _ step: InjectionStep, _ outcome: PropertyOutcome?, at location: CodeLocation
  ) {
    let handler = registry.contents.injectionHandler
    guard handler != nil || InjectionWatch.isOn else { return }
    let point: InjectionPoint
    switch outcome {
    case .filled, .filledInPart: point = step.injectionPoint(at: location)
    // The value comes from no binding.
    case .decided:
      point = step.point.injectionPoint(
        from: nil, at: location, as: step.point.place == nil ? .declared : .marked)
    default: return
    }
    InjectionWatch.watch.withLock { $0 }?(point, self)
    handler?(point)
  }

  @inline(__always)
  private func run(
    _ plan: Unmanaged<InjectionPlan>, _ root: UnsafeMutableRawPointer,
    _ call: borrowing InjectionCall
  ) -> InjectionResult {
    plan._withUnsafeGuaranteedRef { constants in
      if constants.needsRequest, ResolutionChain.calling?.graph == nil {
        return runInRequest(plan, root, call)
      }
      if !constants.surelyAdmits(call.actorAddress) {
        if let refused = constants.refusal(of: call, root) { return refused }
        reportIfEmpty(constants, call)
      }
      let outcomes =
        call.decide != nil || constants.isWatched || InjectionWatch.isOn
        ? constants.fill(stepByStep: root, for: call) : constants.fill(root, for: call)
      // A hook that reads a required property without a value would end the program.
      if outcomes.didFill, let hook = constants.hook,
        constants.requiredLack(after: outcomes, orOnPurpose: role == .check) == nil
      {
        if call.isOfProduct {
          call.runOfProduct(hook, root, constants, outcomes)
        } else {
          call.run(hook, root)
        }
      }
      return InjectionResult(owner: role == .shared ? nil : self, plan: plan, outcomes: outcomes)
    }
  }

  /// Runs the injection as a request of its own.
  @inline(never)
  private func runInRequest(
    _ plan: Unmanaged<InjectionPlan>, _ root: UnsafeMutableRawPointer,
    _ call: borrowing InjectionCall
  ) -> InjectionResult {
    var result = InjectionResult.empty
    ResolutionChain.inRequest { result = run(plan, root, call) }
    return result
  }

  /// Reports, once, that there is nothing to inject in objects of a type.
  ///
  /// Only if the program has asked for the injection.
  @inline(never)
  func reportIfEmpty(_ plan: InjectionPlan, _ call: borrowing InjectionCall) {
    guard plan.mustReportEmpty, !call.isOfProduct else { return }
    call.report(ifNew: IssueDigest(.nothingDeclared, of: plan.type)) {
      let statics = TypeHierarchy.levels(of: plan.type).map { Swift.type(of: $0) as Any.Type }
      var issue = InjectionIssue(.nothingDeclared, of: plan.type)
      issue.suggestion = registry.declarations.properties(of: statics).first?.name
      return issue
    }
  }
}
