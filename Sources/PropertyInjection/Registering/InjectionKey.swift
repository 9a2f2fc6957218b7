/// The key of a binding: a property's name together with the type of its value.
///
/// A string literal is a key, so the plainest registry reads like OBInjector's:
///
/// ```swift
/// registry.register("myService", instance: MyService())
/// registry.declare("myService", \ViewController.myService)
/// ```
///
/// A key that is written once, as a static member, ties the name to its type wherever it is used. A
/// slip of the pen in either is then a compile-time error:
///
/// ```swift
/// extension InjectionKey where Value == any Clock {
///   static var clock: Self { "clock" }
/// }
/// ```
/// ```swift
/// registry.register(.clock, instance: SystemClock())
/// registry.declare(.clock, \Player.clock)
/// ```
///
/// Names are compared as Swift compares strings: case matters, composed and decomposed accents are
/// equal. A name need not be a Swift identifier; an empty one is refused with a report when it is
/// registered or declared. For an optional property, `Value` is the type that is wrapped.
public struct InjectionKey<Value>: Hashable, Sendable {
  /// The name, as a property or a binding spells it.
  public let name: String

  /// Creates the key for a name that is not a literal.
  public init(_ name: String) {
    self.name = name
  }
}

extension InjectionKey: ExpressibleByStringLiteral {
  /// Creates the key for a literal name; the type is inferred from the use.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension InjectionKey: CustomStringConvertible {
  /// The name in quotes and the type, as reports write a key: `"clock": any Clock`.
  public var description: String { "\"\(name)\": \(TypeName.of(Value.self))" }
}
