/// The source of a lazy property's value: the injector that has injected its object, asked on behalf of that call.
struct LazySource {
  private enum Holder {
    case strong(PropertyInjector)
    case weak(WeakReference<PropertyInjector>)
    /// The object was injected before the shared injector was configured.
    case shared
  }

  private let holder: Holder
  private let point: PropertyPoint
  private let caller: CallOrigin

  init(_ point: PropertyPoint, _ injector: PropertyInjector, _ caller: CallOrigin) {
    self.point = point
    self.caller = caller
    // An object that is injected while a scoped value is made may belong to that value, and must not keep its injector,
    // and with that itself, alive.
    holder =
      ResolutionChain.calling?.innermostMaking == nil
      ? .strong(injector) : .weak(WeakReference(injector))
  }

  /// The source for an object that is injected before the shared injector is configured.
  init(_ point: PropertyPoint, laterFor caller: CallOrigin) {
    (self.point, self.caller) = (point, caller)
    holder = .shared
  }

  /// Whether the object was injected before the shared injector was configured.
  ///
  /// Then the property counts as nil: an injection may fill it.
  var isForLater: Bool { if case .shared = holder { true } else { false } }

  /// The injector; nil if it has gone.
  private var injector: PropertyInjector? {
    switch holder {
    case .strong(let injector): injector
    case .weak(let injector): injector.object
    // Not an override, which the injection has not seen.
    case .shared: SharedInjector.current.takeUnretainedValue()
    }
  }

  /// The key that the property asks for; it may have been declared since.
  private func key(in injector: PropertyInjector) -> BindingKey {
    guard isForLater else { return point.property.key }
    let survey = TypeSurvey(point.objectType, in: injector.registry)
    return survey.properties.first { $0.name == point.property.name }?.key ?? point.property.key
  }

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
    guard injector.role != .unconfigured else { return (nil, false) }
    // A call does not retain its injector.
    return withExtendedLifetime(injector) {
      caller.call(injector, isForLater ? injector.reporter : caller.reporter) {
        ask(value, for: $0)
      }
    }
  }

  private func ask(
    _ value: ScopedValue, for call: borrowing InjectionCall
  ) -> (answer: CachedValue?, isFinal: Bool) {
    let injector = call.injector
    let (binding, missing) = injector.withAnswer(to: key(in: injector)) { ($0.binding, $0.failure) }
    let asker = call.asker(point)
    if let missing, !point.property.isOptional { call.report(missing, of: nil, for: asker) }
    // Accessors are for an injection of the object.
    if missing != nil || binding.isAccessor { return (nil, true) }
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

extension InjectionCall {
  /// Lets a lazy property of an object wait until the shared injector is configured.
  func waitForConfiguration(_ field: MarkedField, _ type: Any.Type, _ root: UnsafeMutableRawPointer)
  {
    let request = field.request(in: root)
    guard decide == nil, request.isLazy, request.maker == nil,
      field.place.isFree(field.valueType, in: root)
    else { return }
    let point = PropertyPoint(
      InjectableProperty(field, request, declaredAs: nil), .lazy, at: field.place)
    point.objectType = type
    let source = LazySource(point, laterFor: origin(at: field.place))
    func open<Value>(_ type: Value.Type) {
      MarkedSlot<Value>(field.place.address(in: root)).intercept(with: LazyGate<Value>(source))
    }
    _openExistential(field.valueType, do: open)
  }
}
