import PropertyInjectionTesting
import TestSupport
import Testing

/// Runs code as a test with cases would run it under a trait; the issues that are recorded meanwhile.
func issues(
  under trait: InjectionTrait, cases: Int = 1,
  _ body: @escaping @Sendable (Int) async throws -> Void
) async throws -> [Issue] {
  let (test, testCase) = try (#require(Test.current), #require(Test.Case.current))
  let issues = Locked<[Issue]>([])
  let collecting = IssueHandlingTrait.compactMapIssues { issue in
    issues.withLock { $0.append(issue) }
    return nil
  }
  try await collecting.provideScope(for: test, testCase: testCase) {
    do {
      try await trait.provideScope(for: test, testCase: nil) {
        for number in 0..<cases {
          try await trait.provideScope(for: test, testCase: testCase) { try await body(number) }
        }
      }
    } catch {
      Issue.record(error)
    }
  }
  return issues.withLock { $0 }
}
