// Reasons why the look-up of a key has found no binding, and remarks on the one that it has found.
extension Problem {
  /// - Parameters:
  ///   - suggestion: The name of a near binding that would fit.
  ///   - arguments: The run-time arguments that were given.
  static func unknownName(near suggestion: String?, given arguments: [Any?]) -> Problem {
    missing(.unknownName, given: arguments) { issue in
      IssueWords(
        "\(issue.stayedNil): nothing is registered under \(issue.quotedName).",
        toFix: "register a value of type \(issue.typeText) under \(issue.quotedName)"
          + orAsk(for: suggestion),
        lines: given(issue))
    }
  }

  /// - Parameters:
  ///   - suggestion: The name of a near binding that would fit.
  ///   - arguments: The run-time arguments that were given.
  static func noFittingType(near suggestion: String?, given arguments: [Any?]) -> Problem {
    missing(.noFittingType, given: arguments) { issue in
      linkedTwice(issue)
        ?? IssueWords(
          "\(issue.stayedNil): what is registered under \(issue.quotedName) does not fit its type, "
            + "\(issue.typeTexts.wanted).",
          toFix: "register a value of type \(issue.typeText) under \(issue.quotedName) as well"
            + orAsk(for: suggestion),
          lines: given(issue))
    }
  }

  /// - Parameter arguments: The run-time arguments that were given.
  static func unknownType(given arguments: [Any?]) -> Problem {
    missing(.unknownType, given: arguments) { issue in
      linkedTwice(issue)
        ?? IssueWords(
          "\(issue.stayedNil): nothing that is registered fits its type, \(issue.typeText).",
          toFix: "register a value of type \(issue.typeText).", lines: given(issue))
    }
  }

  /// - Parameter arguments: The run-time arguments that were given.
  static func ambiguousType(given arguments: [Any?]) -> Problem {
    missing(.ambiguousType, given: arguments) { issue in
      IssueWords(
        "\(issue.stayedNil): more than one binding fits its type, \(issue.typeText).",
        toFix: "ask for one of them by name.", lines: given(issue), related: "candidates")
    }
  }

  /// - Parameters:
  ///   - chain: The keys, of which the last has no value.
  ///   - arguments: The run-time arguments that were given.
  static func deadEnd(
    _ chain: [String], near suggestion: String?, given arguments: [Any?]
  ) -> Problem {
    missing(.deadEnd, chain: chain, given: arguments) { issue in
      IssueWords(
        "\(issue.stayedNil): its key leads to one without such a value, \(issue.chainText).",
        toFix:
          "bind \(chain.last ?? "the last key") to a value of type \(issue.typeText), or lead to "
          + (suggestion.map { "\"\(TypeName.shown($0))\"." } ?? "another key."),
        lines: given(issue), related: "binding")
    }
  }

  /// - Parameters:
  ///   - chain: The keys, of which the last leads to the first.
  ///   - arguments: The run-time arguments that were given.
  static func aliasCycle(_ chain: [String], given arguments: [Any?]) -> Problem {
    missing(.cycle, chain: chain, given: arguments) { issue in
      IssueWords(
        "\(issue.stayedNil): its binding leads back to itself, \(issue.chainText).",
        toFix: "let one of them lead elsewhere.", lines: given(issue), related: "binding")
    }
  }

  /// - Parameter arguments: The run-time arguments that were given.
  static func placeholder(given arguments: [Any?]) -> Problem {
    missing(.placeholder, given: arguments) { issue in
      IssueWords(
        "\(issue.stayedNil): the test provides no value for it, and what the configuration registers is "
          + "a placeholder.",
        toFix: "register a value of type \(issue.typeText)"
          + (issue.lookedUpName == nil ? "" : " under \(issue.quotedName)") + " in the test.",
        lines: given(issue), related: "placeholder")
    }
  }

  static let ambiguousName = Problem(.ambiguousName) { issue in
    IssueWords(
      "\(issue.key) is ambiguous: more than one binding of the name fits that type; the first is "
        + "used.",
      toFix: "register one of them under another name, or one with the very type, "
        + "\(issue.typeText).",
      related: "candidates")
  }

  static let overrideDoesNotFit = Problem(.overrideDoesNotFit) { issue in
    IssueWords(
      "\(issue.key) is not overridden: the override that is registered under the name does not fit "
        + "that type.",
      toFix: "register the override with that type, or request a type that both conform to.",
      related: "override")
  }

  private static func missing(
    _ kind: InjectionIssue.Kind, chain: [String] = [], given arguments: [Any?],
    words: @escaping @Sendable (InjectionIssue) -> IssueWords
  ) -> Problem {
    Problem(kind, ProblemData(chain: chain, given: arguments), words: words)
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
        + "program and its plug-ins share.",
      lines: given(issue))
  }

  private static func given(_ issue: InjectionIssue) -> [(label: String, text: String)] {
    issue.givenTypes.isEmpty ? [] : [("given", TypeName.list(issue.givenTypes))]
  }

  static func orAsk(for suggestion: String?) -> String {
    suggestion.map { ", or ask for \"\(TypeName.shown($0))\"." } ?? "."
  }
}
