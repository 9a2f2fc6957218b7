/// The text of an issue, with all words of the library's reports.
///
/// A headline says what happened, lines below it say where and what is near, and the last line says
/// how to fix it. Lines without content are left out. The last line is in a file of its own.
enum IssueMessage {
  static func text(of issue: InjectionIssue) -> String {
    var lines = [headline(of: issue)]
    func add(_ label: String, _ text: String?) {
      guard let text else { return }
      lines.append("  " + label + String(repeating: " ", count: max(1, 15 - label.count)) + text)
    }
    let module = issue.kind == .unknownModule ? nil : issue.module
    add(locationLabel(of: issue), place(issue.location, module))
    add("made by", issue.signature)
    if !issue.givenTypes.isEmpty, issue.kind != .wrongArguments {
      add("given", TypeName.list(issue.givenTypes))
    }
    // A path that starts like the chain repeats it, and is left out.
    if issue.path.count > 1, issue.path.first != issue.chain.first {
      add("for", shortened(issue.path))
    }
    add(callLabel(of: issue), issue.injectionLocation?.description)
    for (index, related) in issue.related.enumerated() {
      add(index == 0 ? relatedLabel(of: issue) : "", related.description)
    }
    add("to fix", remedy(for: issue))
    return lines.joined(separator: "\n")
  }

  static func headline(of issue: InjectionIssue) -> String {
    let property = propertyName(of: issue)
    let type = issue.valueType.map(TypeName.of) ?? "?"
    switch issue.kind {
    case .factoryGaveNil, .boundToNothing, .skipped:
      return "\(property) stayed nil on purpose."
    case .emptyName where issue.isAboutAlias:
      return "A key was bound to one with an empty name; it is ignored."
    case .emptyName:
      return isAboutBinding(issue)
        ? "A value of type \(type) was registered under an empty name; it is ignored."
        : "A property of \(ownerName(of: issue)) was declared under an empty name; it is ignored."
    case .nilInstance:
      return "Nil was registered as the instance for \(key(of: issue)); it is ignored."
    case .duplicateBinding:
      return "\(key(of: issue)) is registered twice; the first registration is kept."
    case .nothingReplaced:
      return "\(key(of: issue)) is to replace a binding, and there is none; it is registered."
    case .overrideDoesNotFit:
      return
        "\(key(of: issue)) is not overridden: what the derived injector has under the name does "
        + "not fit that type."
    case .duplicateDeclaration:
      return "\(property) is declared twice; the first declaration is kept."
    case .declaredForProtocol:
      return "\(property) is declared by a key path that starts at a protocol type; it is ignored."
    case .configuredTwice:
      return "The injector is configured already; the first configuration is kept."
    case .notConfigured:
      return "Nothing was injected: the injector is not configured yet."
    case .unknownName:
      return "\(stayedNil(issue)): nothing is registered under \(quotedKeyName(of: issue))."
    case .noFittingType:
      return
        "\(stayedNil(issue)): what is registered under \(quotedKeyName(of: issue)) does not fit its "
        + "type, \(typeNames(of: issue).wanted)."
    case .unknownType:
      return "\(stayedNil(issue)): nothing that is registered fits its type, \(type)."
    case .ambiguousType:
      return "\(stayedNil(issue)): more than one binding fits its type, \(type)."
    case .ambiguousName:
      return
        "\(key(of: issue)) is ambiguous: more than one binding of the name fits that type; the "
        + "first is used."
    case .undeclaredProperty:
      return "\(property) is not declared, and a binding fits it."
    case .hiddenMark:
      return
        "\(property) is left alone: the wrapper around its @Injected does not store it in itself."
    case .linkedTwice:
      return
        "\(property) is left alone: it is marked with the @Injected of another copy of the library."
    case .nothingDeclared where isCollection(issue.ownerType):
      return "Nothing was injected: \(ownerName(of: issue)) is a collection."
    case .nothingDeclared:
      return "Nothing was injected: no property is declared for \(ownerName(of: issue))."
    case .lazyProperty:
      return "\(property) is a lazy var: it is skipped, and its initializer is not run."
    case .wrongActor:
      return issue.location == nil
        ? "\(nothing(issue)): \(ownerName(of: issue)) belongs to \(actors(of: issue))."
        : "\(nothing(issue)): \(property) is declared on \(actors(of: issue))."
    case .hookOnAnotherActor:
      return "\(nothing(issue)): didInjectDependencies() of \(ownerName(of: issue)) belongs to "
        + "an actor that the \(action(issue)) does not run on."
    case .bindingOnAnotherActor where issue.requiredActor == nil:
      return
        "\(stayedNil(issue)): its value conforms to \(type) on an actor only, and the injection "
        + "\(actualActor(of: issue))."
    case .bindingOnAnotherActor:
      return "\(stayedNil(issue)): its binding is confined to \(actors(of: issue))."
    case .productDoesNotFit where issue.ownerType != nil && issue.related.isEmpty:
      let types = typeNames(of: issue)
      return
        "\(stayedNil(issue)): what was decided on is of type \(types.found), not \(types.wanted)."
    case .productDoesNotFit:
      let types = typeNames(of: issue)
      return
        "\(stayedNil(issue)): its binding gave a value of type \(types.found), not \(types.wanted)."
    case .valueGone:
      return "\(property) is nil again: it does not hold the value that was stored."
    case .cycle:
      return "\(stayedNil(issue)): its binding leads back to itself, \(chain(of: issue))."
    case .tooDeep:
      let consequence =
        issue.valueType == nil ? "\(propertyName(of: issue)) was not called" : stayedNil(issue)
      return "\(consequence): factories, hooks and the like are nested \(issue.chain.count) deep, "
        + "at last \(issue.chain.suffix(3).joined(separator: " -> "))."
    case .notMade:
      let cause = issue.underlyingError.map { "has thrown \(TypeName.of(error: $0))" }
      return "\(stayedNil(issue)): what makes it \(cause ?? "has given nil")."
    case .incomplete:
      return "\(stayedNil(issue)): it would be kept without one of its properties."
    case .outOfScope:
      let cause = issue.underlyingError.map { TypeName.of(error: $0) } ?? "an error"
      return "\(stayedNil(issue)): the scope of its binding has thrown \(cause)."
    case .unresolvedArgument:
      let position = issue.argumentPosition.map(String.init) ?? "?"
      let argument = "argument \(position), \(issue.argumentType.map(TypeName.of) ?? "?")"
      let consequence =
        issue.isArgumentOptional
        ? "\(type) was made with nil as \(argument)"
        : "\(type) was not made for want of \(argument)"
      return "\(consequence): \(argumentReason(of: issue))."
    case .wrongArguments where issue.isAboutKeptValue:
      let consequence =
        issue.ownerType == nil ? "\(key(of: issue)) cannot be made" : stayedNil(issue)
      return "\(consequence): a value that is kept takes no creation-time arguments."
    case .wrongArguments:
      let wanted =
        issue.wantedTypes.isEmpty
        ? "it takes no creation-time arguments"
        : "it is made with the arguments \(TypeName.list(issue.wantedTypes))"
      let given =
        issue.givenTypes.isEmpty ? "none were" : "\(TypeName.list(issue.givenTypes)) was"
      return "\(stayedNil(issue)): \(wanted), and \(given) given."
    case .weakValue:
      return "\(key(of: issue)) is made each time: only an instance of a class can be kept weakly."
    case .deadEnd:
      return "\(stayedNil(issue)): its key leads to one without such a value, \(chain(of: issue))."
    case .nothingToScope where issue.isAboutKeptValue:
      return
        "A scope was set for \(key(of: issue)), whose factory makes a value for each that asks."
    case .nothingToScope:
      return issue.related.isEmpty
        ? "A scope was set for \(key(of: issue)), and nothing is registered under that key."
        : "A scope was set for \(key(of: issue)), and what that is bound to is not made."
    case .unknownModule:
      return
        "\(issue.module.map(TypeName.shown) ?? "A module") was to be uninstalled, and is not installed."
    case .accessorWithoutMark:
      let consequence =
        issue.ownerType == nil ? stayedNil(issue) : "\(propertyName(of: issue)) is left alone"
      return
        "\(consequence): its binding gives a getter or a setter, which only a property that is "
        + "marked @Injected takes."
    case .accessedOnAnotherActor:
      return
        "\(property) is accessed outside of \(issue.requiredActor ?? "an actor"), to which its "
        + "binding is confined."
    case .noSettingsStore:
      return "\(property) is no setting yet: no settings store is registered."
    case .unreadableSetting:
      let found =
        issue.underlyingError.map { "cannot be decoded, \(TypeName.of(error: $0))" }
        ?? "is of type \(issue.foundType.map(TypeName.of) ?? "?"), not \(type)"
      return
        "\(property) reads as nil or its default: what is stored under \(quotedKeyName(of: issue)) \(found)."
    case .unwrittenSetting:
      let cause = issue.underlyingError.map { "encoding it has thrown \(TypeName.of(error: $0))" }
      return "\(property) was not stored under \(quotedKeyName(of: issue)): "
        + "\(cause ?? "its store has not written it through")."
    case .settingKeyClash:
      return "\(property) has the key of another setting, \(quotedKeyName(of: issue))."
    }
  }

  static func nothing(_ issue: InjectionIssue) -> String {
    issue.isAboutMakingPlain ? "Nothing was taken off" : "Nothing was injected"
  }

  static func action(_ issue: InjectionIssue) -> String {
    issue.isAboutMakingPlain ? "call" : "injection"
  }

  /// The label of the place of the call, by what was called.
  static func callLabel(of issue: InjectionIssue) -> String {
    if issue.kind == .configuredTwice { return "again at" }
    if issue.isAboutMakingPlain { return "asked for at" }
    return isAboutBinding(issue) ? "asked for at" : "injected at"
  }

  static func locationLabel(of issue: InjectionIssue) -> String {
    switch issue.kind {
    case .configuredTwice: return "configured at"
    case .nothingToScope, .unknownModule: return "asked for at"
    default: break
    }
    return isAboutBinding(issue) ? "registered at" : "declared at"
  }

  static func relatedLabel(of issue: InjectionIssue) -> String {
    switch issue.kind {
    case .duplicateBinding, .duplicateDeclaration, .configuredTwice: "first at"
    case .settingKeyClash: "the other"
    case .ambiguousType, .ambiguousName: "candidates"
    case .overrideDoesNotFit: "override"
    case .undeclaredProperty, .productDoesNotFit, .bindingOnAnotherActor, .cycle, .tooDeep,
      .notMade, .incomplete, .outOfScope, .wrongArguments, .deadEnd, .nothingToScope,
      .accessorWithoutMark:
      "binding"
    case .unresolvedArgument where issue.reason == .ambiguousType: "candidates"
    default: "near"
    }
  }

  /// Whether the issue's location is that of a registration.
  static func isAboutBinding(_ issue: InjectionIssue) -> Bool {
    issue.ownerType == nil && (issue.valueType != nil || issue.name != nil)
  }

  /// A place in the code, and the module that it belongs to.
  static func place(_ location: CodeLocation?, _ module: String?) -> String? {
    location.map { place in
      module.map { "\(place), \(TypeName.shown($0))" } ?? place.description
    }
  }

  /// The links of a chain; of a long chain only those at both ends.
  static func chain(of issue: InjectionIssue) -> String { shortened(issue.chain) }

  private static func shortened(_ links: [String]) -> String {
    let end = 8
    guard links.count > 2 * end + 1 else { return links.joined(separator: " -> ") }
    let left = "(\(links.count - 2 * end) more)"
    return (links.prefix(end) + [left] + links.suffix(end)).joined(separator: " -> ")
  }
}
