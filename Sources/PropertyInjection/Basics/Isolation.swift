/// The actor that something belongs to, or none; compared by identity.
///
/// A static fact of the code that registered, declared or injects: it comes from `#isolation`, never
/// from a look at the thread that happens to run.
package struct Isolation: Equatable {
  // Kept strongly: an actor that has gone must not lend its address to another.
  let actor: (any Actor)?

  static let none = Isolation(actor: nil)
  static let mainActor = Isolation(actor: MainActor.shared)

  /// Whether code that runs on `other` may touch what belongs to this actor.
  func admits(_ other: Isolation) -> Bool { actor == nil || self == other }

  package static func == (one: Isolation, other: Isolation) -> Bool { one.actor === other.actor }

  /// The name of the actor's type, for reports.
  var name: String? { actor.map { TypeName.of(type(of: $0)) } }
}

extension Isolation {
  /// Whether the code that runs here and now may be on the actor.
  ///
  /// The main actor is known; which other actor code runs on cannot be told, and the compiler has checked it.
  var mayBeHere: Bool { actor !== MainActor.shared || MainActorWitness.isHere }

  /// The actor, unless the code that runs here and now is known not to be on it.
  var actorHere: (any Actor)? { mayBeHere ? actor : nil }
}

/// Knows whether code runs on the main actor: a conformance that belongs to it is found there only.
@MainActor
private final class MainActorWitness: @MainActor MainActorWitnessing {
  private static nonisolated let witness: any Sendable = MainActorWitness()

  nonisolated init() {}

  static nonisolated var isHere: Bool { isFound(witness) }

  // Never inlined: knowing the type, the optimizer could answer without asking the runtime.
  @inline(never)
  private static nonisolated func isFound(_ subject: Any) -> Bool {
    subject is any MainActorWitnessing
  }
}

private protocol MainActorWitnessing {}
