import PropertyInjection

/// Why a value may or may not come.
final class Doubt {
  let cause: String
  let remedy: String
  /// The actor on which alone the value comes; nil if it is that of a hook or a conformance, or there is none.
  let actor: Isolation?
  /// The binding that may not give a fitting value; nil for other doubts.
  let binding: Binding?
  /// Which of several doubts is told: the highest, and of those the first.
  ///
  /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
  private let rank: Rank

  private enum Rank: Int { case ofBinding, ofActor, ofCycle }

  private init(
    _ cause: String, toFix remedy: String, _ rank: Rank = .ofBinding, actor: Isolation? = nil,
    binding: Binding? = nil
  ) {
    self.cause = cause
    self.remedy = remedy
    self.rank = rank
    self.actor = actor
    self.binding = binding
  }

  static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
    one.map { other.rank.rawValue > $0.rank.rawValue ? other : $0 } ?? other
  }

  /// Whether another call may get the value, in another place or later.
  var isOfCall: Bool { rank != .ofBinding }

  var isOfActor: Bool { rank == .ofActor }

  /// How to be exact, if a mark that is not known was taken to ask for its property's own name.
  private static func ofMarks(_ areAssumed: Bool) -> String {
    areAssumed
      ? " If a mark on the way is lazy or asks for another key, declare a sample of its type: registry.declare { }."
      : ""
  }

  /// Only the product of the factory tells whether it fits.
  static func product(of binding: Binding, _ declared: Any.Type, wanted: Any.Type) -> Doubt {
    Doubt(
      "its factory is declared to make \(TypeName.of(declared)), and only what it makes tells "
        + "whether it is \(TypeName.of(wanted))",
      toFix: "declare the factory with the type \(TypeName.of(wanted)).", binding: binding)
  }

  /// It comes on that actor only; perhaps because of a mark that is not known.
  ///
  /// - Parameters:
  ///   - actor: Nil for that of a hook or a conformance.
  ///   - owner: A class that may belong to the actor, without telling it.
  static func onlyOn(
    _ actor: Isolation?, isAssumed: Bool = false, owner: Any.Type? = nil
  ) -> Doubt {
    let declaration = actor.flatMap { actor in
      owner.map { owner in
        let confine = actor == .mainActor ? "onMainActor" : "confined(to:)"
        return "if \(TypeName.of(owner)) belongs to it, say so, \(confine) "
          + "{ $0.declare(\(TypeName.of(owner)).self) }; if not, "
      }
    }
    return Doubt(
      "its value comes on \(actor?.text ?? "an actor") only",
      toFix: (declaration ?? "") + "inject it there, or register what all threads may use."
        + ofMarks(isAssumed), .ofActor, actor: actor)
  }

  /// Its binding leads back to itself, through a property or an optional argument.
  static func cycle(_ circle: MakingSearch.Circle) -> Doubt {
    Doubt(
      "its binding leads back to itself, \(IssueText.shortened(circle.chain))",
      toFix: IssueWords.remedyOfCycle + ofMarks(circle.isAssumed), .ofCycle)
  }

  /// An argument of its initializer may not come.
  static func argument(_ argument: ArgumentWiring, _ doubt: Doubt) -> Doubt {
    Doubt(
      "\(argument.text) may not come: \(doubt.cause)", toFix: doubt.remedy, doubt.rank,
      actor: doubt.actor, binding: doubt.binding)
  }

  /// An argument of its initializer may not come, though the parameter takes nil.
  static func optionalArgument(_ name: String) -> Doubt {
    Doubt("\(name) may not come", toFix: "register that argument.")
  }

  /// Values need each other in more ways than a check follows.
  static var circles: Doubt {
    Doubt(
      "it is one of many values that need each other, in more ways than a check follows",
      toFix: "rehearse, or let some of them get others later.", .ofCycle)
  }

  /// Initializers are nested deeper than a check can follow them.
  static var depth: Doubt {
    Doubt(
      "what makes it is nested deeper than this thread's stack lets a check follow it",
      toFix: "look for an initializer that needs itself.")
  }
}
