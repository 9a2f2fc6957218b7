import Synchronization

/// One property of a plan, and the source of its value.
///
/// The injecting loop uses it without reference counting.
package final class InjectionStep: @unchecked Sendable {
  // Unchecked: the closures run only under the isolation of the property and the binding; what
  // changes is atomic.

  /// Puts a gate before the property: a lazy value, accessors of a binding, or the accessors that its own wrapper makes.
  typealias Gate = (borrowing InjectionCall, InjectionStep, UnsafeMutableRawPointer) -> Failure?

  // The fields that the loop reads come first, so that they lie together.

  // The address of the value, once there is a constant one; else 0. The found binding keeps the
  // value.
  private let valueAddress = PublishedWord()
  let access: PropertyAccess
  package let point: PropertyPoint
  /// The answer to the key of its value.
  let answer: Answer
  /// The same without reference counting: `answer` keeps it alive.
  let heldAnswer: Unmanaged<Answer>
  /// Puts a gate before the property, for a value that is not stored at once; nil if the value is stored.
  let gate: Gate?
  /// Why there is no value, which is reported when the property is found to be nil; nil if a binding gives one.
  let failure: Failure?

  private let hasGivenNil = Atomic(false)

  init(
    _ point: PropertyPoint, _ answer: Answer, gate: Gate? = nil, failure: Failure? = nil,
    access: PropertyAccess? = nil
  ) {
    self.point = point
    self.answer = answer
    heldAnswer = .passUnretained(answer)
    self.gate = gate
    self.failure = failure ?? answer.failure
    self.access = access ?? point.property.access
    if gate == nil { adoptValue(of: answer) }
  }

  /// The binding that gives the value; nil if none does.
  package var binding: Binding? { failure == nil ? answer.binding : nil }

  package var property: InjectableProperty { point.property }

  /// The value, once there is a constant one; else nil.
  @inline(__always)
  var value: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: valueAddress.value) }

  /// Uses the value without asking from now on, if the binding has a constant one.
  func adoptValue(of answer: Answer) {
    guard let value = answer.value else { return }
    valueAddress.publish(UInt(bitPattern: value))
  }

  /// Notes that its factory has given nil, for explanations.
  func noteNil() { hasGivenNil.store(true, ordering: .relaxed) }

  package var gaveNil: Bool { hasGivenNil.load(ordering: .relaxed) }

  /// Whether the property may have no value without a report.
  var mayStayNil: Bool {
    guard property.isOptional, let failure else { return false }
    return failure.kind != .placeholder && failure.kind != .lazyProperty
  }
}

extension InjectionStep {
  /// The step's point, as code of the program sees it.
  ///
  /// - Parameter kind: The kind that the property has had, when it is made plain.
  func injectionPoint(
    at location: CodeLocation, as kind: InjectionPoint.Kind? = nil
  ) -> InjectionPoint {
    point.injectionPoint(
      from: binding.map(RegistryEntry.init(binding:)), at: location, as: kind)
  }
}

extension InjectionPoint.Kind {
  /// The kind of a marked property.
  ///
  /// - Parameter binding: The binding of its key; nil if there is none.
  package init(ofMarked binding: Binding?, isLazy: Bool) {
    self = binding?.isAccessor == true ? .intercepted : isLazy ? .lazy : .marked
  }
}

extension InjectionStep {
  /// The step for a property, by the binding of its key.
  ///
  /// - Parameters:
  ///   - place: The place of its mark; nil for a declared property.
  ///   - isLazy: Whether the value is made when the property is first read.
  ///   - wrapper: The wrapper, if it makes its accessors itself; nil if a binding gives the value.
  ///   - known: The step of the injector that this one is derived from, which serves again if the answer is the same.
  static func step(
    for property: InjectableProperty, in injector: PropertyInjector,
    at place: StoragePlace? = nil, isLazy: Bool,
    asking wrapper: (any AccessorWrapper.Type)? = nil, like known: InjectionStep? = nil
  ) -> InjectionStep {
    if let place, let wrapper {
      let answer = injector.withAnswer(to: BindingKey(nil, wrapper.sourceType)) { $0 }
      return InjectionStep(
        PropertyPoint(property, .setting, at: place), answer, gate: asking(wrapper, place, answer),
        failure: answer.failure.map { $0.kind == .placeholder ? $0 : Failure(wrapper.problem) })
    }
    let answer = injector.withAnswer(to: property.key) { $0 }
    if let known, known.answer === answer { return known }
    let kind =
      place == nil ? .declared : InjectionPoint.Kind(ofMarked: answer.found, isLazy: isLazy)
    func gate<Value>(_ type: Value.Type) -> Gate? {
      guard let place else { return nil }
      // Accessors fit exactly their type.
      if case .accessors(let any) = answer.binding.target,
        let accessors = any as? PropertyAccessors<Value>
      {
        return intercepting(accessors, place)
      }
      // Only a value that is made can be made later; an instance is stored at once.
      return isLazy && answer.binding.isFactory ? waiting(for: answer, type, place) : nil
    }
    return InjectionStep(
      PropertyPoint(property, kind, at: place, isByType: answer.isByType), answer,
      gate: _openExistential(property.valueType, do: gate))
  }

  /// Puts a lazy value before the property, to be made at the first read.
  private static func waiting<Value>(
    for answer: Answer, _ type: Value.Type, _ place: StoragePlace
  ) -> Gate {
    // Found once: in the closure the runtime would look them up for each object.
    let (gate, gateType) = (MarkedSlot<Value>.gateOffset, LazyGate<Value>.self)
    return { call, step, root in
      let injector = call.injector
      injector.reportKeeping(answer, lazilyFor: call)
      let session = injector.session(of: answer, for: call)
      let origin = injector.origin(of: call, at: place)
      MarkedSlot<Value>.intercept(
        place.address(in: root) + gate,
        with: gateType.init(LazySource(step.point, consume injector, consume origin, in: session)))
      answer.cacheIfConstant()
      step.adoptValue(of: answer)
      return nil
    }
  }

  /// Lets each object's own wrapper make the accessors of its property, from the value of a binding.
  private static func asking<Wrapper: AccessorWrapper>(
    _: Wrapper.Type, _ place: StoragePlace, _ answer: Answer
  ) -> Gate {
    { call, step, root in
      let address = place.address(in: root)
      // The mark is the wrapper's first stored property.
      let wrapper = address.assumingMemoryBound(to: Wrapper.self).pointee
      let site = PropertySite(step.property, call)
      var refusal: Failure?
      let failure = call.injector.provide(answer, for: call, call.asker(step.point)) { source in
        // The wrapper may call code of the program, for a key.
        refusal = ResolutionChain.follow(.property(step.point)) { _ in
          let accessors = wrapper.accessors(for: site, from: source, of: answer.binding.isolation)
          MarkedSlot(address).intercept(
            with: AccessorGate(accessors, place.owner(of: root), site, .setting))
        }
      }
      return refusal ?? failure.map { $0.kind.isQuiet ? Failure(Wrapper.problem) : $0 }
    }
  }

  /// Puts a binding's accessors before the property.
  private static func intercepting<Value>(
    _ accessors: PropertyAccessors<Value>, _ place: StoragePlace
  ) -> Gate {
    { call, step, root in
      MarkedSlot(place.address(in: root)).intercept(
        with: AccessorGate(accessors, place.owner(of: root), PropertySite(step.property, call)))
      return nil
    }
  }
}

extension PropertySite {
  init(_ property: InjectableProperty, _ call: borrowing InjectionCall) {
    self.init(
      property: property, reporter: call.reporter, injectionLocation: call.location)
  }
}

/// A value that is made once, when its property is first read.
///
/// Copies of a struct share it. A second reader waits for the first. Within a factory it does not, because the first may be
/// waiting for it: both make a value, and the first one stays. A write takes the gate away from the property, or the copy,
/// that is written: a read that is under way gives what was made. A binding that gives no value is not asked again, unless
/// another place or time may give one.
final class LazyGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: the value is made under the isolation of the injection; the rest is guarded by the monitor, or atomic.

  private var state: LazyState
  /// How many reads are under way.
  private var readers = 0

  required init(_ source: LazySource) { state = .open(source) }

  deinit { if let made = UnsafeMutablePointer(mutating: made) { CachedValue.release(made) } }

  override var kind: InjectionPoint.Kind? { .lazy }

  override var isInEffect: Bool {
    MakingThread.monitor.lock()
    defer { MakingThread.monitor.unlock() }
    return if case .asked = state { made != nil } else { true }
  }

  override func missingText(of property: String) -> String? {
    MakingThread.monitor.lock()
    let state = state
    MakingThread.monitor.unlock()
    let cause =
      if case .asked(let lack?) = state {
        "\(lack.issue)"
      } else {
        "  to fix         see the report before this, which says why."
      }
    return "\(property) was read, and its binding has given no value.\n\(cause)"
  }

  override func read() -> Value? {
    if let source = begin() {
      end(source, source.ask { keep($0.assumingMemoryBound(to: Value.self).pointee) })
      // Released without the monitor: it may hold the injector, with all that it keeps.
      withExtendedLifetime(source) {}
    }
    // In generic code a pointer is cheaper than a value that may be nil, whose type the runtime would have to build.
    return made?.pointee
  }

  private func begin() -> LazySource? {
    MakingThread.monitor.lock()
    defer { MakingThread.monitor.unlock() }
    while readers > 0, ResolutionChain.calling == nil { MakingThread.monitor.wait() }
    guard case .open(let source) = state else { return nil }
    readers += 1
    return source
  }

  private func end(_ source: LazySource, _ failure: Failure?) {
    // Another call may get a value.
    let mayComeLater =
      failure.map {
        $0.later != nil || $0.dependsOn.map { $0 <= ResolutionChain.currentDepth } ?? false
      } ?? false
    let lack = failure.map(source.lack)
    MakingThread.monitor.lock()
    readers -= 1
    // The first read to end decides; its readers hold the source that it takes the place of.
    if !mayComeLater, case .open = state { state = .asked(lack) }
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

/// The source of a lazy property's value; once it has been asked for good, why it gave none, or nil if it gave one.
private enum LazyState {
  case open(LazySource)
  case asked(UnfilledGate<Never>?)
}

/// The source of a lazy property's value: the injector that has injected its object, asked on behalf of that call.
struct LazySource {
  /// The injector, or a `WeakReference` to it; one word, because each gate has a source.
  private let holder: AnyObject
  private let point: PropertyPoint
  private let caller: CallOrigin
  /// The session or the like in which the object was injected, if the value is kept for each.
  private let session: [UInt64]?

  init(
    _ point: PropertyPoint, _ injector: consuming PropertyInjector, _ caller: CallOrigin,
    in session: [UInt64]? = nil
  ) {
    (self.point, self.caller, self.session) = (point, caller, session)
    // An object that is injected while a scoped value is made may belong to that value, and must not keep its injector,
    // and with that itself, alive.
    let isOfMaking = ResolutionChain.calling?.innermostMaking != nil
    holder = isOfMaking ? WeakReference(injector) : injector
  }

  private var injector: PropertyInjector? {
    let injector =
      holder as? PropertyInjector ?? (holder as? WeakReference<PropertyInjector>)?.object
    // An object that was injected too early asks the shared injector that has been configured since.
    return injector?.role == .unconfigured ? injector?.replacementOrSelf : injector
  }

  /// Hands over the address of the binding's value, or returns why there is none, which is reported.
  func ask(_ use: (UnsafeRawPointer) -> Void) -> Failure? {
    if let injector { return caller.call(injector) { ask($0, use) } }
    let failure = Failure(.injectorGone)
    caller.reporter.report(lack(because: failure).issue)
    return failure
  }

  func lack(because failure: Failure) -> UnfilledGate<Never> {
    UnfilledGate(point, failure.kind, at: caller.location)
  }

  private func ask(
    _ call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let injector = call.injector
    guard injector.role != .unconfigured else {
      call.reportNotConfigured(lookingFor: point.property.key)
      return Failure(.notConfigured, dependsOn: 0)
    }
    return injector.withAnswer(to: point.property.key) { answer in
      guard answer.binding.isolation.mayBeHere else {
        let kind = InjectionIssue.Kind.accessedOnAnotherActor(
          required: answer.binding.isolation.text)
        PropertySite(point.property, call).report(kind)
        return Failure(kind, dependsOn: 0)
      }
      var failure: Failure?
      Override.makingValue(of: injector) {
        injector.inRequest { failure = provide(answer, for: call, use) }
      }
      if let failure { call.report(failure, of: answer.found, for: call.asker(point)) }
      return failure
    }
  }

  @inline(never)  // Within and without a request it would stand twice.
  private func provide(
    _ answer: Answer, for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if let session {
      let now = call.injector.session(of: answer, for: call)
      // Code outside of any may read it within its own one later.
      if now != session { return Failure(.sessionEnded, dependsOn: now == nil ? 0 : nil) }
    }
    return call.injector.provide(answer, for: call, call.asker(point), use)
  }
}
