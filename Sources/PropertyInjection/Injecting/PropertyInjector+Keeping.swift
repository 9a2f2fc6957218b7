// What an override keeps for itself.
extension PropertyInjector {
  /// The binding that keeps the value for this injector: a copy, if an override has inherited it.
  ///
  /// Then a value that production code keeps is made anew, from what the override registers, and
  /// goes with the override.
  func ownCopy(of binding: Binding) -> Binding {
    guard binding.shared != nil else { return binding }
    let keeper = keeper(of: binding)
    return keeper.keepsApart(binding) ? keeper.copy(of: binding) : binding
  }

  private func copy(of binding: Binding) -> Binding {
    keptApart.withLock { copies in
      if let copy = copies[ObjectIdentifier(binding)] { return copy }
      let copy = binding.copy(for: registry.origin)
      copies[ObjectIdentifier(binding)] = copy
      return copy
    }
  }

  /// The injector with whose bindings the value of a binding is made, if it is kept: the innermost
  /// override that inherits the binding, or else the injector that the binding was registered with.
  func keeper(of binding: Binding) -> PropertyInjector {
    sequence(first: self, next: \.parent).first { injector in
      injector.keepsApart(binding) || injector.registry.origin === binding.origin
    } ?? self
  }

  /// Whether the value of an inherited binding is made and kept for this injector alone.
  private func keepsApart(_ binding: Binding) -> Bool {
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
