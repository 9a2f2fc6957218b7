// The scoped instances of an override: copies of inherited bindings keep them.
extension PropertyInjector {
  /// The binding that keeps the scoped instance for this injector: a copy, if an override has inherited
  /// the binding.
  ///
  /// Then a value that production code keeps is made anew, from what the override registers, and
  /// goes with the override.
  func ownCopy(of binding: Binding) -> Binding {
    guard binding.shared != nil else { return binding }
    let owner = owner(of: binding)
    return owner.makesOwnCopy(of: binding) ? owner.copy(of: binding) : binding
  }

  private func copy(of binding: Binding) -> Binding {
    let source = ObjectIdentifier(binding)
    return ownCopies[source]
      ?? ownCopies.keep(binding.copy(for: registry.origin), of: source)
  }

  /// The injector that makes and keeps a scoped instance: the innermost override that inherits the
  /// binding, or else the injector that the binding was registered with.
  func owner(of binding: Binding) -> PropertyInjector {
    sequence(first: self, next: \.parent).first { injector in
      injector.makesOwnCopy(of: binding) || injector.registry.origin === binding.origin
    } ?? self
  }

  /// Whether this is an override that has a copy of an inherited binding.
  private func makesOwnCopy(of binding: Binding) -> Bool {
    role == .override && binding.shared != nil && binding.origin !== registry.origin
  }

  /// Forgets the values in the scope `cached`.
  func forgetCached() {
    registry.bindings.forEach { binding in
      // An override does not touch what others keep.
      if binding.shared != nil { ownCopy(of: binding).shared?.reset() }
    }
  }
}
