extension PropertyInjector {
  /// Fills an object or a value and returns it, for a chain of calls.
  ///
  /// ```swift
  /// let row = injector.injected(Row())
  /// ```
  ///
  /// Like `injectDependencies(to:)`; a struct comes back filled. Where the calling code belongs to an
  /// actor, the object may have got what belongs to that actor, so it stays there. An object that is sent elsewhere
  /// afterwards is injected on no actor, so that it gets what any code may use, and nothing else:
  ///
  /// ```swift
  /// @MainActor func handle(_ request: Request) async {
  ///   let handler = PropertyInjector.injected(Handler(), isolation: nil)
  ///   await handler.handle(request)  // off the main actor
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: A class instance, a struct, or what holds one.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The same object, or the filled value.
  public func injected<Value>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    var value = value
    injectDependencies(to: &value, isolation: isolation, fileID: fileID, line: line)
    return value
  }

  /// Fills an object or a value with the shared injector and returns it.
  public static func injected<Value>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    shared.injected(value, isolation: isolation, fileID: fileID, line: line)
  }

  /// Fills each element of a collection: structs in their places, and objects.
  ///
  /// ```swift
  /// injector.injectDependencies(toEach: &rows)
  /// ```
  ///
  /// No element is copied, and none is put into an existential.
  public func injectDependencies<Values: MutableCollection>(
    toEach values: inout Values, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    var index = values.startIndex
    while index != values.endIndex {
      injectDependencies(
        to: &values[index], isolation: isolation, fileID: fileID, line: line)
      values.formIndex(after: &index)
    }
  }

  /// Fills each object of a sequence.
  ///
  /// ```swift
  /// injector.injectDependencies(toEach: controllers)
  /// ```
  public func injectDependencies<Objects: Sequence>(
    toEach objects: Objects, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Objects.Element: AnyObject {
    for object in objects {
      injectDependencies(to: object, isolation: isolation, fileID: fileID, line: line)
    }
  }
}
