import PropertyInjection
import Testing

/// Records what an injector reports as issues of tests.
enum TestReports {
  /// Records an issue of the injector at the place of the call that has met it.
  ///
  /// - Parameter location: The place of the test, for an issue without a place.
  static func record(_ issue: InjectionIssue, near location: SourceLocation) {
    Issue.record(issue, sourceLocation: place(place(of: issue), near: location))
  }

  /// The place in the code that an issue leads to: the call that injects, or a registration.
  static func place(of issue: InjectionIssue) -> CodeLocation? {
    // The binding that does not fit is the test's, the binding that is used instead the program's.
    if issue.kind == .overrideDoesNotFit, let override = issue.related.first {
      return override.location
    }
    return issue.injectionLocation ?? issue.location
  }

  /// Records that nothing has asked for a binding of a test, or of a suite.
  static func recordUnused(
    _ binding: RegistryEntry, meaning near: RegistryEntry?, in test: Test
  ) {
    let place = place(binding.location, near: test.sourceLocation)
    guard test.isSuite else {
      Issue.record("\(unusedText(binding, near))", sourceLocation: place)
      return
    }
    // Of a test that has not run nothing is known, so that it is no error. Swift before 6.3 has no warnings in tests.
    #if compiler(>=6.3)
      Issue.record(
        "\(unusedText(binding, near, subject: "suite"))", severity: .warning, sourceLocation: place)
    #endif
  }

  /// - Parameter near: A binding that may be meant.
  static func unusedText(
    _ binding: RegistryEntry, _ near: RegistryEntry?, subject: String = "test"
  ) -> String {
    let name = binding.name == nil ? "Its" : "Its name may be misspelt, its"
    let cause =
      "\(name) type may not fit, or the code that asks for it runs on a queue, in a task that Task.detached has started, or within an override that goes before it."
    return """
      The \(subject) registers \(binding.key), and no injection and no look-up in the tasks of the \(subject) leads to it. \
      \(cause)
      """
        + (near.map { near in
          " Near: \(near)."
            + ((near.name == nil || binding.name == nil) && near.key != binding.key
              ? " To go before that, register it \(near.keyInWords)." : "")
        } ?? "")
  }

  /// A place in the code, as Swift Testing writes it.
  ///
  /// A place of the injector has no path, so only one in the test's own file has the right one.
  static func place(
    _ place: CodeLocation?, near location: SourceLocation
  ) -> SourceLocation {
    guard let place else { return location }
    guard place.fileID != location.fileID else {
      var here = location
      here.line = max(1, Int(place.line))
      here.column = 1
      return here
    }
    return sourceLocation(of: place) ?? location
  }

  /// A place outside of a test's file; nil if a program has made up one that Swift Testing refuses.
  static func sourceLocation(of place: CodeLocation) -> SourceLocation? {
    let parts = place.fileID.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.contains(""), place.line > 0 else { return nil }
    return SourceLocation(
      fileID: place.fileID, filePath: place.fileID, line: Int(place.line), column: 1)
  }

  // MARK: Detached tasks

  private struct DetachedCalls {
    /// The tests with the trait that are running, each as often as its cases run at once.
    var running: [Test] = []
    var known: Set<CodeLocation> = []
    /// The places that are to be recorded, with the tests that were running, one of which has started the task.
    var new: [(place: CodeLocation, tests: [Test])] = []
  }

  private static let detached = Lock(DetachedCalls())

  /// Notes that a case of a test begins.
  static func beginCase(of test: Test) { detached.withLock { $0.running.append(test) } }

  /// Ends a case, and records the calls of detached tasks that may be its own: as warnings of a test, because Swift Testing
  /// would show a warning of no test once for each test that runs.
  static func endCase(of test: Test) {
    let new = detached.withLock { calls in
      if let index = calls.running.firstIndex(of: test) { calls.running.remove(at: index) }
      defer { calls.new.removeAll { $0.tests.isEmpty || $0.tests.contains(test) } }
      return calls.new.filter { $0.tests.isEmpty || $0.tests.contains(test) }
    }
    // Swift before 6.3 has no warnings in tests; what is not configured is reported anyway.
    #if compiler(>=6.3)
      for (place, tests) in new {
        guard let location = sourceLocation(of: place) else { continue }
        Issue.record("\(missedText(tests))", severity: .warning, sourceLocation: location)
      }
    #endif
  }

  /// Records calls of an injector whose task does not see the override that is in force.
  static func watchDetachedTasks() { _ = isWatching }

  private static let isWatching: Bool = {
    let report: @Sendable (CodeLocation) -> Void = { place in
      // A test without an override may use the shared injector as it is; and so may a program that
      // is running beside the tests, outside of tasks.
      guard Test.current == nil, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
      // It may be a test without the trait that has started the task, so that it is no error.
      detached.withLock { calls in
        if calls.known.insert(place).inserted { calls.new.append((place, calls.running)) }
      }
    }
    Override.onMiss.withLock { $0 = report }
    return true
  }()

  static func missedText(_ tests: [Test]) -> String {
    let names = Set(tests.map(\.name)).sorted().joined(separator: ", ")
    return """
      This call runs in a task that does not see the overrides of the tests that are running, such as \
      one that Task.detached has started. Start the task with Task { }. \
      Running then: \(names.isEmpty ? "no test with the trait" : names).
      """
  }
}

/// Records the issues of one case of a test.
///
/// On a thread, a queue or in a detached task Swift Testing knows no test: what is met there is recorded when the case ends.
final class IssuesOfCase: Sendable {
  private let location: SourceLocation
  /// The issues that wait; nil after the end.
  private let waiting = Lock<[InjectionIssue]?>([])

  init(of test: Test) { location = test.sourceLocation }

  @Sendable func record(_ issue: InjectionIssue) {
    let isKept =
      Test.current == nil
      && waiting.withLock { issues in
        issues?.append(issue)
        return issues != nil
      }
    if !isKept { TestReports.record(issue, near: location) }
  }

  /// Ends the case.
  func end() {
    for issue in waiting.withLock({ $0.take() }) ?? [] { TestReports.record(issue, near: location) }
  }
}
