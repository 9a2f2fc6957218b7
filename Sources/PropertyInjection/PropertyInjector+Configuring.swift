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
    var registry = Registry()
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

extension PropertyInjector {
  /// The shared injector of the process.
  ///
  /// Until ``configure(isolation:fileID:line:_:)`` has ended it injects nothing, and reports each
  /// place that uses it. A reference that is taken before then works afterwards.
  public static var shared: PropertyInjector { SharedInjector.current.takeUnretainedValue() }

  /// Configures the shared injector, once, before the first object is injected.
  ///
  /// ```swift
  /// PropertyInjector.configure { registry in
  ///   registry.register("myService", instance: MyService())
  ///   registry.declare("myService", \ViewController.myService)
  /// }
  /// ```
  ///
  /// The first configuration stays. A later call does not run its closure; it reports both places.
  /// If several threads call it at once, one configures and the others wait. A call within a
  /// configuration, or in a factory that the other one may wait for, does not run its closure and is reported.
  /// A configuration that throws does not count. The configured injector is never freed.
  ///
  /// A test overrides the shared injector with `withOverrides`, whether it is configured or not, or
  /// makes an injector of its own.
  public static func configure(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try SharedInjector.configure(
      on: isolation, at: CodeLocation(fileID: fileID, line: line), configure)
  }

  /// Configures the shared injector with a module, and with what is registered besides, which goes before that.
  ///
  /// ```swift
  /// PropertyInjector.configure(appModule)
  /// ```
  ///
  /// See ``configure(isolation:fileID:line:_:)``.
  public static func configure(
    _ module: InjectionModule, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ configure: (inout Registry) -> Void = { _ in }
  ) {
    SharedInjector.configure(on: isolation, at: CodeLocation(fileID: fileID, line: line)) {
      $0.install(module)
      configure(&$0)
    }
  }

  /// Configures the shared injector with a module of the main actor.
  @MainActor public static func configure(
    _ module: MainActorModule, fileID: StaticString = #fileID, line: UInt = #line,
    _ configure: (inout Registry) -> Void = { _ in }
  ) {
    SharedInjector.configure(
      on: MainActor.shared, at: CodeLocation(fileID: fileID, line: line)
    ) {
      $0.install(module)
      configure(&$0)
    }
  }

  /// Configures the shared injector again, in place of what it was configured with.
  ///
  /// ```swift
  /// PropertyInjector.reconfigure { $0.install(previewModule) }
  /// ```
  ///
  /// It is for previews, several of which share a process, and for programs that try things out: the
  /// first line in a `#Preview`. Tests override the shared injector for a task instead, with
  /// `withOverrides`. Objects that have got the injector before keep the old one, which is never freed.
  ///
  /// It works in debug builds of the library. In an optimized one, for which the body of a preview is
  /// compiled as well, it does not run the closure and reports that.
  @_disfavoredOverload  // The module for tests has one that works in every build.
  public static func reconfigure(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    let location = CodeLocation(fileID: fileID, line: line)
    #if DEBUG
      try SharedInjector.configure(on: isolation, at: location, again: true, configure)
    #else
      SharedInjector.reportAgain(.notReconfigured, location)
    #endif
  }

  /// Fills the nil properties of an object with the shared injector, and calls its hook.
  ///
  /// The object's dynamic type decides what is filled; the call runs on the actor that the object
  /// belongs to. Before ``configure(isolation:fileID:line:_:)`` it does nothing and reports that.
  @discardableResult
  public static func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return SharedInjector.current._withUnsafeGuaranteedRef {
      $0.inject(object, for: InjectionCall($0, on: isolation, at: location))
    }
  }

  /// Fills the nil properties of a struct with the shared injector, and calls its hook.
  @discardableResult
  public static func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return SharedInjector.current._withUnsafeGuaranteedRef {
      $0.inject(&value, for: InjectionCall($0, on: isolation, at: location))
    }
  }

  /// Fills the elements of a collection with the shared injector, each where it is.
  ///
  /// The elements may be structs, or objects held as `Any`; none is copied. Before
  /// ``configure(isolation:fileID:line:_:)`` it does nothing and reports that. It costs an injection of each element.
  ///
  /// - Returns: Which elements lack something, and what.
  @discardableResult
  public static func injectDependencies<Values: MutableCollection>(
    toEach values: inout Values, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResults {
    shared.injectDependencies(
      toEach: &values, isolation: isolation, fileID: fileID, line: line)
  }

  /// Fills several objects with the shared injector.
  ///
  /// Before ``configure(isolation:fileID:line:_:)`` it does nothing and reports that. It costs an injection of each object.
  ///
  /// - Returns: Which objects lack something, and what.
  @discardableResult
  public static func injectDependencies<Objects: Sequence>(
    toEach objects: Objects, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResults where Objects.Element: AnyObject {
    shared.injectDependencies(
      toEach: objects, isolation: isolation, fileID: fileID, line: line)
  }

  /// Explains why a struct that is passed as a copy, or a type, does not compile.
  @available(
    *, unavailable,
    message:
      "pass the variable itself, &value; of an object that is held as Any or any P, value as AnyObject"
  )
  @discardableResult
  public static func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }
}
