// The words of each kind, by families; longer ones are in IssueWords+Families.

extension InjectionIssue {
  /// The words of its kind, with the issue's own names and types.
  package var words: IssueWords {
    switch kind {
    // MARK: Mistakes in a configuration

    case .emptyName:
      IssueWords(
        ownerType == nil
          ? "The key \(key) has an empty name, or leads to one; it is ignored."
          : "A property of \(ownerText) was declared under an empty name; it is ignored.",
        toFix: "name the property that it is for, or the key that it leads to.")
    case .nilInstance:
      IssueWords(
        "Nil was registered as the instance for \(key); it is ignored.",
        toFix: "leave it out, or register a factory that may return nil.")
    case .duplicateBinding:
      IssueWords(
        "\(key) is registered twice; the first registration is kept.",
        toFix: "remove one of the two, give one another name, or pass replacing: true."
          + (name == nil && valueType.map { TypeKind($0) == .existential } == true
            ? " If a list is to have both, register each with its own type." : ""),
        related: "first at")
    case .nothingReplaced:
      IssueWords(
        "\(key) is to replace a binding, and there is none; it is registered.",
        toFix: suggestion.map { "register it under \(TypeName.quoted($0)), if that is meant." }
          ?? "register it with the type of the binding that it is for, or without replacing: true.",
        related: "near")
    case .overrideDoesNotFit:
      IssueWords(
        "\(key) is not overridden: the override that is registered under the name does not fit that type.",
        toFix:
          "register the override with that type or under another name, or request a type that both conform to.",
        related: "override")
    case .ambiguousName:
      IssueWords(
        "\(key) is ambiguous: more than one binding of the name fits that type; the first is used.",
        toFix: "register one of them under another name, or one with the very type, \(typeText).",
        related: "candidates")
    case .duplicateDeclaration:
      IssueWords(
        "\(propertyText) is declared twice; the first declaration is kept.",
        toFix: "remove one of the two.", related: "first at")
    case .declaredForProtocol:
      IssueWords(
        "\(propertyText) is declared by a key path that starts at a protocol type; it is ignored.",
        toFix: "declare the property for each type, \\SomeType.\(plainName).")
    case .configuredTwice:
      IssueWords(
        "The injector is configured already; the first configuration is kept.",
        toFix: "configure once, at process start; tests override it, with withOverrides.",
        place: "configured at", call: "again at")
    case .notReconfigured:
      IssueWords(
        "The injector was not configured again: in an optimized build reconfigure does nothing.",
        toFix:
          "call configure, once, at process start; reconfigure is for previews, in debug builds.",
        place: "configured at", call: "again at")
    case .nothingToDecorate:
      IssueWords(
        "\(key) is to be decorated, and has no binding; the decorator is ignored.",
        toFix: "register it here or in an older layer\(orReturn)", related: "near",
        place: "asked for at")
    case .nothingToScope:
      IssueWords(
        "A scope was set for \(key), and no factory is registered under that key.",
        toFix: """
          set it after the registration, for the same name and the very type; for a key that leads to another, set the \
          scope of that one.
          """, place: "asked for at")
    case .scopeOfCalls:
      IssueWords(
        "A scope was set for \(key), whose factory takes the injection point or run-time arguments.",
        toFix: "leave it out, or register a factory that takes neither.", place: "asked for at")
    case .scopeOfUnproven:
      IssueWords(
        """
        A scope was set for \(key), which was registered without one, and whether its values are Sendable is not known \
        when the program runs.
        """,
        toFix: """
          set the scope where the key is registered, or within registry.unchecked { } if its values may be shared.
          """, place: "asked for at")
    case .surplusArguments(let types):
      IssueWords(
        """
        The initializer for \(key) has no parameter for an exception of type \
        \(types.map(\.description).joined(separator: ", ")); it is ignored.
        """,
        toFix: "leave the exception out, or write the type of the parameter.")
    case .weakValue:
      IssueWords(
        "\(key) is made each time: the scope .weak is for instances of classes.",
        toFix: "use another scope.")
    case .unknownModule:
      IssueWords(
        "The module \(module.map(TypeName.shown) ?? "?") was to be uninstalled, and is not installed.",
        toFix: "leave it out, or install the module before.", place: "asked for at")

    // MARK: No binding

    case .notConfigured:
      IssueWords(
        (name == nil && valueType == nil ? "Nothing was injected" : stayedNil)
          + ": the injector is not configured yet.",
        toFix: """
          call PropertyInjector.configure before the first object is made; a test overrides it, with the trait \
          .injecting { } or withOverrides; a preview has an injector of its own. A thread, a queue or Task.detached does \
          not inherit that: it uses an injector that was derived before, let injector = \
          PropertyInjector.shared.overriding { _ in }.
          """)
    case .unknownName:
      IssueWords(
        "\(stayedNil): nothing is registered under \(quotedName)\(whereKept)\(norAlone).",
        toFix: "register \(aValue)\(underName)\(orAsk)\(ofMark)", related: "near")
    case .noFittingType:
      IssueWords(
        "\(stayedNil): what is registered under \(quotedName) does not fit its type, \(typeTexts().wanted)"
          + (asksOwnName ? ", and nothing is registered for that type alone." : "."),
        toFix: isOfConvertedClosure
          ? "register a factory that returns the closure with that type: { closure as \(typeTexts().wanted) }."
          : asksOwnName && valueType.flatMap { TypeMetadata($0).listedType } != nil
            ? "register that under another name, and the list has all values that fit its elements; or a list\(underName)."
            : underName.isEmpty
              ? "register a value of type \(typeText)\(orAsk)"
              : "register a value of type \(typeText)\(underName), instead of what is there or beside it\(orAsk)",
        related: "near")
    case .unknownType:
      IssueWords(
        "\(stayedNil): nothing that is registered\(whereKept) fits its type, \(typeText).",
        toFix: "register \(aValue)\(orAsk)\(ofMark)", related: "near")
    case .ambiguousType:
      IssueWords(
        "\(stayedNil): more than one binding fits its type, \(typeText).",
        toFix: related.allSatisfy { $0.name == nil }
          ? "register one of them as \(typeText)." : "ask for one of them by name.",
        related: "candidates")
    case .deadEnd(let chain):
      IssueWords(
        "\(stayedNil): its key leads to one without such a value, \(IssueText.shortened(chain)).",
        toFix: """
          bind \(chain.last ?? "the last key") to a value of type \(typeText), or lead to \
          \(suggestion.map(TypeName.quoted) ?? "another key").
          """)
    case .aliasCycle(let chain):
      IssueWords(
        "\(stayedNil): its binding leads back to itself, \(IssueText.shortened(chain)).",
        toFix: "let one of them lead elsewhere.")
    case .placeholder:
      IssueWords(
        "\(stayedNil): the test provides no value for it, and what the configuration registers is a placeholder.",
        toFix: lookedUpName == nil || related.first?.name == nil
          ? "register a value of type \(typeText) in the test"
            + (suggestion.map(ifRegistered) ?? ".")
          : related.count == 1
            ? "register a value of type \(typeText) under \(quotedName) in the test."
            : """
            register a value of type \(typeText) under \(quotedName) in the test: what it registers without a name goes after that \
            with the name.
            """, related: "placeholder")

    // MARK: Properties

    case .nothingDeclared: wordsOfNothingDeclared
    case .undeclaredProperty:
      IssueWords(
        "\(propertyText) is not declared, and a binding fits it.",
        toFix: isOfActor
          ? "mark it @Injected."
          : (isOfWeakProperty ? "" : "mark it @Injected, or ")
            + #"registry.declare("\#(plainName)", \\#(propertyText)), in the type itself if it is private."#
      )
    case .lazyProperty:
      IssueWords(
        "\(propertyText) is a lazy var: it is skipped, and its initializer is not run.",
        toFix: "make it a plain var.")
    case .hiddenMark:
      IssueWords(
        "\(propertyText) is left alone: it is stored as \(typeText), and the injector does not reach the mark in it, @Injected.",
        toFix: """
          if \(typeText) is a property wrapper, let it adopt InjectionWrapper, or take it off; if not, inject it itself, or \
          store it under a name without an underscore.
          """)
    case .accessorWithoutMark:
      IssueWords(
        (ownerType == nil ? stayedNil : "\(propertyText) is left alone")
          + ": its binding gives a getter or a setter, which only a property that is marked @Injected takes.",
        toFix: ownerType == nil
          ? "ask for another key."
          : """
          mark it @Injected where it is stored, if it is not static, in place of declaring it, or bind its key to a value.
          """)
    case .valueGone:
      IssueWords(
        "\(propertyText) is nil again: it does not hold the value that was stored.",
        toFix: "keep the value in a scope, such as in: .singleton, or make the property strong.")
    case .nothingCollected:
      IssueWords(
        "\(stayedNil): nothing that is registered fits the type of its elements.",
        toFix: "register one.")

    // MARK: Actors

    case .wrongActor(let actor, let callActor): wordsOfWrongActor(actor, callActor)
    case .hookOnAnotherActor(let callActor):
      IssueWords(
        "Nothing was done: didInjectDependencies() of \(ownerText) belongs to an actor that the call does not run on.",
        toFix:
          "make the call in code that is isolated to the hook's actor.\(remedy(on: callActor))",
        call: "called at")
    case .actorNotInjected:
      IssueWords(
        "\(ownerText) is left unfilled: it is an actor, which only its own code injects.",
        toFix: """
          let it call injectDependencies(to: self), or pass what it needs to its initializer, and say so: \
          registry.declare(\(ownerText).self).
          """)
    case .bindingOnAnotherActor(let actor, let callActor):
      IssueWords(
        """
        \(stayedNil): its binding is confined to \(actor), and the injection runs on \
        \(callActor ?? "no actor").
        """,
        toFix: """
          inject in code isolated to \(actor), or register what all threads may use.\
          \(remedy(on: callActor, of: actor))
          """)
    case .conformanceOnAnotherActor(let callActor):
      IssueWords(
        """
        \(stayedNil): its value conforms to \(typeText) on an actor only, and the injection runs on \
        \(callActor ?? "no actor").
        """,
        toFix: "inject in code isolated to that actor, or let it conform on no actor.")
    case .mayLeaveActor(let actor):
      IssueWords(
        """
        \(stayedNil): its binding is confined to \(actor), and would be used when the property is read or written, where \
        the struct may have left \(actor).
        """,
        toFix:
          "move the property into a class, fill it at once, not lazily, or register what all threads may use."
      )
    case .accessedOnAnotherActor(let actor):
      IssueWords(
        "\(propertyText) is accessed outside of \(actor), to which its binding is confined.",
        toFix: "access it on \(actor), or register what all threads may use.")

    // MARK: No value

    case .productDoesNotFit(let found): wordsOfMisfit(typeTexts(found.type))
    case .cycle(let chain):
      IssueWords(
        "\(stayedNil): its binding leads back to itself, \(IssueText.shortened(chain)).",
        toFix: (chain.count == 2
          ? "to wrap the value of an older binding, registry.decorate; else " : "")
          + IssueWords.remedyOfCycle)
    case .tooDeep(let chain, let depth):
      IssueWords(
        // Without a type of a value it is about a hook.
        (valueType == nil ? "\(propertyText) was not called" : stayedNil)
          + """
          : factories, hooks and the like are nested \(depth) deep, at last \
          \(chain.suffix(3).joined(separator: " -> ")), and little of the thread's stack is left.
          """,
        toFix: "look for a factory or a hook that injects without end.")
    case .threw(let thrown):
      if let cause = (thrown.error as? InjectionIssue)?.words {
        IssueWords(
          "\(stayedNil): what makes it has thrown the issue of another look-up. \(cause.headline)",
          toFix: cause.remedy)
      } else {
        IssueWords(
          "\(stayedNil): what makes it has thrown \(thrown.sentence)",
          // Of an object that injects itself in its initializer.
          toFix: thrown.text == "InjectionResult"
            ? "see the report of the object that it injects."
            : "remove the cause of the error; where it is expected, take a Lookup of the value, and catch what its require() throws."
        )
      }
    case .initializerGaveNil:
      IssueWords(
        "\(stayedNil): what makes it has given nil.",
        toFix:
          "give it arguments with which it succeeds, or call it in a factory, { }, which may give nil."
      )
    case .requiredNil:
      IssueWords(
        "\(stayedNil): its binding has given nil, or is bound to nil.",
        toFix: "ask with instance(for:) if nil is an answer.")
    case .injectorGone:
      IssueWords(
        "\(stayedNil): the injector that would make its value has gone.",
        toFix: "keep the injector, or ask for the value while the injector exists.")
    case .incomplete(let cause):
      IssueWords(
        cause.map { "\(stayedNil): the value for it is incomplete. \($0.words.headline)" }
          ?? "\(stayedNil): the value for it lacks one of its own properties.",
        // A nil on purpose is not reported.
        toFix: cause.flatMap { $0.kind.isQuiet ? $0.words.remedy : nil }
          ?? "see the report of that property; without it the value is neither kept nor used.")
    case .outOfScope:
      IssueWords(
        "\(stayedNil): its binding keeps a value for each request, session, window or the like, and there is none here.",
        toFix: (ownerType == nil
          ? "ask within one, or keep the value in another scope."
          : "ask within one, or keep the value in another scope; if there may be none, mark it @Injected(optional: true), unless its object is kept longer.")
          + " An event, a queue or Task.detached does not inherit a task local: set it there again."
      )
    case .sessionEnded:
      IssueWords(
        """
        \(stayedNil): it is lazy, and is first read outside of the request, session, window or the like in which its object was \
        injected, or after its end.
        """,
        toFix: "do not make it lazy, or read it before; or inject the object again in the next one."
      )
    case .unresolvedArgument(let argument, let reason):
      wordsOfMissing(argument, reason)
    case .wrongArguments(let wanted, let given): wordsOfWrongArguments(wanted, given)

    // MARK: No mistake

    case .factoryGaveNil:
      IssueWords(
        "\(stayedNil): its factory has given nil.",
        toFix: "let it give a value, or mark the property @Injected, which may stay nil.")
    case .boundToNil:
      IssueWords(
        "\(stayedNil): its key is bound to nil.",
        toFix: "register a value, or mark the property @Injected, which may stay nil.")
    case .skipped: IssueWords("\(stayedNil): the injection has left it out.", toFix: "")
    case .other(let other): other.words?(self) ?? IssueWords(other.name, toFix: "")
    }
  }
}
