/// The making of a lazy property's value, which is done once, as that of a singleton.
///
/// It holds the binding's answer itself.
final class LazyMaking: ScopedValue, Maker, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant, and the value is made under the isolation of the
  // injection.

  /// The binding's answer: the value of the property's type, or none, which is an answer for each thread that waits,
  /// too.
  final class Answer: CachedValue, Instance, @unchecked Sendable {
    // Unchecked, like its superclass: it adds nothing.
    var dynamicType: Any.Type { Answer.self }
    func fit<Target>(_ target: Target.Type) -> TypeFit? { nil }
    // It hands itself over, not the value: the type that is asked for does not matter.
    func hand(
      as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
    ) -> Misfit? {
      withUnsafePointer(to: self) { use(UnsafeRawPointer($0)) }
      return nil
    }

    /// The answer in an instance that a making has made; a cast takes ten times as long.
    static func of(_ instance: any Instance) -> Answer? {
      var answer: Answer?
      _ = instance.hand(as: Answer.self, isOnActor: false) {
        answer = $0.assumingMemoryBound(to: Answer.self).pointee
      }
      return answer
    }
  }

  let source: LazySource
  private let caller: CallOrigin
  private var property: InjectableProperty { source.point.property }

  init(_ source: LazySource, _ origin: CallOrigin) {
    self.source = source
    caller = origin
    // The actor is that of the binding, which is not looked up here: the answer is handed over confined to it.
    super.init(.singleton(eager: false), confinedTo: .none)
  }

  /// Asks the binding, or waits for its answer; also tells whether the answer is final.
  func answer() -> (answer: Answer?, isFinal: Bool) {
    guard let found = source.found else {
      // Another thread may have got it, and have released the injector.
      if let made = constant { return (Answer.of(made), true) }
      reportInjectorGone()
      return (nil, true)
    }
    guard found.injector.role != .unconfigured else { return (nil, false) }
    // A call does not retain its injector.
    defer { withExtendedLifetime(found) {} }
    // The injection itself may have been one of no injector.
    let reporter = source.isForLater ? found.injector.reporter : caller.reporter
    return caller.call(found.injector, reporter) { answer(found, for: $0) }
  }

  private func reportInjectorGone() {
    var issue = InjectionIssue(.injectorGone, property: property)
    issue.injectionLocation = caller.location
    caller.reporter.report(issue)
  }

  private func answer(
    _ found: LazySource.Found, for call: borrowing InjectionCall
  ) -> (answer: Answer?, isFinal: Bool) {
    let isolation = found.binding?.isolation ?? .none
    guard isolation.mayBeHere else {
      PropertySite(property, call).report(.accessedOnAnotherActor(required: isolation.text))
      return (nil, false)
    }
    let asker = call.asker(source.point)
    if let miss = found.miss, !miss.isQuiet, !property.isOptional {
      call.report(found.injector.registry.bindings.issue(miss, of: property), for: asker)
    }
    // Accessors are for an injection of the object.
    guard let binding = found.binding, !binding.isAccessor else { return (nil, true) }
    let injector = found.injector
    let link = ResolutionChain.Link.factory(
      .init(maker: self, isScoped: true, takesArguments: false, asker: asker))
    func open<Value>(_ type: Value.Type) -> MakingThread.Outcome {
      injector.makeOnce(self, link, for: call) { call, _, use in
        ask(binding, type, for: call, asker, use)
      }
    }
    var outcome = MakingThread.Outcome.failed(Failure(.boundToNil))
    injector.inRequest { outcome = _openExistential(property.valueType, do: open) }
    switch outcome {
    case .made(let instance, let making):
      return (Answer.of(instance), making == nil)
    case .failed(let failure):
      call.report(failure, of: binding, for: asker)
      return (nil, false)
    }
  }

  // MARK: As a maker

  // Made when it is reported: names of types take time.
  var key: BindingKey {
    BindingKey(property.fullName, property.valueType)
  }

  // It has no arguments, which alone ask for the identity of their maker.
  var number: UInt64 { 0 }

  func argumentKey(at position: Int) -> BindingKey { BindingKey(nil, nil) }

  private func ask<Value>(
    _ binding: Binding, _ type: Value.Type, for call: borrowing InjectionCall, _ asker: Asker,
    _ use: (any Instance) -> Void
  ) -> Failure? {
    let answer = Answer(of: type)
    let failure = call.injector.provide(type, from: binding, for: call, asker) {
      answer.keep($0.assumingMemoryBound(to: type).pointee)
    }
    guard let failure else {
      use(answer.confined(to: binding.isolation))
      return nil
    }
    if failure.later != nil { return failure }
    call.report(failure, of: binding, for: asker)
    // No answer is kept if another call may get a value.
    if let depth = failure.dependsOn, depth <= ResolutionChain.currentDepth {
      return Failure(failure.kind, dependsOn: depth, isReported: true)
    }
    use(answer)
    return nil
  }
}
