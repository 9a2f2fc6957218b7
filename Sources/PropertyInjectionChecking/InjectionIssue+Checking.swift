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
  public static let unusedOverride = Self.other("unusedOverride") { issue in
    IssueWords(
      "\(issue.key) overrides a binding of that name, and nothing that is declared gets it.",
      toFix: "register it with the type of the binding that it is for, or remove it.",
      related: "inherited")
  }
  /// Nothing that is declared asks for the binding.
  public static let unusedBinding = Self.other("unusedBinding") { issue in
    IssueWords(
      "Nothing that is declared asks for \(issue.key).",
      toFix: "remove it, unless a look-up, a factory or a marked property asks for it.")
  }
}

// The kinds of issues at hand: each says more than its name, by which it is compared.
extension InjectionIssue.Kind {
  /// What belongs to one actor needs what belongs to the other.
  static func actorsDoNotMeet(_ required: Isolation, _ actual: Isolation) -> InjectionIssue.Kind {
    .other("actorsDoNotMeet") { issue in
      let (one, other) = (required.text, actual.text)
      let subject =
        issue.name == nil
        ? "No code can inject \(issue.ownerText): its properties belong to \(other) and to \(one)"
        : "\(issue.stayedNil): it belongs to \(other), and its binding to \(one)"
      return IssueWords(
        "\(subject).", toFix: "let both belong to one actor, or one of them to none.")
    }
  }

  static func unverified(_ doubt: Doubt) -> InjectionIssue.Kind {
    .other("unverified") { issue in
      IssueWords("\(issue.propertyText) may stay nil: \(doubt.cause).", toFix: doubt.remedy)
    }
  }

  /// Nothing has the name of a marked property; its mark may ask for another.
  static let unverifiedMark = Self.other("unverified") { issue in
    IssueWords(
      "\(issue.propertyText) may stay nil: nothing of its type is registered under "
        + "\(issue.quotedName); its mark may ask for another key.",
      toFix: "register a value of type \(issue.typeText) under \(issue.quotedName)\(issue.orAsk) "
        + "To be exact, give the check an object of the type.", related: "near")
  }

  /// Of a struct, whose key paths tell where they lead.
  ///
  /// - Parameter other: The name of the property that the key path leads to; nil if it is none of the same type.
  static func misdirectedKeyPath(to other: String?) -> InjectionIssue.Kind {
    .other("misdirectedKeyPath") { issue in
      let target = other.map { "\(issue.ownerText).\(TypeName.shown($0))" } ?? "another property"
      return IssueWords(
        "\(issue.propertyText) is declared with a key path that leads to \(target).",
        toFix: "write \\\(issue.propertyText), or declare it under the other's name, with from:.")
    }
  }

  static func uninjectedInstance(lacking names: [String]) -> InjectionIssue.Kind {
    .other("uninjectedInstance") { issue in
      IssueWords(
        "\(issue.key) is a registered instance whose "
          + "\(names.count == 1 ? "property" : "properties") \(names.joined(separator: ", ")) "
          + "\(names.count == 1 ? "is" : "are") nil: the injector does not fill instances.",
        toFix: "inject it before it is used, or register a factory that makes it.")
    }
  }

  /// - Parameter hiding: The type that declares a property of the same name.
  static func shadowedProperty(hiding: Any.Type) -> InjectionIssue.Kind {
    .other("shadowedProperty") { issue in
      IssueWords(
        "\(issue.propertyText) is not filled in objects of \(TypeName.of(hiding)), which declares "
          + "another property of that name.",
        toFix: "declare one of the two under another name, with from: \(issue.quotedName).",
        related: "the other")
    }
  }

  /// - Parameters:
  ///   - own: The scope of the value that is kept.
  ///   - key: The key of the value that it keeps.
  ///   - shorter: The scope of that value.
  ///   - path: The arguments and properties that lead to that value.
  static func shorterScope(
    _ own: String, keeping key: String, _ shorter: String, through path: [String]
  ) -> InjectionIssue.Kind {
    .other("shorterScope") { issue in
      IssueWords(
        "\(issue.key) has the scope \(own), and keeps \(key), whose scope \(shorter) is shorter, "
          + "through \(IssueText.shortened(path)).",
        toFix: "keep both in one scope, or let it ask for the other when it is needed.",
        related: "keeps")
    }
  }
}
