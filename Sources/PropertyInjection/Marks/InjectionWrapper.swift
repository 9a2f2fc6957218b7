/// A property wrapper that stores a mark, ``Injected``, for the property that it wraps, and names it.
///
/// An injection fills the mark under the name of the wrapped property.
///
/// ```swift
/// @propertyWrapper struct Service<Value>: InjectionWrapper {
///   @Injected(.byType) private var value: Value?
///
///   static var mark: KeyPath<Self, Injected<Value>> { \._value }
///
///   var wrappedValue: Value {
///     guard let value else { fatalError("inject its owner before it is used") }
///     return value
///   }
/// }
///
/// final class Player {
///   @Service var clock: any Clock
///   @Injected var log: Log?
/// }
/// ```
///
/// The wrapper is a struct that stores the mark itself; its other properties are not read. A wrapper around a mark that
/// does not adopt the protocol, such as `@Outer @Injected`, is reported. The adoption belongs to no actor, because any
/// code may inject first: in a module whose types belong to the main actor the wrapper is `nonisolated`.
public protocol InjectionWrapper: SendableMetatype {
  /// The type of the mark's value, that of the property without the optional.
  associatedtype Marked

  /// Where the wrapper stores its mark; read once for each type.
  static var mark: KeyPath<Self, Injected<Marked>> { get }
}

/// A wrapper whose mark, its first stored property, makes accessors for the property, in place of a binding.
package protocol AccessorWrapper {
  associatedtype Value

  /// The type of the binding that the accessors need.
  static var sourceType: Any.Type { get }
  /// The kind of issue of a property without that binding.
  static var problem: InjectionIssue.Kind { get }

  /// The accessors of the property.
  ///
  /// - Parameters:
  ///   - source: The address of a value of the source type.
  ///   - isolation: The actor that the value belongs to.
  func accessors(
    for site: PropertySite, from source: UnsafeRawPointer, of isolation: Isolation
  ) -> PropertyAccessors<Value>
}
