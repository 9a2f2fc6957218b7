/// Where a lazy property gets its value: the injector that has injected its object.
enum LazySource {
  case retained(InjectionStep, PropertyInjector)
  /// For an object that may be part of a value which an injector keeps.
  ///
  /// Such an object must not keep its injector, and with that itself, alive.
  case borrowed(Borrowed)

  /// The injector, and its binding for the property.
  package struct Found {
    let injector: PropertyInjector
    let binding: Binding?
  }

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ step: InjectionStep, _ injector: PropertyInjector) {
    // An object that is injected while a scoped instance is made may belong to that value.
    self =
      ResolutionChain.calling?.innermostCreation == nil
      ? .retained(step, injector) : .borrowed(Borrowed(step.point, injector))
  }

  /// The injector and the binding; nil if the injector has gone.
  var found: Found? {
    switch self {
    case .retained(let step, let injector):
      return Found(injector: injector, binding: step.binding)
    case .borrowed(let borrowed):
      guard let injector = borrowed.injector else { return nil }
      // Looked up again: the step of the plan leads to the binding, which may keep the object.
      var miss: Failure?
      let found = injector.find(borrowed.point.property.key, orMiss: &miss)
      return Found(injector: injector, binding: found?._withUnsafeGuaranteedRef { $0.binding })
    }
  }

  /// The property that asks.
  var point: PropertyPoint {
    switch self {
    case .retained(let step, _): step.point
    case .borrowed(let borrowed): borrowed.point
    }
  }

  final class Borrowed: @unchecked Sendable {
    // Unchecked: all is constant.
    private(set) weak var injector: PropertyInjector?
    let point: PropertyPoint

    init(_ point: PropertyPoint, _ injector: PropertyInjector) {
      self.injector = injector
      self.point = point
    }
  }
}
