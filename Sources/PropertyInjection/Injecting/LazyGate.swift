import Synchronization

/// A value that is made when its property is first read, once, also if two threads read at a time.
///
/// It keeps the injector until then. What gives no value is not asked again. Until it is read it is a small
/// object; what making takes is put together at the first read.
final class LazyGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded or constant.

  // Nil once the binding has been asked.
  private var injector: PropertyInjector?
  private var step: InjectionStep?
  private var origin: CallOrigin?
  /// The making while it lasts, and then what keeps the value.
  private var holder: AnyObject?

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ step: InjectionStep, _ call: borrowing InjectionCall) {
    self.step = step
    injector = call.injector
    origin = call.origin
  }

  private var making: LazyMaking<Value>? { holder as? LazyMaking<Value> }

  override var kind: InjectionCandidate.Kind? {
    LazyLock.withLock { making?.isPlain == true || holder is PlainHolder ? nil : .lazy }
  }

  override var isInEffect: Bool { made != nil || LazyLock.withLock { step != nil } }

  override func read() -> Value? {
    if let made { return made.pointee }
    guard let making = currentMaking else { return made?.pointee }
    let (value, isFinal) = making.make()
    guard isFinal else { return making.result(value) }
    let address = making.made.value
    madeAddress.store(UInt(bitPattern: address), ordering: .releasing)
    let forgotten = LazyLock.withLock { () -> [AnyObject?] in
      defer {
        (step, injector, origin) = (nil, nil, nil)
        holder = making.isPlain ? PlainHolder(made: making.made) : making.made
      }
      return [step, injector, origin, holder]
    }
    withExtendedLifetime(forgotten) {}
    return making.result(value)
  }

  /// The making; nil if it is over.
  private var currentMaking: LazyMaking<Value>? {
    let parts = LazyLock.withLock { (making, step, injector, origin) }
    guard let step = parts.1, let injector = parts.2, let origin = parts.3 else { return nil }
    if let making = parts.0 { return making }
    let new = LazyMaking<Value>(step, injector, origin)
    return LazyLock.withLock {
      guard self.step != nil else { return nil }
      holder = holder ?? new
      return making
    }
  }

  /// What the program sets takes the place of what would have been made.
  override func write(_ value: Value?) -> Bool {
    let making = LazyLock.withLock { self.making }
    making?.replacement = .some(value)
    return false
  }

  override func retire() -> Retirement {
    if let made { return .leaving(made.pointee) }
    return LazyLock.withLock {
      guard let making, step != nil else { return .leaving(nil) }
      // Its factory is running: what that gives is not to be lost.
      making.isPlain = true
      return .staying
    }
  }
}

/// Keeps the value of a property that was made a plain one while its value was made.
private final class PlainHolder {
  let made: CachedValue

  init(made: CachedValue) { self.made = made }
}

/// Guards what changes of lazy properties, whatever their types.
private enum LazyLock {
  private static let guarded = Guarded<Void>(())

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
  /// Whether the property is to be a plain one, and only waits for the value.
  var isPlain = false

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
    let factory = FactoryProvider<Outcome> { _, use in
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
      name: "\(TypeName.of(step.property.ownerType)).\(step.property.name)", type: Value.self,
      provider: factory, lifetime: .singleton(eager: false), isolation: binding.isolation, at: nil)
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
    var provided = Provided.nothing
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
