import PropertyInjection

// A debug build of the library itself has the method.
#if !DEBUG
  extension PropertyInjector {
    /// Configures the shared injector again, in place of what it was configured with.
    ///
    /// See the method of the same name that debug builds of the library have. In an optimized build
    /// only this module has it, which no application links.
    public static func reconfigure(
      isolation: isolated (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) rethrows {
      try configureAgain(
        isolation: isolation, at: CodeLocation(fileID: fileID, line: line), configure)
    }
  }
#endif
