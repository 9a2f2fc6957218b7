import Foundation

/// How long the passes take with the sources as they are, kept in a file: until a source, a test or a
/// pass changes, they need not be run again.
struct Baseline {
  private let path: String
  /// What the times hold for.
  private let header: [String]
  /// In seconds; nil if they have not passed yet.
  let durations: [Double]?

  init(_ tree: WorkTree, _ passes: [Pass], isSanitized: Bool) {
    path = tree.root + "/.build/mutants/baseline" + (isSanitized ? "-thread" : "")
    header =
      [tree.sourcesDigest, tree.testsDigest]
      + passes.map { ($0.environment + $0.arguments).joined(separator: " ") }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    durations =
      lines.starts(with: header) ? lines.dropFirst(header.count).compactMap(Double.init) : nil
  }

  func save(_ durations: [Double]) {
    let lines = header + durations.map { String(format: "%.1f", $0) }
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(lines.joined(separator: "\n").utf8))
  }
}
