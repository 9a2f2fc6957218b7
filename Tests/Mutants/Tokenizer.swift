/// A word, an operator or a bracket of a source, outside comments, strings and `#` lines.
struct Token {
  enum Kind {
    case word
    case number
    case string
    case mark
    case bracket
  }

  let kind: Kind
  let text: String
  /// The place in the source, in bytes.
  let range: Range<Int>
  /// Counted from 1.
  let line: Int
  /// Counted from 1, in bytes, as the compiler counts.
  let column: Int
  let hasSpaceBefore: Bool
  let hasSpaceAfter: Bool
  let startsLine: Bool

  /// Whether it is an operator between two operands, by its spaces.
  var isBetweenOperands: Bool { kind == .mark && hasSpaceBefore && hasSpaceAfter }
}

/// Splits a source into tokens.
///
/// It knows as much of Swift as the sources of this package use.
struct Tokenizer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var regions = ConditionalRegions()
  private(set) var tokens: [Token] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while index < bytes.count { step() }
  }

  private static let spaces = Set(" \t\n\r".utf8)
  private static let brackets = Set("()[]{}".utf8)
  private static let single = Set(",;:`@\\".utf8)
  private static let operators = Set("+-*/=<>!&|^~?%.".utf8)

  private mutating func step() {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\n"): endLine()
    case let space where Self.spaces.contains(space): index += 1
    case UInt8(ascii: "/") where at("//"): skip { $0 == UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where at("/*"): skipComment()
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "\""): add(.string, to: endOfString(from: index, hashes: 0))
    case let byte where Self.brackets.contains(byte): add(.bracket, to: index + 1)
    case let byte where Self.single.contains(byte): add(.mark, to: index + 1)
    case let byte where Self.operators.contains(byte): readOperator()
    case let byte where Self.isDigit(byte): add(.number, to: end { Self.isOfNumber($0) })
    default: add(.word, to: max(index + 1, end { Self.isOfWord($0) }))
    }
  }

  private mutating func add(_ kind: Token.Kind, to end: Int) {
    let range = index..<end
    if regions.isBuilt {
      let isFirst = bytes[lineStart..<index].allSatisfy { Self.spaces.contains($0) }
      tokens.append(
        Token(
          kind: kind, text: String(decoding: bytes[range], as: UTF8.self), range: range, line: line,
          column: index - lineStart + 1, hasSpaceBefore: index == 0 || isSpace(index - 1),
          hasSpaceAfter: isSpace(end), startsLine: isFirst))
    }
    // A string of several lines.
    for place in range where bytes[place] == UInt8(ascii: "\n") {
      line += 1
      lineStart = place + 1
    }
    index = end
  }

  private mutating func endLine() {
    index += 1
    line += 1
    lineStart = index
  }

  private mutating func skip(until isEnd: (UInt8) -> Bool) {
    while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if at("/*") {
        depth += 1
        index += 2
      } else if at("*/") {
        depth -= 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "\n") {
        endLine()
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  /// Reads a line such as `#if DEBUG`, a raw string, or a word such as `#fileID`.
  private mutating func readHash() {
    let hashes = end { $0 == UInt8(ascii: "#") } - index
    if index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "\"") {
      return add(.string, to: endOfString(from: index + hashes, hashes: hashes))
    }
    index += 1
    let word = end { Self.isOfWord($0) }
    let name = String(decoding: bytes[index..<word], as: UTF8.self)
    index -= 1
    guard ["if", "elseif", "else", "endif"].contains(name) else { return add(.word, to: word) }
    let lineEnd = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let condition = String(decoding: bytes[word..<lineEnd], as: UTF8.self)
    regions.read(name, condition.filter { $0 != " " })
    index = lineEnd
  }

  /// Reads an operator; a `.`, which is none, and the `?` and `!` of optionals stand alone.
  private mutating func readOperator() {
    if bytes[index] == UInt8(ascii: "."), !at(".."), !at(".&") { return add(.mark, to: index + 1) }
    let isAfterOperand = index > 0 && !isSpace(index - 1)
    if isAfterOperand, at("?") && !at("??") || at("!") && !at("!=") {
      return add(.mark, to: index + 1)
    }
    add(.mark, to: end { Self.operators.contains($0) })
  }

  /// The end of a string that starts with a quote at a place, with what is interpolated.
  private func endOfString(from quote: Int, hashes: Int) -> Int {
    let isLong = at("\"\"\"", quote)
    let close = (isLong ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    var place = quote + (isLong ? 3 : 1)
    while place < bytes.count, !at(close, place) {
      if at(escape + "(", place) {
        place = endOfInterpolation(from: place + escape.utf8.count)
      } else {
        place += at(escape, place) ? escape.utf8.count + 1 : 1
      }
    }
    return min(bytes.count, place + close.utf8.count)
  }

  private func endOfInterpolation(from open: Int) -> Int {
    var depth = 0
    var place = open
    repeat {
      switch bytes[place] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""): place = endOfString(from: place, hashes: 0) - 1
      default: break
      }
      place += 1
    } while depth > 0 && place < bytes.count
    return place
  }

  private func at(_ text: String, _ place: Int? = nil) -> Bool {
    bytes[(place ?? index)...].starts(with: text.utf8)
  }

  private func end(_ isPart: (UInt8) -> Bool) -> Int {
    bytes[index...].firstIndex { !isPart($0) } ?? bytes.count
  }

  private func isSpace(_ place: Int) -> Bool {
    place >= bytes.count || Self.spaces.contains(bytes[place])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isOfNumber(_ byte: UInt8) -> Bool { isOfWord(byte) }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
      || byte == 36 || byte >= 128
  }
}

/// Which parts between `#if` and `#endif` are built here.
private struct ConditionalRegions {
  private var parts: [(isBuilt: Bool, wasBuilt: Bool)] = []

  var isBuilt: Bool { parts.allSatisfy(\.isBuilt) }

  mutating func read(_ word: String, _ condition: String) {
    switch word {
    case "if":
      let isBuilt = !Self.unbuilt.contains(condition)
      parts.append((isBuilt, isBuilt))
    case "endif": parts.removeLast()
    default:
      let last = parts.removeLast()
      parts.append((!last.wasBuilt, true))
    }
  }

  #if canImport(ObjectiveC)
    private static let unbuilt: Set<String> = []
  #else
    private static let unbuilt: Set<String> = ["canImport(ObjectiveC)", "_runtime(_ObjC)"]
  #endif
}
