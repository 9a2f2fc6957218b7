/// A type that wants to know when its dependencies have arrived.
///
/// ```swift
/// final class Player: InjectionAware {
///   var clock: (any Clock)?
///
///   func didInjectDependencies() {
///     start(at: clock!.now)
///   }
/// }
/// ```
///
/// A `@MainActor` class adopts it as `@MainActor InjectionAware` and is then injected on the main
/// actor only; from elsewhere the injection is refused and reported, and nothing is touched. Code
/// that belongs to no actor counts as elsewhere, also when it runs on the main thread. A hook that is
/// `nonisolated` in such a class tells nothing of the class: declare the class for its actor,
/// `registry.onMainActor { $0.declare(Screen.self) }`. A hook is
/// called within a guard against endless nesting; `make bench` shows its cost. The idea is
/// OBInjector's `OBInjectorAware` and Blindside's `bsAwakeFromPropertyInjection`.
public protocol InjectionAware {
  /// Called once per injection call, after all properties, if that call has filled at least one.
  ///
  /// No lock is held: the hook may inject this object or others. In a struct it is called on the
  /// value that is being injected; the variable that was passed may not be read meanwhile.
  mutating func didInjectDependencies()
}

/// The hook of a type, found once: `call` runs `didInjectDependencies()`, without a cast.
package final class InjectionHook {
  let type: Any.Type
  /// Calls the hook of the object in the pointer's variable.
  let call: (UnsafeMutableRawPointer) -> Void
  /// Whether the conformance belongs to an actor: `@MainActor InjectionAware`.
  package let belongsToActor: Bool
  private let asAny: (UnsafeMutableRawPointer) -> Any

  /// The hook of a type, if it or a superclass has one; a method that overrides the superclass's is called.
  ///
  /// The first cast of a type looks through all conformances of the process, so only a type that may have a hook is cast.
  /// The cast finds a conformance on every thread, also one that belongs to an actor. Swift does not promise that; tests
  /// in debug and in release check it.
  ///
  /// - Parameter levels: The type and its superclasses.
  package static func of(_ type: Any.Type, _ levels: [Any.Type]) -> InjectionHook? {
    guard adopters.withLock({ $0.mayInclude(levels) }),
      let aware = type as? any InjectionAware.Type
    else { return nil }
    // With the cast the argument stays an existential; opened, it is a type without a known
    // conformance.
    let belongsToActor = Conformance.belongsToActor(of: aware as any InjectionAware.Type)
    return InjectionHook(aware, of: type, belongsToActor: belongsToActor)
  }

  private static let adopters = Lock(ProtocolAdopters(of: (any InjectionAware).self))

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
    !belongsToActor
      || isolation != .none && Conformance.isHere(asAny(root), (any InjectionAware).self)
  }
}
