import Foundation

/// What came of the mutants of a seed, in a file to which each is added as soon as it is known.
struct Results {
  struct Result {
    let verdict: Verdict
    let detail: String
  }

  private let path: String
  private let tree: WorkTree
  private var known: [String: Result] = [:]
  /// The mutants that survived when they were last looked at.
  private(set) var survivors: Set<String> = []

  /// - Parameter isAnew: Whether nothing of what is known counts.
  init(_ tree: WorkTree, seed: UInt64, isAnew: Bool) {
    path = tree.root + "/.build/mutants/results-\(seed).tsv"
    self.tree = tree
    let text = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    for line in (text ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let verdict = Verdict(rawValue: parts[3]),
        parts[1] == tree.sourcesDigest
      else { continue }
      if verdict == .survived {
        survivors.insert(parts[0])
      } else {
        survivors.remove(parts[0])
      }
      // A new test may kill what survived the others; what one has killed it kills again.
      if isAnew || verdict == .survived && parts[2] != tree.testsDigest {
        known[parts[0]] = nil
      } else {
        known[parts[0]] = Result(verdict: verdict, detail: parts[4])
      }
    }
  }

  subscript(mutant: Mutant) -> Result? { known[mutant.id] }

  mutating func add(_ mutant: Mutant, _ result: Result) {
    known[mutant.id] = result
    let detail = result.detail.replacing("\t", with: " ")
    let parts = [
      mutant.id, tree.sourcesDigest, tree.testsDigest, result.verdict.rawValue, detail,
    ]
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    guard let file = FileHandle(forWritingAtPath: path) else { fail("\(path) cannot be written.") }
    file.seekToEndOfFile()
    file.write(Data((parts.joined(separator: "\t") + "\n").utf8))
    try? file.close()
  }
}
