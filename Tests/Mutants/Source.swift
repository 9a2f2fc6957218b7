/// A source with its tokens, and where its brackets and statements begin and end.
struct Source {
  /// From the root of the package.
  let path: String
  let bytes: [UInt8]
  let tokens: [Token]
  /// The other bracket of each bracket.
  private let partners: [Int: Int]
  /// The bracket that each token is in; -1 outside all.
  private let enclosing: [Int]
  private let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let others = Self.placesOfOtherPlatforms(lines)
    tokens = Self.withoutAttributes(Tokenizer(bytes).tokens).filter { token in
      !others.contains { $0.contains(token.range.lowerBound) }
    }
    var open: [Int] = []
    var partners: [Int: Int] = [:]
    var enclosing: [Int] = []
    for (index, token) in tokens.enumerated() {
      let isClosing = token.kind == .bracket && ")]}".contains(token.text)
      if isClosing, let start = open.popLast() {
        partners[start] = index
        partners[index] = start
      }
      enclosing.append(open.last ?? -1)
      if token.kind == .bracket, !isClosing { open.append(index) }
    }
    self.partners = partners
    self.enclosing = enclosing
  }

  /// What is in attributes, `@available(...)` among them, is not changed.
  private static func withoutAttributes(_ tokens: [Token]) -> [Token] {
    var kept: [Token] = []
    var index = 0
    while index < tokens.count {
      guard tokens[index].text == "@" else {
        kept.append(tokens[index])
        index += 1
        continue
      }
      index += 2
      guard index < tokens.count, tokens[index].text == "(", !tokens[index].hasSpaceBefore else {
        continue
      }
      var depth = 0
      repeat {
        depth += tokens[index].text == "(" ? 1 : tokens[index].text == ")" ? -1 : 0
        index += 1
      } while depth > 0 && index < tokens.count
    }
    return kept
  }

  /// What only another platform compiles, which no test here runs.
  private static func placesOfOtherPlatforms(_ lines: [Substring]) -> [Range<Int>] {
    #if canImport(Darwin)
      let condition = "#if !canImport(Darwin)"
    #else
      let condition = "#if canImport(Darwin)"
    #endif
    var places: [Range<Int>] = []
    var start: Int?
    var depth = 0
    var position = 0
    for line in lines {
      let words = line.drop { $0 == " " }
      if start != nil {
        if words.hasPrefix("#if") { depth += 1 }
        if depth == 0, words.hasPrefix("#e"), let first = start {
          places.append(first..<position)
          start = nil
        }
        if words.hasPrefix("#endif") { depth -= 1 }
      } else if words == condition {
        (start, depth) = (position, 0)
      }
      position += line.utf8.count + 1
    }
    return places
  }

  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// The token at the other end of a bracket, or the token itself.
  func partner(of index: Int) -> Int { partners[index] ?? index }

  /// The bracket around a token; -1 if there is none.
  func bracket(around index: Int) -> Int { enclosing[index] }

  /// The text from one token to another.
  func text(_ range: ClosedRange<Int>) -> String {
    let start = tokens[range.lowerBound].range.lowerBound
    return String(decoding: bytes[start..<tokens[range.upperBound].range.upperBound], as: UTF8.self)
  }

  /// Whether a statement begins with a token: in braces, where nothing goes on from before.
  func startsStatement(_ index: Int) -> Bool {
    guard index > 0, text(enclosing[index]) == "{" else { return false }
    let before = tokens[index - 1]
    switch before.text {
    case "{", ";": return true
    case "in": return isOfClosure(index - 1)
    case ":": return isCaseColon(index - 1)
    default:
      return tokens[index].startsLine && !Self.goesOn.contains(before.text)
        && !before.isBetweenOperands && !continues(index)
    }
  }

  /// Whether an `in` ends the parameters of a closure, and is not that of a loop.
  private func isOfClosure(_ index: Int) -> Bool {
    var place = index - 1
    while place > enclosing[index] {
      if text(place) == "for" { return false }
      place = min(place, partner(of: place)) - 1
    }
    return true
  }

  /// Whether nothing of a statement comes after a token.
  func endsStatement(_ index: Int) -> Bool {
    let next = index + 1
    guard next < tokens.count else { return true }
    switch tokens[next].text {
    case "}", ";": return true
    default: return tokens[next].startsLine && !continues(next)
    }
  }

  /// Whether a token at the start of a line goes on with the statement before.
  private func continues(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.kind == .mark { return token.text == "." || token.hasSpaceAfter || token.text == "?" }
    return ["else", "catch", "where", "as", "is", "{"].contains(token.text)
  }

  /// Whether a colon ends the patterns of a case.
  private func isCaseColon(_ index: Int) -> Bool {
    var place = index - 1
    while place >= 0, enclosing[place] == enclosing[index] || partners[place] != nil {
      if text(place) == "case" || text(place) == "default" { return true }
      if tokens[place].startsLine && text(place) != "." || ["?", ";", "{"].contains(text(place)) {
        return false
      }
      place -= 1
    }
    return false
  }

  /// After these a statement goes on in the next line.
  private static let goesOn: Set<String> = [
    ",", "(", "[", ".", "return", "throw", "try", "await", "else", "case", "where", "as", "is", ":",
    "=", "->",
  ]

  /// A change of a range of tokens.
  func mutant(_ kind: Kind, _ range: ClosedRange<Int>, _ replacement: String) -> Mutant {
    let first = tokens[range.lowerBound]
    let bytesOfRange = first.range.lowerBound..<tokens[range.upperBound].range.upperBound
    let lineText = lines[first.line - 1]
    let start = first.column - 1
    let old = Array(lineText.utf8)
    let end = min(old.count, start + bytesOfRange.count)
    let tail = bytes[bytesOfRange].contains(UInt8(ascii: "\n")) ? [] : old[end...]
    let changed = Array(old[..<start]) + Array(replacement.utf8) + tail
    func trimmed(_ text: String) -> String { String(text.drop { $0 == " " }) }
    return Mutant(
      kind: kind, file: path, line: first.line, column: first.column, range: bytesOfRange,
      replacement: replacement, lineText: trimmed(String(lineText)),
      changedText: trimmed(String(decoding: changed, as: UTF8.self)))
  }
}
