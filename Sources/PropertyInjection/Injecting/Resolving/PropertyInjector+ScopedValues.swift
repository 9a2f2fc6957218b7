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
    let owner = owner(of: binding)
    if owner.registry.origin !== binding.origin, let values = owner.values {
      return values.value(of: binding)
    }
    // Only bindings that keep their values are asked for one.
    return binding.shared.unsafelyUnwrapped
  }

  /// The scoped value of a binding, here and now, and the injector that makes it.
  func scopedValue(
    of binding: Binding
  ) -> Result<(ScopedValue, PropertyInjector), Failure> {
    let owner = owner(of: binding)
    switch binding.lifetime {
    case .values(let store):
      var found: Result<ScopedValue, any Error>?
      let refusal = ResolutionChain.follow(.store(binding)) { _ in
        // An override has values of its own: what it makes does not outlive it.
        found = Result {
          let store = try store()
          return owner.values?.value(of: binding, in: store.context) ?? store.value(of: binding)
        }
      }
      if let refusal { return .failure(refusal) }
      // One of both is set.
      return found.unsafelyUnwrapped.map { ($0, owner) }.mapError {
        Failure(.outOfScope(ThrownError($0)))
      }
    case .graph:
      let graph = ResolutionChain.calling?.graph ?? ScopedValues()
      return .success((graph.value(of: binding, in: owner.values?.context), owner))
    case .unique, .singleton, .weak, .cached:
      return .success((value(of: binding), owner))
    }
  }
}
