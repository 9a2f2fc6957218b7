import PropertyInjection

// The types whose values are injected. Each value carries the number that it was made with.

protocol P: Sendable {
  var number: Int { get }
}
protocol Q: AnyObject, Sendable {
  var number: Int { get }
}

class A: @unchecked Sendable {
  // Unchecked, here and in the subclasses: nothing in them changes.
  let number: Int
  required init(_ number: Int) { self.number = number }
}
class B: A, @unchecked Sendable {}
class C: B, @unchecked Sendable {}
class D: P, @unchecked Sendable {
  let number: Int
  required init(_ number: Int) { self.number = number }
}
class E: A, P, Q, @unchecked Sendable {}

/// What initializers make that are registered.
final class G: A, InjectionAware, @unchecked Sendable {
  // Unchecked: it is used by one thread.
  var argument: Token?
  var part: S?
  var mate: (any P)?
  var twin: A?
  private(set) var hooks = 0

  func didInjectDependencies() { hooks += 1 }
}

struct S: P {
  let number: Int
}
struct T: Sendable {
  let number: Int
}
enum N: Sendable {
  case number(Int)
}

/// A value as the model knows it: its own type and its number.
///
/// Two class instances with one number are one object: the driver gives each its own.
package struct Token: Hashable, Sendable, CustomStringConvertible {
  var type: ModelType
  var number: Int

  init(_ type: ModelType, _ number: Int) {
    self.type = type
    self.number =
      switch type {
      case .bool: number % 2
      case _ where type.isMetatype: 0
      default: number
      }
  }

  /// The token of the value in a property of a type: `Optional` around it comes and goes.
  func held(as wanted: ModelType) -> Token {
    switch (type, wanted) {
    case (.int, .optionalInt): Token(.optionalInt, number)
    case (.optionalInt, .int), (.optionalInt, .any): Token(.int, number)
    default: self
    }
  }

  package var description: String { "\(type) #\(number)" }
}
