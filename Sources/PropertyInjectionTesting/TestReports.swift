import PropertyInjection
import Testing

/// Records what an injector reports as issues of tests.
enum TestReports {
  /// Records an issue of the injector at the place of the call that has met it.
  ///
  /// - Parameter location: The place of the test, for an issue without a place.
  static func record(_ issue: InjectionIssue, near location: SourceLocation) {
    Issue.record(
      issue, sourceLocation: place(issue.injectionLocation ?? issue.location, near: location))
  }

  /// Records that nothing has asked for a binding of a test.
  static func recordUnused(_ binding: RegistryEntry, near location: SourceLocation) {
    Issue.record("\(unusedText(binding))", sourceLocation: place(binding.location, near: location))
  }

  static func unusedText(_ binding: RegistryEntry) -> String {
    """
    The test registers \(binding.keyText), and nothing asks for it: no injection and no look-up in \
    the tasks of the test leads to it. Its name may be misspelt, or its type may not fit.
    """
  }

  /// A place in the code, as Swift Testing writes it.
  ///
  /// A place of the injector has no path, so only one in the test's own file has the right one.
  private static func place(
    _ place: CodeLocation?, near location: SourceLocation
  ) -> SourceLocation {
    guard let place, place.line > 0 else { return location }
    guard place.fileID != location.fileID else {
      var here = location
      here.line = Int(place.line)
      here.column = 1
      return here
    }
    return SourceLocation(
      fileID: place.fileID, filePath: place.fileID, line: Int(place.line), column: 1)
  }

  // MARK: Detached tasks

  /// The places that have been reported.
  private static let missed = Lock<Set<CodeLocation>>([])

  /// Records calls of an injector whose task does not see the override that is in force.
  static func watchDetachedTasks() { _ = isWatching }

  private static let isWatching: Bool = {
    ActiveOverride.onMiss { place in
      // A test without an override may use the shared injector as it is; and so may a program that
      // is running beside the tests, outside of tasks.
      guard Test.current == nil, withUnsafeCurrentTask(body: { $0 != nil }),
        missed.withLock({ $0.insert(place).inserted })
      else { return }
      let location = SourceLocation(
        fileID: place.fileID, filePath: place.fileID, line: Int(place.line), column: 1)
      Issue.record("\(missedText)", sourceLocation: location)
    }
    return true
  }()

  static let missedText = """
    This call runs in a task that does not see the overrides of the tests that are running, such as \
    one that Task.detached has started. Start the task with Task { }.
    """
}
