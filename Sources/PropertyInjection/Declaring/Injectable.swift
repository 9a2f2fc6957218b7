/// A type that says itself which of its properties may be injected.
///
/// Adopt it where the list belongs into the type: for private properties, whose key paths can be
/// written only there, and to see in the class what is filled from outside.
///
/// ```swift
/// final class Player: Injectable {
///   private var clock: (any Clock)?
///
///   static var injectableProperties: [InjectableProperty] {
///     [InjectableProperty("clock", \Player.clock)]
///   }
/// }
///
/// PropertyInjector.configure { registry in
///   registry.declare(Player.self)
/// }
/// ```
///
/// A subclass inherits the list of its superclass and may add one of its own, by overriding a
/// `class var`. A `@MainActor` class adopts it as `@MainActor Injectable` and is declared in
/// main-actor code. The list is read once, when the type is declared. The idea is Blindside's property
/// set and Objection's `objection_requires`.
public protocol Injectable {
  /// The properties of this type that may be injected, in the order in which they are filled.
  static var injectableProperties: [InjectableProperty] { get }
}
