/// An argument of a factory or an initializer that could not be found.
package struct MissingArgument: Sendable {
  let position: Int
  let key: BindingKey
  /// Whether the parameter takes nil.
  package let isOptional: Bool
  /// The function that takes the argument.
  let signature: String
  let reason: UnfilledReason
  /// The type of the value that its binding has given, if that does not fit.
  var found: Any.Type?
  /// The name of a near binding that would fit.
  var suggestion: String?
  /// The keys that were followed.
  var chain: [String] = []

  package init(
    position: Int, key: BindingKey, isOptional: Bool, signature: String, reason: UnfilledReason,
    suggestion: String? = nil, chain: [String] = []
  ) {
    self.position = position
    self.key = key
    self.isOptional = isOptional
    self.signature = signature
    self.reason = reason
    self.suggestion = suggestion
    self.chain = chain
  }
}

extension Problem {
  static func unresolvedArgument(_ argument: MissingArgument) -> Problem {
    let related = argument.isAmbiguous ? "candidates" : "near"
    return Problem(.unresolvedArgument, argument.data, related: related) { issue in
      let position = "argument \(argument.position), \(argument.key.typeName)"
      let consequence =
        switch (argument.isOptional, issue.isForecast) {
        case (true, false): "was made with nil as \(position)"
        case (true, true): "is made with nil as \(position)"
        case (false, false): "was not made, because it lacks \(position)"
        case (false, true): "cannot be made, because it lacks \(position)"
        }
      return IssueWords(
        "\(issue.typeText) \(consequence): \(argument.cause).", toFix: argument.remedy)
    }
  }
}

// The words of a missing argument.
extension MissingArgument {
  package var data: ProblemData {
    ProblemData(
      chain: chain, found: found.map(TypeIdentity.init), signature: signature,
      argumentPosition: position, argument: key.type.map(TypeIdentity.init), reason: reason)
  }

  fileprivate var isAmbiguous: Bool { reason == .issue(.ambiguousType) }

  /// Why it is missing.
  package var cause: String {
    switch reason {
    case .issue(.unknownName): "nothing is registered under \(quotedName)"
    case .issue(.noFittingType): "what is registered under \(quotedName) does not fit"
    case .issue(.ambiguousType): "more than one binding fits it"
    case .boundToNil: "its key is bound to nil"
    case .issue(.deadEnd):
      "its key leads to one without such a value, \(IssueText.shortened(chain))"
    case .issue(.cycle): "its key leads back to itself, \(IssueText.shortened(chain))"
    case .factoryGaveNil: "its binding has given nil"
    case .issue(.placeholder): "the test provides no value for it"
    case .issue(.wrongArguments): "its binding takes run-time arguments"
    case .issue(.accessorWithoutMark):
      "its binding gives a getter or a setter to @Injected properties"
    case .issue(.productDoesNotFit):
      "its binding has given a value of type \(found.map(TypeName.of) ?? "?")"
    default: "nothing that is registered fits it"
    }
  }

  /// How to give it.
  package var remedy: String {
    switch reason {
    case .issue(.ambiguousType): "ask for one of them, with .key."
    case .issue(.wrongArguments):
      "make the value in a factory that hands the arguments on: { injector in ... "
        + "injector.instance(of: \(wrappedType).self, ...) }."
    default: "register a value of type \(wrappedType)\(otherRemedy)\(remedyOfDefault)."
    }
  }

  private var quotedName: String { TypeName.quoted(key.name ?? "") }

  private var wrappedType: String {
    key.type.map { TypeName.of(TypeMetadata($0).wrappedType ?? $0) } ?? "?"
  }

  private var otherRemedy: String {
    suggestion.map { ", or ask for .key(\(TypeName.quoted($0)))" }
      ?? (key.type is any Collecting.Type
        ? ", or ask for .all that fit its elements"
        : ", or give the argument as .key, .value or .dynamic")
  }

  /// The remedy for a parameter that has a default value, such as a number or a text, which `.initializer` takes as well.
  private var remedyOfDefault: String {
    guard key.name == nil, let type = key.type,
      TypeName.qualified(TypeMetadata(type).wrappedType ?? type).hasPrefix("Swift.")
    else { return "" }
    return "; if it has a default value, call the initializer in a closure"
  }
}
