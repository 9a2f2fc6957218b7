extension InjectedStorage: MarkedStorage {
  var valueType: Any.Type { Value.self }

  var interceptedAs: InjectionCandidate.Kind? { interceptor?.kind }

  func needsWrapper(_ property: InjectableProperty, in bindings: BindingTable) -> Bool {
    if request.isLazy || request.maker != nil { return true }
    guard case .found(let binding) = bindings.lookUp(property.bindingName, Value.self) else {
      return false
    }
    return binding.provider.isAccessor
  }

  func access(at place: StoragePlace) -> PropertyAccess {
    { root, operation in
      let storage: InjectedStorage<Value> = place.value(of: root)
      switch operation {
      case .probe:
        return storage.isFree ? .isNil : .alreadySet
      case .fill(let value):
        guard storage.isFree else { return .alreadySet }
        storage.fill(value.assumingMemoryBound(to: Value.self).pointee)
      case .store(let value):
        storage.fill(value.assumingMemoryBound(to: Value.self).pointee)
      }
      return storage.isFree ? .gone : .filled
    }
  }

  private func fill(_ value: Value) {
    clear()
    store(value)
  }

  func step(
    for property: InjectableProperty, at place: StoragePlace, in injector: PropertyInjector
  ) -> InjectionStep {
    guard request.maker != nil else {
      return .step(for: property, Value.self, in: injector, at: place, isLazy: request.isLazy)
    }
    return InjectionStep(
      property,
      .own { call, step, root in
        // Each object's own wrapper is asked.
        let storage: InjectedStorage<Value> = place.value(of: root)
        guard let maker = storage.request.maker as? any AccessorMaking<Value> else {
          return .nothing
        }
        let site = PropertySite(step.property, call)
        var made: PropertyAccessors<Value>?
        // It may ask code of the user's, for a key or a store.
        let refusal = ResolutionChain.follow(.accessors(of: site)) { [injector = call.injector] _ in
          made = maker.accessors(for: site, from: injector)
        }
        if let refusal { return .refused(refusal) }
        guard let accessors = made else { return .nothing }
        storage.interceptor = AccessorInterceptor(accessors, place.owner(of: root), site, .setting)
        return .value
      }, .setting, storage: Self.storageAccess(at: place))
  }

  /// Reaches the storage in each object of the type, whatever the type of the value.
  static func storageAccess(at place: StoragePlace) -> InjectionStep.StorageAccess {
    { root in place.value(of: root) as InjectedStorage<Value> }
  }

  func removeInterceptor() -> Bool {
    guard let interceptor else { return false }
    let leftBehind = interceptor.leftBehind(self)
    clear()
    store(leftBehind)
    return true
  }
}
