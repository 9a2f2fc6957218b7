import PropertyInjection

/// The findings of a check of a configuration, before anything was injected.
///
/// ```swift
/// try injector.validate().requireNoErrors()
/// ```
///
/// Made by `validate` of an injector.
public struct ValidationReport: Error, Sendable {
  /// How much a finding matters.
  public enum Severity: Comparable, Sendable {
    /// Worth knowing, and often intended.
    case note
    /// It cannot be told before an injection whether the property is filled.
    case unverified
    /// It works, but probably not as intended.
    case warning
    /// Something that was asked for cannot be had.
    case error
  }

  /// A finding: its severity, and the issue.
  public struct Finding: Sendable, CustomStringConvertible {
    /// How much the finding matters.
    public let severity: Severity
    /// The mistake, in the words of reports: its place, near bindings, and how to fix it.
    public internal(set) var issue: InjectionIssue

    /// The whole finding, of one or more lines, for people.
    public var description: String { "\(severity): \(issue)" }
  }

  /// All findings: the gravest first, then by the place in the code.
  public let findings: [Finding]
  /// What was looked at, for people: `2 types and 7 bindings`.
  let extent: String

  /// The findings of the severity ``Severity/error``.
  public var errors: [InjectionIssue] {
    findings.filter { $0.severity == .error }.map(\.issue)
  }

  /// Throws the report if it has an error.
  ///
  /// For one line at process start or in a test; an error that nothing catches ends the process
  /// with the report's text.
  public func requireNoErrors() throws(ValidationReport) {
    if findings.first?.severity == .error { throw self }
  }

  /// Throws the report if it has an error or a warning.
  ///
  /// For continuous integration. What is unverified and notes do not count.
  public func requireClean() throws(ValidationReport) {
    if let first = findings.first, first.severity >= .warning { throw self }
  }
}

extension ValidationReport: CustomStringConvertible {
  /// All findings, for people: a line that counts them, then each with its place and its remedy.
  public var description: String {
    ([summary] + findings.map(\.description)).joined(separator: "\n\n")
  }

  private var summary: String {
    func count(_ severity: Severity, _ one: String, _ many: String) -> String? {
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : Self.text(count, one, many)
    }
    let parts = [
      count(.error, "error", "errors"), count(.warning, "warning", "warnings"),
      count(.unverified, "unverified", "unverified"), count(.note, "note", "notes"),
    ].compactMap { $0 }
    return parts.isEmpty
      ? "No findings in \(extent)." : parts.joined(separator: ", ") + "."
  }

  /// A number of things, for people.
  static func text(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension ValidationReport {
  static var notConfigured: ValidationReport {
    ValidationReport(findings: [.init(.error, InjectionIssue(.notConfigured))], extent: "")
  }
}

extension ValidationReport.Finding {
  init(_ severity: ValidationReport.Severity, _ issue: InjectionIssue) {
    self.severity = severity
    self.issue = issue
    self.issue.isForecast = true
  }
}

extension [ValidationReport.Finding] {
  /// The findings, the gravest first, then by place.
  ///
  /// Findings of one place keep their order if they are about properties, because types are examined
  /// in the order of their declarations; bindings are in order of their names.
  var inOrder: [ValidationReport.Finding] {
    map { (rank: $0.rank, finding: $0) }.inOrder { one, other in
      let (severity, otherSeverity) = (one.finding.severity, other.finding.severity)
      guard severity == otherSeverity else { return severity > otherSeverity }
      guard one.rank == other.rank else { return one.rank < other.rank }
      return one.rank.isAboutBinding == 1 && one.finding.description < other.finding.description
    }.map(\.finding)
  }
}

extension ValidationReport.Finding {
  /// The rank of a finding among those of the same severity.
  fileprivate var rank: (file: String, line: UInt, isAboutBinding: Int, name: String) {
    let isAboutBinding = issue.ownerType == nil
    return (
      issue.location?.fileID ?? "", issue.location?.line ?? 0, isAboutBinding ? 1 : 0,
      isAboutBinding ? issue.name ?? "" : ""
    )
  }
}
