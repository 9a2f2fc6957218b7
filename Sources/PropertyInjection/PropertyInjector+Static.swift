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
  /// They are declared with a key path that starts at the type's own type. What is declared for a class
  /// fills its subclasses too: a static property is one for all of them, and a class property that a
  /// subclass overrides is that of the subclass. Where static properties lie is not known, so one that
  /// is marked with ``Injected`` is declared as well, and is given its value at once: it cannot be lazy
  /// or have accessors. The hook is not called: it belongs to objects. The idea is DeluxeInjection's
  /// class properties.
  ///
  /// - Parameters:
  ///   - type: The type; its dynamic type decides.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  /// - Returns: What was filled and what was not, for those who care.
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
