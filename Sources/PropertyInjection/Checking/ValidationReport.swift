/// What a check of a configuration has found, before anything was injected.
///
/// ```swift
/// try injector.validate().requireNoErrors()
/// ```
///
/// See ``PropertyInjector/validate(including:isolation:)-method``.
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
    /// What was found, in the words of reports: what, where, what is near, and how to fix it.
    public internal(set) var issue: InjectionIssue

    /// The whole finding, of one or more lines, for people.
    public var description: String { "\(severity): \(issue)" }
  }

  /// All findings: the gravest first, then by the place in the code.
  public let findings: [Finding]

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
}

extension ValidationReport: CustomStringConvertible {
  /// All findings, for people: a line that counts them, then each with its place and its remedy.
  public var description: String {
    ([summary] + findings.map(\.description)).joined(separator: "\n\n")
  }

  private var summary: String {
    func count(_ severity: Severity, _ one: String, _ many: String) -> String? {
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    let parts = [
      count(.error, "error", "errors"), count(.warning, "warning", "warnings"),
      count(.unverified, "unverified", "unverified"), count(.note, "note", "notes"),
    ].compactMap { $0 }
    return parts.isEmpty ? "No findings." : parts.joined(separator: ", ") + "."
  }
}

extension [ValidationReport.Finding] {
  /// The findings, the gravest first, then by place.
  ///
  /// What was written in one place keeps its order if it is about properties, because types are
  /// examined in the order of their declarations; bindings are in order of their names.
  var inOrder: [ValidationReport.Finding] {
    let ranked = enumerated().map { (rank: FindingRank($1, number: $0), finding: $1) }
    return ranked.inOrder { one, other in
      one.rank.comesBefore(other.rank) ?? (one.finding.description < other.finding.description)
    }.map(\.finding)
  }
}

/// What decides on the order of findings, apart from their texts.
private struct FindingRank {
  private let severity: ValidationReport.Severity
  private let file: String
  private let line: UInt
  private let number: Int
  private let name: String

  init(_ finding: ValidationReport.Finding, number: Int) {
    severity = finding.severity
    file = finding.issue.location?.fileID ?? ""
    line = finding.issue.location?.line ?? 0
    self.number = finding.issue.ownerType == nil ? .max : number
    name = finding.issue.name ?? ""
  }

  /// Nil if both have one rank.
  func comesBefore(_ other: FindingRank) -> Bool? {
    if severity != other.severity { return severity > other.severity }
    if file != other.file { return file < other.file }
    if line != other.line { return line < other.line }
    if number != other.number { return number < other.number }
    return name == other.name ? nil : name < other.name
  }
}
