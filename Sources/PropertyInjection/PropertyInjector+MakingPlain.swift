extension PropertyInjector {
  /// Removes the getters and setters, unread lazy values and settings of an object's marked properties.
  ///
  /// ```swift
  /// let plain = injector.makePlain(player)
  /// ```
  ///
  /// The properties are plain then, and hold their stored values: the value that a lazy property
  /// has made, or that a setter has stored. A property that was a setting holds nothing and reads
  /// its default. The next injection may fill the properties that are nil. The removal is a write
  /// of the property: no other thread may use it meanwhile. Any injector may remove what another
  /// one has put there, but it runs on the object's actor: from elsewhere nothing is done, and that
  /// is reported. The idea is DeluxeInjection's `reject:` and `rejectAll`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that calls this itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  ///   - isToBePlain: Whether a property becomes plain; left out, all do.
  /// - Returns: The names of the properties that have become plain.
  @discardableResult
  public func makePlain<Object: AnyObject>(
    _ object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    where isToBePlain: (InjectionPoint) -> Bool = { _ in true }
  ) -> [String] {
    makePlain(
      object: object,
      for: InjectionCall(
        injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line),
        purpose: .makingPlain),
      isToBePlain)
  }

  /// Removes the getters and setters, unread lazy values and settings of a struct's marked properties; copies keep
  /// theirs.
  @discardableResult
  public func makePlain<Value>(
    _ value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    where isToBePlain: (InjectionPoint) -> Bool = { _ in true }
  ) -> [String] {
    let call = InjectionCall(
      injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line),
      purpose: .makingPlain)
    guard let content = TypeMatching.flatten(value) else { return [] }
    if type(of: content) is AnyClass {
      return makePlain(object: content as AnyObject, for: call, isToBePlain)
    }
    func open<Content>(_ content: Content) -> [String] {
      var content = content
      let names = withUnsafeMutablePointer(to: &content) { root in
        makePlain(at: UnsafeMutableRawPointer(root), Content.self, call, isToBePlain)
      }
      if !names.isEmpty, let changed = content as? Value { value = changed }
      return names
    }
    return _openExistential(content, do: open)
  }

  private func makePlain(
    object: AnyObject, for call: borrowing InjectionCall,
    _ isToBePlain: (InjectionPoint) -> Bool
  ) -> [String] {
    var object = object
    let type: Any.Type = type(of: object)
    return withUnsafeMutablePointer(to: &object) { root in
      makePlain(at: UnsafeMutableRawPointer(root), type, call, isToBePlain)
    }
  }

  private func makePlain(
    at root: UnsafeMutableRawPointer, _ type: Any.Type, _ call: borrowing InjectionCall,
    _ isToBePlain: (InjectionPoint) -> Bool
  ) -> [String] {
    let injector = replacementOrSelf
    guard injector === self else {
      return injector.makePlain(
        at: root, type, call.through(injector, reporter: injector.reporter), isToBePlain)
    }
    guard
      let plan = plans.entry(for: TypeKey(type: type))?.takeUnretainedValue()
        ?? (try? makePlan(type, root, call)),
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
