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
    let found = bindings.lookUp(property.bindingName, type)
    let step = InjectionStep(
      property, source(found, for: property, type, in: bindings, at: place, isLazy: isLazy),
      storage: place.map { InjectedStorage<Value>.storageAccess(at: $0) },
      isForNow: found.isForNow)
    if case .found(let binding) = found { step.settle(binding, as: type) }
    return step
  }

  /// Where the value comes from, once the key has been looked up.
  private static func source<Value>(
    _ found: BindingLookup, for property: InjectableProperty, _ type: Value.Type,
    in bindings: BindingTable, at place: StoragePlace?, isLazy: Bool
  ) -> Source {
    switch found {
    case .found(let binding):
      guard let accessors = (binding.provider as? AccessorProvider<Value>)?.accessors else {
        // What is there need not wait for a reader.
        guard isLazy, let place, binding.provider.isFactory else {
          return .binding(binding, storing(binding, type))
        }
        return .binding(binding, waiting(for: binding, type, place))
      }
      guard let place else {
        return .none(.accessorWithoutMark) {
          InjectionIssue(
            .accessorWithoutMark, property: property, related: [RegistryEntry(binding: binding)])
        }
      }
      return .binding(binding, intercepting(binding, accessors, place))
    case .nothing:
      return .none(.boundToNothing) { nil }
    case let miss:
      return .none(miss.reason) {
        var issue = miss.issue(lookingFor: property.bindingName, type, in: bindings)
        issue.describe(property)
        return issue
      }
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
