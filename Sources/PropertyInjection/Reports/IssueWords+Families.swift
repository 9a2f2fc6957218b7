// The words of the kinds that need more than a sentence.

// A configuration, and what is looked up in it.
extension InjectionIssue {
  var wordsOfNoFittingType: IssueWords {
    let types = typeTexts(nil)
    return IssueWords(
      "\(stayedNil): what is registered under \(quotedName) does not fit its type, "
        + "\(types.wanted)\(asksOwnName ? ", and nothing is registered for that type alone" : "").",
      toFix: remedyOfClosure(types)
        ?? "register a value of type \(typeText)"
        + (underName.isEmpty ? "" : "\(underName), instead of what is there or beside it") + orAsk,
      related: "near")
  }

  var wordsOfPlaceholder: IssueWords {
    let isNamed = lookedUpName != nil && related.first?.name != nil
    return IssueWords(
      "\(stayedNil): the test provides no value for it, and what the configuration registers is "
        + "a placeholder.",
      toFix: "register a value of type \(typeText)" + (isNamed ? " under \(quotedName)" : "")
        + " in the test"
        + (related.count > 1
          ? ": what it registers without a name goes after that with the name." : "."),
      related: "placeholder")
  }

  /// The remedy for a closure that the compiler would convert; nil for other values.
  private func remedyOfClosure(_ types: (wanted: String, found: String)) -> String? {
    let found = types.found.replacing("@Sendable ", with: "")
    guard valueType.map({ TypeMetadata($0).isFunction }) == true,
      found == types.wanted || found.replacing(" ->", with: " throws ->") == types.wanted
    else { return nil }
    return "register a factory that returns the closure with that type: "
      + "{ closure as \(types.wanted) }."
  }

  var wordsOfNothingDeclared: IssueWords {
    let declaration = "registry.declare(\"name\", \\\(ownerText).name)"
    // Only the elements of a collection can be injected, and no key path can be written to the
    // properties of an actor.
    var cause = "no property is declared for \(ownerText)"
    var remedy =
      "\(declaration), or mark a property @Injected and build with reflection; if there is nothing "
      + "to fill, registry.declare(\(ownerText).self)."
    if let suggestion {
      cause =
        "no property is declared for an object of \(ownerText), and \(TypeName.shown(suggestion)) "
        + "is a static property"
      remedy = "injectDependencies(toStaticPropertiesOf: \(ownerText).self)."
    } else if ownerType is any Collection.Type {
      cause = "\(ownerText) is a collection"
      remedy = "injectDependencies(toEach:) injects its elements."
    } else if isOfActor {
      remedy = "mark a property @Injected and build with reflection."
    } else if ownerType.map(TypeKind.init) == .metatype {
      remedy = "\(declaration)."
    }
    return IssueWords("Nothing was injected: \(cause).", toFix: remedy)
  }

  var isOfActor: Bool { ownerType.map { TypeMetadata($0).isActor } ?? false }
}

// Refusals: what belongs to an actor is not used elsewhere.
extension InjectionIssue {
  func wordsOfWrongActor(_ required: String, _ actual: String?) -> IssueWords {
    let subject =
      location == nil ? "\(ownerText) belongs to" : "\(propertyText) is declared on"
    let confinement = required == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
    return IssueWords(
      "Nothing was done: \(subject) \(required), and the call \(Self.runsOn(actual)).",
      toFix: "make the call in code that is isolated to \(required)"
        + (location == nil
          ? "." : ", or declare the property outside of \(confinement) if it belongs to no actor.")
        + (actual == nil ? " The initial value of a property runs on no actor." : ""),
      call: "called at")
  }

  static func runsOn(_ actor: String?) -> String { "runs on \(actor ?? "no actor")" }
}

// Thrown errors.
extension InjectionIssue {
  func wordsOfThrown(_ thrown: ThrownError) -> IssueWords {
    guard let cause = thrown.error as? InjectionIssue else {
      return IssueWords(
        "\(stayedNil): what makes it has thrown \(thrown.details).",
        // Of an object that injects itself in its initializer.
        toFix: thrown.text == "InjectionResult"
          ? "see the report of the object that it injects."
          : "inspect the error, which the kind of the issue carries.")
    }
    return IssueWords(
      "\(stayedNil): what makes it has thrown the issue of another look-up. \(cause.words.headline)",
      toFix: cause.words.remedy)
  }
}

// Arguments.
extension InjectionIssue {
  func wordsOfWrongArguments(_ wanted: [TypeIdentity], _ given: [TypeIdentity?]) -> IssueWords {
    let list = TypeName.list(wanted.map(\.type))
    guard ownerType == nil else {
      return IssueWords(
        "\(stayedNil): its binding takes the run-time arguments \(list), which only a look-up "
          + "gives.",
        toFix: "look it up with them and set the property, or give its arguments another way.")
    }
    let needs =
      wanted.isEmpty ? "it takes no run-time arguments" : "it is made with the arguments \(list)"
    let was = given.isEmpty ? "none were" : "\(TypeName.list(given.map { $0?.type })) was"
    return IssueWords(
      "\(stayedNil): \(needs), and \(was) given.",
      toFix: wanted.isEmpty ? "leave them out." : "make it with \(list), in that order.")
  }

  /// The words for the argument of a value, or of the value of a property.
  func wordsOfMissing(_ argument: Argument, _ reason: Kind) -> IssueWords {
    let type = TypeName.of(argument.type.type)
    let position = "argument \(argument.position), \(type)"
    let consequence =
      switch (argument.isOptional, isForecast) {
      case _ where ownerType != nil:
        "\(stayedNil): its binding lacks "
          + IssueText.shortened(argument.way.path, by: ", which lacks ")
      case (true, false): "\(typeText) was made with nil as \(position)"
      case (true, true): "\(typeText) is made with nil as \(position)"
      case (false, false): "\(typeText) was not made, because it lacks \(position)"
      case (false, true): "\(typeText) cannot be made, because it lacks \(position)"
      }
    let remedy =
      switch reason {
      case .ambiguousType: "ask for one of them, with .key."
      case .wrongArguments:
        "make the value in a factory that hands the arguments on: { injector in ... "
          + "injector.instance(of: \(type).self, ...) }."
      default:
        "register a value of type \(type)\(argument.place)\(argument.otherWay)\(argument.remedyOfDefault)."
      }
    // As the report of a look-up of the argument says it.
    var missing = InjectionIssue(reason)
    missing.key = BindingKey(argument.name, argument.type.type)
    let cause = missing.words.headline.replacing("\(missing.stayedNil): ", with: "")
    return IssueWords(
      "\(consequence): \(cause)", toFix: remedy,
      related: ownerType != nil ? "binding" : reason == .ambiguousType ? "candidates" : "near")
  }
}

extension InjectionIssue.Argument {
  fileprivate var place: String { name.map { " under \(TypeName.quoted($0))" } ?? "" }

  fileprivate var otherWay: String {
    if let suggestion = way.suggestion {
      return ", or ask for .key(\(TypeName.quoted(suggestion)))"
    }
    if type.type is any Collecting.Type { return ", or ask for .key(.all) that fit its elements" }
    return name == nil ? ", or give the argument as .key, .value or .dynamic" : ""
  }

  /// The remedy for a parameter that has a default value, such as a number or a text, which `.initializer` takes as well.
  fileprivate var remedyOfDefault: String {
    name == nil && TypeName.qualified(type.type).hasPrefix("Swift.")
      ? "; if it has a default value, call the initializer in a closure" : ""
  }
}
