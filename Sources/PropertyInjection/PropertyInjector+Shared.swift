extension PropertyInjector {
  /// The process's own injector.
  ///
  /// Until ``configure(isolation:_:fileID:line:)`` has ended it injects nothing and reports each place that
  /// uses it. What is taken before works afterwards.
  public static var shared: PropertyInjector { SharedInjector.current.takeUnretainedValue() }

  /// Configures the process's own injector, once, before the first object asks for its dependencies.
  ///
  /// ```swift
  /// PropertyInjector.configure { registry in
  ///   registry.register("myService", instance: MyService())
  ///   registry.declare("myService", \ViewController.myService)
  /// }
  /// ```
  ///
  /// The first configuration stays. A later call does not run its closure; it reports both places. Of
  /// threads that call it at once, one configures and the others wait for it; one that would wait in a
  /// circle, or that is within a configuration, is not run and is reported. A configuration that
  /// throws does not count. What is configured is never freed. A test makes an injector of its own, or
  /// derives one with ``overriding(isolation:_:)``, and injects its objects with that. Code that is to
  /// be tested so has its injector injected, `var injector: PropertyInjector?`: the static methods
  /// always use the process's own.
  public static func configure(
    isolation: isolated (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) rethrows {
    try SharedInjector.configure(
      on: isolation, at: CodeLocation(fileID: fileID, line: line), configure)
  }

  /// Fills the nil properties of an object from the process's own injector, and tells it.
  ///
  /// The object's dynamic type decides what is filled, on the actor that it belongs to. Before
  /// ``configure(isolation:_:fileID:line:)`` it does nothing and reports that.
  @discardableResult
  public static func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return SharedInjector.current._withUnsafeGuaranteedRef {
      $0.inject(
        object, for: InjectionCall(injector: $0, actor: isolation, location: location))
    }
  }

  /// Fills the nil properties of a struct from the process's own injector, and tells it.
  @discardableResult
  public static func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return SharedInjector.current._withUnsafeGuaranteedRef {
      $0.inject(
        &value, for: InjectionCall(injector: $0, actor: isolation, location: location))
    }
  }

  /// Tells why a struct that is passed as a copy, or a type, does not compile.
  @available(
    *, unavailable,
    message: """
      pass the variable itself, &value: a copy would be filled; for a type's static properties, \
      shared.injectDependencies(toStaticPropertiesOf:)
      """
  )
  @discardableResult
  public static func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }
}
