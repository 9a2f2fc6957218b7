// Statements that are left out.
extension Source {
  func mutantsOfStatements() -> [Mutant] {
    tokens.indices.flatMap { index -> [Mutant] in
      guard startsStatement(index) else { return [] }
      if let end = callEnd(from: index) {
        guard !isValueOfBody(index...end),
          !["super", "self"].contains(text(index)) || text(index + 2) != "init"
        else { return [] }
        return [mutant(removes(index...end) ? .notCleared : .callDropped, index...end, "()")]
      }
      if let end = assignmentEnd(from: index) {
        guard !setsConstant(index...end) else { return [] }
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
    // With an empty closure it only says how long something lives.
    if text(index) == "withExtendedLifetime", text(end - 1) == "{" { return nil }
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

  /// Whether a call removes what something held.
  private func removes(_ statement: ClosedRange<Int>) -> Bool {
    let words = text(statement)
    return words.contains(".removeAll(") || words.contains(".removeValue(")
  }

  /// Whether an assignment removes what something held.
  private func clears(_ statement: ClosedRange<Int>) -> Bool {
    let words = statement.suffix(3).map(text)
    return ["=[]", "=nil", "=0"].contains(words.suffix(words.last == "]" ? 3 : 2).joined())
      || statement.count > 4 && statement.suffix(4).map(text).joined() == "=[:]"
  }

  /// Whether a statement is all that a function or a property consists of, so that it is its value.
  private func isValueOfBody(_ statement: ClosedRange<Int>) -> Bool {
    let brace = bracket(around: statement.lowerBound)
    guard brace == statement.lowerBound - 1, partner(of: brace) == statement.upperBound + 1 else {
      return false
    }
    let header = header(of: brace)
    return header.contains("->") || header.contains("var") || text(brace - 1) == "get"
  }

  /// Whether an initializer sets a constant, which it has to.
  private func setsConstant(_ statement: ClosedRange<Int>) -> Bool {
    var name = statement.lowerBound
    if text(name) == "self" { name += 2 }
    guard text(name + 1) == "=", header(of: bracket(around: name)).contains("init") else {
      return false
    }
    return tokens.indices.contains { text($0) == "let" && text($0 + 1) == text(name) }
  }

  /// The words before a brace, back to the statement or the body before.
  private func header(of brace: Int) -> [String] {
    var start = brace - 1
    while start > 0, !["{", "}", ";"].contains(text(start)) { start -= 1 }
    return brace > 0 ? (start...brace).map(text) : []
  }

  private func mutants(ofExitAt index: Int) -> [Mutant] {
    switch text(index) {
    case "return" where endsStatement(index), "break" where endsStatement(index),
      "continue" where endsStatement(index):
      // That of a guard cannot be left out, and a `break` that is all of a case does nothing.
      return text(bracket(around: index) - 1) == "else"
        || text(index - 1) == ":" && text(index) == "break"
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
        let header = header(of: brace)
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
