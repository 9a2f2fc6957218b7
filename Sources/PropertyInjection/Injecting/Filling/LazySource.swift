/// Where a lazy property gets its value: its step, and the injector that has injected its object.
enum LazySource {
  case retained(InjectionStep, PropertyInjector)
  /// For an object that may be part of a value which an injector keeps.
  ///
  /// Such an object must not keep its injector, and with that itself, alive.
  case borrowed(Borrowed)

  struct Found {
    let step: InjectionStep
    let injector: PropertyInjector
  }

  /// - Parameter step: The step of the property, whose binding is asked.
  init(_ step: InjectionStep, _ injector: PropertyInjector) {
    // An object that is injected while a scoped instance is made may belong to that value.
    self =
      ResolutionChain.calling?.innermostCreation == nil
      ? .retained(step, injector) : .borrowed(Borrowed(step, injector))
  }

  /// The step and the injector; nil if the injector has gone.
  var found: Found? {
    switch self {
    case .retained(let step, let injector): return Found(step: step, injector: injector)
    case .borrowed(let borrowed):
      guard let injector = borrowed.injector else { return nil }
      // A step of its own: that of the plan leads to the binding, which may keep the object.
      func open<Value>(_ type: Value.Type) -> InjectionStep {
        .step(for: borrowed.property, type, in: injector)
      }
      let step = _openExistential(borrowed.property.valueType, do: open)
      step.objectType = borrowed.objectType
      return Found(step: step, injector: injector)
    }
  }

  /// The property.
  var property: InjectableProperty {
    switch self {
    case .retained(let step, _): step.property
    case .borrowed(let borrowed): borrowed.property
    }
  }

  final class Borrowed: @unchecked Sendable {
    // Unchecked: all is constant, and the property is used under its isolation only.
    private(set) weak var injector: PropertyInjector?
    let property: InjectableProperty
    let objectType: Any.Type

    init(_ step: InjectionStep, _ injector: PropertyInjector) {
      self.injector = injector
      property = step.property
      objectType = step.objectType
    }
  }
}
