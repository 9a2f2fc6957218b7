// Changes of conditions, in `if`, `guard`, `while`, `where` and `? :`.
extension Source {
  func mutantsOfConditions() -> [Mutant] {
    tokens.indices.flatMap { index -> [Mutant] in
      switch text(index) {
      case "if", "guard", "while":
        // The word after `repeat { }`, too. A label such as `while:` is none.
        text(index + 1) == ":" ? [] : mutants(ofConditionsAfter: index)
      case "where": mutants(ofFilterAfter: index)
      case "?" where tokens[index].isBetweenOperands: mutants(ofChoiceAt: index)
      case "!" where !tokens[index].hasSpaceAfter && isNegationWithin(index):
        [mutant(.negated, index...index, "")]
      default: []
      }
    }
  }

  private func mutants(ofConditionsAfter word: Int) -> [Mutant] {
    let clauses = clauses(after: word)
    return clauses.flatMap { clause -> [Mutant] in
      if isBinding(clause) {
        // Not one whose names the code after a guard needs: a name that is set and not read still compiles.
        return [
          mutant(.never, clause.lowerBound...clause.lowerBound, "false, " + text(clause.lowerBound))
        ]
      }
      let negated = mutant(.negated, clause, "!(" + text(clause) + ")")
      switch text(word) {
      case "guard": return [negated, mutant(.guardDropped, clause, "true")]
      // Without its condition a loop does not end.
      case "while": return [negated]
      default: return [negated, mutant(.always, clause, "true")]
      }
    }
  }

  /// The conditions after a word, up to what they are of.
  private func clauses(after word: Int) -> [ClosedRange<Int>] {
    let isGuard = text(word) == "guard"
    var clauses: [ClosedRange<Int>] = []
    var start = word + 1
    var index = start
    while index < tokens.count {
      let isEnd = text(index) == (isGuard ? "else" : "{")
      if isEnd || text(index) == "," {
        if index > start { clauses.append(start...(index - 1)) }
        start = index + 1
        if isEnd { return clauses }
      }
      // The end of `repeat { } while condition`.
      index = max(index, partner(of: index))
      if !isGuard, text(index) != ",", endsStatement(index) {
        return text(word) == "while" ? clauses + [start...index] : []
      }
      index += 1
    }
    return []
  }

  private func isBinding(_ clause: ClosedRange<Int>) -> Bool {
    ["let", "var", "case"].contains(text(clause.lowerBound))
  }

  /// The condition of a loop's or a case's `where`; that of a declaration is about types.
  private func mutants(ofFilterAfter word: Int) -> [Mutant] {
    guard text(word + 1) != ":" else { return [] }
    var start = word
    while start > 0, !startsStatement(start) || text(start) == "where" {
      start -= 1
      guard tokens[word].line - tokens[start].line < 4 else { return [] }
    }
    guard ["for", "case", "catch"].contains(text(start)) else { return [] }
    var end = word + 1
    while end < tokens.count, text(end) != "{", text(end) != ":" {
      end = partner(of: end) + 1
    }
    let clause = (word + 1)...(end - 1)
    return [
      mutant(.negated, clause, "!(" + text(clause) + ")"), mutant(.always, clause, "true"),
    ]
  }

  /// The branches of `condition ? this : that`.
  private func mutants(ofChoiceAt question: Int) -> [Mutant] {
    var colon = question + 1
    var depth = 1
    while colon < tokens.count {
      if text(colon) == "?", tokens[colon].isBetweenOperands { depth += 1 }
      if text(colon) == ":" {
        depth -= 1
        if depth == 0 { break }
      }
      if ")]}".contains(text(colon)), partner(of: colon) < colon { return [] }
      colon = partner(of: colon) + 1
    }
    guard colon + 1 < tokens.count, colon > question + 1 else { return [] }
    var end = colon + 1
    while end < tokens.count, !endsExpression(end) { end = partner(of: end) + 1 }
    guard end < tokens.count else { return [] }
    end = partner(of: end)
    let this = text((question + 1)...(colon - 1))
    let that = text((colon + 1)...end)
    return [mutant(.negated, (question + 1)...end, that + " : " + this)]
  }

  private func endsExpression(_ index: Int) -> Bool {
    let last = partner(of: index)
    let next = text(last + 1)
    return [",", ")", "]", "}", "{", ";", "else", ":"].contains(next) || endsStatement(last)
  }

  /// Whether a `!` negates a part of a condition, or a value, not a condition as a whole.
  private func isNegationWithin(_ index: Int) -> Bool {
    guard index > 0, tokens[index].hasSpaceBefore || ["(", "["].contains(text(index - 1)) else {
      return false
    }
    return !["if", "guard", "while", ",", "where"].contains(text(index - 1))
  }
}
