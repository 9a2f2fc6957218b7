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
