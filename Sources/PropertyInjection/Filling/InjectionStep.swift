import Synchronization

/// One property of a plan, and the source of its value.
///
/// The injecting loop uses it without reference counting.
package final class InjectionStep: @unchecked Sendable {
  // Unchecked: the closures run only under the isolation of the property and the binding; what
  // changes is atomic.

  /// Where the value comes from.
  package enum Source {
    /// A binding, which is asked each time unless its value is constant.
    case ask(Answer)
    /// A gate that the closure puts before the property: a lazy value, accessors of a binding, or the accessors that
    /// its own wrapper makes.
    case gate(Answer, Store)
    /// None, and why; that is reported when the property is found to be nil.
    case nothing(Failure)
  }

  /// The binding that gives the value; nil if none does.
  var binding: Binding? {
    switch source {
    case .ask(let answer), .gate(let answer, _): answer.binding
    case .nothing: nil
    }
  }

  package typealias Store = (borrowing InjectionCall, InjectionStep, UnsafeMutableRawPointer) ->
    Failure?

  // The fields that the loop reads come first, so that they lie together.

  // The address of the value, once there is a constant one; else 0. The found binding keeps the
  // value.
  private let valueAddress = PublishedWord()
  let access: PropertyAccess
  package let point: PropertyPoint
  let source: Source
  /// The answer whose value is stored; the source retains it.
  let answer: Unmanaged<Answer>?
  /// Whether reading the property without a value ends the program.
  let isRequired: Bool

  private let hasGivenNil = Atomic(false)

  @inline(__always)  // Where the source is made, it need not be copied.
  init(_ point: PropertyPoint, _ source: Source, access: PropertyAccess? = nil) {
    self.point = point
    isRequired = point.place?.isRequired == true
    self.source = source
    self.access = access ?? point.property.access
    if case .ask(let answer) = source {
      self.answer = .passUnretained(answer)
      adoptValue(of: answer)
    } else {
      answer = nil
    }
  }

  package var property: InjectableProperty { point.property }

  /// The value, once there is a constant one; else nil.
  @inline(__always)
  var value: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: valueAddress.value)
  }

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
    guard property.isOptional, case .nothing(let failure) = source else { return false }
    return failure.kind != .placeholder && failure.kind != .lazyProperty
  }

  /// The reason that belongs to an outcome of this step; nil if the property did not stay nil.
  func reason(for outcome: PropertyOutcomes.Outcome) -> InjectionIssue.Kind? {
    switch outcome {
    case .untouched, .filled, .decided, .pending: return nil
    case .unmatched:
      guard case .nothing(let failure) = source else { return nil }
      return failure.kind
    case .failed(let kind): return kind
    }
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
  static func step(
    for property: InjectableProperty, in injector: PropertyInjector,
    at place: StoragePlace? = nil, isLazy: Bool = false,
    asking wrapper: (any AccessorWrapper.Type)? = nil
  ) -> InjectionStep {
    if let place, let wrapper {
      let answer = injector.withAnswer(to: BindingKey(nil, wrapper.sourceType)) { $0 }
      let missing = answer.failure.map { _ in Failure(wrapper.problem) }
      return InjectionStep(
        PropertyPoint(property, .setting, at: place),
        missing.map(Source.nothing) ?? .gate(answer, asking(wrapper, place, answer)))
    }
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      let answer = injector.withAnswer(to: property.key) { $0 }
      let kind =
        place == nil ? .declared : InjectionPoint.Kind(ofMarked: answer.found, isLazy: isLazy)
      return InjectionStep(
        PropertyPoint(property, kind, at: place), source(answer, type, at: place, isLazy: isLazy))
    }
    return _openExistential(property.valueType, do: open)
  }

  /// Where the value comes from, once the key has been looked up.
  private static func source<Value>(
    _ answer: Answer, _ type: Value.Type, at place: StoragePlace?, isLazy: Bool
  ) -> Source {
    if let failure = answer.failure { return .nothing(failure) }
    let binding = answer.binding
    guard let place else { return .ask(answer) }
    // Accessors fit exactly their type.
    if case .accessors(let any) = binding.target, let accessors = any as? PropertyAccessors<Value> {
      return .gate(answer, intercepting(binding, accessors, place))
    }
    // Only a value that is made can be made later; an instance is stored at once.
    return isLazy && binding.isFactory
      ? .gate(answer, waiting(for: answer, type, place)) : .ask(answer)
  }

  /// Puts a lazy value before the property, to be made at the first read.
  private static func waiting<Value>(
    for answer: Answer, _ type: Value.Type, _ place: StoragePlace
  ) -> Store {
    // Found once: in the closure the runtime would look it up for each object.
    let gate = MarkedSlot<Value>.gateOffset
    return { call, step, root in
      if let refusal = answer.binding.refusal(on: call.isolation, in: place) {
        return Failure(refusal)
      }
      MarkedSlot<Value>.intercept(
        place.address(in: root) + gate,
        with: LazyGate<Value>(LazySource(step.point, call.injector, call.origin(at: place))))
      answer.cacheIfConstant()
      step.adoptValue(of: answer)
      return nil
    }
  }

  /// Lets each object's own wrapper make the accessors of its property, from the value of a binding.
  private static func asking<Wrapper: AccessorWrapper>(
    _: Wrapper.Type, _ place: StoragePlace, _ answer: Answer
  ) -> Store {
    { call, step, root in
      if let refusal = answer.binding.refusal(on: call.isolation, in: place) {
        return Failure(refusal)
      }
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
    _ binding: Binding, _ accessors: PropertyAccessors<Value>, _ place: StoragePlace
  ) -> Store {
    { call, step, root in
      if let refusal = binding.refusal(on: call.isolation, in: place) {
        return Failure(refusal)
      }
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
