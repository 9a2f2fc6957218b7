/// A type that says itself which of its properties may be injected.
///
/// Adopt it if the declarations belong into the type: for private properties, whose key paths can
/// be written only there, or to show in the class which properties are filled from outside.
///
/// ```swift
/// final class Player: Injectable {
///   private var clock: (any Clock)?
///
///   static func declareProperties(in registry: inout Registry) {
///     registry.declare("clock", \Player.clock)
///   }
/// }
///
/// PropertyInjector.configure { registry in
///   registry.declare(Player.self)
/// }
/// ```
///
/// A `@MainActor` class adopts it as `@MainActor Injectable`, and declares what belongs to the main
/// actor there:
///
/// ```swift
/// @MainActor final class Screen: @MainActor Injectable {
///   private var title: String?
///
///   static func declareProperties(in registry: inout Registry) {
///     registry.onMainActor { $0.declare("title", \Screen.title) }
///   }
/// }
/// ```
///
/// A subclass inherits the declarations of its superclass; one with more overrides the `class func`
/// and calls `super`. The idea is Blindside's property set and Objection's `objection_requires`.
public protocol Injectable {
  /// Declares the properties of this type that may be injected, in the order in which they are
  /// filled.
  ///
  /// Called when the type is declared, `registry.declare(Player.self)`.
  static func declareProperties(in registry: inout Registry)
}

extension Registry {
  /// Declares the properties that a type names itself, private ones included.
  ///
  /// ```swift
  /// registry.declare(Player.self)
  /// ```
  ///
  /// The type is asked now; one that belongs to an actor is declared in code of that actor. The declarations of a class
  /// fill its subclasses, too; a subclass that adds properties is declared as well. See ``Injectable``.
  public mutating func declare<Object: Injectable>(_ type: Object.Type) {
    declareType(type)
    type.declareProperties(in: &self)
  }
}
