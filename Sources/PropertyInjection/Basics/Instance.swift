/// A value of which only its keeper knows the type.
protocol Instance: Sendable {
  /// How well it fits a type; nil if it does not, on any actor.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// Hands the value over as one of a type, in code that runs on an actor or on none; says why, if it is none.
  ///
  /// No code of the user's runs.
  func hand<Target>(
    as target: Target.Type, isOnActor: Bool, to use: (Target) -> Void
  ) -> Misfit?
}

/// An instance that any code may use.
struct StoredInstance<Value>: TypedInstance, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is asked for before
  // every use, or the user vouched for it, `unchecked`.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// An instance that belongs to an actor, and is released there.
struct ConfinedInstance<Value>: TypedInstance {
  private let confined: Confined<Value>

  init(_ value: Value, to isolation: Isolation) {
    confined = Confined(value, to: isolation)
  }

  var value: Value { confined.content }
}

/// An instance that says its type.
protocol TypedInstance: Instance {
  associatedtype Value
  var value: Value { get }
}

extension TypedInstance {
  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if Value.self == target { return .exact }
    return TypeMatching.flatten(value).flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  func hand<Target>(
    as target: Target.Type, isOnActor: Bool, to use: (Target) -> Void
  ) -> Misfit? {
    TypeMatching.hand(value, as: target, isOnActor: isOnActor, to: use)
  }
}
