extension PropertyInjector {
  /// Makes an injector of its own, apart from the shared one.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - configure: Registers and declares. It runs once, now, in the caller's isolation; what it
  ///     throws is passed on.
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    var registry = Binding.emptyRegistry()
    try configure(&registry)
    self.init(registry, role: .own)
    start(on: isolation)
  }

  /// Derives an injector that differs from this one, which stays as it is.
  ///
  /// ```swift
  /// let injector = PropertyInjector.shared.overriding { registry in
  ///   registry.register(.clock, instance: StoppedClock())
  /// }
  /// ```
  ///
  /// What is registered here goes before all that is inherited, for every property and look-up that it fits;
  /// the type of the inherited binding does not count. An override whose type does not fit what asks for its name
  /// is reported.
  ///
  /// Costs a copy of what is changed of the registry, and each type's plan is made anew in the new injector.
  ///
  /// What a binding keeps is the same in both injectors, unless the binding is replaced or its scope
  /// set here; see ``InjectionScope``. The new injector keeps this one alive.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - change: Gets a copy of this injector's registry; it may register, replace, remove, declare,
  ///     install and uninstall.
  public func overriding(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let parent = effective
    var registry = parent.registry
    registry.derive()
    try change(&registry)
    let injector = PropertyInjector(registry, role: .own, parent: parent)
    injector.start(on: isolation)
    return injector
  }
}
