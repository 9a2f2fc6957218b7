extension TypeMatching {
  /// Hands over the address of a value as a value of another type; returns the reason if it does not
  /// fit.
  static func hand<Value>(
    _ value: Value, as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    // A conformance of an actor is looked for here and now: as `any P & Sendable` it gets out of
    // its actor unhindered.
    guard Value.self == target, !Conformance.belongsToActor(of: value) else {
      return convert(value, to: target, isOnActor: isOnActor, for: use)
    }
    // The same type: the bytes are handed over as they are, because a cast could lose a
    // conformance.
    withUnsafePointer(to: value) { use(UnsafeRawPointer($0)) }
    return nil
  }

  // Not inlined: it needs types that the runtime has to build.
  @inline(never)
  private static func convert<Value>(
    _ value: Value, to target: Any.Type, isOnActor: Bool, for use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    guard let content = flatten(value) else { return .type(Value.self) }
    func open<Target>(_ target: Target.Type) -> Misfit? {
      match(content, as: target, isOnActor: isOnActor) {
        withUnsafePointer(to: $0) { use(UnsafeRawPointer($0)) }
      }
    }
    return _openExistential(target, do: open)
  }
}
