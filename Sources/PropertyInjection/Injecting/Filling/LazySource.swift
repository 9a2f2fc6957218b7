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
