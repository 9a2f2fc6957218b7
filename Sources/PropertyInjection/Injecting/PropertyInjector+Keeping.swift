// What an override keeps for itself.
extension PropertyInjector {
  /// The binding that keeps the value for this injector: a copy, if an override has inherited it.
  ///
  /// Then a value that production code keeps is made anew, from what the override registers, and
  /// goes with the override. The object graphs of requests are their own anyway.
  func ownCopy(of binding: Binding) -> Binding {
    guard keepsApart(binding) else { return binding }
    return keptApart.withLock { copies in
      if let copy = copies[ObjectIdentifier(binding)] { return copy }
      let copy = binding.copy(for: registry.origin)
      copies[ObjectIdentifier(binding)] = copy
      return copy
    }
  }

  /// Whether the value of an inherited binding is made and kept for this injector alone.
  func keepsApart(_ binding: Binding) -> Bool {
    role == .override && binding.keepsValue && binding.origin !== registry.origin
  }

  /// Forgets the values in the scope `cached`.
  func forgetCached() {
    // An override does not touch what others keep.
    guard role == .override else {
      return registry.bindings.forEach { $0.shared?.reset() }
    }
    for copy in keptApart.withLock({ Array($0.values) }) { copy.shared?.reset() }
    registry.bindings.forEach { binding in
      if binding.origin === registry.origin { binding.shared?.reset() }
    }
  }
}
