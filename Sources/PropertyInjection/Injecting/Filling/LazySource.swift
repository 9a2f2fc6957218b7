/// Where a lazy property gets its value: the injector that has injected its object.
enum LazySource {
  case retained(InjectionStep, PropertyInjector)
  /// For an object that may be part of a value which an injector keeps.
  ///
  /// Such an object must not keep its injector, and with that itself, alive.
  case borrowed(WeakReference<PropertyInjector>, PropertyPoint)
  /// For an object that was injected before the shared injector was configured.
  case shared(PropertyPoint)

  /// The injector, and its binding for the property.
  package struct Found {
    let injector: PropertyInjector
    let binding: Binding?
    /// The reason why there is no binding.
    var miss: InjectionIssue.Kind?
  }

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ step: InjectionStep, _ injector: PropertyInjector) {
    // An object that is injected while a scoped instance is made may belong to that value.
    self =
      ResolutionChain.calling?.innermostMaking == nil
      ? .retained(step, injector) : .borrowed(WeakReference(injector), step.point)
  }

  /// The injector and the binding; nil if the injector has gone.
  var found: Found? {
    switch self {
    case .retained(let step, let injector):
      return Found(injector: injector, binding: step.binding)
    case .borrowed(let injector, _):
      // Looked up again: the step of the plan leads to the binding, which may keep the object.
      return injector.object.map(lookUp)
    // Not an override, which the injection has not seen.
    case .shared: return lookUp(in: SharedInjector.current.takeUnretainedValue())
    }
  }

  private func lookUp(in injector: PropertyInjector) -> Found {
    injector.withAnswer(to: key(in: injector)) {
      Found(injector: injector, binding: $0.found, miss: $0.miss)
    }
  }

  /// The key that the property asks for; it may have been declared since.
  private func key(in injector: PropertyInjector) -> BindingKey {
    guard isForLater else { return point.property.key }
    let survey = TypeSurvey(point.objectType, in: injector.registry)
    return survey.properties.first { $0.name == point.property.name }?.key ?? point.property.key
  }

  /// Whether the object was injected before the shared injector was configured.
  ///
  /// Then the property counts as nil: an injection may fill it.
  var isForLater: Bool { if case .shared = self { true } else { false } }

  /// The property that asks.
  var point: PropertyPoint {
    switch self {
    case .retained(let step, _): step.point
    case .borrowed(_, let point): point
    case .shared(let point): point
    }
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
    let origin = origin(at: field.place)
    func open<Value>(_ type: Value.Type) {
      MarkedSlot<Value>(field.place.address(in: root))
        .intercept(with: LazyGate<Value>(.shared(point), origin))
    }
    _openExistential(field.valueType, do: open)
  }
}
