import PropertyInjectionTesting
import TestSupport
import Testing

/// Runs code as a test with cases would run it under a trait; the issues that are recorded meanwhile.
func issues(
  under trait: InjectionTrait, cases: Int = 1,
  _ body: @escaping @Sendable (Int) async throws -> Void
) async throws -> [Issue] {
  try await collectIssues { test, testCase in
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
}

/// Remembers the suite that it is a trait of.
struct SuiteCatcher: SuiteTrait {
  static let suite = Locked<Test?>(nil)

  func prepare(for test: Test) async throws { Self.suite.withLock { $0 = test } }
}

/// Runs code as the tests of the suite with the catcher would run it under a trait of that suite.
func issues(
  underSuite trait: InjectionTrait, tests: Int,
  _ body: @escaping @Sendable (Int) async throws -> Void
) async throws -> [Issue] {
  let suite = try #require(SuiteCatcher.suite.withLock { $0 })
  return try await collectIssues { test, testCase in
    try await trait.provideScope(for: suite, testCase: nil) {
      for number in 0..<tests {
        try await trait.provideScope(for: test, testCase: nil) {
          try await trait.provideScope(for: test, testCase: testCase) { try await body(number) }
        }
      }
    }
  }
}

/// Runs code in place of the current case of a test; the issues that are recorded meanwhile.
private func collectIssues(
  _ body: @escaping @Sendable (Test, Test.Case) async throws -> Void
) async throws -> [Issue] {
  let (test, testCase) = try (#require(Test.current), #require(Test.Case.current))
  let issues = Locked<[Issue]>([])
  let collecting = IssueHandlingTrait.compactMapIssues { issue in
    issues.withLock { $0.append(issue) }
    return nil
  }
  try await collecting.provideScope(for: test, testCase: testCase) {
    try await body(test, testCase)
  }
  return issues.withLock { $0 }
}
