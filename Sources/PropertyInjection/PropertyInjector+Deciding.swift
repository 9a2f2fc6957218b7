extension PropertyInjector {
  /// Fills the nil properties of an object as a closure decides for each, and calls its hook.
  ///
  /// ```swift
  /// injector.injectDependencies(to: player) { point in
  ///   switch point.name {
  ///   case "clock": .inject(StoppedClock())
  ///   case "album": .skip
  ///   default: .asUsual
  ///   }
  /// }
  /// ```
  ///
  /// The closure is asked about every nil property of the object that may be injected, declared or
  /// marked, its own and those of its superclasses, in the order in which they are filled. A setting
  /// counts as nil until an injection connects it to its store; a property with accessors counts as
  /// set. The closure runs once per property, in the caller's isolation, with no lock held. The hook is
  /// called if any property was filled. The idea is DeluxeInjection's `forceInject:`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  ///   - decide: Decides on a property.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult {
    withoutActuallyEscaping(decide) { decide in
      inject(
        object,
        for: InjectionCall(
          injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line),
          decide: decide))
    }
  }

  /// Fills the nil properties of a struct as a closure decides for each, and calls its hook.
  @discardableResult
  public func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult {
    withoutActuallyEscaping(decide) { decide in
      inject(
        &value,
        for: InjectionCall(
          injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line),
          decide: decide))
    }
  }
}
