/// What a factory receives: the injector that runs it.
///
/// ```swift
/// registry.register("report") { resolver in
///   let report = Report(clock: resolver.instance(for: .clock))
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
