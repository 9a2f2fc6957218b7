// Statements that are left out.
extension Source {
  func mutantsOfStatements() -> [Mutant] {
    tokens.indices.flatMap { index -> [Mutant] in
      guard startsStatement(index) else { return [] }
      if let end = callEnd(from: index) {
        return [mutant(clears(index...end) ? .notCleared : .callDropped, index...end, "()")]
      }
      if let end = assignmentEnd(from: index) {
        let kind: Kind = clears(index...end) ? .notCleared : .assignmentDropped
        return [mutant(kind, index...end, "()")]
      }
      return mutants(ofExitAt: index)
    }
  }

  /// The end of a statement that is a call, such as `try a.b(c)?.d { }` or `_ = a.b()`.
  private func callEnd(from start: Int) -> Int? {
    var index = start
    if text(index) == "_", text(index + 1) == "=" { index += 2 }
    while ["try", "await", "?"].contains(text(index)) { index += 1 }
    guard let end = postfixEnd(from: index), end > index, endsStatement(end) else { return nil }
    return [")", "}"].contains(text(end)) ? end : nil
  }

  /// The end of a name with what is asked of it: members, calls, subscripts.
  private func postfixEnd(from start: Int) -> Int? {
    guard tokens.indices.contains(start), tokens[start].kind == .word,
      !Self.keywords.contains(text(start))
    else { return nil }
    var end = start
    while end + 1 < tokens.count {
      let next = tokens[end + 1]
      switch next.text {
      case ".": end += 2
      case "?", "!":
        guard !next.hasSpaceBefore else { return end }
        end += 1
      case "(", "[":
        guard !next.hasSpaceBefore else { return end }
        end = partner(of: end + 1)
      case "{":
        // A closure of the call.
        guard !next.startsLine else { return end }
        end = partner(of: end + 1)
      default: return end
      }
    }
    return end
  }

  /// The end of a statement such as `a.b = c`.
  private func assignmentEnd(from start: Int) -> Int? {
    guard let target = postfixEnd(from: start),
      ["=", "+=", "-=", "|=", "&=", "*=", "&+=", "&-="].contains(text(target + 1)),
      text(target) != ")", target + 2 < tokens.count
    else { return nil }
    var end = target + 2
    while end < tokens.count - 1, !endsStatement(partner(of: end)) { end = partner(of: end) + 1 }
    return partner(of: end)
  }

  /// Whether a statement removes what something held.
  private func clears(_ statement: ClosedRange<Int>) -> Bool {
    let words = text(statement)
    if words.contains(".removeAll(") || words.contains(".removeValue(") { return true }
    return ["= []", "= [:]", "= nil", "= 0"].contains { words.hasSuffix($0) }
  }

  private func mutants(ofExitAt index: Int) -> [Mutant] {
    switch text(index) {
    case "return" where endsStatement(index), "break" where endsStatement(index),
      "continue" where endsStatement(index):
      // The last one of a guard cannot be left out.
      return text(bracket(around: index) - 1) == "else"
        ? [] : [mutant(.returnDropped, index...index, "()")]
    case "return":
      var end = index + 1
      while end < tokens.count - 1, !endsStatement(partner(of: end)) { end = partner(of: end) + 1 }
      end = partner(of: end)
      guard text(index + 1) != "nil", returnsOptional(index) else { return [] }
      return [mutant(.returnNil, (index + 1)...end, "nil")]
    default: return []
    }
  }

  /// Whether the function around a statement returns an optional.
  private func returnsOptional(_ index: Int) -> Bool {
    var brace = bracket(around: index)
    while brace > 0 {
      if text(brace) == "{" {
        var start = brace - 1
        while start > 0, !["{", "}", ";"].contains(text(start)) { start -= 1 }
        let header = (start...brace).map(text)
        if header.contains("func") || header.contains("var") || header.contains("init")
          || header.contains("subscript")
        {
          return text(brace - 1) == "?"
        }
      }
      brace = bracket(around: brace)
    }
    return false
  }

  static let keywords: Set<String> = [
    "if", "guard", "while", "for", "switch", "case", "default", "return", "throw", "let", "var",
    "func",
    "defer", "do", "repeat", "break", "continue", "catch", "struct", "class", "enum", "extension",
    "protocol", "import", "init", "deinit", "subscript", "static", "private", "public", "internal",
    "fileprivate", "package", "final", "override", "mutating", "nonisolated", "unowned", "weak",
    "lazy",
    "typealias", "associatedtype", "actor", "some", "any", "in", "else", "where", "get", "set",
    "borrowing",
    "consuming", "convenience", "required", "indirect", "open", "nil", "true", "false",
    "fallthrough",
    "_read", "_modify", "unsafeAddress", "unsafeMutableAddress", "didSet", "willSet",
  ]
}
