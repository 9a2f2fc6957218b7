/// A property wrapper that stores a mark, ``Injected``, for the property that it wraps.
///
/// Adopting it is all: an injection finds the mark in the wrapper and fills it, under the name of the wrapped
/// property.
///
/// ```swift
/// @propertyWrapper struct Service<Value>: InjectionWrapper {
///   @Injected(.byType) private var value: Value?
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
/// The wrapper is a struct that stores one mark, itself or within another wrapper. Its other properties are not
/// read. A wrapper without the protocol is reported, because nothing else tells it from a stored struct that has
/// marked properties of its own.
public protocol InjectionWrapper {}

/// A wrapper whose mark makes accessors for the property, in place of a binding.
package protocol AccessorWrapper: InjectionWrapper {
  /// The binding that the accessors need.
  static var source: AccessorSource { get }
}

/// The needs of a wrapper's accessors: the one binding of a type, and the problem of a property without it.
package struct AccessorSource: Sendable {
  let type: Any.Type
  let problem: Problem

  package init(_ type: Any.Type, otherwise problem: Problem) {
    self.type = type
    self.problem = problem
  }
}
