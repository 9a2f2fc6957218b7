/// Why a value was not handed over.
///
/// Small, for it lies on the stack of every nested factory; and not within a generic type, for which the
/// runtime would have to put it together.
enum Misfit {
  /// It is of this type.
  case type(Any.Type)
  /// It is one of the wanted type on an actor only.
  case onActorOnly
}

extension TypeMatching {
  /// Hands a value over as one of another type, in code that runs on an actor or on none; says why, if it is none.
  static func hand<Value, Target>(
    _ value: Value, as target: Target.Type, isOnActor: Bool, to use: (Target) -> Void
  ) -> Misfit? {
    // A conformance of an actor is looked for here and now: as `any P & Sendable` it gets out of its actor
    // unhindered.
    guard Value.self == target, !Conformance.belongsToActor(of: value) else {
      return convert(value, to: target, isOnActor: isOnActor, for: use)
    }
    // The same type: the bytes are what they are, and taking them apart could lose a conformance.
    withUnsafePointer(to: value) { value in
      value.withMemoryRebound(to: target, capacity: 1) { use($0.pointee) }
    }
    return nil
  }

  // Not inlined: it needs types that the runtime has to put together.
  @inline(never)
  private static func convert<Value, Target>(
    _ value: Value, to target: Target.Type, isOnActor: Bool, for use: (Target) -> Void
  ) -> Misfit? {
    guard let content = flatten(value) else { return .type(Value.self) }
    switch match(content, as: target, isOnActor: isOnActor) {
    case .value(let value): use(value)
    case .onActorOnly: return .onActorOnly
    case .misfit: return .type(type(of: content))
    }
    return nil
  }
}
