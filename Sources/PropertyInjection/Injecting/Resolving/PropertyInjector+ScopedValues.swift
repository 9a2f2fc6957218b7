// The place of a scoped instance, and the injector that makes it.
extension PropertyInjector {
  /// The injector that makes and keeps a scoped instance: the innermost override, or else the injector that the
  /// binding was registered with.
  ///
  /// So a value that production code keeps is made anew for an override, from what that registers, and goes with it.
  package func owner(of binding: Binding) -> PropertyInjector {
    sequence(first: self, next: \.parent).first { injector in
      injector.registry.origin === binding.origin
        || injector.role == .override && binding.shared != nil
    } ?? self
  }

  /// The value of a binding that an injector keeps.
  func value(of binding: Binding) -> ScopedValue {
    // Only bindings that keep their values are asked for one.
    let own = binding.shared.unsafelyUnwrapped
    let owner = owner(of: binding)
    guard owner.registry.origin !== binding.origin, let values = owner.values else { return own }
    return values.value(of: binding, with: owner) {
      ScopedValue(own.lifetime, confinedTo: own.isolation)
    }
  }

  /// Forgets the values in the scope `cached`.
  func forgetCached() {
    registry.bindings.forEach { binding in
      // An override does not touch the values that others keep.
      if case .cached = binding.lifetime { value(of: binding).reset() }
    }
  }

  /// The scoped value of a binding, here and now, and the injector that makes it.
  func scopedValue(
    of binding: Binding
  ) -> Result<(ScopedValue, PropertyInjector), Failure> {
    let owner = owner(of: binding)
    // For a store that decides how long the value is kept.
    func newValue() -> ScopedValue { ScopedValue(confinedTo: binding.isolation) }
    switch binding.lifetime {
    case .values(let store):
      var found: Result<ScopedValue, any Error>?
      let refusal = ResolutionChain.follow(.store(binding)) { _ in
        // An override has values of its own: what it makes does not outlive it.
        found = Result {
          let store = try store()
          return owner.values?.value(of: binding, with: store.context, newValue)
            ?? store.value(of: binding, with: owner, newValue)
        }
      }
      if let refusal { return .failure(refusal) }
      // One of both is set.
      return found.unsafelyUnwrapped.map { ($0, owner) }.mapError {
        Failure(.outOfScope(ThrownError($0)))
      }
    case .graph:
      let graph = ResolutionChain.calling?.graph
      return .success((graph?.value(of: binding, with: owner, newValue) ?? newValue(), owner))
    case .unique, .singleton, .weak, .cached:
      return .success((value(of: binding), owner))
    }
  }
}
