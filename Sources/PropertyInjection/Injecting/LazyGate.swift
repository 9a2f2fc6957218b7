import Synchronization

/// A value that is made when its property is first read, once, also if two threads read at a time.
///
/// It keeps the injector until then. What gives no value is not asked again. Until it is read it is a small
/// object; what making takes is put together at the first read.
final class LazyGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded or constant.

  private var state: LazyState<Value>
  /// Whether the property is to be a plain one, and only waits for the value.
  private var isPlain = false

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ step: InjectionStep, _ call: borrowing InjectionCall) {
    state = .waiting(step, call.injector, call.origin)
  }

  override var kind: InjectionCandidate.Kind? { LazyLock.withLock { isPlain ? nil : .lazy } }

  override var isInEffect: Bool {
    if made != nil { return true }
    return LazyLock.withLock { if case .over = state { false } else { true } }
  }

  override func read() -> Value? {
    if let made { return made.pointee }
    guard let making = currentMaking else { return made?.pointee }
    let (value, isFinal) = making.make()
    guard isFinal else { return making.result(value) }
    let address = making.made.value
    madeAddress.store(UInt(bitPattern: address), ordering: .releasing)
    let forgotten = LazyLock.withLock {
      defer { state = .over(making.made) }
      return state
    }
    withExtendedLifetime(forgotten) {}
    return making.result(value)
  }

  /// The making; nil if it is over.
  private var currentMaking: LazyMaking<Value>? {
    guard case .waiting(let step, let injector, let origin) = LazyLock.withLock({ state }) else {
      return runningMaking
    }
    let new = LazyMaking<Value>(step, injector, origin)
    LazyLock.withLock {
      // What the state lets go of the new one keeps: nothing is freed with the lock held.
      if case .waiting = state { state = .making(new) }
    }
    return runningMaking
  }

  private var runningMaking: LazyMaking<Value>? {
    LazyLock.withLock { if case .making(let making) = state { making } else { nil } }
  }

  /// What the program sets takes the place of what would have been made.
  override func write(_ value: Value?) -> Bool {
    runningMaking?.replacement = .some(value)
    return false
  }

  override func retire() -> Retirement {
    if let made { return .leaving(made.pointee) }
    return LazyLock.withLock {
      guard case .making = state else { return .leaving(nil) }
      // Its factory is running: what that gives is not to be lost.
      isPlain = true
      return .staying
    }
  }
}

/// How far a lazy property is.
private enum LazyState<Value> {
  /// It has not been read; what its binding is asked with.
  case waiting(InjectionStep, PropertyInjector, CallOrigin)
  case making(LazyMaking<Value>)
  /// Its binding has been asked; what keeps the value, if there is one.
  case over(CachedValue)
}

/// Guards what changes in lazy properties: one lock for those of all types.
private enum LazyLock {
  private static let guarded = Lock<Void>(())

  static func withLock<Result>(_ body: () -> Result) -> Result {
    // Unchecked: what is handed out is the caller's own.
    nonisolated(unsafe) var result: Result?
    guarded.withLock { _ in result = body() }
    // Set a line above.
    return result.unsafelyUnwrapped
  }
}

/// The making of a lazy value.
private final class LazyMaking<Value>: @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; what changes is written by code that
  // writes the property, which no other code uses then.

  /// What asking the binding has given, which is a value for each that waits for it: nil, too.
  private struct Outcome {
    let value: Value?
  }

  let made = CachedValue()
  /// What the program has set the property to meanwhile.
  var replacement: Value??

  /// Keeps the outcome, so that it comes about once.
  private let once: Binding
  private let step: InjectionStep
  private let injector: PropertyInjector
  private let origin: CallOrigin

  init(_ step: InjectionStep, _ injector: PropertyInjector, _ origin: CallOrigin) {
    self.step = step
    self.injector = injector
    self.origin = origin
    // What is lazy has a binding.
    let binding = step.binding.unsafelyUnwrapped
    let factory = ValueFactory<Outcome> { _, use in
      let call = InjectionCall(injector, origin)
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
    once = Binding(
      BindingKey("\(TypeName.of(step.property.ownerType)).\(step.property.name)", Value.self),
      to: .factory(factory), lifetime: .singleton(eager: false), isolation: binding.isolation,
      at: nil)
  }

  /// Makes the value, or waits for it; whether it is made for good.
  func make() -> (value: Value?, isFinal: Bool) {
    let call = InjectionCall(injector, origin)
    guard once.isolation.mayBeHere else {
      PropertySite(step.property, call)
        .report(.accessedOnAnotherActor, actor: once.isolation.name)
      return (nil, false)
    }
    var outcome = Outcome(value: nil)
    let asker = call.asker(step)
    var provided = ProvisionResult.nothing
    injector.inRequest {
      provided = injector.provide(Outcome.self, from: once, for: call, asker) { outcome = $0 }
    }
    if case .refused = provided { call.report(provided, of: once, for: asker) }
    // No other code is to see a value that is not finished.
    guard once.constant != nil else { return (outcome.value, false) }
    if let value = outcome.value {
      made.keep(value)
      // Another thread may be about to put it there.
      if made.value == nil { return (value, false) }
    }
    return (outcome.value, true)
  }

  /// What the property reads: what the program has set it to meanwhile, or what was made.
  func result(_ value: Value?) -> Value? { replacement ?? value }
}
