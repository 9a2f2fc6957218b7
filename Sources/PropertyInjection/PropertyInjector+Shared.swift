import Synchronization

extension PropertyInjector {
  /// The process's own injector.
  ///
  /// Until ``configure(isolation:_:fileID:line:)`` has ended it is one that injects nothing and reports
  /// each place that uses it.
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
  /// threads that call it at once, one configures and the others wait for it. A configuration that
  /// throws does not count. What is configured is never freed. A test makes an injector of its own, or
  /// derives one with ``overriding(isolation:_:)``, and injects its objects with that. Code that is to
  /// be tested so has its injector injected, `var injector: PropertyInjector?`: the static methods
  /// always use the process's own.
  public static func configure(
    isolation: (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void,
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

  /// Tells why a struct that is passed as a copy does not compile.
  @available(*, unavailable, message: "pass the variable itself, &value: a copy would be filled")
  @discardableResult
  public static func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }

  /// Tells why a type that is passed as an object does not compile.
  @available(
    *, unavailable,
    message: "for a type's static properties, injectDependencies(toStaticPropertiesOf:)"
  )
  @discardableResult
  public static func injectDependencies<Value>(to type: Value.Type) -> InjectionResult { .empty }
}

/// The process's own injector: set once, read without a lock.
private enum SharedInjector {
  private static let address = Atomic<UInt>(0)
  private static let unconfigured = PropertyInjector(Registry(), role: .unconfigured)
  /// Held while a configuration runs, so that others wait for it.
  private static let configuring = Guarded<Void>(())
  @TaskLocal private static var running: Configuration?

  static var current: Unmanaged<PropertyInjector> {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      .map(Unmanaged.fromOpaque) ?? .passUnretained(unconfigured)
  }

  static func configure(
    on actor: (any Actor)?, at location: CodeLocation,
    _ configure: (inout Registry) throws -> Void
  ) rethrows {
    // A configuration within a configuration would wait for itself.
    if let running, running.isCalling { return reportAgain(first: running.location, location) }
    let isFirst = try configuring.withLock { _ in
      guard address.load(ordering: .acquiring) == 0 else { return false }
      var registry = Registry()
      let configuration = Configuration(at: location)
      defer { configuration.end() }
      try $running.withValue(configuration) { try configure(&registry) }
      let injector = PropertyInjector(registry, role: .shared, configuredAt: location)
      address.store(
        UInt(bitPattern: Unmanaged.passRetained(injector).toOpaque()), ordering: .releasing)
      return true
    }
    // The user's handler and eager singletons run with no lock held.
    let injector = current.takeUnretainedValue()
    if isFirst {
      injector.start(on: actor)
    } else {
      reportAgain(first: injector.configuredAt, location)
    }
  }

  /// A configuration that is under way.
  private final class Configuration: RunningMark, @unchecked Sendable {
    // Unchecked, as its superclass is: everything it adds is constant.
    let location: CodeLocation
    init(at location: CodeLocation) { self.location = location }
  }

  private static func reportAgain(first: CodeLocation?, _ location: CodeLocation) {
    var issue = InjectionIssue(.configuredTwice)
    issue.location = first
    issue.injectionLocation = location
    current.takeUnretainedValue().reporter.report(issue)
  }
}
