// Failures of factories, initializers, providers and scopes.
extension Problem {
  /// - Parameter found: The type of the value that the binding has given.
  static func productDoesNotFit(found: Any.Type) -> Problem {
    Problem(.productDoesNotFit, ProblemData(found: found)) { issue in
      let types = issue.typeTexts
      return IssueWords(
        "\(issue.stayedNil): its binding gave a value of type \(types.found), not "
          + "\(types.wanted).",
        toFix: "let the binding give a value of type \(types.wanted).")
    }
  }

  /// - Parameter chain: The values that are being made, of which the last asks for the first.
  package static func cycle(_ chain: [String]) -> Problem {
    Problem(.cycle, ProblemData(chain: chain)) { issue in
      IssueWords(
        "\(issue.stayedNil): its binding leads back to itself, \(issue.chainText).",
        toFix: "let one of them get the other later: as a property that the injector fills, or "
          + "after its factory has returned.")
    }
  }

  /// - Parameters:
  ///   - chain: The calls that are running, the outermost first; of many both ends.
  ///   - depth: How many they are.
  static func tooDeep(_ chain: [String], depth: Int) -> Problem {
    Problem(.tooDeep, ProblemData(chain: chain)) { issue in
      // Without a type of a value it is about a hook.
      let consequence =
        issue.valueType == nil ? "\(issue.propertyText) was not called" : issue.stayedNil
      return IssueWords(
        "\(consequence): factories, hooks and the like are nested \(depth) deep, at last "
          + "\(chain.suffix(3).joined(separator: " -> ")), and little of the thread's stack is left.",
        toFix: "look for a factory or a hook that injects without end.")
    }
  }

  /// - Parameters:
  ///   - signature: The function that was to make the value.
  ///   - error: The error that it has thrown; nil if it has given nil.
  static func notMade(by signature: String, throwing error: (any Error)? = nil) -> Problem {
    let thrown = error.map(ThrownError.init(error:))
    return Problem(.notMade, ProblemData(thrown: thrown, signature: signature)) { issue in
      let cause = issue.errorText.map { "has thrown \($0)" }
      return IssueWords(
        "\(issue.stayedNil): what makes it \(cause ?? "has given nil").",
        toFix: cause == nil
          ? "give it arguments with which it succeeds, or call it in a factory, { }, which may give nil."
          : "inspect the error; the issue has it as underlyingError.")
    }
  }

  /// Of a look-up that requires a value.
  static let givenNil = Problem(.notMade) { issue in
    IssueWords(
      "\(issue.stayedNil): its binding has given nil, or is bound to nil.",
      toFix: "ask with instance(for:) if nil is an answer.")
  }

  static let incomplete = Problem(.incomplete) { issue in
    IssueWords(
      "\(issue.stayedNil): a value for its scope lacks one of its properties.",
      toFix: "fill that property, as its own report says; until then the value is made each time.")
  }

  /// - Parameter error: The error that the scope has thrown.
  static func outOfScope(throwing error: any Error) -> Problem {
    Problem(.outOfScope, ProblemData(thrown: error)) { issue in
      IssueWords(
        "\(issue.stayedNil): the scope of its binding has thrown \(issue.errorText ?? "an error").",
        toFix: "ask within the scope, or keep the value in another one.")
    }
  }

  static let weakValue = Problem(.weakValue) { issue in
    IssueWords(
      "\(issue.key) is made each time: the scope .weak is for instances of classes.",
      toFix: "use another scope.")
  }

  /// - Parameters:
  ///   - wanted: The types of the run-time arguments that it is made with.
  ///   - isLookUp: Whether the program asks, which can give arguments.
  static func wrongArguments(
    wanted: [Any.Type], to signature: String, isLookUp: Bool
  ) -> Problem {
    wrongArguments(wanted, to: signature) { issue in
      let list = TypeName.list(wanted)
      guard isLookUp else {
        return IssueWords(
          "\(issue.stayedNil): its binding takes the run-time arguments \(list), which only a "
            + "look-up gives.",
          toFix: "look it up with them and set the property, or give its arguments another way.")
      }
      let needs =
        wanted.isEmpty
        ? "it takes no run-time arguments" : "it is made with the arguments \(list)"
      let given =
        issue.givenTypes.isEmpty ? "none were" : "\(TypeName.list(issue.givenTypes)) was"
      return IssueWords(
        "\(issue.stayedNil): \(needs), and \(given) given.",
        toFix: wanted.isEmpty ? "leave them out." : "make it with \(list), in that order.")
    }
  }

  /// - Parameter wanted: The types of the run-time arguments that it is made with.
  static func argumentsOfKeptValue(wanted: [Any.Type], to signature: String) -> Problem {
    wrongArguments(wanted, to: signature) { issue in
      let consequence = issue.ownerType == nil ? "\(issue.key) cannot be made" : issue.stayedNil
      return IssueWords(
        "\(consequence): a value with a scope takes no run-time arguments.",
        toFix: wanted.isEmpty
          ? "leave them out."
          : "make it anew each time, in the scope .unique, or give its arguments another way.")
    }
  }

  private static func wrongArguments(
    _ wanted: [Any.Type], to signature: String,
    words: @escaping @Sendable (InjectionIssue) -> IssueWords
  ) -> Problem {
    let data = ProblemData(signature: signature, wanted: wanted.map(TypeIdentity.init))
    return Problem(.wrongArguments, data, words: words)
  }
}
