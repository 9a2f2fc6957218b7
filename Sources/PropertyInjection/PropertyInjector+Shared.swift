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

  /// Explains why a struct that is passed as a copy, or a type, does not compile.
  @available(
    *, unavailable,
    message:
      "pass the variable itself, &value; of an object that is held as Any or any P, value as AnyObject"
  )
  @discardableResult
  public static func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }
}
