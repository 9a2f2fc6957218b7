/// The hook of a type, found once: `call` runs `didInjectDependencies()`, without a cast.
final class InjectionHook {
  let type: Any.Type
  /// Calls the hook of the object in the pointer's variable.
  let call: (UnsafeMutableRawPointer) -> Void
  /// Whether the conformance belongs to an actor: `@MainActor InjectionAware`.
  let belongsToActor: Bool
  private let asAny: (UnsafeMutableRawPointer) -> Any

  /// The hook of a type, if it or a superclass has one; a method that overrides the superclass's is called.
  ///
  /// The first question whether a type conforms looks through all conformances of the process, so only types that may
  /// conform are asked. Superclasses are asked first, so that their hook costs their subclasses no look. A cast of the
  /// type finds a conformance on every thread, also one that belongs to an actor. Swift does not promise that; tests in
  /// debug and in release check it.
  static func of(_ type: Any.Type) -> InjectionHook? {
    for level in TypeHierarchy.levels(of: type)
    where Conformance.mayExist(level, to: (any InjectionAware).self) {
      guard let aware = level as? any InjectionAware.Type else { continue }
      // With the cast the argument stays an existential; opened, it is a type without a known
      // conformance.
      let belongsToActor = Conformance.belongsToActor(of: aware as any InjectionAware.Type)
      return InjectionHook(aware, of: type, belongsToActor: belongsToActor)
    }
    return nil
  }

  private init<Aware: InjectionAware>(
    _ aware: Aware.Type, of type: Any.Type, belongsToActor: Bool
  ) {
    self.type = type
    self.belongsToActor = belongsToActor
    call = { $0.assumingMemoryBound(to: Aware.self).pointee.didInjectDependencies() }
    asAny = { $0.assumingMemoryBound(to: Aware.self).pointee }
  }

  /// Whether code that runs on this thread with this isolation may call the hook.
  ///
  /// A cast of the object, unlike one of its type, fails for the conformance of an actor that the
  /// current thread is not on.
  func isCallable(on isolation: Isolation, _ root: UnsafeMutableRawPointer) -> Bool {
    !belongsToActor || (isolation != .none && Self.isAware(asAny(root)))
  }

  // Never inlined: with the static type known, the optimizer might skip the check at run time.
  @inline(never)
  private static func isAware(_ subject: Any) -> Bool { subject is any InjectionAware }
}
