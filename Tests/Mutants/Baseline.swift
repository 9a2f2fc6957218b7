import Foundation

/// How long the passes take with the sources as they are, kept in a file: until a source or a test
/// changes, they need not be run again.
struct Baseline {
  private let path: String
  private let digests: [String]
  /// In seconds; nil if they have not passed yet.
  let durations: [Double]?

  init(_ tree: WorkTree, isSanitized: Bool) {
    path = tree.root + "/.build/mutants/baseline" + (isSanitized ? "-thread" : "")
    digests = [tree.sourcesDigest, tree.testsDigest]
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let words = String(decoding: data, as: UTF8.self).split(separator: " ").map(String.init)
    durations = words.starts(with: digests) ? words.dropFirst(2).compactMap(Double.init) : nil
  }

  func save(_ durations: [Double]) {
    let words = digests + durations.map { String(format: "%.1f", $0) }
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(words.joined(separator: " ").utf8))
  }
}
