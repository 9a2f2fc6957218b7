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
    /// Only an injection tells it: whether the product of a factory fits, or what the check did not make because it
    /// belongs to another actor.
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
  /// The Swift modules that have types with marks, and that the check has not looked through, in order of their names.
  ///
  /// One of them may be a part of the program that the configuration forgets to install: a program whose modules all take part
  /// expects that there are none. That is no finding, because a process of tests may have the modules of several programs in
  /// it. Swift modules whose names end in `Tests` do not count.
  public let omittedModules: [String]
  /// The extent of the check, for people: `2 types, 7 bindings`.
  let extent: String
  /// The parts that were not looked at, for people.
  let omitted: [String]

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
  /// All findings, for people: a line that counts them, each with its place and its remedy, and at the end what was not looked
  /// at.
  ///
  /// What a binding lacks is told once, with the properties that stay nil because of it.
  public var description: String {
    let rest = omitted.isEmpty ? [] : ["Not looked at: \(omitted.joined(separator: "; "))."]
    let lacks = Set(
      findings.filter { $0.issue.ownerType == nil && $0.issue.isOfArgument }.map(\.issue.kind))
    return ([summary] + findings.compactMap { text(of: $0, besides: lacks) } + rest)
      .joined(separator: findings.isEmpty ? " " : "\n\n")
  }

  /// - Parameter lacks: What bindings lack.
  private func text(of finding: Finding, besides lacks: Set<InjectionIssue.Kind>) -> String? {
    guard lacks.contains(finding.issue.kind) else { return finding.description }
    if finding.issue.ownerType != nil { return nil }
    let properties = findings.map(\.issue)
      .filter { $0.ownerType != nil && $0.kind == finding.issue.kind }.map(\.propertyText).sorted()
    let list = IssueText.shortened(properties, by: ", ")
    return "\(finding)" + (properties.isEmpty ? "" : "\n  not filled     \(list)")
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
    let result: String? =
      switch findings.first?.severity {
      case nil, .note?: "\(extent): nothing is missing."
      case .unverified?: "\(extent): no error and no warning."
      case .warning?, .error?: nil
      }
    let counts = parts.isEmpty ? nil : parts.joined(separator: ", ") + "."
    return [result, counts].compactMap(\.self).joined(separator: " ")
  }

  /// A number of things, for people.
  static func text(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// Some things with their names, for people, of which the first twenty are listed; nothing if there are none.
  static func listed(_ names: [String], _ one: String, _ many: String) -> [String] {
    let listed = names.prefix(20) + (names.count > 20 ? ["..."] : [])
    return names.isEmpty
      ? [] : ["\(text(names.count, one, many)) (\(listed.joined(separator: ", ")))"]
  }
}

extension ValidationReport.Finding {
  @inline(never)  // An issue is large, and there are many callers.
  init(_ severity: ValidationReport.Severity, _ issue: InjectionIssue) {
    self.severity = severity
    self.issue = issue
    self.issue.isForecast = true
  }

  /// About a binding, and others that explain it, of which the first ones are told.
  @inline(never)  // An issue is large, and there are many callers.
  init(
    _ severity: ValidationReport.Severity, _ kind: InjectionIssue.Kind, of binding: Binding,
    related: [Binding] = []
  ) {
    self.init(severity, InjectionIssue(kind, binding: binding, related: related.nearest))
  }

  /// About a property.
  @inline(never)  // An issue is large, and there are many callers.
  init(
    _ severity: ValidationReport.Severity, _ kind: InjectionIssue.Kind,
    of property: InjectableProperty, related: [Binding] = []
  ) {
    self.init(severity, InjectionIssue(kind, property: property, related: related.nearest))
  }
}

extension [ValidationReport.Finding] {
  /// The findings, each once, the gravest first, then by place.
  ///
  /// Findings of one place keep their order if they are about properties, because types are examined
  /// in the order of their declarations; bindings are in order of their names.
  var inOrder: [ValidationReport.Finding] {
    var seen: Set<InjectionIssue> = []
    return map { (place: $0.place, finding: $0) }.inOrder { one, other in
      (other.finding.severity, one.place.file, one.place.line, one.place.text)
        < (one.finding.severity, other.place.file, other.place.line, other.place.text)
    }.map(\.finding).filter { seen.insert($0.issue).inserted }
  }
}

extension ValidationReport.Finding {
  /// The place of a finding among those of the same severity; the text counts for bindings only.
  fileprivate var place: (file: String, line: UInt, text: String) {
    let location = issue.location
    return (
      location?.fileID ?? "", location?.line ?? 0, issue.ownerType == nil ? "1\(description)" : ""
    )
  }
}

extension InjectionIssue {
  /// Whether it is about an argument that is missing.
  fileprivate var isOfArgument: Bool { if case .unresolvedArgument = kind { true } else { false } }
}
