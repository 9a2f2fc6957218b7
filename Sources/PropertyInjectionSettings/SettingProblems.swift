import PropertyInjection

// The mistakes in settings, beside those in every property.
extension InjectionIssue.Kind {
  /// A setting has no store.
  public static let noSettingsStore = Self.other("noSettingsStore")
  /// The stored value of a setting is not of its type; it is left as it is.
  public static let unreadableSetting = Self.other("unreadableSetting")
  /// A setting's value could not be stored; the old stored value is left as it is.
  public static let unwrittenSetting = Self.other("unwrittenSetting")
  /// Two settings that do not belong together have the same key in one store.
  public static let settingKeyClash = Self.other("settingKeyClash")
}

extension Problem {
  static let noSettingsStore = Problem(.noSettingsStore) { issue in
    IssueWords(
      "\(issue.propertyText) is no setting yet: no settings store is registered.",
      toFix: "registry.useSettings(in: .standard), or another store.")
  }

  /// - Parameter found: The type of the value that is stored.
  static func unreadableSetting(found: Any.Type) -> Problem {
    unreadable(ProblemData(found: found)) { issue in
      "is of type \(issue.foundText), not \(issue.typeText)"
    }
  }

  /// - Parameter error: The error that decoding has thrown.
  static func unreadableSetting(throwing error: any Error) -> Problem {
    unreadable(ProblemData(thrown: error)) { issue in
      "cannot be decoded, \(issue.errorText ?? "an error")"
    }
  }

  private static func unreadable(
    _ data: ProblemData, because cause: @escaping @Sendable (InjectionIssue) -> String
  ) -> Problem {
    Problem(.unreadableSetting, data) { issue in
      IssueWords(
        "\(issue.propertyText) reads as nil or its default: what is stored under "
          + "\(issue.quotedName) \(cause(issue)).",
        toFix: "write a value, or nil to remove what is stored; until then it is left as it is.")
    }
  }

  /// - Parameter error: The error that encoding has thrown; nil if the store failed.
  static func unwrittenSetting(throwing error: (any Error)? = nil) -> Problem {
    Problem(.unwrittenSetting, ProblemData(thrown: error)) { issue in
      let cause =
        issue.errorText.map { "encoding it has thrown \($0)" }
        ?? "its store has not written it through"
      return IssueWords(
        "\(issue.propertyText) was not stored under \(issue.quotedName): \(cause).",
        toFix: issue.underlyingError == nil
          ? "check the store; the value is in memory."
          : "write a value that can be encoded; what was stored before is left as it is.")
    }
  }

  static let settingKeyClash = Problem(.settingKeyClash, related: "the other") { issue in
    IssueWords(
      "\(issue.propertyText) has the key of another setting, \(issue.quotedName).",
      toFix: "give one of them a key of its own, @Setting(\"key\").")
  }
}
