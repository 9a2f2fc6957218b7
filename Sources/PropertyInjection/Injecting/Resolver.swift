/// What a factory receives: the injector that runs it.
///
/// ```swift
/// registry.register("report") { resolver in
///   let report = Report(clock: resolver[.clock])
///   resolver.injectDependencies(to: report)
///   return report
/// }
/// ```
///
/// It does the same as the injector, so that a factory need not capture one, and follows the injector
/// that runs the factory: a derived one where the factory is run by a derived one.
public struct Resolver: Sendable {
  /// The injector that runs the factory.
  public let injector: PropertyInjector

  /// Makes objects later, without keeping the injector; for what the factory's product needs then.
  public var objectFactory: ObjectFactory { ObjectFactory(injector) }

  /// The instance for a name and a type; see ``PropertyInjector/instance(for:isolation:fileID:line:)``.
  public func instance<Value>(
    for key: InjectionKey<Value>, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    injector.instance(for: key, isolation: isolation, fileID: fileID, line: line)
  }

  /// The instance for a type; see ``PropertyInjector/instance(of:isolation:fileID:line:)``.
  public func instance<Value>(
    of type: Value.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    injector.instance(of: type, isolation: isolation, fileID: fileID, line: line)
  }

  /// The instance for a key: `resolver[.clock]`, `resolver[.type(Clock.self)]`.
  public subscript<Value: Sendable>(
    key: InjectionKey<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    injector[key, fileID, line]
  }

  /// Makes a value of a type with creation-time arguments: `resolver.make(House.self, "Jenny", 3)`.
  public func make<Value>(
    _ type: Value.Type, _ arguments: Any?..., isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    injector.made(
      nil, type, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Makes the value of a key with creation-time arguments.
  public func make<Value>(
    _ key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    injector.made(
      key.name, Value.self, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Fills the nil properties of an object that the factory has made.
  @discardableResult
  public func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    injector.injectDependencies(to: object, isolation: isolation, fileID: fileID, line: line)
  }

  /// Fills the nil properties of a value that the factory has made.
  @discardableResult
  public func injectDependencies<Subject>(
    to value: inout Subject, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    injector.injectDependencies(to: &value, isolation: isolation, fileID: fileID, line: line)
  }
}
