import Synchronization

/// A value that is made when its property is first read, once, also if two threads read at a time.
///
/// It keeps the injector until then. What gives no value is not asked again.
final class LazyValue<Value>: PropertyInterceptor<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded or constant.

  /// What asking the binding has given, which is a value for whoever waits for it: nil, too.
  private struct Outcome {
    let value: Value?
  }

  /// What it takes to make the value.
  private struct Making: @unchecked Sendable {
    // Unchecked, as injector and binding are not.
    /// Keeps the outcome, so that it comes about once.
    let once: Binding
    let step: InjectionStep
    let injector: PropertyInjector
    let isolation: Isolation
    let location: CodeLocation
    /// Where the injection has reported, which for one call may be elsewhere than its injector.
    let reporter: IssueReporter
  }

  private let making: Guarded<Making?>
  private let made = CachedValue()
  /// Whether the property has been made a plain one while the value was made.
  private let isTakenOff = Atomic(false)

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ binding: Binding, _ step: InjectionStep, _ call: borrowing InjectionCall) {
    let injector = call.injector
    let isolation = call.isolation
    let location = call.location
    let reporter = call.reporter
    let factory = FactoryProvider<Outcome> { _, use in
      let call = InjectionCall(
        injector: injector, actor: isolation.actorHere, location: location, reporter: reporter)
      var value: Value?
      let provided = injector.provide(Value.self, from: binding, for: call, call.asker(step)) {
        value = $0
      }
      if case .value = provided { return use(Outcome(value: value)) }
      call.report(provided, of: binding, for: call.asker(step))
      // What another call could give may be asked for again.
      if let depth = provided.dependsOn, depth <= ResolutionChain.currentDepth { return }
      use(Outcome(value: nil))
    }
    let name = "\(TypeName.of(step.property.ownerType)).\(step.property.name)"
    making = Guarded(
      Making(
        once: Binding(
          name: name, type: Value.self, provider: factory, lifetime: .singleton(eager: false),
          isolation: binding.isolation, at: nil),
        step: step, injector: injector, isolation: isolation, location: location,
        reporter: reporter))
  }

  override var kind: InjectionCandidate.Kind { .lazy }

  override var isInEffect: Bool { made.value != nil || making.withLock { $0 != nil } }

  override func read(_ storage: InjectedStorage<Value>) -> Value? {
    guard let making = making.withLock({ $0 }) else { return valueAtHand?.pointee }
    return make(making, for: storage)
  }

  /// What the program sets takes the place of what would have been made.
  override func write(_ value: Value?, _ storage: InjectedStorage<Value>) {
    storage.clear()
    storage.store(value)
  }

  override func leftBehind(_ storage: InjectedStorage<Value>) -> Value? {
    if valueAtHand == nil { isTakenOff.store(true, ordering: .relaxed) }
    return valueAtHand?.pointee
  }

  private var valueAtHand: UnsafePointer<Value>? {
    made.value?.assumingMemoryBound(to: Value.self)
  }

  private func make(_ making: Making, for storage: InjectedStorage<Value>) -> Value? {
    let call = InjectionCall(
      injector: making.injector, actor: making.isolation.actorHere, location: making.location,
      reporter: making.reporter)
    guard making.once.isolation.mayBeHere else {
      PropertySite(making.step.property, call)
        .report(.accessedOnAnotherActor, actor: making.once.isolation.name)
      return nil
    }
    var outcome = Outcome(value: nil)
    let asker = call.asker(making.step)
    var provided = Provided.nothing
    making.injector.inRequest {
      provided = making.injector.provide(Outcome.self, from: making.once, for: call, asker) {
        outcome = $0
      }
    }
    if case .refused = provided { call.report(provided, of: making.once, for: asker) }
    // Nobody else is to see a value that is not finished.
    guard making.once.constant != nil else { return value(outcome, storage) }
    if let value = outcome.value {
      made.keep(value)
      // Another thread may be about to put it there.
      guard let address = made.value else { return self.value(outcome, storage) }
      // From now on the property reads it without asking.
      if storage.interceptor === self {
        storage.madeAddress.store(UInt(bitPattern: address), ordering: .releasing)
      }
    }
    let forgotten = self.making.withLock { making in
      defer { making = nil }
      return making
    }
    withExtendedLifetime(forgotten) {}
    return value(outcome, storage)
  }

  /// What was made, unless the program has set the property meanwhile.
  private func value(_ outcome: Outcome, _ storage: InjectedStorage<Value>) -> Value? {
    // Injected anew meanwhile, it would be made anew, and the same could happen again.
    if storage.interceptor is LazyValue { return outcome.value }
    // What has made it has made a plain property of it, which gets the value.
    if isTakenOff.exchange(false, ordering: .relaxed), storage.isFree {
      storage.store(outcome.value)
    }
    return storage.read()
  }
}
