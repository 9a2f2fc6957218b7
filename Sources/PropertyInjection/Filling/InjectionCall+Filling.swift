extension InjectionCall {
  // The slow paths, out of line: factories, failures, reports. So the injecting loop stays small.

  /// Fills a property for which the plan has no value at hand; throws why it stays nil.
  ///
  /// The property is read before any factory runs.
  @inline(never)
  func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) throws(Failure) -> PropertyOutcome {
    guard step.access(root, .probe) == .isNil else { return .alreadySet }
    do throws(Failure) {
      let decision = decide == nil ? nil : try decide(on: step, root)
      let outcome = if let decision { decision } else { try fillNow(step, root) }
      // The value is not retained here any more: a weak property is nil again if nothing else holds it.
      if outcome == .decided, step.access(root, .probe) == .isNil { throw valueGone(step) }
      return outcome
    } catch {
      if step.point.place?.isRequired == true, injector.role != .check || !standIn(step, root) {
        step.point.slot(in: root)?.noteMissing(step.point, error.kind, at: location)
      }
      throw error
    }
  }

  /// Whether a check asks at once for the value of a lazy property, which is required.
  ///
  /// Not of a struct: the value may need the struct, which nothing can get before it is filled. Not of a product, of which
  /// other code has to read it first.
  private func isOfCheck(_ step: InjectionStep) -> Bool {
    injector.role == .check && step.point.kind == .lazy && step.point.place?.isRequired == true
      && step.property.ownerType is AnyClass && !isOfProduct
  }

  /// Gives a required property of a check's object another value of its type; false if there is none.
  @inline(never)  // Only checks need it.
  private func standIn(_ step: InjectionStep, _ root: UnsafeMutableRawPointer) -> Bool {
    let (type, asker) = (step.property.valueType, asker(step.point, root))
    return injector.registry.bindings.all(fitting: type).contains { binding in
      injector.provide(type, from: binding, for: self, asker) { _ = step.access(root, .store($0)) }
        == nil
    }
  }

  /// The outcome of the call's decision on a property; nil if the property is filled as usual.
  @inline(never)  // It retains the value.
  private func decide(
    on step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) throws(Failure) -> PropertyOutcome? {
    guard let decide else { return nil }
    // A `lazy var` may not be read.
    if step.failure?.kind == .lazyProperty { return nil }
    let decision = decide(step.injectionPoint(at: location))
    if case .skip = decision { throw Failure(.skipped) }
    // The closure may have set it.
    guard step.access(root, .probe) == .isNil else { return .alreadySet }
    guard case .inject(let value) = decision else { return nil }
    guard let content = TypeMatching.flatten(value) else { throw Failure(.skipped) }
    let misfit = TypeMatching.hand(content, as: step.property.valueType, isOnActor: isOnActor) {
      _ = step.access(root, .store($0))
    }
    guard let misfit else { return .decided }
    let failure = Failure(misfit, on: self)
    report(InjectionIssue(failure.kind, property: step.property))
    throw failure
  }

  private func fillNow(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer
  ) throws(Failure) -> PropertyOutcome {
    if let failure = step.failure {
      if failure.kind.isProvisional {
        // What has hidden the answer may have ended.
        return try fill(step, root, from: injector.withAnswer(to: step.property.key) { $0 })
      }
      if step.mayStayNil { throw failure }
      return try leaveNil(step, root, because: failure, from: nil)
    }
    return try step.heldAnswer._withUnsafeGuaranteedRef { answer in
      Result { () throws(Failure) in try fillNow(step, root, from: answer) }
    }.get()
  }

  private func fillNow(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from answer: Answer
  ) throws(Failure) -> PropertyOutcome {
    guard step.gate != nil, step.value == nil, !isOfCheck(step) else {
      return try fill(step, root, from: answer)
    }
    let refusal =
      answer.binding.isUnconfined
      ? nil : answer.binding.refusal(on: isolation, in: step.point.place)
    // Called in its place: a copy of the closure would be retained.
    let failure: Failure? =
      if let refusal { Failure(refusal) } else { step.gate?(self, step, root) }
    // The property need not be read again: nothing can have changed it since the gate was put there.
    guard let failure else { return .filled }
    return try leaveNil(step, root, because: failure, from: answer.binding)
  }

  /// Stores the value of a binding.
  private func fill(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from answer: Answer
  ) throws(Failure) -> PropertyOutcome {
    var isPartial = false
    let asker = asker(step.point, root)
    let failure =
      answer.collected.isEmpty
      ? store(step, root, from: answer, for: asker)
      : withUnsafeMutablePointer(to: &isPartial) {
        asking(isPartial: $0).store(step, root, from: answer, for: asker)
      }
    step.adoptValue(of: answer)
    if let failure { return try leaveNil(step, root, because: failure, from: answer.found) }
    // The product is not retained here any more: a weak property is nil again if nothing else
    // holds it.
    if step.access(root, .probe) == .isNil { throw valueGone(step) }
    return isPartial ? .filledInPart : .filled
  }

  private func store(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from answer: Answer, for asker: Asker
  ) -> Failure? {
    injector.provide(answer, for: self, asker) { _ = step.access(root, .store($0)) }
  }

  /// The failure of a property that did not keep what was stored, which is reported.
  @inline(never)
  func valueGone(_ step: InjectionStep) -> Failure {
    let failure = Failure(.valueGone)
    report(failure, of: nil, for: asker(step.point))
    return failure
  }

  /// Leaves a property nil for now, or for good, because its binding has given no value.
  private func leaveNil(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, because failure: Failure,
    from binding: Binding?
  ) throws(Failure) -> PropertyOutcome {
    if case .factoryGaveNil = failure.kind { step.noteNil() }
    if let making = failure.later, postpone(step, root, until: making) { return .pending }
    if let depth = failure.dependsOn { noteLack(of: step, because: failure.kind, for: depth) }
    // A part that is missing was reported where it is missing; only the outermost object is reported again.
    let isOfPart =
      if case .incomplete = failure.kind { isOfProduct && failure.dependsOn == nil } else { false }
    if !isOfPart { report(failure, of: binding, for: asker(step.point)) }
    throw failure
  }

  /// Calls a hook.
  @inline(never)
  func run(_ hook: InjectionHook, _ root: UnsafeMutableRawPointer) {
    let refusal = ResolutionChain.follow(.hook(hook.type)) { _ in hook.call(root) }
    if let refusal { report(refusal, of: hook) }
  }
}

// The properties and hooks that wait for shared values which are being made, and the gaps in objects.
extension InjectionCall {
  /// Leaves a property to be filled as soon as a scoped value that is being made is shown.
  ///
  /// False if the property cannot wait.
  @inline(never)
  func postpone(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, until cause: Making
  ) -> Bool {
    // Only for a product of the injector within a shared value: other code does not have the object
    // yet.
    guard isOfProduct, let chain = ResolutionChain.calling,
      chain.isWithinScopedValue, step.property.ownerType is AnyClass,
      let making = chain.innermostMaking
    else { return false }
    let product = chain.lateProduct ?? LateProduct()
    chain.lateProduct = product
    let work = later(root) { call, root in
      // If the property has to wait again, it does so for the same product.
      ResolutionChain.calling?.lateProduct = product
      let outcome = try? call.fill(step, root)
      if outcome?.isFilled == true { product.isFilled = true }
      call.injector.note(step, outcome, at: call.location)
    }
    making.thread.postpone(making, until: cause, work)
    return true
  }

  /// Notes that a product of the injector lacks a value that it would have elsewhere or later; then it is not kept.
  ///
  /// What the program injects itself and gives to the injector is injected once more, as a product.
  @inline(never)
  func noteLack(of step: InjectionStep, because kind: InjectionIssue.Kind, for depth: Int) {
    guard isOfProduct else { return }
    ResolutionChain.calling?.noteLack(
      .incomplete(without: step.property, because: kind), for: depth)
  }

  /// Calls the hook of a product of the injector, now or later.
  ///
  /// The hook of a shared value waits until all shared values that are made with it have their
  /// properties.
  @inline(never)
  func runOfProduct(
    _ hook: InjectionHook, _ root: UnsafeMutableRawPointer, _ plan: InjectionPlan,
    _ outcomes: PropertyOutcomes
  ) {
    let chain = ResolutionChain.calling
    // The hook of a product for one use waits for the shared value around it only if a property of
    // the product is filled later.
    guard !plan.isOfValueType, let making = chain?.innermostMaking,
      chain?.making != nil || chain?.lateProduct != nil
    else { return run(hook, root) }
    let product = chain?.lateProduct
    let isFilled = outcomes.hasFilled
    making.hooks.append(
      later(root) { call, root in
        if isFilled || product?.isFilled == true { call.run(hook, root) }
      })
  }

  /// Work on the object in the pointer's variable that is done later on behalf of this call.
  private func later(
    _ root: UnsafeMutableRawPointer,
    _ work: @escaping (borrowing InjectionCall, UnsafeMutableRawPointer) -> Void
  ) -> () -> Void {
    let object = root.load(as: AnyObject.self)
    return { [injector = injector, origin = injector.origin(of: self)] in
      var object = object
      withUnsafeMutablePointer(to: &object) { root in
        Override.makingValue(of: injector) {
          origin.call(injector) {
            work($0.asking(forProduct: true), UnsafeMutableRawPointer(root))
          }
        }
      }
    }
  }
}

/// A type that wants to know when its dependencies have arrived.
///
/// ```swift
/// final class Player: InjectionAware {
///   var clock: (any Clock)?
///
///   func didInjectDependencies() {
///     start(at: clock!.now)
///   }
/// }
/// ```
///
/// A `@MainActor` class adopts it as `@MainActor InjectionAware` and is then injected on the main
/// actor only; from elsewhere the injection is refused and reported, and nothing is touched. Code
/// that belongs to no actor counts as elsewhere, also when it runs on the main thread. A hook that is
/// `nonisolated` in such a class tells nothing of the class: declare the class for its actor,
/// `registry.onMainActor { $0.declare(Screen.self) }`. A hook is
/// called within a guard against endless nesting; `make bench` shows its cost. The idea is
/// OBInjector's `OBInjectorAware` and Blindside's `bsAwakeFromPropertyInjection`.
public protocol InjectionAware {
  /// Called once per injection call, after all properties, if that call has filled at least one and no ``Required``
  /// property lacks its value.
  ///
  /// No lock is held: the hook may inject this object or others. In a struct it is called on the
  /// value that is being injected; the variable that was passed may not be read meanwhile.
  mutating func didInjectDependencies()
}

/// The hook of a type, found once: `call` runs `didInjectDependencies()`, without a cast.
package final class InjectionHook {
  let type: Any.Type
  /// Calls the hook of the object in the pointer's variable.
  let call: (UnsafeMutableRawPointer) -> Void
  /// Whether the conformance belongs to an actor: `@MainActor InjectionAware`.
  package let belongsToActor: Bool
  private let asAny: (UnsafeMutableRawPointer) -> Any

  /// The hook of a type, if it or a superclass has one; a method that overrides the superclass's is called.
  ///
  /// The first cast of a type looks through all conformances of the process, so only a type that may have a hook is cast.
  /// The cast finds a conformance on every thread, also one that belongs to an actor. Swift does not promise that; tests
  /// in debug and in release check it.
  ///
  /// - Parameter levels: The type and its superclasses.
  package static func of(_ type: Any.Type, _ levels: [Any.Type]) -> InjectionHook? {
    guard adopters.withLock({ $0.mayInclude(levels) }),
      let aware = type as? any InjectionAware.Type
    else { return nil }
    // With the cast the argument stays an existential; opened, it is a type without a known
    // conformance.
    let belongsToActor = Conformance.belongsToActor(of: aware as any InjectionAware.Type)
    return InjectionHook(aware, of: type, belongsToActor: belongsToActor)
  }

  private static let adopters = Lock(ProtocolAdopters(of: (any InjectionAware).self))

  private init<Aware: InjectionAware>(
    _ aware: Aware.Type, of type: Any.Type, belongsToActor: Bool
  ) {
    self.type = type
    self.belongsToActor = belongsToActor
    call = { $0.assumingMemoryBound(to: Aware.self).pointee.didInjectDependencies() }
    asAny = { $0.assumingMemoryBound(to: Aware.self).pointee }
  }

  /// Whether code that runs on this thread with this isolation may call the hook.
  ///
  /// A cast of the object, unlike one of its type, fails for the conformance of an actor that the
  /// current thread is not on.
  func isCallable(on isolation: Isolation, _ root: UnsafeMutableRawPointer) -> Bool {
    !belongsToActor
      || isolation != .none && Conformance.isHere(asAny(root), (any InjectionAware).self)
  }
}
