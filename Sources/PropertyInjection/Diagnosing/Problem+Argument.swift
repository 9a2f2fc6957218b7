/// An argument of a factory or an initializer that could not be found.
struct MissingArgument {
  let position: Int
  let key: BindingKey
  /// Whether the parameter takes nil.
  let isOptional: Bool
  /// The function that takes the argument.
  let signature: String
  let reason: UnfilledReason
  /// The type of the value that its binding has given, if that does not fit.
  var found: Any.Type?
  /// The name of a near binding that would fit.
  var suggestion: String?
  /// The keys that were followed.
  var chain: [String] = []
}

extension Problem {
  static func unresolvedArgument(_ argument: MissingArgument) -> Problem {
    var data = ProblemData(found: argument.found)
    data.chain = argument.chain
    data.signature = argument.signature
    data.argumentPosition = argument.position
    data.argument = argument.key.type.map(TypeIdentity.init)
    data.reason = argument.reason
    return Problem(.unresolvedArgument, data) { issue in
      let type = argument.key.type.map(TypeName.of) ?? "?"
      let isAmbiguous = argument.reason == .issue(.ambiguousType)
      let position = "argument \(argument.position), \(type)"
      let consequence =
        switch (argument.isOptional, issue.isForecast) {
        case (true, false): "was made with nil as \(position)"
        case (true, true): "is made with nil as \(position)"
        case (false, false): "was not made, because it lacks \(position)"
        case (false, true): "cannot be made, because it lacks \(position)"
        }
      return IssueWords(
        "\(issue.typeText) \(consequence): \(argument.cause(in: issue)).",
        toFix: isAmbiguous
          ? "ask for one of them, with .key."
          : "register a value of type \(argument.wrappedType)\(argument.otherRemedy)",
        lines: [("made by", argument.signature)], related: isAmbiguous ? "candidates" : "near")
    }
  }
}

extension MissingArgument {
  fileprivate func cause(in issue: InjectionIssue) -> String {
    switch reason {
    case .issue(.unknownName): "nothing is registered under \(issue.quotedName)"
    case .issue(.noFittingType): "what is registered under \(issue.quotedName) does not fit"
    case .issue(.ambiguousType): "more than one binding fits it"
    case .boundToNil: "its key is bound to nil"
    case .issue(.deadEnd): "its key leads to one without such a value, \(issue.chainText)"
    case .issue(.cycle): "its key leads back to itself, \(issue.chainText)"
    case .factoryGaveNil: "its binding has given nil"
    case .issue(.placeholder): "the test provides no value for it"
    case .issue(.accessorWithoutMark):
      "its binding gives a getter or a setter to @Injected properties"
    case .issue(.productDoesNotFit):
      "its binding has given a value of type \(found.map(TypeName.of) ?? "?")"
    default: "nothing that is registered fits it"
    }
  }

  fileprivate var wrappedType: String {
    key.type.map { TypeName.of(TypeMetadata($0).wrappedType ?? $0) } ?? "?"
  }

  fileprivate var otherRemedy: String {
    suggestion.map { ", or ask for .named(\"\(TypeName.shown($0))\")." }
      ?? (key.type is any Collecting.Type
        ? ", or ask for .all that fit its elements."
        : ", or give the argument as .key, .value or .dynamic.")
  }
}
