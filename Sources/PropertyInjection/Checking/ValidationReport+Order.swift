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
