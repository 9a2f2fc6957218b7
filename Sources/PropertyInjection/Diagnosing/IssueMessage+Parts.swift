// The parts of headlines: names, types and actors.
extension IssueMessage {
  /// Why an argument could not be found.
  static func argumentReason(of issue: InjectionIssue) -> String {
    switch issue.reason {
    case .unknownName: "nothing is registered under \(quotedKeyName(of: issue))"
    case .noFittingType: "what is registered under \(quotedKeyName(of: issue)) does not fit"
    case .ambiguousType: "more than one binding fits it"
    case .boundToNothing: "its key is bound to nothing"
    case .deadEnd: "its key leads to one without such a value, \(chain(of: issue))"
    case .cycle: "its key leads back to itself, \(chain(of: issue))"
    case .factoryGaveNil: "its binding has given nil"
    case .accessorWithoutMark: "its binding gives a getter or a setter to marked properties"
    case .productDoesNotFit:
      "its binding has given a value of type \(issue.foundType.map(TypeName.of) ?? "?")"
    default: "nothing that is registered fits it"
    }
  }

  static func wrappedArgumentType(of issue: InjectionIssue) -> String {
    guard let type = issue.argumentType else { return "?" }
    return TypeName.of(TypeMetadata(type).wrappedType ?? type)
  }

  static func ownerName(of issue: InjectionIssue) -> String {
    issue.ownerType.map(TypeName.of) ?? "?"
  }

  static func key(of issue: InjectionIssue) -> String {
    issue.key.description
  }

  static func quotedKeyName(of issue: InjectionIssue) -> String {
    "\"\(TypeName.shown(issue.lookedUpName ?? issue.name ?? ""))\""
  }

  static func propertyName(of issue: InjectionIssue) -> String {
    "\(ownerName(of: issue)).\(issue.name.map(TypeName.shown) ?? "?")"
  }

  /// "Player.clock stayed nil", or for a look-up without an object "No clock".
  static func stayedNil(_ issue: InjectionIssue) -> String {
    if issue.ownerType != nil { return "\(propertyName(of: issue)) stayed nil" }
    let type = issue.valueType.map(TypeName.of) ?? "?"
    return issue.name.map { "No instance for \"\(TypeName.shown($0))\": \(type)" }
      ?? "No instance of \(type)"
  }

  /// The wanted and the found type, distinguishable even if both have the same name.
  static func typeNames(of issue: InjectionIssue) -> (wanted: String, found: String) {
    let found = issue.foundType ?? issue.related.first { $0.name == issue.lookedUpName }?.type
    guard let wanted = issue.valueType, let found else {
      return (issue.valueType.map(TypeName.of) ?? "?", "?")
    }
    let names = (wanted: TypeName.of(wanted), found: TypeName.of(found))
    guard names.wanted == names.found else { return names }
    return (TypeName.qualified(wanted), TypeName.qualified(found))
  }

  /// "MainActor, and the injection runs on Database".
  static func actors(of issue: InjectionIssue) -> String {
    "\(issue.requiredActor ?? "an actor"), and the \(action(issue)) \(actualActor(of: issue))"
  }

  static func actualActor(of issue: InjectionIssue) -> String {
    issue.actualActor.map { "runs on \($0)" } ?? "runs on no actor"
  }

  /// Whether a type is a collection, of which only the elements can be injected.
  static func isCollection(_ type: Any.Type?) -> Bool { type is any Collection.Type }

  /// Whether a type is an actor; no key path can be written to the properties of an actor.
  static func isActor(_ type: Any.Type?) -> Bool {
    type.flatMap { TypeMetadata($0).descriptor }?.isActor == true
  }
}
