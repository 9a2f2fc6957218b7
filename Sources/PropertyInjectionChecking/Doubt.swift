import PropertyInjection

/// Why a value may or may not come.
final class Doubt {
  let cause: String
  let remedy: String
  /// The binding that may not give a fitting value; nil for other doubts.
  let binding: Binding?
  /// Which of several doubts is told: the highest, and of those the first.
  ///
  /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
  private let rank: Rank

  private enum Rank: Int { case ofBinding, ofActor, ofCycle }

  private init(
    _ cause: String, toFix remedy: String, _ rank: Rank = .ofBinding, binding: Binding? = nil
  ) {
    self.cause = cause
    self.remedy = remedy
    self.rank = rank
    self.binding = binding
  }

  static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
    one.map { other.rank.rawValue > $0.rank.rawValue ? other : $0 } ?? other
  }

  /// Whether another call may get the value, in another place or later.
  var isOfCall: Bool { rank != .ofBinding }

  /// Only the product of the factory tells whether it fits.
  static func product(of binding: Binding, _ declared: Any.Type, wanted: Any.Type) -> Doubt {
    Doubt(
      "its factory is declared to make \(TypeName.of(declared)), and only what it makes tells "
        + "whether it is \(TypeName.of(wanted))",
      toFix: "declare the factory with the type \(TypeName.of(wanted)).", binding: binding)
  }

  /// The type's hook, or the conformance that a property needs, belongs to an actor, and no actor asks.
  static var onActor: Doubt {
    Doubt(
      "its value comes on an actor only",
      toFix: "inject it there, or register what all threads may use.", .ofActor)
  }

  /// Its binding leads back to itself, through a property or an optional argument.
  static func cycle(_ circle: MakingSearch.Circle) -> Doubt {
    Doubt(
      "its binding leads back to itself, \(IssueText.shortened(circle.chain))",
      toFix: IssueWords.remedyOfCycle
        + (circle.isAssumed
          ? " If a mark on the way is lazy or asks for another key, declare a sample of its type: registry.declare { }."
          : ""),
      .ofCycle)
  }

  /// An argument of its initializer may not come.
  static func argument(_ argument: ArgumentWiring, _ doubt: Doubt) -> Doubt {
    Doubt(
      "\(argument.text) may not come: \(doubt.cause)", toFix: doubt.remedy, doubt.rank,
      binding: doubt.binding)
  }

  /// An argument of its initializer may not come, though the parameter takes nil.
  static func optionalArgument(_ name: String) -> Doubt {
    Doubt("\(name) may not come", toFix: "register that argument.")
  }

  /// Initializers are nested deeper than a check can follow them.
  static var depth: Doubt {
    Doubt(
      "what makes it is nested deeper than this thread's stack lets a check follow it",
      toFix: "look for an initializer that needs itself.")
  }
}
