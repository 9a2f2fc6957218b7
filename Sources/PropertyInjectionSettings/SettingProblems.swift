import PropertyInjection

// The mistakes in settings, beside those in every property.
extension InjectionIssue.Kind {
  /// A setting has no store.
  public static let noSettingsStore = Self.other("noSettingsStore") { issue in
    IssueWords(
      "\(issue.propertyText) is no setting yet: no settings store is registered.",
      toFix:
        "registry.useSettings(in: .standard), or another store; in a test, in: InMemorySettingsStore()."
    )
  }
  /// The stored value of a setting is not of its type; it is left as it is.
  public static let unreadableSetting = Self.other("unreadableSetting")
  /// A setting's value could not be stored; the old stored value is left as it is.
  public static let unwrittenSetting = Self.other("unwrittenSetting")
  /// Two settings that do not belong together have the same key in one store.
  public static let settingKeyClash = Self.other("settingKeyClash") { issue in
    IssueWords(
      "\(issue.propertyText) has the key of another setting, \(issue.quotedName).",
      toFix: "give one of them a key of its own, @Setting(\"key\").", related: "the other")
  }
}

extension InjectionIssue.Kind {
  /// What is stored is of another type, or an error was thrown that decodes it.
  static func unreadableSetting(found: Any.Type? = nil, throwing error: (any Error)? = nil) -> Self
  {
    .other("unreadableSetting", found: found, thrown: error) { issue in
      let cause =
        found.map { "is of type \(TypeName.of($0)), not \(issue.typeText)" }
        ?? "cannot be decoded, \(issue.kind.thrown?.description ?? "an error")"
      return IssueWords(
        "\(issue.propertyText) reads as nil or its default: what is stored under "
          + "\(issue.quotedName) \(cause).",
        toFix: "write a value, or nil to remove what is stored; until then it is left as it is.")
    }
  }

  /// - Parameter error: The error that encoding has thrown; nil if the store failed.
  static func unwrittenSetting(throwing error: (any Error)?) -> Self {
    .other("unwrittenSetting", thrown: error) { issue in
      let cause =
        issue.kind.thrown.map { "encoding it has thrown \($0)" }
        ?? "its store has not written it through"
      return IssueWords(
        "\(issue.propertyText) was not stored under \(issue.quotedName): \(cause).",
        toFix: issue.kind.thrown == nil
          ? "check the store; the value is in memory."
          : "write a value that can be encoded; what was stored before is left as it is.")
    }
  }
}
