import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Expects findings of these kinds, in this order, with the words of the test's golden file.
func expectGoldenFindings(
  _ kinds: KindName..., in findings: [ValidationReport.Finding],
  function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectFindings(kinds, in: findings, function: function, sourceLocation: sourceLocation)
}

/// The same, of a configuration.
func expectGoldenFindings(
  _ kinds: KindName..., isWithoutNotes: Bool = false, function: String = #function,
  sourceLocation: SourceLocation = #_sourceLocation, configure: (inout Registry) -> Void
) {
  let report = PropertyInjector(reportingTo: IssueLog()) { configure(&$0) }.validate()
  expectFindings(
    kinds, in: report.findings.filter { !isWithoutNotes || $0.severity != .note },
    function: function, sourceLocation: sourceLocation)
}

private func expectFindings(
  _ kinds: [KindName], in findings: [ValidationReport.Finding], function: String,
  sourceLocation: SourceLocation
) {
  #expect(findings.map(\.issue.kindName) == kinds, sourceLocation: sourceLocation)
  // This file lies beside the tests.
  expectGolden(
    findings.map(\.description).joined(separator: "\n\n"), function: function,
    sourceLocation: sourceLocation)
}
