import PropertyInjection

// The mistakes that only a check of the configuration finds, before an injection runs into them.
extension InjectionIssue.Kind {
  /// It cannot be told without an object whether the property is filled.
  public static let unverified = Self.other("unverified")
  /// A type, a property and its binding belong to different actors, which cannot meet.
  public static let actorsDoNotMeet = Self.other("actorsDoNotMeet")
  /// The key path of a struct leads to another property than it is declared for.
  public static let misdirectedKeyPath = Self.other("misdirectedKeyPath")
  /// A property of a superclass is hidden by one of the same name, and is never filled.
  public static let shadowedProperty = Self.other("shadowedProperty")
  /// A registered instance has a property that is nil and that a binding would fill; the code that
  /// makes the instance injects it.
  public static let uninjectedInstance = Self.other("uninjectedInstance")
  /// A scoped instance holds a value of a shorter scope.
  public static let shorterScope = Self.other("shorterScope")
  /// A derived injector overrides a name, and nothing that is declared gets the override.
  public static let unusedOverride = Self.other("unusedOverride")
  /// Nothing that is declared asks for the binding.
  public static let unusedBinding = Self.other("unusedBinding")
}

extension Problem {
  /// What belongs to one actor needs what belongs to the other.
  static func actorsDoNotMeet(_ required: Isolation, _ actual: Isolation) -> Problem {
    let (one, other) = (required.text, actual.text)
    return Problem(.actorsDoNotMeet, ProblemData(requiredActor: one, actualActor: other)) { issue in
      let subject =
        issue.name == nil
        ? "No code can inject \(issue.ownerText): its properties belong to \(other) and to \(one)"
        : "\(issue.stayedNil): it belongs to \(other), and its binding to \(one)"
      return IssueWords(
        "\(subject).", toFix: "let both belong to one actor, or one of them to none.")
    }
  }

  /// A property whose binding lacks an argument.
  ///
  /// - Parameter path: The missing arguments, down to this one.
  static func bindingLacks(_ argument: MissingArgument, _ path: [String]) -> Problem {
    Problem(.unresolvedArgument, argument.data) { issue in
      let lack = IssueText.shortened(path, by: ", which lacks ")
      return IssueWords(
        "\(issue.stayedNil): its binding lacks \(lack): \(argument.cause).",
        toFix: argument.remedy)
    }
  }

  static func unverified(_ doubt: Doubt) -> Problem {
    Problem(.unverified) { issue in
      IssueWords("\(issue.propertyText) may stay nil: \(doubt.cause).", toFix: doubt.remedy)
    }
  }

  /// Nothing has the name of a marked property; its mark may ask for another.
  static let unverifiedMark = Problem(.unverified, related: "near") { issue in
    IssueWords(
      "\(issue.propertyText) may stay nil: nothing of its type is registered under "
        + "\(issue.quotedName); its mark may ask for another key.",
      toFix: "register a value of type \(issue.typeText) under \(issue.quotedName)\(issue.orAsk) "
        + "To be exact, give the check an object of the type.")
  }

  /// Of a struct, whose key paths tell where they lead.
  ///
  /// - Parameter other: The name of the property that the key path leads to; nil if it is none of the same type.
  static func misdirectedKeyPath(to other: String?) -> Problem {
    Problem(.misdirectedKeyPath) { issue in
      let target = other.map { "\(issue.ownerText).\(TypeName.shown($0))" } ?? "another property"
      return IssueWords(
        "\(issue.propertyText) is declared with a key path that leads to \(target).",
        toFix: "write \\\(issue.propertyText), or declare it under the other's name, with from:.")
    }
  }

  static func uninjectedInstance(lacking names: [String]) -> Problem {
    Problem(.uninjectedInstance) { issue in
      IssueWords(
        "\(issue.key) is a registered instance whose "
          + "\(names.count == 1 ? "property" : "properties") \(names.joined(separator: ", ")) "
          + "\(names.count == 1 ? "is" : "are") nil: the injector does not fill instances.",
        toFix: "inject it before it is used, or register a factory that makes it.")
    }
  }

  /// - Parameters:
  ///   - hiding: The type that declares a property of the same name.
  static func shadowedProperty(hiding: Any.Type) -> Problem {
    Problem(.shadowedProperty, related: "the other") { issue in
      IssueWords(
        "\(issue.propertyText) is not filled in objects of \(TypeName.of(hiding)), which declares "
          + "another property of that name.",
        toFix: "declare one of the two under another name, with from: \(issue.quotedName).")
    }
  }

  /// - Parameters:
  ///   - own: The scope of the value that is kept.
  ///   - key: The key of the value that it keeps.
  ///   - shorter: The scope of that value.
  ///   - path: The arguments and properties that lead to that value.
  static func shorterScope(
    _ own: String, keeping key: BindingKey, _ shorter: String, through path: [String]
  ) -> Problem {
    Problem(.shorterScope, ProblemData(chain: path), related: "keeps", chain: "through") { issue in
      IssueWords(
        "\(issue.key) has the scope \(own), and keeps \(key), whose scope \(shorter) is shorter.",
        toFix: "keep both in one scope, or let it ask for the other when it is needed.")
    }
  }

  static let unusedOverride = Problem(.unusedOverride, related: "inherited") { issue in
    IssueWords(
      "\(issue.key) overrides a binding of that name, and nothing that is declared gets it.",
      toFix: "register it with the type of the binding that it is for, or remove it.")
  }

  static let unusedBinding = Problem(.unusedBinding) { issue in
    IssueWords(
      "Nothing that is declared asks for \(issue.key).",
      toFix: "remove it, unless a look-up, a factory or a marked property asks for it.")
  }
}
