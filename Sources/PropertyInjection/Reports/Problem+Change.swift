// Mistakes in changes of a registry, and in the calls that configure.
extension Problem {
  static let emptyName = Problem(.emptyName) { issue in
    IssueWords(
      issue.isAboutBinding
        ? "A value of type \(issue.typeText) was registered under an empty name; it is ignored."
        : "A property of \(issue.ownerText) was declared under an empty name; it is ignored.",
      toFix: "give it the name of the property that it is for.")
  }

  static let emptyNameOfTarget = Problem(.emptyName) { _ in
    IssueWords(
      "A key was bound to one with an empty name; it is ignored.",
      toFix: "name the key that it is to lead to.")
  }

  static let nilInstance = Problem(.nilInstance) { issue in
    IssueWords(
      "Nil was registered as the instance for \(issue.key); it is ignored.",
      toFix: "leave it out, or register a factory that may return nil.")
  }

  static let duplicateBinding = Problem(
    .duplicateBinding, related: "first at", isAboutChange: true
  ) { issue in
    IssueWords(
      "\(issue.key) is registered twice; the first registration is kept.",
      toFix: "remove one of the two, or pass replacing: true.")
  }

  static let nothingReplaced = Problem(
    .nothingReplaced, related: "near", isAboutChange: true
  ) { issue in
    IssueWords(
      "\(issue.key) is to replace a binding, and there is none; it is registered.",
      toFix: issue.suggestion.map { "register it under \(TypeName.quoted($0)), if that is meant." }
        ?? "register it with the type of the binding that it is for, or without replacing: true.")
  }

  static let duplicateDeclaration = Problem(
    .duplicateDeclaration, related: "first at", isAboutChange: true
  ) { issue in
    IssueWords(
      "\(issue.propertyText) is declared twice; the first declaration is kept.",
      toFix: "remove one of the two.")
  }

  static func declaredForAnotherActor(_ first: String, _ second: String) -> Problem {
    Problem(
      .duplicateDeclaration, ProblemData(requiredActor: first, actualActor: second),
      related: "first at", isAboutChange: true
    ) { issue in
      IssueWords(
        "\(issue.ownerText) is declared for \(second), and belongs to \(first) already, which stays.",
        toFix: "declare it for one of the two.")
    }
  }

  static let declaredForProtocol = Problem(.declaredForProtocol) { issue in
    IssueWords(
      "\(issue.propertyText) is declared by a key path that starts at a protocol type; it is "
        + "ignored.",
      toFix: "declare the property for each type, \\SomeType.\(issue.name ?? "name").")
  }

  static let nothingToScope = noScope(
    "and nothing is registered under that key",
    toFix: "set it after the registration, for the same name and the very type.")

  static let nothingMadeToScope = noScope(
    "and what that is bound to is not made",
    toFix: "leave it out; for a key that leads to another, set the scope of that one.")

  /// The binding's factory makes another value for each injection point.
  static let scopeOfPoints = noScope(
    "whose factory is called for each injection point",
    toFix: "leave it out, or register a factory that does not take the point.")

  /// Nothing proves that values of the binding may be shared by threads.
  static let scopeOfUnproven = noScope(
    "which was registered without one, and whether its values are Sendable is not known when the "
      + "program runs",
    toFix: "set the scope where the key is registered, or within registry.unchecked { } if its "
      + "values may be shared.")

  private static func noScope(_ cause: String, toFix remedy: String) -> Problem {
    Problem(.nothingToScope, place: "asked for at", isAboutChange: true) { issue in
      IssueWords("A scope was set for \(issue.key), \(cause).", toFix: remedy)
    }
  }

  static let unknownModule = Problem(.unknownModule, place: "asked for at") { issue in
    IssueWords(
      "\(issue.module.map(TypeName.shown) ?? "A module") was to be uninstalled, and is not "
        + "installed.",
      toFix: "leave it out, or install the module before.")
  }

  static let configuredTwice = configuredAgain(
    .configuredTwice, "The injector is configured already; the first configuration is kept.",
    toFix: "configure once, at process start; tests override it, with withOverrides.")

  static let notReconfigured = configuredAgain(
    .notReconfigured,
    "The injector was not configured again: in an optimized build reconfigure does nothing.",
    toFix: "call configure, once, at process start; reconfigure is for previews, in debug builds.")

  private static func configuredAgain(
    _ kind: InjectionIssue.Kind, _ headline: String, toFix remedy: String
  ) -> Problem {
    Problem(kind, place: "configured at", call: "again at", isAboutCall: true) { _ in
      IssueWords(headline, toFix: remedy)
    }
  }

  /// - Parameter isOverridden: Whether overrides are in force, for other tasks.
  package static func notConfigured(isOverridden: Bool) -> Problem {
    Problem(.notConfigured, isAboutCall: true) { issue in
      let isAboutValue = issue.name != nil || issue.valueType != nil
      let subject = isAboutValue ? issue.stayedNil : "Nothing was injected"
      return isOverridden
        ? IssueWords(
          "\(subject): the injector is not configured, and this code runs outside of the overrides "
            + "that are in force.",
          toFix:
            "give the test the trait .injecting { }, or call this within withOverrides; start tasks with "
            + "Task { }, because one that Task.detached starts has no overrides.")
        : IssueWords(
          "\(subject): the injector is not configured yet.",
          toFix: "call PropertyInjector.configure before the first object is made; a test "
            + "overrides it, with the trait .injecting { } or withOverrides.")
    }
  }
}
