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

  private var state: LazyState

  init(_ source: LazySource) { state = .waiting(source) }

  override var kind: InjectionPoint.Kind? { .lazy }

  override var isInEffect: Bool {
    made != nil || lazyLock.guarding { if case .over = state { false } else { true } }
  }

  override func read() -> Value? {
    // In generic code a pointer is cheaper than a value that may be nil, whose type the runtime would have to build.
    let answer = answer()
    // A value that is made for good goes first: another thread may have made it just before the injector has gone.
    guard let value = made ?? answer?.value?.assumingMemoryBound(to: Value.self) else { return nil }
    // The answer holds the value, if it is not made for good.
    defer { withExtendedLifetime(answer) {} }
    return value.pointee
  }

  /// The answer of the binding, which is asked if need be; nil if that has been answered before.
  private func answer() -> CachedValue? {
    guard let (source, value) = lazyLock.guarding({ state.start() }) else { return nil }
    let (answer, isFinal) = source.ask(value)
    // An unfinished value is not stored, so that other code does not see it.
    guard isFinal else { return answer }
    let forgotten = lazyLock.guarding { () -> LazyState? in
      // A value that another thread has stored stays: it may be read at this moment.
      if case .over(_?) = state { return nil }
      defer { state = .over(answer) }
      if let value = answer?.value {
        madeAddress.store(UInt(bitPattern: value), ordering: .releasing)
      }
      return state
    }
    withExtendedLifetime(forgotten) {}
    return answer
  }

  override func retire() -> Value? { made?.pointee }
}

/// The state of a lazy property.
private enum LazyState {
  /// The property has not been read.
  case waiting(LazySource)
  /// It has been read; the value keeps the answer for all reads at a time.
  indirect case making(LazySource, ScopedValue)
  /// The binding has been asked; its answer, if there is a value, which it holds.
  case over(CachedValue?)

  /// The making that is under way, started if need be; nil if it is over.
  mutating func start() -> (LazySource, ScopedValue)? {
    switch self {
    case .waiting(let source):
      // Confined to no actor: the binding, which is not looked up here, may have one, to which the answer is confined.
      let value = ScopedValue(.singleton(eager: false), confinedTo: .none)
      // It holds all that the old state held, so nothing is freed with the lock held.
      self = .making(source, value)
      return (source, value)
    case .making(let source, let value): return (source, value)
    case .over: return nil
    }
  }
}

/// The one lock that guards the state of all lazy properties.
private let lazyLock = Lock<Void>(())

/// The source of a lazy property's value: the injector that has injected its object, asked on behalf of that call.
struct LazySource {
  /// The injector that it keeps; nil if it must not.
  private let kept: PropertyInjector?
  /// The injector that it does not keep.
  private let reference: WeakReference<PropertyInjector>?
  private let point: PropertyPoint
  private let caller: CallOrigin

  init(_ point: PropertyPoint, _ injector: PropertyInjector, _ caller: CallOrigin) {
    self.point = point
    self.caller = caller
    // An object that is injected while a scoped value is made may belong to that value, and must not keep its injector,
    // and with that itself, alive.
    kept = ResolutionChain.calling?.innermostMaking == nil ? injector : nil
    reference = kept == nil ? WeakReference(injector) : nil
  }

  /// The injector; nil if it has gone.
  private var injector: PropertyInjector? { kept ?? reference?.object }

  /// Asks the binding, or waits for its answer; also tells whether the answer is final.
  ///
  /// - Parameter value: Keeps the answer, which has no value if the binding gives none.
  func ask(_ value: ScopedValue) -> (answer: CachedValue?, isFinal: Bool) {
    guard let injector else {
      // Another thread may have got it, and have released the injector.
      if let kept = value.kept { return (Self.answer(in: kept), true) }
      var issue = InjectionIssue(.injectorGone, property: point.property)
      issue.injectionLocation = caller.location
      caller.reporter.report(issue)
      return (nil, true)
    }
    // A call does not retain its injector.
    return withExtendedLifetime(injector) {
      caller.call(injector) { ask(value, for: $0) }
    }
  }

  private func ask(
    _ value: ScopedValue, for call: borrowing InjectionCall
  ) -> (answer: CachedValue?, isFinal: Bool) {
    let injector = call.injector
    let binding = injector.withAnswer(to: point.property.key) { $0.binding }
    let asker = call.asker(point)
    guard binding.isolation.mayBeHere else {
      PropertySite(point.property, call)
        .report(.accessedOnAnotherActor(required: binding.isolation.text))
      return (nil, false)
    }
    var outcome = MakingThread.Outcome.failed(Failure(.boundToNil))
    injector.inRequest {
      outcome = injector.makeOnce(value, .property(point), for: call) { call, _, use in
        make(binding, for: call, asker, use)
      }
    }
    switch outcome {
    case .made(let instance, let making):
      return (Self.answer(in: instance), making == nil)
    case .failed(let failure):
      call.report(failure, of: binding, for: asker)
      return (nil, false)
    }
  }

  private static func answer(in instance: any Instance) -> CachedValue? {
    instance.value(as: CachedValue.self, isOnActor: false)
  }

  private func make(
    _ binding: Binding, for call: borrowing InjectionCall, _ asker: Asker,
    _ use: (any Instance) -> Void
  ) -> Failure? {
    let answer = CachedValue(of: point.property.valueType)
    let failure = call.injector.provide(answer.type, from: binding, for: call, asker) {
      answer.keep(copyOf: $0)
    }
    if let failure {
      if failure.later != nil { return failure }
      call.report(failure, of: binding, for: asker)
      // No answer is kept if another call may get a value.
      if let depth = failure.dependsOn, depth <= ResolutionChain.currentDepth {
        return Failure(failure.kind, dependsOn: depth, isReported: true)
      }
    }
    use(StoredInstance(answer).confined(to: binding.isolation))
    return nil
  }
}
