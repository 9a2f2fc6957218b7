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
  /// A sample stores a struct with marks of its own, which no injection has filled: that of the sample does not.
  public static let uninjectedPart = Self.other("uninjectedPart")
  /// A scoped instance holds a value of a shorter scope.
  public static let shorterScope = Self.other("shorterScope")
  /// A derived injector overrides a name, and nothing asks for the override.
  public static let unusedOverride = Self.other("unusedOverride") { issue in
    let inherited = issue.related.first
    return inherited?.name == issue.name
      ? IssueWords(
        "\(issue.key) overrides a binding of that name, and nothing asks for it.",
        toFix: """
          declare a sample of what asks for it, register it with the type of the binding that it is for, or remove it.
          """, related: "inherited")
      : IssueWords(
        "\(issue.key) goes before nothing: the binding that it fits has another key.",
        toFix: "register it \(inherited.map(\.keyInWords) ?? "elsewhere").", related: "inherited")
  }
  /// An override registers a name that nothing else has, and the configuration a near one that nothing uses: one of the
  /// two is misspelt.
  public static let hidesSlip = Self.other("hidesSlip") { issue in
    IssueWords(
      "\(issue.key) is registered by the override alone; the configuration has a near name, which nothing uses.",
      toFix: "register one of the two under the other's name.", related: "near")
  }
  /// A module was installed, and another one of its name that has values of its own, and may do something else, was left
  /// out.
  public static let moduleLeftOut = Self.other("moduleLeftOut") { issue in
    IssueWords(
      """
      The module \(TypeName.shown(issue.module ?? "?")) is installed, and another one, which the same code has made with \
      values of its own, is left out.
      """, toFix: "if the values differ, name each by them, or uninstall the first one before.",
      place: "made at")
  }
  /// A value of a type that everybody uses is registered without a name, and properties of different names take it.
  public static let sharedByType = Self.other("sharedByType")
  /// An override registers a name, and properties of other names keep what is registered for their type alone.
  public static let overridesOneName = Self.other("overridesOneName")
  /// A binding with a name goes before that of a module without one, where a type is asked for alone, or where a property
  /// of that name is of another Swift module than both.
  public static let answeredByName = Self.other("answeredByName")
  /// A property has the value of its type alone, and its name is nearly that of a binding which fits.
  public static let nearName = Self.other("nearName") { issue in
    IssueWords(
      "\(issue.propertyText) has the value of its type alone, and its name is nearly that of another binding.",
      toFix: "if that is meant, ask for it by its name.", related: "near")
  }
  /// Nothing asks for some bindings.
  public static let unusedBinding = Self.other("unusedBinding")
  /// Several properties, arguments or look-ups ask for an object that no scope keeps: each gets one of its own.
  public static let madeForEach = Self.other("madeForEach")
  /// A value that is registered as a protocol is in no list of a protocol which that refines.
  public static let notListed = Self.other("notListed")
  /// A value of a request, a session or a graph holds itself through other values, so that none of them is released.
  public static let neverReleased = Self.other("neverReleased")
  /// An injector keeps a value that holds the injector, so that neither is freed.
  public static let keptInjector = Self.other("keptInjector")
  /// A property has a value in each new object, so that no injection fills it.
  public static let setFromTheStart = Self.other("setFromTheStart") { issue in
    IssueWords(
      "\(issue.propertyText) is set in a new object, so no injection fills it.",
      toFix: "leave its value out, or do not mark or declare it.")
  }
  /// A rehearsal or a check did not make what belongs to an actor that it does not run on.
  public static let leftOut = Self.other("leftOut")
}

extension InjectionIssue {
  /// About a module that was not installed, because one of its name was.
  package init(leavingOut module: InstalledModule) {
    self.init(.moduleLeftOut)
    (self.module, location) = (module.tag.name, module.tag.location)
  }
}

// The kinds of issues at hand: each says more than its name, by which it is compared.
extension InjectionIssue.Kind {
  /// What belongs to one actor needs what belongs to the other.
  static func actorsDoNotMeet(_ required: Isolation, _ actual: Isolation) -> InjectionIssue.Kind {
    .other("actorsDoNotMeet") { [one = required.text, other = actual.text] issue in
      IssueWords(
        issue.name == nil
          ? "No code can inject \(issue.ownerText): its properties belong to \(other) and to \(one)."
          : "\(issue.stayedNil): it belongs to \(other), and its binding to \(one).",
        toFix: "let both belong to one actor, or one of them to none.")
    }
  }

  static func unverified(_ doubt: Doubt) -> InjectionIssue.Kind {
    .other("unverified") { issue in
      IssueWords(
        issue.ownerType == nil
          ? "\(issue.key) may not be made: \(doubt.cause)."
          : "\(issue.propertyText) may stay nil: \(doubt.cause).", toFix: doubt.remedy)
    }
  }

  /// A type of which nothing says its actor has a value that belongs to one.
  static func unverifiedActor(_ actor: Isolation, of row: PropertyWiring) -> InjectionIssue.Kind {
    .other("unverified") {
      [text = actor.text, isMain = actor == .mainActor, name = row.fullName] issue in
      let line = isMain ? ", registry.onMainActor { $0.declare(\(issue.ownerText).self) }," : ""
      return IssueWords(
        "\(name) gets its value on \(text) only, and nothing says that \(issue.ownerText) is injected there.",
        toFix: """
          check and inject in code of \(text), or register what all threads may use; a declaration there\(line) \
          refuses others.
          """)
    }
  }

  private static let noSample =
    "The sample of the type, which would tell, was not made: see the other findings."

  /// Nothing has the name of a marked property; its mark may ask for another.
  ///
  /// - Parameter hasSample: Whether a sample of the type is declared, which was not made.
  static func unverifiedMark(hasSample: Bool) -> Self {
    .other("unverified") { issue in
      let sample =
        hasSample
        ? noSample
        : "If the mark has a key of its own, declare a sample, which tells it: registry.declare { \(issue.ownerText)(...) }."
      return IssueWords(
        """
        \(issue.propertyText) may stay nil: nothing of its type is registered under \(issue.quotedName), nor for its type \
        alone; its mark may ask for another key.
        """,
        toFix: "register \(issue.aValue)\(issue.underName)\(issue.orAsk) \(sample)",
        related: "near")
    }
  }

  /// Nothing is registered for a marked property; its mark may say that this is on purpose.
  ///
  /// - Parameter hasSample: Whether a sample of the type is declared, which was not made.
  static func unverifiedOptional(hasSample: Bool) -> Self {
    .other("unverified") { issue in
      let sample =
        hasSample
        ? ". \(noSample)"
        : ", or declare a sample, whose mark tells it: registry.declare { \(issue.ownerText)(...) }."
      return IssueWords(
        "\(issue.propertyText) may stay nil: nothing of its type is registered; its mark may be optional.",
        toFix: "register \(issue.aValue)\(issue.underName)\(sample)",
        related: "near")
    }
  }

  /// An optional property that nothing answers, beside a binding that may be meant.
  static let nearOptional = Self.other("nearName") { issue in
    IssueWords(
      """
      \(issue.propertyText) stays nil: it may, and nothing is registered under \(issue.quotedName)\(issue.norAlone); but \
      another binding fits.
      """,
      toFix: """
        to use that binding, ask for it, or register it as \(issue.typeText)\(issue.underName); if the property is to \
        stay nil, bind its key to nil, registry.registerNil, or remove the binding.
        """,
      related: "near")
  }

  /// Of a struct, whose key paths tell where they lead.
  ///
  /// - Parameter other: The name of the property that the key path leads to.
  static func misdirectedKeyPath(to other: String) -> InjectionIssue.Kind {
    .other("misdirectedKeyPath") { issue in
      let target = "\(issue.ownerText).\(TypeName.shown(other))"
      return IssueWords(
        "\(issue.propertyText) is declared with a key path that leads to \(target).",
        toFix: """
          write \\\(issue.propertyText), or declare it under the other's name; if its value is registered under \
          \(issue.quotedName), with from: \(issue.quotedName).
          """)
    }
  }

  static func uninjectedInstance(lacking names: [String]) -> InjectionIssue.Kind {
    .other("uninjectedInstance") { issue in
      let list = names.joined(separator: ", ")
      let lacking = names.count == 1 ? "property \(list) is" : "properties \(list) are"
      return IssueWords(
        "\(issue.key) is a registered instance whose \(lacking) nil: the injector does not fill instances.",
        toFix: "inject it before it is used, or register a factory that makes it.")
    }
  }

  static func uninjectedPart(_ part: String, lacking names: [String]) -> InjectionIssue.Kind {
    .other("uninjectedPart") { issue in
      let marks =
        (names.count == 1 ? "a mark" : "marks") + " of its own, " + names.joined(separator: ", ")
      return IssueWords(
        """
        \(issue.ownerText).\(part) is a struct with \(marks), which no injection has filled: that of \(issue.ownerText) \
        does not.
        """, toFix: "let its initializer inject it, or mark the property, and register a factory.")
    }
  }

  /// - Parameter hiding: The type that declares a property of the same name.
  static func shadowedProperty(hiding: Any.Type) -> InjectionIssue.Kind {
    .other("shadowedProperty") { issue in
      IssueWords(
        """
        \(issue.propertyText) is not filled in objects of \(TypeName.of(hiding)), which declares another property of that \
        name.
        """,
        toFix: """
          declare one of the two under another name; if its value is registered under \(issue.quotedName), with \
          from: \(issue.quotedName).
          """,
        related: "the other")
    }
  }

  static func neverReleased(through path: [String]) -> InjectionIssue.Kind {
    .other("neverReleased") { [way = IssueText.shortened(path)] issue in
      IssueWords(
        "\(issue.key) holds itself, through \(way): it is not released with its store.",
        toFix: "declare a weak property, or let the program set one of them to nil at the end.")
    }
  }

  static func notListed(_ elements: [String]) -> InjectionIssue.Kind {
    .other("notListed") { [list = elements.joined(separator: " or ")] issue in
      IssueWords(
        "\(issue.key) is in no list of \(list), because what is registered as a protocol answers for that alone.",
        toFix:
          "register it as its own type, with an alias for \(issue.key), if it is to be in the list."
      )
    }
  }

  static func mayHoldStore(_ property: String) -> InjectionIssue.Kind {
    .other("neverReleased") { issue in
      IssueWords(
        "\(issue.key) is kept in a store, and has a store, \(property): if that is the same, neither is released.",
        toFix:
          "register the parts that are asked for, such as the user, not the value that has the store."
      )
    }
  }

  static func keptInjector(through path: [String]) -> InjectionIssue.Kind {
    .other("keptInjector") { [way = IssueText.shortened(path)] issue in
      IssueWords(
        "\(issue.key) is kept by its injector, and keeps the injector, through \(way): neither is ever freed.",
        toFix: """
          declare a weak property, or take what is needed in place of the injector. The shared injector is never freed: if \
          the configuration is for that, check it there, PropertyInjector.validate(), in a test under its trait.
          """)
    }
  }

  static func leftOut(
    _ subject: String, _ required: Isolation, _ actual: Isolation
  ) -> InjectionIssue.Kind {
    leftOut(
      "\(subject) was not made: it belongs to \(required.text), and the check runs on \(actual.name ?? "no actor").",
      toFix: "make the call in code of \(required.text) as well.")
  }

  static func leftOut(
    _ sample: TypeSample, lacking row: PropertyWiring, on caller: Isolation
  ) -> InjectionIssue.Kind {
    let binding = row.route.binding
    let key = binding?.key ?? row.key
    let owner = binding.flatMap { $0.isolation.admits(caller) ? nil : $0.isolation.text }
    return leftOut(
      """
      \(sample.text) was not made: nothing gives \(row.fullName) a value, and an initializer that read it would end the program.
      """,
      toFix: owner.map {
        "the binding of \(key) belongs to \($0): check and inject in its code, or register what all threads may use."
      } ?? "see what keeps the binding of \(key) from giving one.")
  }

  static func madeForEach(_ count: Int) -> InjectionIssue.Kind {
    .other("madeForEach") { issue in
      IssueWords(
        "\(issue.key) has no scope: each of the \(count) properties, arguments and look-ups that ask for it gets one of its own.",
        toFix: """
          if they are to share it, register it in: .singleton, or another scope; if each is to have its own, in: .unique. If its \
          type is not Sendable, that stands within registry.unchecked { }.
          """)
    }
  }

  /// What a factory or a decorator makes for a protocol may be of a type that holds a value of a shorter scope.
  ///
  /// - Parameter part: The value of the protocol that the keeper has; or the keeper itself.
  static func mayKeep(
    _ keeper: Binding, in part: Binding, as types: [Any.Type], _ held: Binding,
    through path: [String]
  ) -> InjectionIssue.Kind {
    let names = types.map(TypeName.of).joined(separator: " or ")
    let subject = part === keeper ? "its type" : "the type of \(part.key)"
    let scopes = (keeper.lifetime.name, held.lifetime.name)
    return .other("shorterScope") {
      [key = held.key, remedy = keeper.remedy(ofKeeping: held)] issue in
      IssueWords(
        """
        \(issue.key) has the scope \(scopes.0); if \(subject) is \(names), it keeps \(key), whose scope \(scopes.1) is shorter, \
        in \(path.last ?? "").
        """,
        toFix: "if it is, \(remedy).",
        related: "keeps")
    }
  }

  static func leftOut(_ sample: TypeSample, _ thrown: ThrownError?) -> InjectionIssue.Kind {
    let name = TypeName.of(sample.type)
    // Of an injection the properties that it has left nil.
    let lacks = (thrown?.error as? InjectionResult)?.description.split(separator: "\n").dropFirst()
    let why =
      lacks?.joined(separator: " ") ?? thrown.map { "its closure has thrown \($0.sentence)" }
    let remedy =
      if lacks != nil {
        "register what it lacks; if that is a value of a request, check within one."
      } else {
        """
        let the closure give an object; one that needs a request, check within it\
        \(thrown == nil ? ". Without try?, declare { try \(name)(...) }, a check tells what an initializer throws" : "").
        """
      }
    return leftOut(
      why.map { "\(sample.text) was not made: \($0)" } ?? "\(sample.text) is nil.", toFix: remedy)
  }

  static func leftOut(_ headline: String, toFix remedy: String) -> InjectionIssue.Kind {
    .other("leftOut") { _ in IssueWords(headline, toFix: remedy) }
  }

  static func unused(_ keys: [String]) -> InjectionIssue.Kind {
    .other("unusedBinding") { [it = keys.count == 1 ? "it" : "them"] _ in
      IssueWords(
        "Nothing asks for \(keys.joined(separator: ", ")).",
        toFix: """
          mark the property that is to have it, or remove \(it), unless code looks \(it) up, which a \
          Lookup or registry.declare(asks:) tells, or a mark with a key of its own asks, which a sample of its type tells.
          """)
    }
  }

  static func sharedByType(by properties: [String]) -> InjectionIssue.Kind {
    .other("sharedByType") { [list = IssueText.shortened(properties, by: ", ")] issue in
      IssueWords(
        "\(issue.typeText) is registered without a name, and properties of different names take it: \(list).",
        toFix: "register it under a name, and let the properties that it is for ask for that.")
    }
  }

  static func answeredByName(_ key: BindingKey) -> InjectionIssue.Kind {
    .other("answeredByName") { issue in
      IssueWords(
        "\(issue.key) is not used where its type is asked for: \(key) goes before it, because a module registers only the other.",
        toFix: "register \(key) in a module, too, if it is for its name only; else without a name.",
        related: "used")
    }
  }

  static func takenByName(_ key: BindingKey) -> InjectionIssue.Kind {
    .other("answeredByName") { issue in
      IssueWords(
        "\(issue.propertyText) gets \(key), of another module than what is registered for its type, because of its name.",
        toFix: """
          if that is not meant, register \(key) under another name, and let the properties that it is for ask for that; if it \
          is, write the key out in the mark, and declare a sample, which tells it: registry.declare { \(issue.ownerText)(...) }.
          """,
        related: "used")
    }
  }

  static func overridesOneName(not properties: [String]) -> InjectionIssue.Kind {
    .other("overridesOneName") { issue in
      let type = issue.related.first.map(\.key.typeName) ?? "?"
      let keep =
        IssueText.shortened(properties, by: ", ") + (properties.count == 1 ? " keeps" : " keep")
      return IssueWords(
        "\(issue.key) is for its name only: by its type \(keep) \(type).",
        toFix: "register it without a name, as \(type), if it is for all of that type.",
        related: "inherited")
    }
  }
}
