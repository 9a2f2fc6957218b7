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

  /// Makes an injector of a module, and of what is registered besides, which goes before that.
  ///
  /// ```swift
  /// let injector = PropertyInjector(appModule) { $0.register(instance: FakeStore() as any Store) }
  /// ```
  public convenience init(
    _ module: InjectionModule, isolation: isolated (any Actor)? = #isolation,
    _ configure: (inout Registry) -> Void = { _ in }
  ) {
    self.init(isolation: isolation) {
      $0.install(module)
      configure(&$0)
    }
  }

  /// Makes an injector of a module of the main actor, and of what is registered besides.
  @MainActor public convenience init(
    _ module: MainActorModule, _ configure: (inout Registry) -> Void = { _ in }
  ) {
    self.init {
      $0.install(module)
      configure(&$0)
    }
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

  /// Derives an injector with a module, and with what is registered besides, which goes before that.
  public func overriding(
    _ module: InjectionModule, isolation: isolated (any Actor)? = #isolation,
    _ change: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    overriding(isolation: isolation) {
      $0.install(module)
      change(&$0)
    }
  }

  /// Derives an injector with a module of the main actor, and with what is registered besides.
  @MainActor public func overriding(
    _ module: MainActorModule, _ change: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    overriding {
      $0.install(module)
      change(&$0)
    }
  }

  /// Derives an injector whose eager singletons are not made.
  ///
  /// - Parameters:
  ///   - reportsAsParent: Whether its issues are reported once with those of this one.
  ///   - first: The first injector of an override, if this one adds to that: the new one keeps the same values. It is
  ///     the parent, so that many of them are no chain.
  package func derived(
    as role: Role = .own, reportsAsParent: Bool = false, adding first: PropertyInjector? = nil,
    _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let parent = replacementOrSelf
    var registry = parent.registry
    registry.derive()
    try change(&registry)
    return PropertyInjector(
      consume registry, role: role, parent: first ?? parent,
      reporter: reportsAsParent ? parent.reporter : nil, keeping: first?.values)
  }
}

extension PropertyInjector {
  /// Runs code for which the injector is overridden.
  ///
  /// ```swift
  /// let editor = Editor()
  /// PropertyInjector.shared.withOverrides { registry in
  ///   registry.register("store", instance: FakeStore())
  /// } operation: {
  ///   PropertyInjector.injectDependencies(to: editor)
  /// }
  /// ```
  ///
  /// The override reaches every call of the injector, wherever the caller has got it, in the operation
  /// and in the tasks that it starts, as long as they run; for the shared injector, every call of the
  /// static methods. A task of `Task.detached` does not see it. Other tasks are not touched, so that
  /// tests override the one shared injector in different ways at once. Calls of other injectors, derived
  /// ones too, are not touched either. Overrides nest: the inner one goes before the outer one. It works
  /// also if the shared injector is never configured.
  ///
  /// Scoped instances are made anew for the override: a ``InjectionScope/singleton`` or a cached value of
  /// the configuration is made at its first use in the operation, with what the override registers, and is
  /// forgotten with it. An instance that the configuration has registered is the
  /// same object for all. A lazy property asks the injector that has injected its object. The other
  /// way round, a value that an injector keeps beyond the operation is made without the override,
  /// also if it is first asked for there: one of an injector that was derived before, or of an
  /// object that was injected before. A value of an injector that is made in the operation is made
  /// within the override, on every thread.
  ///
  /// An override takes a few microseconds to make, whatever the size of the configuration. While one
  /// is in force, every call of an injector, in any task, looks at the overrides of its task,
  /// which takes tens of nanoseconds; at other times calls take no longer than before. `make bench`
  /// measures both. The idea is that of the task-local overrides of
  /// swift-dependencies.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code.
  ///   - change: Gets a copy of the injector's registry, as in
  ///     ``overriding(isolation:_:)``. It runs once, now.
  ///   - operation: The code that the override is for.
  @discardableResult
  public func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try Override.$current.withValue(makeOverride(isolation: isolation, change)) { try operation() }
  }

  /// Runs asynchronous code for which the injector is overridden, on the actor of the caller.
  @discardableResult
  public func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Override.$current.withValue(makeOverride(isolation: isolation, change)) {
      try await operation()
    }
  }

  /// Makes an override of this injector, which is in force once it is the task's current one.
  package func makeOverride(
    as role: Role = .override, isolation: isolated (any Actor)?,
    _ change: (inout Registry) throws -> Void
  ) rethrows -> Override {
    let injector = try derived(as: role, change)
    let override = Override(injector, within: .current)
    if !injector.registry.issues.isEmpty || injector.registry.contents.hasEager {
      Override.$current.withValue(override) { injector.start(on: isolation) }
    }
    return override
  }
}

extension Override {
  /// Registers more, for all calls that follow; the values that are kept already stay.
  package func add(on actor: (any Actor)?, _ change: (inout Registry) throws -> Void) rethrows {
    let next = try injector.derived(as: .override, adding: first, change)
    replaceInjector(with: next)
    next.start(on: actor)
  }
}
