import Synchronization

/// A value that is made once, when its property is first read, also if two threads read at a time.
///
/// Copies of a struct share it. A write takes the gate away from the property, or the copy, that is
/// written, so it needs no part in the making: a read that is under way gives what was made.
///
/// The gate keeps the injector until then, unless the injector may keep the object, see
/// ``LazySource``. A binding that gives no value is not asked again. Until the first read the gate is a
/// small object; the first read allocates what the making needs.
final class LazyGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded or
  // constant.

  private var state: LazyState<Value>
  /// Whether the property becomes plain as soon as the value that is being made exists.
  private var isPlain = false

  /// - Parameters:
  ///   - step: The step of the property, whose binding is asked.
  ///   - injector: The injector that is asked.
  ///   - origin: The injection on behalf of which it is asked.
  init(_ step: InjectionStep, _ injector: PropertyInjector, _ origin: CallOrigin) {
    state = .waiting(LazySource(step, injector), origin)
  }

  override var kind: InjectionPoint.Kind? { lazyLock.guarding { isPlain ? nil : .lazy } }

  override var isInEffect: Bool {
    if made != nil { return true }
    return lazyLock.guarding { if case .over = state { false } else { true } }
  }

  override func read() -> Value? {
    if let made { return made.pointee }
    guard let making = currentMaking else { return made?.pointee }
    let (value, isFinal) = making.make()
    guard isFinal else { return value }
    let address = making.made.value
    madeAddress.store(UInt(bitPattern: address), ordering: .releasing)
    let forgotten = lazyLock.guarding {
      defer { state = .over(making.made) }
      return state
    }
    withExtendedLifetime(forgotten) {}
    return value
  }

  /// The making that is under way, started if need be; nil if it is over.
  private var currentMaking: LazyMaking<Value>? {
    guard case .waiting(let source, let origin) = lazyLock.guarding({ state }) else {
      return runningMaking
    }
    let new = LazyMaking<Value>(source, origin)
    lazyLock.guarding {
      // The new making holds all that the old state held, so nothing is freed with the lock held.
      if case .waiting = state { state = .making(new) }
    }
    return runningMaking
  }

  private var runningMaking: LazyMaking<Value>? {
    lazyLock.guarding { if case .making(let making) = state { making } else { nil } }
  }

  override func retire() -> Retirement {
    return lazyLock.guarding {
      // Where it is over, the value may have been made a moment ago, for another copy.
      guard case .making = state else { return .leaving(made?.pointee) }
      // Its factory is running: the value must not be lost.
      isPlain = true
      return .staying
    }
  }
}

/// The state of a lazy property.
private enum LazyState<Value> {
  /// The property has not been read; what its binding will be asked with.
  case waiting(LazySource, CallOrigin)
  case making(LazyMaking<Value>)
  /// The binding has been asked; the holder of the value, if there is one.
  case over(CachedValue)
}

/// The one lock that guards the state of all lazy properties.
private let lazyLock = Lock<Void>(())

/// The making of a lazy value.
private final class LazyMaking<Value>: @unchecked Sendable {
  // Unchecked: all is constant, and the value is made under the isolation of the injection.

  /// The binding's answer; a nil, too, is an answer for each thread that waits.
  private struct Outcome {
    let value: Value?
  }

  let made = CachedValue()

  /// A singleton binding of the outcome, so that the value is made once; nil if the injector has
  /// gone.
  private let once: Binding?
  private let source: LazySource
  private let origin: CallOrigin

  init(_ source: LazySource, _ origin: CallOrigin) {
    self.source = source
    self.origin = origin
    // A lazy step has a binding.
    guard let isolation = source.find(Value.self)?.step.binding?.isolation else {
      once = nil
      return
    }
    let factory = ValueFactory<Outcome>(injectsProduct: false) { _, use in
      // The caller holds the injector.
      guard let found = source.find(Value.self), let binding = found.step.binding else { return }
      var value: Value?
      let provided = origin.call(found.injector) { call in
        let provided = found.injector.provide(
          Value.self, from: binding, for: call, call.asker(found.step)
        ) {
          value = $0
        }
        if case .value = provided { return provided }
        call.report(provided, of: binding, for: call.asker(found.step))
        return provided
      }
      // An asker does not retain its step.
      withExtendedLifetime(found) {}
      if case .value = provided { return use(Outcome(value: value)) }
      // No outcome is kept if another call may get a value.
      if let depth = provided.dependsOn, depth <= ResolutionChain.currentDepth { return }
      use(Outcome(value: nil))
    }
    once = Binding(
      BindingKey("\(TypeName.of(source.property.ownerType)).\(source.property.name)", Value.self),
      to: .factory(factory), lifetime: .singleton(eager: false), isolation: isolation, at: nil)
  }

  /// Makes the value, or waits for it; also tells whether it is final.
  func make() -> (value: Value?, isFinal: Bool) {
    guard let once, let found = source.find(Value.self) else {
      reportInjectorGone()
      return (nil, true)
    }
    defer { withExtendedLifetime(found) {} }
    return origin.call(found.injector) { make(found.step, once, found.injector, for: $0) }
  }

  private func reportInjectorGone() {
    var issue = InjectionIssue(.injectorGone, property: source.property)
    issue.injectionLocation = origin.location
    origin.reporter.report(issue)
  }

  private func make(
    _ step: InjectionStep, _ once: Binding, _ injector: PropertyInjector,
    for call: borrowing InjectionCall
  ) -> (value: Value?, isFinal: Bool) {
    guard once.isolation.mayBeHere else {
      PropertySite(step.property, call)
        .report(.accessedOnAnotherActor(once.isolation.name))
      return (nil, false)
    }
    var outcome = Outcome(value: nil)
    let asker = call.asker(step)
    var provided = ProvisionResult.nothing
    injector.inRequest {
      provided = injector.provide(Outcome.self, from: once, for: call, asker) { outcome = $0 }
    }
    if case .failed = provided { call.report(provided, of: once, for: asker) }
    // An unfinished value is not stored, so that other code does not see it.
    guard once.constant != nil else { return (outcome.value, false) }
    if let value = outcome.value {
      made.keep(value)
      // Another thread may be storing it at this moment.
      if made.value == nil { return (value, false) }
    }
    return (outcome.value, true)
  }
}
