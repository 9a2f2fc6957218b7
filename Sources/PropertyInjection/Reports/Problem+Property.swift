// Properties that are not filled, for a reason in the property and not in its binding.
extension Problem {
  package static let undeclaredProperty = Problem(.undeclaredProperty) { issue in
    let declaration =
      "registry.declare(\"\(issue.name.map(TypeName.shown) ?? "")\", \\\(issue.propertyText))"
    return IssueWords(
      "\(issue.propertyText) is not declared, and a binding fits it.",
      toFix: isActor(issue.ownerType)
        ? "mark it @Injected."
        : "mark it @Injected, or \(declaration), in the type itself if it is private.")
  }

  /// - Parameter name: A static property that is declared for the type; nil if there is none.
  static func nothingDeclared(exceptStatic name: String?) -> Problem {
    Problem(.nothingDeclared) { issue in
      let owner = issue.ownerText
      let declaration = "registry.declare(\"name\", \\\(owner).name)"
      // Only the elements of a collection can be injected, and no key path can be written to the
      // properties of an actor.
      let (cause, remedy) =
        if let name {
          (
            "no property is declared for an object of \(owner), and \(TypeName.shown(name)) is a "
              + "static property", "injectDependencies(toStaticPropertiesOf: \(owner).self)."
          )
        } else if issue.ownerType is any Collection.Type {
          ("\(owner) is a collection", "injectDependencies(toEach:) injects its elements.")
        } else if isActor(issue.ownerType) {
          (
            "no property is declared for \(owner)",
            "mark a property @Injected and build with reflection."
          )
        } else if issue.ownerType.map(TypeKind.init) == .metatype {
          ("no property is declared for \(owner)", "\(declaration).")
        } else {
          (
            "no property is declared for \(owner)",
            "\(declaration), or mark a property @Injected and build with reflection; if there is "
              + "nothing to fill, registry.declare(\(owner).self)."
          )
        }
      return IssueWords("Nothing was injected: \(cause).", toFix: remedy)
    }
  }

  package static let lazyProperty = Problem(.lazyProperty) { issue in
    IssueWords(
      "\(issue.propertyText) is a lazy var: it is skipped, and its initializer is not run.",
      toFix: "make it a plain var.")
  }

  /// A lazy property of a value that its injector has kept is first read when the injector has gone.
  static let injectorGone = Problem(.notMade) { issue in
    IssueWords(
      "\(issue.stayedNil): it is lazy, and the injector that would make its value has gone.",
      toFix: "keep the injector, or read the property while the injector exists.")
  }

  /// - Parameter type: The type that the property is stored as, which has a mark somewhere.
  static func hiddenMark(in type: Any.Type) -> Problem {
    Problem(.hiddenMark, ProblemData(found: type)) { issue in
      IssueWords(
        "\(issue.propertyText) is left alone: it is stored as \(issue.foundText), and the injector does "
          + "not reach the mark in it, @Injected.",
        toFix:
          "if \(issue.foundText) is a property wrapper, let it adopt InjectionWrapper, or take it off; if not, "
          + "inject it itself, or store it under a name without an underscore.")
    }
  }

  package static let accessorWithoutMark = Problem(.accessorWithoutMark) { issue in
    let isLookUp = issue.ownerType == nil
    return IssueWords(
      "\(isLookUp ? issue.stayedNil : "\(issue.propertyText) is left alone"): its binding gives a "
        + "getter or a setter, which only a property that is marked @Injected takes.",
      toFix: isLookUp
        ? "ask for another key."
        : "mark it @Injected where it is stored, if it is not static, or bind its key to a value.")
  }

  static let valueGone = Problem(.valueGone) { issue in
    IssueWords(
      "\(issue.propertyText) is nil again: it does not hold the value that was stored.",
      toFix: "register an instance, which is held, or make the property strong.")
  }

  /// - Parameter found: The type of the value that was decided on.
  static func decisionDoesNotFit(found: Any.Type) -> Problem {
    Problem(.productDoesNotFit, ProblemData(found: found)) { issue in
      let types = issue.typeTexts
      return IssueWords(
        "\(issue.stayedNil): what was decided on is of type \(types.found), not \(types.wanted).",
        toFix: "decide on a value of type \(types.wanted).")
    }
  }

  private static func isActor(_ type: Any.Type?) -> Bool {
    type.map { TypeMetadata($0).isActor } ?? false
  }
}
