/// The actor that something belongs to, or none; compared by identity.
///
/// A static fact of the code that registered, declared or injects: it comes from `#isolation`, never
/// from a look at the thread that happens to run.
struct Isolation: Equatable {
  // Kept strongly: an actor that has gone must not lend its address to another.
  let actor: (any Actor)?

  static let none = Isolation(actor: nil)

  /// Whether code that runs on `other` may touch what belongs to this actor.
  func admits(_ other: Isolation) -> Bool { actor == nil || self == other }

  static func == (one: Isolation, other: Isolation) -> Bool { one.actor === other.actor }

  /// The name of the actor's type, for reports.
  var name: String? { actor.map { TypeName.of(type(of: $0)) } }
}
