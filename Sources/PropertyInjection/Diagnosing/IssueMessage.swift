/// All the words of the library: how an issue reads.
///
/// A headline says what happened, lines below it say where and what is near, the last line how to fix
/// it. Lines without anything to say are left out.
enum IssueMessage {
  static func text(of issue: InjectionIssue) -> String {
    var lines = [headline(of: issue)]
    func add(_ label: String, _ text: String?) {
      guard let text else { return }
      lines.append("  " + label + String(repeating: " ", count: max(1, 15 - label.count)) + text)
    }
    add(locationLabel(of: issue), issue.location?.description)
    add(
      issue.kind == .configuredTwice ? "again at" : "injected at",
      issue.injectionLocation?.description)
    for (index, related) in issue.related.enumerated() {
      add(index == 0 ? relatedLabel(of: issue) : "", related.description)
    }
    add("to fix", remedy(for: issue))
    return lines.joined(separator: "\n")
  }

  private static func headline(of issue: InjectionIssue) -> String {
    let property = propertyName(of: issue)
    let type = issue.valueType.map(TypeName.of) ?? "?"
    switch issue.kind.code {
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
    case .undeclaredProperty:
      return "\(property) stayed nil: a binding fits it, but no key path is declared for it."
    case .nothingDeclared:
      return "Nothing was injected: no property is declared for \(ownerName(of: issue))."
    case .lazyProperty:
      return "\(property) is a lazy var: it is skipped, and its initializer is not run."
    case .markedPropertyOfValue:
      return "\(property) stayed nil: a marked property of a struct cannot be filled from outside."
    case .wrongActor:
      return issue.location == nil
        ? "Nothing was injected: \(ownerName(of: issue)) belongs to \(actors(of: issue))."
        : "Nothing was injected: \(property) is declared on \(actors(of: issue))."
    case .hookOnAnotherActor:
      return "Nothing was injected: didInjectDependencies() of \(ownerName(of: issue)) belongs to "
        + "an actor that the injection does not run on."
    case .bindingOnAnotherActor:
      return "\(stayedNil(issue)): its binding is confined to \(actors(of: issue))."
    case .productDoesNotFit:
      let types = typeNames(of: issue)
      return
        "\(stayedNil(issue)): its binding gave a value of type \(types.found), not \(types.wanted)."
    case .valueGone:
      return "\(property) is nil again: it does not hold the value that was stored."
    case .cycle:
      return
        "\(stayedNil(issue)): its factory leads back to itself, \(issue.chain.joined(separator: " -> "))."
    case .tooDeep:
      return "\(stayedNil(issue)): factories and hooks are nested \(issue.chain.count) deep, "
        + "at last \(issue.chain.suffix(3).joined(separator: " -> "))."
    }
  }

  private static func remedy(for issue: InjectionIssue) -> String? {
    let type = issue.valueType.map(TypeName.of) ?? "?"
    switch issue.kind.code {
    case .emptyName:
      return "give it the name of the property that it is for."
    case .nilInstance:
      return "leave it out, or register a factory that may return nil."
    case .duplicateBinding:
      return "remove one of the two, or pass replacing: true."
    case .nothingReplaced:
      return "register it with the type of the binding that it is for, or without replacing: true."
    case .duplicateDeclaration:
      return "remove one of the two."
    case .declaredForProtocol:
      return "declare the property for each type, \\SomeType.\(issue.name ?? "name")."
    case .configuredTwice:
      return "configure once, at process start; derive with overriding(_:) for tests."
    case .notConfigured:
      return "call PropertyInjector.configure before the first object is made."
    case .unknownName:
      return "register a value of type \(type) under \(quotedKeyName(of: issue))"
        + suggestion(for: issue)
    case .noFittingType:
      return "register a value of type \(type) under \(quotedKeyName(of: issue)) as well"
        + suggestion(for: issue)
    case .unknownType:
      return "register a value of type \(type)."
    case .ambiguousType:
      return "ask for one of them by name."
    case .undeclaredProperty, .markedPropertyOfValue:
      return
        "registry.declare(\"\(issue.name ?? "")\", \\\(propertyName(of: issue))), in the type's "
        + "own list if it is private."
    case .nothingDeclared:
      return
        "registry.declare(\"name\", \\\(ownerName(of: issue)).name), or mark a property @Injected and build with reflection."
    case .lazyProperty:
      return "make it a plain var."
    case .wrongActor:
      return "inject it in code that is isolated to \(issue.requiredActor ?? "its actor")"
        + (issue.location == nil
          ? "." : ", or declare it with nonisolated: if it belongs to no actor.")
    case .hookOnAnotherActor:
      return "inject it in code that is isolated to the hook's actor."
    case .bindingOnAnotherActor:
      return
        "inject in code isolated to \(issue.requiredActor ?? "it"), or register what all threads may use."
    case .productDoesNotFit:
      return "let the binding give a value of type \(typeNames(of: issue).wanted)."
    case .valueGone:
      return
        "register an instance, which is held, or make the property strong."
    case .cycle:
      return "let one of them be set later, by an injection after its factory has returned."
    case .tooDeep:
      return "look for a factory or a hook that injects without end."
    }
  }

  private static func suggestion(for issue: InjectionIssue) -> String {
    issue.suggestedName.map { ", or ask for \"\($0)\"." } ?? "."
  }

  private static func locationLabel(of issue: InjectionIssue) -> String {
    if issue.kind == .configuredTwice { return "configured at" }
    return isAboutBinding(issue) ? "registered at" : "declared at"
  }

  private static func relatedLabel(of issue: InjectionIssue) -> String {
    switch issue.kind.code {
    case .duplicateBinding, .duplicateDeclaration, .configuredTwice: "first at"
    case .ambiguousType: "candidates"
    case .undeclaredProperty, .productDoesNotFit, .bindingOnAnotherActor, .cycle, .tooDeep:
      "binding"
    default: "near"
    }
  }

  /// Whether the issue's location is that of a registration.
  private static func isAboutBinding(_ issue: InjectionIssue) -> Bool {
    issue.ownerType == nil && issue.valueType != nil
  }

  private static func ownerName(of issue: InjectionIssue) -> String {
    issue.ownerType.map(TypeName.of) ?? "?"
  }

  private static func key(of issue: InjectionIssue) -> String {
    TypeName.key(issue.name, issue.valueType)
  }

  private static func quotedKeyName(of issue: InjectionIssue) -> String {
    "\"\(issue.lookedUpName ?? issue.name ?? "")\""
  }

  private static func propertyName(of issue: InjectionIssue) -> String {
    "\(ownerName(of: issue)).\(issue.name ?? "?")"
  }

  /// "Player.clock stayed nil", or for a look-up without an object "No clock".
  private static func stayedNil(_ issue: InjectionIssue) -> String {
    if issue.ownerType != nil { return "\(propertyName(of: issue)) stayed nil" }
    return issue.name.map { "No instance for \"\($0)\"" } ?? "No instance"
  }

  /// The type that was wanted and the one that was found, told apart even if both have one name.
  private static func typeNames(of issue: InjectionIssue) -> (wanted: String, found: String) {
    let found = issue.foundType ?? issue.related.first { $0.name == issue.lookedUpName }?.type
    guard let wanted = issue.valueType, let found else {
      return (issue.valueType.map(TypeName.of) ?? "?", "?")
    }
    let names = (wanted: TypeName.of(wanted), found: TypeName.of(found))
    guard names.wanted == names.found else { return names }
    return (TypeName.qualified(wanted), TypeName.qualified(found))
  }

  /// "MainActor, and the injection runs on Database".
  private static func actors(of issue: InjectionIssue) -> String {
    let actual = issue.actualActor.map { "runs on \($0)" } ?? "runs on no actor"
    return "\(issue.requiredActor ?? "an actor"), and the injection \(actual)"
  }
}
