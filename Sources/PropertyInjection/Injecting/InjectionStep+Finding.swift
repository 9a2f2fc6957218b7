extension InjectionStep {
  /// The step for a property: what its key leads to.
  ///
  /// - Parameters:
  ///   - place: Where its storage lies, if it is a marked one.
  ///   - isLazy: Whether the value is to be made when the property is first read.
  static func step<Value>(
    for property: InjectableProperty, _ type: Value.Type, in bindings: BindingTable,
    at place: StoragePlace? = nil, isLazy: Bool = false
  ) -> InjectionStep {
    let storage = place.map { InjectedStorage<Value>.access(at: $0) }
    switch bindings.lookUp(property.bindingName, type) {
    case .found(let binding):
      let step: InjectionStep
      if let accessors = (binding.provider as? AccessorProvider<Value>)?.accessors {
        guard let place else {
          return InjectionStep(
            property,
            .none(.accessorWithoutMark) {
              InjectionIssue(
                .accessorWithoutMark, property: property,
                related: [RegistryEntry(binding: binding)])
            })
        }
        return InjectionStep(
          property, .binding(binding, intercepting(binding, accessors, place)), storage: storage)
      }
      if isLazy, let place {
        step = InjectionStep(
          property, .binding(binding, waiting(for: binding, Value.self, place)), storage: storage)
      } else {
        step = InjectionStep(property, .binding(binding, storing(binding, type)), storage: storage)
      }
      step.settle(binding, as: type)
      return step
    case .nothing:
      return InjectionStep(property, .none(.boundToNothing) { nil }, storage: storage)
    case let miss:
      return InjectionStep(
        property,
        .none(miss.reason) {
          var issue = miss.issue(lookingFor: property.bindingName, type, in: bindings)
          issue.describe(property)
          return issue
        }, storage: storage)
    }
  }

  /// Stores the value of a binding.
  private static func storing<Value>(_ binding: Binding, _ type: Value.Type) -> Store {
    { call, step, root in
      let provided = call.injector.provide(type, from: binding, for: call) { value in
        _ = withUnsafePointer(to: value) { step.access(root, .store($0)) }
      }
      if case .value = provided { step.settle(binding, as: type) }
      return provided
    }
  }

  /// Leaves a value to be made when the property is first read.
  private static func waiting<Value>(
    for binding: Binding, _ type: Value.Type, _ place: StoragePlace
  ) -> Store {
    { call, step, root in
      guard binding.isolation.admits(call.isolation) else { return .refused(.isolation) }
      guard let storage: InjectedStorage<Value> = place.storage(of: root) else { return .nothing }
      storage.interceptor = LazyValue(binding, step, call)
      step.settle(binding, as: type)
      return .value
    }
  }

  /// Puts a binding's accessors before the property.
  private static func intercepting<Value>(
    _ binding: Binding, _ accessors: PropertyAccessors<Value>, _ place: StoragePlace
  ) -> Store {
    { call, step, root in
      guard binding.isolation.admits(call.isolation) else { return .refused(.isolation) }
      guard let storage: InjectedStorage<Value> = place.storage(of: root) else { return .nothing }
      storage.interceptor = AccessorInterceptor(
        accessors, place.owner(of: root), PropertySite(step.property, call))
      return .value
    }
  }
}
