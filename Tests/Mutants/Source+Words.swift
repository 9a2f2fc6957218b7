// Changes of one word, operator or number.
extension Source {
  func mutantsOfWords() -> [Mutant] {
    tokens.indices.flatMap { index -> [Mutant] in
      switch tokens[index].kind {
      case .word: mutants(ofWordAt: index)
      case .mark: mutants(ofOperatorAt: index)
      case .number, .string, .bracket: []
      }
    }
  }

  private func mutants(ofWordAt index: Int) -> [Mutant] {
    let word = text(index)
    let isMember = text(index - 1) == "."
    // The declaration of a function of that name, or a label.
    let isName = ["func", "case", "let", "var"].contains(text(index - 1)) || text(index + 1) == ":"
    switch word {
    case "true", "false": return [mutant(.flag, index...index, word == "true" ? "false" : "true")]
    case "weak", "unowned": return mutants(ofReferenceAt: index)
    case "withLock" where isMember:
      return [mutant(.lock, index...index, "withoutLock")]
    case "guarding" where isMember: return [mutant(.lock, index...index, "guardingWithoutLock")]
    case "acquiring", "releasing", "acquiringAndReleasing", "sequentiallyConsistent":
      return isMember ? [mutant(.memoryOrder, index...index, "relaxed")] : []
    default:
      guard let other = Self.opposites[word], !isName, isMember || text(index + 1) == "(" else {
        return []
      }
      return [mutant(.firstLast, index...index, other)]
    }
  }

  /// `weak let a`, `unowned(unsafe) let a`, `[weak a]`.
  private func mutants(ofReferenceAt index: Int) -> [Mutant] {
    let last = text(index + 1) == "(" ? partner(of: index + 1) : index
    switch text(last + 1) {
    case "let", "var":
      return [mutant(.strong, index...(last + 1), text(last + 1))]
    case let name where text(bracket(around: index)) == "[" && tokens[last + 1].kind == .word:
      return [mutant(.strong, index...(last + 1), name)]
    default: return []
    }
  }

  private static let opposites: [String: String] = {
    let pairs = [
      ("first", "last"), ("firstIndex", "lastIndex"), ("removeFirst", "removeLast"), ("min", "max"),
      ("prefix", "suffix"), ("dropFirst", "dropLast"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
  }()

  private func mutants(ofOperatorAt index: Int) -> [Mutant] {
    guard text(index - 1) != "func" else { return [] }
    let sign = text(index)
    if let range = ["..<": "...", "...": "..<"][sign], index > 0, isOperand(index + 1) {
      return [mutant(.comparison, index...index, range)]
    }
    guard tokens[index].isBetweenOperands, !isOfGenerics(index) else { return [] }
    if let other = Self.comparisons[sign] { return [mutant(.comparison, index...index, other)] }
    if let other = ["&&": "||", "||": "&&"][sign] { return [mutant(.andOr, index...index, other)] }
    guard let other = Self.signs[sign], tokens[index + 1].kind != .string,
      index == 0 || tokens[index - 1].kind != .string
    else { return [] }
    var mutants = [mutant(.sign, index...index, other)]
    if tokens[index + 1].kind == .number, tokens[index + 1].text != "0" {
      mutants.append(mutant(.zero, (index + 1)...(index + 1), "0"))
    }
    return mutants
  }

  private func isOperand(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return [.word, .number].contains(tokens[index].kind) || text(index) == "("
  }

  /// Whether `==` is between types, in the `where` of a declaration.
  private func isOfGenerics(_ index: Int) -> Bool {
    guard text(index) == "==" else { return false }
    var start = index
    while start > 0, text(start) != "where" {
      if ["{", "}", "if", "guard", "while", "return", "="].contains(text(start)) { return false }
      start -= 1
    }
    while start > 0, !["{", "}"].contains(text(start)) {
      if ["func", "extension", "init", "struct", "class", "subscript", "protocol"].contains(
        text(start))
      {
        return true
      }
      start -= 1
    }
    return false
  }

  private static let comparisons = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
  ]

  private static let signs = [
    "+": "-", "-": "+", "+=": "-=", "-=": "+=", "&+": "&-", "&-": "&+", "&+=": "&-=", "&-=": "&+=",
  ]
}
