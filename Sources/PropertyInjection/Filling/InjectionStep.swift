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
  /// The answer to the key of its value; nil for a `lazy var`.
  let answer: Answer?
  /// The same, which the step retains, for calls that do not.
  let heldAnswer: Unmanaged<Answer>?
  /// Nil if a value is stored, which is asked for each time unless it is constant.
  let gate: Gate?
  /// Why there is no value, which is reported when the property is found to be nil; nil if a binding gives one.
  let failure: Failure?

  /// Whether it asks for all values of a type, and should get some, and nothing that is registered fits.
  let collectsNothing: Bool
  private let hasGivenNil = Atomic(false)

  init(
    _ point: PropertyPoint, _ answer: Answer?, gate: Gate? = nil, failure: Failure? = nil,
    access: PropertyAccess? = nil
  ) {
    self.point = point
    self.answer = answer
    heldAnswer = answer.map(Unmanaged.passUnretained)
    self.gate = gate
    self.failure = failure ?? answer?.failure
    self.access = access ?? point.property.access
    collectsNothing = answer?.collectsNothing == true && !point.property.isOptional
    if let answer, gate == nil { adoptValue(of: answer) }
  }

  /// The binding that gives the value; nil if none does.
  package var binding: Binding? { failure == nil ? answer?.binding : nil }

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

  /// The reason that belongs to an outcome of this step; nil if the property did not stay nil.
  func reason(for outcome: PropertyOutcomes.Outcome) -> InjectionIssue.Kind? {
    switch outcome {
    case .untouched, .filled, .decided, .pending: nil
    case .unmatched: failure?.kind
    case .failed(let kind): kind
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
    at place: StoragePlace? = nil, isLazy: Bool,
    asking wrapper: (any AccessorWrapper.Type)? = nil
  ) -> InjectionStep {
    if let place, let wrapper {
      let answer = injector.withAnswer(to: BindingKey(nil, wrapper.sourceType)) { $0 }
      return InjectionStep(
        PropertyPoint(property, .setting, at: place), answer, gate: asking(wrapper, place, answer),
        failure: answer.failure.map { _ in Failure(wrapper.problem) })
    }
    let answer = injector.withAnswer(to: property.key) { $0 }
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
    // Found once: in the closure the runtime would look it up for each object.
    let gate = MarkedSlot<Value>.gateOffset
    return { call, step, root in
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
