extension PropertyInjector {
  /// Removes the getters and setters, unread lazy values and settings of an object's marked properties.
  ///
  /// ```swift
  /// let names = injector.removeAccessors(of: player)
  /// ```
  ///
  /// The properties are plain then, and hold their stored values: the value that a lazy property
  /// has made, or that a setter has stored. A property that was a setting holds nothing and reads
  /// its default. The next injection may fill the properties that are nil. The removal is a write
  /// of the property: no other thread may use it meanwhile. Any injector may remove what another
  /// one has put there, unless it declares the property with a key path, but it runs on the object's actor: from
  /// elsewhere nothing is done, and that is reported. The idea is DeluxeInjection's `reject:` and `rejectAll`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that calls this itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  ///   - isToBePlain: Whether a property becomes plain; left out, all do.
  /// - Returns: The names of the properties that have become plain.
  @discardableResult
  public func removeAccessors<Object: AnyObject>(
    of object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    where isToBePlain: (InjectionPoint) -> Bool = { _ in true }
  ) -> [String] {
    let injector = replacementOrSelf
    let call = InjectionCall(
      injector: injector, actor: isolation, location: CodeLocation(fileID: fileID, line: line))
    var root: AnyObject = object
    return withUnsafeMutablePointer(to: &root) {
      injector.removeAccessors(at: UnsafeMutableRawPointer($0), type(of: object), call, isToBePlain)
    }
  }

  private func removeAccessors(
    at root: UnsafeMutableRawPointer, _ type: Any.Type, _ call: borrowing InjectionCall,
    _ isToBePlain: (InjectionPoint) -> Bool
  ) -> [String] {
    guard
      let plan = (plans.entry(for: TypeKey(type: type)) ?? (try? makePlan(type, root, call)))?
        .takeUnretainedValue(),
      refuseUnlessAdmitted(plan, root, call) == nil
    else { return [] }
    return plan.allSteps.compactMap { step in
      guard let storage = step.point.slot(in: root), let kind = storage.interceptedAs,
        isToBePlain(step.injectionPoint(at: call.location, as: kind))
      else { return nil }
      storage.makePlain()
      return step.property.name
    }
  }
}
