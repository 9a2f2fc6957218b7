import Synchronization

/// A value that is made once, when its property is first read.
///
/// Copies of a struct share it. A thread that reads while another one does waits for that, but not within a factory or
/// the like, for which the other one may wait: then each makes a value, and the first one stays. A write takes the
/// gate away from the property, or the copy, that is written: a read that is under way gives what was made. A binding
/// that gives no value is not asked again.
final class LazyGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded by the monitor, or atomic.

  /// The source of the value; nil when it has been asked.
  private var source: LazySource?
  /// How many threads are asking it.
  private var askers = 0

  init(_ source: LazySource) { self.source = source }

  deinit { if let made = UnsafeMutablePointer(mutating: made) { CachedValue.release(made) } }

  override var kind: InjectionPoint.Kind? { .lazy }

  override var isInEffect: Bool {
    MakingThread.monitor.lock()
    defer { MakingThread.monitor.unlock() }
    return made != nil || source != nil
  }

  override var missingText: String? {
    "A lazy required property was read, and its binding has given no value.\n"
      + "  to fix         let it give one, or mark the property @Injected(lazy: true)."
  }

  override func read() -> Value? {
    if let source = begin() {
      end(isOver: source.ask { keep($0.assumingMemoryBound(to: Value.self).pointee) })
      // Released without the monitor: it may hold the injector, with all that it keeps.
      withExtendedLifetime(source) {}
    }
    // In generic code a pointer is cheaper than a value that may be nil, whose type the runtime would have to build.
    return made?.pointee
  }

  private func begin() -> LazySource? {
    MakingThread.monitor.lock()
    defer { MakingThread.monitor.unlock() }
    while askers > 0, ResolutionChain.calling == nil { MakingThread.monitor.wait() }
    if source != nil { askers += 1 }
    return source
  }

  private func end(isOver: Bool) {
    MakingThread.monitor.lock()
    askers -= 1
    if isOver { source = nil }
    MakingThread.monitor.broadcast()
    MakingThread.monitor.unlock()
  }

  /// Stores the value, unless another thread has.
  private func keep(_ value: Value) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: value)
    let isFirst = madeAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: copy), ordering: .releasing
    ).exchanged
    if !isFirst { CachedValue.release(copy) }
  }

  override func retire() -> Value? { made?.pointee }
}

/// The source of a lazy property's value: the injector that has injected its object, asked on behalf of that call.
struct LazySource {
  /// The injector, or a `WeakReference` to it; one word, because each gate has a source.
  private let origin: AnyObject
  private let point: PropertyPoint
  private let caller: CallOrigin

  init(_ point: PropertyPoint, _ injector: PropertyInjector, _ caller: CallOrigin) {
    self.point = point
    self.caller = caller
    // An object that is injected while a scoped value is made may belong to that value, and must not keep its injector,
    // and with that itself, alive.
    let isOfMaking = ResolutionChain.calling?.innermostMaking != nil
    origin = isOfMaking ? WeakReference(injector) : injector
  }

  private var injector: PropertyInjector? {
    let injector =
      origin as? PropertyInjector ?? (origin as? WeakReference<PropertyInjector>)?.object
    // An object that was injected too early asks the shared injector that has been configured since.
    return injector?.role == .unconfigured ? injector?.replacementOrSelf : injector
  }

  /// Hands over the address of the binding's value; also tells whether it need not be asked again.
  func ask(_ use: (UnsafeRawPointer) -> Void) -> Bool {
    guard let injector else {
      var issue = InjectionIssue(.injectorGone, property: point.property)
      issue.injectionLocation = caller.location
      caller.reporter.report(issue)
      return true
    }
    return caller.call(injector) { ask($0, use) }
  }

  private func ask(_ call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void) -> Bool {
    let injector = call.injector
    guard injector.role != .unconfigured else {
      call.reportNotConfigured(lookingFor: point.property.key)
      return false
    }
    return injector.withAnswer(to: point.property.key) { answer in
      guard answer.binding.isolation.mayBeHere else {
        PropertySite(point.property, call)
          .report(.accessedOnAnotherActor(required: answer.binding.isolation.text))
        return false
      }
      var failure: Failure?
      Override.makingValue(of: injector) {
        injector.inRequest { failure = provide(answer, for: call, use) }
      }
      guard let failure else { return true }
      call.report(failure, of: answer.found, for: call.asker(point))
      // Another call may get a value.
      return failure.later == nil
        && failure.dependsOn.map { $0 > ResolutionChain.currentDepth } ?? true
    }
  }

  @inline(never)  // Within and without a request it would stand twice.
  private func provide(
    _ answer: Answer, for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? { call.injector.provide(answer, for: call, call.asker(point), use) }
}
