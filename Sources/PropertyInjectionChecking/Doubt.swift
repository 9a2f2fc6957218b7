import PropertyInjection

/// Why a value may or may not come.
final class Doubt: Sendable {
  let cause: String
  let remedy: String
  /// Which of several doubts is told: the highest, and of those the first.
  ///
  /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
  private let rank: Int

  private init(_ cause: String, toFix remedy: String, rank: Int = 0) {
    self.cause = cause
    self.remedy = remedy
    self.rank = rank
  }

  static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
    one.map { other.rank > $0.rank ? other : $0 } ?? other
  }

  /// Whether another call may get the value, in another place or later.
  var isOfCall: Bool { rank > 0 }

  /// How to be exact, if a mark that is not known was taken to ask for its property's own name.
  private static func ofMarks(_ areAssumed: Bool) -> String {
    areAssumed
      ? " If a mark on the way is lazy or asks for another key, give the check an object of its type."
      : ""
  }

  /// Only the product of the factory tells whether it fits.
  static func product(declared: Any.Type, wanted: Any.Type) -> Doubt {
    Doubt(
      "its factory is declared to make \(TypeName.of(declared)), and only what it makes tells "
        + "whether it is \(TypeName.of(wanted))",
      toFix: "declare the factory with the type \(TypeName.of(wanted)).")
  }

  /// It comes on that actor only; perhaps because of a mark that is not known.
  static func onlyOn(_ actor: String, isAssumed: Bool = false) -> Doubt {
    Doubt(
      "its value comes on \(actor) only",
      toFix: "inject it there, or register what all threads may use." + ofMarks(isAssumed), rank: 1)
  }

  /// Its binding leads back to itself, through a property or an optional argument; perhaps through a mark that is
  /// not known.
  static func cycle(_ chain: [String], isAssumed: Bool) -> Doubt {
    Doubt(
      "its binding leads back to itself, \(IssueText.shortened(chain))",
      toFix: "let one of them get the other later." + ofMarks(isAssumed), rank: 2)
  }

  /// An argument of its initializer may not come.
  static func argument(_ name: String, _ doubt: Doubt) -> Doubt {
    Doubt("\(name), may not come: \(doubt.cause)", toFix: doubt.remedy)
  }

  /// An argument of its initializer may not come, though the parameter takes nil.
  static func optionalArgument(_ name: String) -> Doubt {
    Doubt("\(name), may not come", toFix: "register that argument.")
  }

  /// Initializers are nested deeper than a check can follow them.
  static let depth = Doubt(
    "what makes it is nested deeper than this thread's stack lets a check follow it",
    toFix: "look for an initializer that needs itself.")
}
