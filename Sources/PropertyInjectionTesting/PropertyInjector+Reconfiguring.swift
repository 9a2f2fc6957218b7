import PropertyInjection

extension PropertyInjector {
  /// Configures the shared injector again, in place of what it was configured with.
  ///
  /// It goes before the library's own method of the same name, and works in an optimized build as
  /// well.
  public static func reconfigure(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try SharedInjector.configure(
      on: isolation, at: CodeLocation(fileID: fileID, line: line), again: true, configure)
  }
}
