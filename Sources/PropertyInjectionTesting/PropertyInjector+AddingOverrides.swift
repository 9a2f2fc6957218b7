import PropertyInjection
import Testing

extension PropertyInjector {
  /// Registers more fakes, for the rest of a test.
  ///
  /// ```swift
  /// @Test(arguments: [(8, 7), (30, 29)]) func theDaysOpenAreCounted(today: Double, days: Int) {
  ///   PropertyInjector.addOverrides { $0.register(instance: FixedTime(day: today) as any TimeSource) }
  ///   #expect(list.show(1).daysOpen == days)
  /// }
  /// ```
  ///
  /// For what depends on the arguments of a test, or changes in the middle of it. The fakes add to those of the innermost
  /// trait `injecting`, method `injecting` or `withOverrides` around the call, and go before them, in all tasks of the test.
  /// The values that are kept already stay, and objects keep what they have: so register fakes before the objects that use
  /// them are made. A fake under a trait that nothing uses is an issue of the test.
  ///
  /// Without an override around the call nothing is registered, and an issue is recorded. Call it from one task of a test at
  /// a time: of two calls at once the fakes of one may be lost. It costs what an override does. The idea is Factory's, whose
  /// containers a test changes.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for the issue.
  ///   - line: The line of the call, for the issue.
  ///   - change: Registers, decorates, removes; it runs once, now.
  public static func addOverrides(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ change: (inout Registry) throws -> Void
  ) rethrows {
    if let override = Override.current { return try override.add(on: isolation, change) }
    // Not `#_sourceLocation`, for which each file that calls this would have to import Testing.
    let place = TestReports.sourceLocation(of: CodeLocation(fileID: fileID, line: line))
    if let place {
      Issue.record(
        "Nothing is overridden here: the test has no trait, or a detached task makes the call.",
        sourceLocation: place)
    }
  }
}
