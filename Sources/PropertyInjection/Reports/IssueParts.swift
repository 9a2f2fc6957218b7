extension InjectionIssue {
  /// A part of an issue that its words name in braces, such as {owner}.
  enum Part: String {
    // The property, the binding or the look-up.
    case stayedNil, property, owner, key, name, plainName, type
    case wanted, found
    case module, whereKept, norAlone, underName
    // Near bindings.
    case suggestion, staticProperty, orAsk, orReturn
    // What the kind carries.
    case chain, lastLink, lastLinks, depth
    case actor, callActor, confinement
    case argument, argumentType, wayToArgument, otherWays
    case parameters, arguments, surplus
    case cause, remedyOfCause
  }

  func text(of part: Part) -> String {
    switch part {
    case .stayedNil: stayedNil
    case .property: propertyText
    case .owner: ownerText
    case .key: key.description
    case .name: quotedName
    case .plainName: name.map(TypeName.shown) ?? "name"
    case .type: typeText
    case .wanted: typeTexts(kind.found).wanted
    case .found: typeTexts(kind.found).found
    case .module: module.map(TypeName.shown) ?? "?"
    case .whereKept: whereKept
    case .norAlone: norAlone
    case .underName: underName
    case .suggestion: suggestion.map(TypeName.quoted) ?? "?"
    case .staticProperty: suggestion.map(TypeName.shown) ?? "?"
    case .orAsk: orAsk
    case .orReturn: orReturn
    case .chain: IssueText.shortened(kind.chain)
    case .lastLink: kind.chain.last ?? "the last key"
    case .lastLinks: kind.chain.suffix(3).joined(separator: " -> ")
    case .depth: if case .tooDeep(_, let depth) = kind { "\(depth)" } else { "?" }
    case .actor: kind.actors.required
    case .callActor: kind.actors.call ?? "no actor"
    case .confinement:
      kind.actors.required == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
    case .argument:
      kind.argument.map { "argument \($0.position), \(TypeName.of($0.type.type))" } ?? "?"
    case .argumentType: kind.argument.map { TypeName.of($0.type.type) } ?? "?"
    case .wayToArgument: IssueText.shortened(kind.argument?.way.path ?? [], by: ", which lacks ")
    case .otherWays: kind.argument?.otherWays ?? ""
    case .parameters, .arguments, .surplus: kind.types(part)
    case .cause: cause?.headline ?? kind.thrown?.details ?? "?"
    case .remedyOfCause: cause?.remedy ?? ""
    }
  }

  /// The words of the issue that is the cause of this one, as the report of a look-up says it.
  private var cause: IssueWords? {
    if case .unresolvedArgument(let argument, let reason) = kind {
      var missing = InjectionIssue(reason)
      missing.key = BindingKey(argument.name, argument.type.type)
      var words = missing.words
      words.headline = words.headline.replacing("\(missing.stayedNil): ", with: "")
      return words
    }
    return (kind.thrown?.error as? InjectionIssue)?.words
  }
}

extension InjectionIssue.Kind {
  /// The actor that something belongs to, and that of the call; nil for none.
  var actors: (required: String, call: String?) {
    switch self {
    case .wrongActor(let required, let call), .bindingOnAnotherActor(let required, let call):
      (required, call)
    case .conformanceOnAnotherActor(let call): ("?", call)
    case .mayLeaveActor(let required), .accessedOnAnotherActor(let required): (required, nil)
    default: ("?", nil)
    }
  }

  fileprivate var argument: InjectionIssue.Argument? {
    if case .unresolvedArgument(let argument, _) = self { argument } else { nil }
  }

  fileprivate var thrown: ThrownError? {
    if case .threw(let thrown) = self { thrown } else { nil }
  }

  fileprivate var found: Any.Type? {
    if case .productDoesNotFit(let found) = self { found.type } else { nil }
  }

  /// The types that are wanted, those that were given, or those that are too many.
  fileprivate func types(_ part: InjectionIssue.Part) -> String {
    switch self {
    case .wrongArguments(let wanted, let given):
      TypeName.list(part == .arguments ? given.map { $0?.type } : wanted.map(\.type))
    case .surplusArguments(let types):
      types.map { TypeName.of($0.type) }.joined(separator: ", ")
    default: "?"
    }
  }
}

// Names and types.
extension InjectionIssue {
  /// Whether the issue's place is that of a registration.
  var isAboutBinding: Bool { ownerType == nil && (valueType != nil || name != nil) }

  package var ownerText: String { ownerType.map(TypeName.of) ?? "?" }

  package var typeText: String { valueType.map(TypeName.of) ?? "?" }

  /// `Player.clock`.
  package var propertyText: String { "\(ownerText).\(name.map(TypeName.ofProperty) ?? "?")" }

  /// `"clock"`.
  package var quotedName: String { TypeName.quoted(lookedUpName ?? name ?? "") }

  /// The injector that a look-up was made in, if it is not the asking one.
  var whereKept: String { keeper == nil ? "" : " in the injector that keeps the object" }

  /// The end of a remedy, which may name a near binding.
  package var orAsk: String {
    if let keeper {
      return
        " there, or let the injector with the other one keep a \(keeper) of its own, with setScope."
    }
    if let suggestion { return ", or ask for \(TypeName.quoted(suggestion))." }
    // Of bindings without a name only those that fit are near a name.
    let unnamed = lookedUpName == nil ? nil : related.first { $0.name == nil }?.type
    guard let unnamed, let wanted = valueType else { return "." }
    if unnamed == wanted { return ", or leave out the name: it is registered without one." }
    // That a value is a text, or a number, does not say that it is meant.
    if TypeName.isCommon(wanted) { return "." }
    let name = TypeName.of(unnamed)
    return TypeMatching.fit(of: unnamed, to: wanted).map { $0 <= .known } == true
      ? ": \(name) fits, if it is registered as \(typeText)."
      : ", or ask for .byType, for which \(name) has a value of that type."
  }

  /// The end of the remedy of a decorator: its key may be the type of the wrapper, which the closure returns.
  var orReturn: String {
    lookedUpName != nil || valueType.map(TypeKind.init) == .existential
      ? orAsk
      : "; if it wraps the value of a protocol, let the closure return it as that, as any P."
  }

  /// The end of a headline, if the type alone might have answered.
  package var norAlone: String { asksOwnName ? ", nor for its type alone, \(typeText)" : "" }

  /// The name that a registration needs; none if the type alone is enough, and says enough.
  package var underName: String {
    asksOwnName && valueType.map(TypeName.isCommon) == false ? "" : " under \(quotedName)"
  }

  /// `Player.clock stayed nil`, or for a look-up without an object `No instance of Clock`.
  package var stayedNil: String {
    if ownerType != nil { return "\(propertyText) \(isForecast ? "stays" : "stayed") nil" }
    return name.map { "No instance for \(TypeName.quoted($0)): \(typeText)" }
      ?? "No instance of \(typeText)"
  }

  /// The wanted and the found type, distinguishable even if both have the same name.
  ///
  /// - Parameter found: Nil for that of the binding of the name.
  @inline(never)  // Only reports need it.
  func typeTexts(_ found: Any.Type?) -> (wanted: String, found: String) {
    let found = found ?? related.first { $0.name == lookedUpName }?.type
    guard let wanted = valueType, let found else { return (typeText, "?") }
    let names = (wanted: TypeName.of(wanted), found: TypeName.of(found))
    guard names.wanted == names.found else { return names }
    return (TypeName.qualified(wanted), TypeName.qualified(found))
  }
}
