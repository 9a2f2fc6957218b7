extension PropertyInjector {
  /// Runs code for which the shared injector is overridden.
  ///
  /// ```swift
  /// let editor = Editor()
  /// PropertyInjector.withOverrides { registry in
  ///   registry.register("store", instance: FakeStore())
  /// } operation: {
  ///   PropertyInjector.injectDependencies(to: editor)
  /// }
  /// ```
  ///
  /// The override reaches every call of the static methods and of the shared injector, wherever the
  /// caller has got it, in the operation and in the tasks that it starts, as long as they run; a task
  /// of `Task.detached` does not see it. Other tasks are not touched, so that tests override the one
  /// shared injector in different ways at once. Overrides nest: the inner one goes before the outer
  /// one. It works also if the shared injector is never configured.
  ///
  /// What is kept is kept apart: a ``InjectionScope/singleton`` or a cached value of the
  /// configuration is made anew, at its first use in the operation, with what the override
  /// registers, and is forgotten with it. An instance that the configuration has registered is the
  /// same object for all. A lazy property asks the injector that has injected its object. The other
  /// way round, a value that an injector keeps beyond the operation is made without the override,
  /// also if it is first asked for there: one of an injector that was derived before, or of an
  /// object that was injected before.
  ///
  /// An override takes a few microseconds to make, whatever the size of the configuration. While one
  /// is in force, every call of the same injector, in any task, looks at the overrides of its task,
  /// which takes tens of nanoseconds; at other times calls take no longer than before. `make bench`
  /// measures both. The idea is that of the task-local overrides of
  /// swift-dependencies.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - change: Gets a copy of the shared injector's registry, as in
  ///     ``overriding(isolation:_:)``. It runs once, now.
  ///   - operation: The code that the override is for.
  @discardableResult
  public static func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try shared.withOverrides(isolation: isolation, change, operation: operation)
  }

  /// Runs asynchronous code for which the shared injector is overridden.
  ///
  /// Like the synchronous method, on the actor of the caller.
  @discardableResult
  public static func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await shared.withOverrides(isolation: isolation, change, operation: operation)
  }

  /// Runs code for which this injector is overridden.
  ///
  /// Like the static method, for an injector of one's own; calls of the shared injector and of
  /// others, derived ones too, are not touched.
  @discardableResult
  public func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try makeOverride(isolation: isolation, change).run(operation)
  }

  /// Runs asynchronous code for which this injector is overridden.
  @discardableResult
  public func withOverrides<Result>(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await makeOverride(isolation: isolation, change).run(operation)
  }

  /// Makes an override of this injector, which is in force once it is the task's current one.
  package func makeOverride(
    isolation: isolated (any Actor)?, _ change: (inout Registry) throws -> Void
  ) rethrows -> ActiveOverride {
    let base = effective
    var registry = base.registry
    registry.derive(isForOverride: true)
    try change(&registry)
    let injector = PropertyInjector(consume registry, role: .override, parent: base)
    let override = ActiveOverride(injector, of: base)
    override.run { injector.start(on: isolation) }
    return override
  }
}
