import Synchronization

extension PropertyInjector {
  /// The process's own injector.
  ///
  /// Until ``configure(isolation:_:fileID:line:)`` has ended it injects nothing and reports each place that
  /// uses it. What is taken before works afterwards.
  public static var shared: PropertyInjector { SharedInjector.current.takeUnretainedValue() }

  /// The injector that does the work: the process's own, once it is configured, for what was taken before.
  var effective: PropertyInjector {
    role == .unconfigured ? SharedInjector.current.takeUnretainedValue() : self
  }

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

/// The process's own injector: set once, read without a lock.
private enum SharedInjector {
  private static let address = Atomic<UInt>(0)
  private static let unconfigured = PropertyInjector(Registry(), role: .unconfigured)
  /// Made as a kept value is: once, by one thread, while others wait for it, but not in a circle.
  private static let configuration = Creatable()

  static var current: Unmanaged<PropertyInjector> {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      .map(Unmanaged.fromOpaque) ?? .passUnretained(unconfigured)
  }

  private static var isConfigured: Bool { address.load(ordering: .acquiring) != 0 }

  static func configure<Failure: Error>(
    on actor: (any Actor)?, at location: CodeLocation,
    _ configure: (inout Registry) throws(Failure) -> Void
  ) throws(Failure) {
    while !isConfigured {
      var attempt = Attempt<Failure>.again
      ResolutionChain.configuring(at: location) { chain in
        attempt = self.attempt(at: location, chain, configure)
      }
      switch attempt {
      case .again: continue
      case .configured: return current.takeUnretainedValue().start(on: actor)
      case .failed(let error): throw error
      case .circle(let first): return reportAgain(first: first, location)
      }
    }
    reportAgain(first: current.takeUnretainedValue().configuredAt, location)
  }

  /// What came of trying to configure.
  private enum Attempt<Failure: Error> {
    case configured
    case failed(Failure)
    /// Another thread was about it, and has ended.
    case again
    /// The thread that configures there waits for this one, or is this one.
    case circle(CodeLocation)
  }

  private static func attempt<Failure: Error>(
    at location: CodeLocation, _ chain: ResolutionChain,
    _ configure: (inout Registry) throws(Failure) -> Void
  ) -> Attempt<Failure> {
    let creation = Creation(configuration, chain)
    var attempt = Attempt<Failure>.again
    let beginning = creation.make {
      // Another thread may have configured it just before.
      if !isConfigured { attempt = make(at: location, configure) }
      return nil
    }
    switch beginning {
    case .mine: break
    case .others(let other): _ = creation.wait(for: other)
    case .circle(let other, _, _): attempt = other.configuredAt.map(Attempt.circle) ?? .again
    }
    return attempt
  }

  private static func make<Failure: Error>(
    at location: CodeLocation, _ configure: (inout Registry) throws(Failure) -> Void
  ) -> Attempt<Failure> {
    var registry = Registry()
    do {
      try configure(&registry)
    } catch {
      return .failed(error)
    }
    let injector = PropertyInjector(registry, role: .shared, configuredAt: location)
    address.store(
      UInt(bitPattern: Unmanaged.passRetained(injector).toOpaque()), ordering: .releasing)
    return .configured
  }

  private static func reportAgain(first: CodeLocation?, _ location: CodeLocation) {
    var issue = InjectionIssue(.configuredTwice)
    issue.location = first
    issue.injectionLocation = location
    current.takeUnretainedValue().reporter.report(issue)
  }
}
