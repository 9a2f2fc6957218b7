extension PropertyInjector {
  /// Makes an injector that is independent of the shared one.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code.
  ///   - configure: Registers and declares. It runs once, now, in the caller's isolation; an error
  ///     that it throws is passed on.
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    var registry = Registry.withBuiltInBindings()
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
  /// A binding that is registered here goes before all inherited ones, for every property and look-up that
  /// it fits; the type of the inherited binding does not count. If an override does not fit a
  /// property or a look-up of its name, that is reported.
  ///
  /// Costs a copy of the list of the registry's layers; the new injector makes the plan of each type anew.
  ///
  /// Both injectors share the scoped instance of a binding, unless the binding is replaced or its scope
  /// is set here; see ``InjectionScope``. The new injector keeps this one alive.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code.
  ///   - change: Gets a copy of this injector's registry; it may register, replace, remove,
  ///     declare, install and uninstall.
  public func overriding(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let injector = try derived(change)
    injector.start(on: isolation)
    return injector
  }

  /// Derives an injector whose eager singletons are not made.
  ///
  /// - Parameter reportsAsParent: Whether its issues are reported once with those of this one.
  package func derived(
    as role: Role = .own, reportsAsParent: Bool = false, _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let parent = replacementOrSelf
    var registry = parent.registry
    registry.derive()
    try change(&registry)
    return PropertyInjector(
      consume registry, role: role, parent: parent,
      reporter: reportsAsParent ? parent.reporter : nil)
  }
}
