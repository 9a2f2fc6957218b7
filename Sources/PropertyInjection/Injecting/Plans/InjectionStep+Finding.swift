extension InjectionPoint.Kind {
  /// The kind of a marked property, which may be declared as well.
  ///
  /// - Parameter binding: The binding of its key; nil if there is none.
  init(ofMarked binding: Binding?, isLazy: Bool, isDeclared: Bool) {
    self =
      binding?.isAccessor == true
      ? .intercepted : isLazy ? .lazy : isDeclared ? .declared : .marked
  }
}

extension InjectionStep {
  /// The step for a property, by the binding of its key.
  ///
  /// - Parameters:
  ///   - place: The place of its storage, if it is a marked property.
  ///   - isLazy: Whether the value is made when the property is first read.
  ///   - known: The property's point in another plan, which is used again if its kind is the same.
  static func step<Value>(
    for property: InjectableProperty, _ type: Value.Type, in injector: PropertyInjector,
    at place: StoragePlace? = nil, isLazy: Bool = false, reusing known: PropertyPoint? = nil
  ) -> InjectionStep {
    var miss: Failure?
    let found = injector.find(property.key, orMiss: &miss)?.takeUnretainedValue()
    let source =
      found.map { Self.source($0, for: property, type, at: place, isLazy: isLazy) }
      ?? Self.source(without: miss, for: property, in: injector)
    let kind =
      place == nil
      ? .declared
      : InjectionPoint.Kind(
        ofMarked: found?.binding, isLazy: isLazy, isDeclared: property.location != nil)
    let point =
      if let known, known.kind == kind { known } else { PropertyPoint(property, kind, at: place) }
    return InjectionStep(point, source, isProvisional: miss?.isProvisional == true)
  }

  /// Where the value comes from, once the key has been looked up.
  private static func source<Value>(
    _ found: FoundBinding, for property: InjectableProperty, _ type: Value.Type,
    at place: StoragePlace?, isLazy: Bool
  ) -> Source {
    let binding = found.binding
    // Accessors fit exactly their type.
    guard case .accessors(let any) = binding.target,
      let accessors = any as? PropertyAccessors<Value>
    else {
      // Only a value that is made can be made later; an instance is stored at once.
      guard isLazy, let place, binding.isFactory else {
        return .binding(found, nil)
      }
      return .binding(found, waiting(for: found, type, place))
    }
    guard let place else {
      return .none(.issue(.accessorWithoutMark)) {
        InjectionIssue(
          .accessorWithoutMark, property: property, related: [RegistryEntry(binding: binding)])
      }
    }
    return .binding(found, intercepting(found, accessors, place))
  }

  /// The source of a property without a binding: the reason, and its issue.
  ///
  /// - Parameter miss: The reason; nil if the key is bound to nil.
  private static func source(
    without miss: Failure?, for property: InjectableProperty, in injector: PropertyInjector
  ) -> Source {
    guard let miss else { return .none(.boundToNil) { nil } }
    if property.isOptional, !miss.isPlaceholder { return .none(miss.reason) { nil } }
    let bindings = injector.registry.bindings
    return .none(miss.reason) {
      var issue = miss.issue(
        lookingFor: property.key, near: miss.near(property.key, in: bindings))
      issue.describe(property)
      return issue
    }
  }

  /// Puts a lazy value before the property, to be made at the first read.
  private static func waiting<Value>(
    for found: FoundBinding, _ type: Value.Type, _ place: StoragePlace
  ) -> Store {
    // Found once: in the closure the runtime would look it up for each object.
    let gate = MarkedSlot<Value>.gateOffset
    return { call, step, root in
      let isolation = found.binding.isolation
      guard isolation.admits(call.isolation) else { return .failed(.isolation) }
      guard !place.isInValue || !isolation.isBeyondCheck else { return .failed(.mayLeaveActor) }
      MarkedSlot<Value>.intercept(
        place.address(in: root) + gate,
        with: LazyGate<Value>(step, call.injector, call.origin(at: place)))
      found.cacheIfConstant()
      step.adoptValue(of: found)
      return .value
    }
  }

  /// Puts a binding's accessors before the property.
  private static func intercepting<Value>(
    _ found: FoundBinding, _ accessors: PropertyAccessors<Value>, _ place: StoragePlace
  ) -> Store {
    { call, step, root in
      let isolation = found.binding.isolation
      guard isolation.admits(call.isolation) else { return .failed(.isolation) }
      guard !place.isInValue || !isolation.isBeyondCheck else { return .failed(.mayLeaveActor) }
      MarkedSlot(place.address(in: root)).intercept(
        with: AccessorGate(accessors, place.owner(of: root), PropertySite(step.property, call)))
      return .value
    }
  }
}
