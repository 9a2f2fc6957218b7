// Refusals: what belongs to an actor is not used elsewhere.
extension Problem {
  /// The call that was refused.
  package enum RefusedCall: Sendable {
    case injecting
    case removingAccessors
  }

  /// - Parameters:
  ///   - required: The actor that the object or one of its properties belongs to.
  ///   - actual: The actor that the call ran on.
  static func wrongActor(
    _ required: String, actual: String?, calling call: RefusedCall
  ) -> Problem {
    let data = ProblemData(requiredActor: required, actualActor: actual)
    return Problem(.wrongActor, data, call: call.label, isAboutCall: true) { issue in
      let subject =
        issue.location == nil
        ? "\(issue.ownerText) belongs to" : "\(issue.propertyText) is declared on"
      let confinement = required == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
      return IssueWords(
        "\(call.refusal): \(subject) \(required), and the \(call.noun) \(runsOn(actual)).",
        toFix: "\(call.verb) in code that is isolated to \(required)"
          + (issue.location == nil || call == .removingAccessors
            ? "." : ", or declare it outside of \(confinement) if it belongs to no actor."))
    }
  }

  /// - Parameter actual: The actor that the call ran on.
  static func hookOnAnotherActor(actual: String?, calling call: RefusedCall) -> Problem {
    let data = ProblemData(actualActor: actual)
    return Problem(.hookOnAnotherActor, data, call: call.label, isAboutCall: true) { issue in
      IssueWords(
        "\(call.refusal): didInjectDependencies() of \(issue.ownerText) belongs to an actor that "
          + "the \(call.noun) does not run on.",
        toFix: "\(call.verb) in code that is isolated to the hook's actor.")
    }
  }

  package static let actorNotInjected = Problem(.actorNotInjected) { issue in
    IssueWords(
      "\(issue.ownerText) is left unfilled: it is an actor, which only its own code injects.",
      toFix: "let it call injectDependencies(to: self), or pass what it needs to its initializer, "
        + "and say so: registry.declare(\(issue.ownerText).self).")
  }

  static let moduleOnAnotherActor = Problem(.wrongActor) { issue in
    IssueWords(
      "\(issue.ownerText) is not installed: it is a module on an actor that this code does not run on.",
      toFix: "install it in code of that actor.")
  }

  /// - Parameters:
  ///   - required: The actor that the binding is confined to.
  ///   - actual: The actor that the injection ran on.
  static func bindingOnAnotherActor(_ required: String, actual: String?) -> Problem {
    let data = ProblemData(requiredActor: required, actualActor: actual)
    return Problem(.bindingOnAnotherActor, data) { issue in
      IssueWords(
        "\(issue.stayedNil): its binding is confined to \(required), and the injection "
          + "\(runsOn(actual)).",
        toFix: "inject in code isolated to \(required), or register what all threads may use.")
    }
  }

  /// - Parameter actual: The actor that the injection ran on.
  static func conformanceOnAnotherActor(actual: String?) -> Problem {
    Problem(.bindingOnAnotherActor, ProblemData(actualActor: actual)) { issue in
      IssueWords(
        "\(issue.stayedNil): its value conforms to \(issue.typeText) on an actor only, and the "
          + "injection \(runsOn(actual)).",
        toFix: "inject in code isolated to that actor, or let it conform on no actor.")
    }
  }

  /// - Parameter actor: The actor that the binding of a struct's property is confined to.
  static func mayLeaveActor(_ actor: String) -> Problem {
    Problem(.bindingOnAnotherActor, ProblemData(requiredActor: actor)) { issue in
      IssueWords(
        "\(issue.stayedNil): its binding is confined to \(actor), and would be used when the "
          + "property is read or written, where the struct may have left \(actor).",
        toFix: "move the property into a class, fill it at once, not lazily, or register what all "
          + "threads may use.")
    }
  }

  /// - Parameter actor: The actor that the binding of the property is confined to.
  static func accessedOnAnotherActor(_ actor: String) -> Problem {
    Problem(.accessedOnAnotherActor, ProblemData(requiredActor: actor)) { issue in
      IssueWords(
        "\(issue.propertyText) is accessed outside of \(actor), to which its binding is confined.",
        toFix: "access it on \(actor), or register what all threads may use.")
    }
  }

  private static func runsOn(_ actor: String?) -> String { "runs on \(actor ?? "no actor")" }
}

extension Problem.RefusedCall {
  fileprivate var refusal: String {
    self == .injecting ? "Nothing was injected" : "Nothing was taken off"
  }

  fileprivate var noun: String { self == .injecting ? "injection" : "call" }

  fileprivate var verb: String { self == .injecting ? "inject it" : "do it" }

  fileprivate var label: String { self == .injecting ? "injected at" : "asked for at" }
}
