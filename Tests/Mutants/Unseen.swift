import Foundation

/// The changes that no test can see, from `unseen.txt`.
///
/// An entry has a line with the kind and the file, or with the kind alone for all of its places; an
/// indented line with the source's line, if there is a file; and then the reason. An empty line ends it.
struct Unseen {
  private struct Entry {
    let kind: Kind
    let file: String?
    let lineText: String?

    func matches(_ mutant: Mutant) -> Bool {
      kind == mutant.kind && (file ?? mutant.file) == mutant.file
        && (lineText ?? mutant.lineText) == mutant.lineText
    }
  }

  private var entries: [Entry] = []

  init(path: String) {
    let text = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("#") }
    for part in lines.split(separator: "") {
      let words = part[part.startIndex].split(separator: " ").map(String.init)
      guard let kind = Kind(rawValue: words[0]) else { fail("\(path): unknown kind \(words[0])") }
      let rest = part.dropFirst().map { String($0.drop { $0 == " " }) }
      guard rest.count > words.count - 1 else { fail("\(path): no reason for \(words)") }
      entries.append(
        Entry(
          kind: kind, file: words.dropFirst().first.map { "Sources/" + $0 },
          lineText: words.count > 1 ? rest[0] : nil))
    }
  }

  /// Whether it is a change that no test can see.
  ///
  /// - Parameter isAsked: Whether its kind is asked for, so that what is said of the whole kind does not count.
  func contains(_ mutant: Mutant, isAsked: Bool) -> Bool {
    entries.contains { $0.matches(mutant) && !($0.file == nil && isAsked) }
  }

  /// The entries that fit no place of the sources any more.
  func stale(among mutants: [Mutant]) -> [String] {
    entries.filter { entry in !mutants.contains { entry.matches($0) } }
      .map { "\($0.kind.rawValue) \($0.file ?? "") \($0.lineText ?? "")" }
  }
}
