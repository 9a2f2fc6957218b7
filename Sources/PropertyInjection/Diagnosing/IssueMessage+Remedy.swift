extension IssueMessage {
  // The last line of a report: how to fix it.

  static func remedy(for issue: InjectionIssue) -> String? {
    let type = issue.valueType.map(TypeName.of) ?? "?"
    switch issue.kind {
    case .factoryGaveNil, .boundToNothing, .skipped:
      return nil
    case .emptyName where issue.isAboutAlias:
      return "name the key that it is to lead to."
    case .emptyName:
      return "give it the name of the property that it is for."
    case .nilInstance:
      return "leave it out, or register a factory that may return nil."
    case .duplicateBinding:
      return "remove one of the two, or pass replacing: true."
    case .nothingReplaced:
      return "register it with the type of the binding that it is for, or without replacing: true."
    case .overrideDoesNotFit:
      return "register the override with that type, or let a type be asked for that both fit."
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
    case .ambiguousName:
      return "register one of them under another name, or one with the very type, \(type)."
    case .undeclaredProperty where isActor(issue.ownerType):
      return "mark it @Injected."
    case .hiddenMark:
      return "declare it with a key path, or take the outer wrapper off."
    case .linkedTwice:
      return
        "link the library once into the program and its plug-ins, as PropertyInjectionDynamic."
    case .undeclaredProperty:
      return
        "registry.declare(\"\(issue.name.map(TypeName.shown) ?? "")\", \\\(propertyName(of: issue))), in the type "
        + "itself if it is private."
    case .nothingDeclared where isCollection(issue.ownerType):
      return "inject its elements, one by one."
    case .nothingDeclared where isActor(issue.ownerType):
      return "mark a property @Injected and build with reflection."
    case .nothingDeclared:
      let declaration = "registry.declare(\"name\", \\\(ownerName(of: issue)).name)"
      return issue.ownerType.map(TypeKind.init) == .metatype
        ? "\(declaration)."
        : "\(declaration), or mark a property @Injected and build with reflection."
    case .lazyProperty:
      return "make it a plain var."
    case .wrongActor where issue.isAboutMakingPlain,
      .hookOnAnotherActor where issue.isAboutMakingPlain:
      return "do it in code that is isolated to \(issue.requiredActor ?? "the hook's actor")."
    case .wrongActor:
      return "inject it in code that is isolated to \(issue.requiredActor ?? "its actor")"
        + (issue.location == nil
          ? "." : ", or declare it outside of \(confinement(of: issue)) if it belongs to no actor.")
    case .hookOnAnotherActor:
      return "inject it in code that is isolated to the hook's actor."
    case .bindingOnAnotherActor where issue.requiredActor == nil:
      return "inject in code isolated to that actor, or let it conform on no actor."
    case .bindingOnAnotherActor:
      return
        "inject in code isolated to \(issue.requiredActor ?? "it"), or register what all threads may use."
    case .productDoesNotFit where issue.ownerType != nil && issue.related.isEmpty:
      return "decide on a value of type \(typeNames(of: issue).wanted)."
    case .productDoesNotFit:
      return "let the binding give a value of type \(typeNames(of: issue).wanted)."
    case .valueGone:
      return
        "register an instance, which is held, or make the property strong."
    case .cycle where issue.isAboutAlias:
      return "let one of them lead elsewhere."
    case .cycle:
      return
        "let one of them get the other later: as a property that the injector fills, or after its "
        + "factory has returned."
    case .tooDeep:
      return "look for a factory or a hook that injects without end."
    case .notMade:
      return issue.underlyingError == nil
        ? "give it arguments with which it succeeds."
        : "see to the cause, the issue's underlyingError."
    case .incomplete:
      return "see to that property, of which there is a report; until then it is made each time."
    case .outOfScope:
      return "ask within the scope, or keep the value in another one."
    case .unresolvedArgument where issue.reason == .ambiguousType:
      return "ask for one of them, with .key."
    case .unresolvedArgument:
      return "register a value of type \(wrappedArgumentType(of: issue))"
        + (issue.suggestedName.map { ", or ask for .key(\"\(TypeName.shown($0))\")." }
          ?? ", or give the argument as .key, .value or .dynamic.")
    case .wrongArguments where issue.wantedTypes.isEmpty:
      return "leave them out."
    case .wrongArguments where issue.isAboutKeptValue:
      return "make it anew each time, in the scope .unique, or give its arguments another way."
    case .wrongArguments:
      return "make it with \(TypeName.list(issue.wantedTypes)), in that order."
    case .weakValue:
      return "use another scope."
    case .deadEnd:
      return
        "bind \(issue.chain.last ?? "the last key") to a value of type \(type), or lead elsewhere."
    case .nothingToScope where issue.isAboutKeptValue:
      return "leave it out, or register a factory that does not take the request."
    case .nothingToScope:
      return issue.related.isEmpty
        ? "set it after the registration, for the same name and the very type."
        : "leave it out; for a key that leads to another, set the scope of that one."
    case .unknownModule:
      return "leave it out, or install the module before."
    case .accessorWithoutMark:
      return issue.ownerType == nil
        ? "ask for another key."
        : "mark it @Injected where it is stored, if it is not static, or bind its key to a value."
    case .accessedOnAnotherActor:
      return
        "access it on \(issue.requiredActor ?? "that actor"), or register what all threads may use."
    case .noSettingsStore:
      return "registry.useSettings(in: .standard), or another store."
    case .unreadableSetting:
      return "write a value, or nil to remove what is stored; until then it is left as it is."
    case .unwrittenSetting:
      return issue.underlyingError == nil
        ? "see to the store; the value is in memory."
        : "write a value that can be encoded; what was stored before is left as it is."
    case .settingKeyClash:
      return "give one of them a key of its own, @Setting(\"key\")."
    }
  }

  /// The call that confines a registry to the needed actor, as reports write it.
  static func confinement(of issue: InjectionIssue) -> String {
    issue.requiredActor == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
  }

  static func suggestion(for issue: InjectionIssue) -> String {
    issue.suggestedName.map { ", or ask for \"\(TypeName.shown($0))\"." } ?? "."
  }
}
