extension PropertyInjector {
  /// Fills the nil static properties of a type.
  ///
  /// ```swift
  /// registry.declare("session", \Account.Type.session)
  /// ```
  /// ```swift
  /// injector.injectDependencies(toStaticPropertiesOf: Account.self)
  /// ```
  ///
  /// They are declared with a key path that starts at the metatype, `\Account.Type`. What is
  /// declared for a class fills its subclasses too: they share a static property, while a class
  /// property that a subclass overrides is the subclass's own. The memory of static properties is
  /// not known. So a static property that is marked with ``Injected`` must be declared as well, and
  /// gets its value at once: it cannot be lazy or have accessors. The hook is not called, because
  /// it belongs to objects. The idea is DeluxeInjection's class properties.
  ///
  /// - Parameters:
  ///   - type: The type; its dynamic type decides.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object>(
    toStaticPropertiesOf type: Object.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    inject(
      staticPropertiesOf: type,
      for: InjectionCall(
        injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line)))
  }
}
