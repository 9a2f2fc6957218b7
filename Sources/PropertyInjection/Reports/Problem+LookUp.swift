// Reasons why the look-up of a key has found no binding, and remarks on a binding that it has found.
extension Problem {
  static let unknownName = Problem(.unknownName, related: "near") { issue in
    IssueWords(
      "\(issue.stayedNil): nothing is registered under \(issue.quotedName).",
      toFix: "register a value of type \(issue.typeText) under \(issue.quotedName)\(issue.orAsk)")
  }

  static let noFittingType = Problem(.noFittingType, related: "near") { issue in
    linkedTwice(issue)
      ?? IssueWords(
        "\(issue.stayedNil): what is registered under \(issue.quotedName) does not fit its type, "
          + "\(issue.typeTexts.wanted).",
        toFix: closureRemedy(issue)
          ?? "register a value of type \(issue.typeText) under \(issue.quotedName), instead of what is there or "
          + "beside it\(issue.orAsk)")
  }

  /// The remedy for a closure that the compiler would convert; nil for other values.
  private static func closureRemedy(_ issue: InjectionIssue) -> String? {
    let types = issue.typeTexts
    let found = types.found.replacing("@Sendable ", with: "")
    guard issue.valueType.map({ TypeMetadata($0).isFunction }) == true,
      found == types.wanted || found.replacing(" ->", with: " throws ->") == types.wanted
    else { return nil }
    return "register a factory that returns the closure with that type: "
      + "{ closure as \(types.wanted) }."
  }

  static let unknownType = Problem(.unknownType, related: "near") { issue in
    linkedTwice(issue)
      ?? IssueWords(
        "\(issue.stayedNil): nothing that is registered fits its type, \(issue.typeText).",
        toFix: "register a value of type \(issue.typeText).")
  }

  static let ambiguousType = Problem(.ambiguousType, related: "candidates") { issue in
    IssueWords(
      "\(issue.stayedNil): more than one binding fits its type, \(issue.typeText).",
      toFix: "ask for one of them by name.")
  }

  /// - Parameter chain: The keys, of which the last has no value.
  static func deadEnd(_ chain: [String]) -> Problem {
    Problem(.deadEnd, ProblemData(chain: chain)) { issue in
      IssueWords(
        "\(issue.stayedNil): its key leads to one without such a value, \(issue.chainText).",
        toFix:
          "bind \(chain.last ?? "the last key") to a value of type \(issue.typeText), or lead to "
          + (issue.suggestion.map { "\(TypeName.quoted($0))." } ?? "another key."))
    }
  }

  /// - Parameter chain: The keys, of which the last leads to the first.
  static func aliasCycle(_ chain: [String]) -> Problem {
    Problem(.cycle, ProblemData(chain: chain)) { issue in
      IssueWords(
        "\(issue.stayedNil): its binding leads back to itself, \(issue.chainText).",
        toFix: "let one of them lead elsewhere.")
    }
  }

  static let placeholder = Problem(.placeholder, related: "placeholder") { issue in
    IssueWords(
      "\(issue.stayedNil): the test provides no value for it, and what the configuration registers is "
        + "a placeholder.",
      toFix: "register a value of type \(issue.typeText)"
        + (issue.lookedUpName == nil ? "" : " under \(issue.quotedName)") + " in the test.")
  }

  static let ambiguousName = Problem(.ambiguousName, related: "candidates") { issue in
    IssueWords(
      "\(issue.key) is ambiguous: more than one binding of the name fits that type; the first is "
        + "used.",
      toFix: "register one of them under another name, or one with the very type, "
        + "\(issue.typeText).")
  }

  static let overrideDoesNotFit = Problem(.overrideDoesNotFit, related: "override") { issue in
    IssueWords(
      "\(issue.key) is not overridden: the override that is registered under the name does not fit "
        + "that type.",
      toFix: "register the override with that type, or request a type that both conform to.")
  }

  /// The words for a binding whose type has the wanted full name, and is another; nil if none has.
  private static func linkedTwice(_ issue: InjectionIssue) -> IssueWords? {
    guard let wanted = issue.valueType,
      issue.related.contains(where: { $0.type.map { TypeName.isLinkedTwice(wanted, $0) } == true })
    else { return nil }
    let name = TypeName.qualified(wanted)
    return IssueWords(
      "\(issue.stayedNil): there are two types \(name) in the program, and what is registered is of "
        + "the other.",
      toFix: "link the module \(name.prefix { $0 != "." }) once, into a dynamic library that the "
        + "program and its plug-ins share.")
  }
}
