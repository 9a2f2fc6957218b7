/// A property with an injected getter or setter, as the accessor sees it.
///
/// ```swift
/// registry.intercept(.volume, get: { property in property.storedValue ?? 0.5 })
/// ```
///
/// It is handed to the accessors of ``Registry/intercept(_:replacing:fileID:line:get:set:)`` at
/// every access, on the thread of the access.
public struct InterceptedProperty<Value> {
  private let gate: AccessorGate<Value>

  init(_ gate: AccessorGate<Value>) {
    self.gate = gate
  }

  /// The object that has the property; nil for a struct, and in the `deinit` of the object.
  ///
  /// The accessors do not retain it.
  public var target: AnyObject? { gate.target }

  /// The property's name.
  public var name: String { gate.site.property.name }

  /// The type that declares the property: the target's class or a superclass of it.
  public var declaringType: Any.Type { gate.site.property.ownerType }

  /// The value stored in the property, which it would read and write without the accessors.
  public var storedValue: Value? {
    get { gate.storedValue }
    nonmutating set { gate.storedValue = newValue }
  }
}

/// The getter and the setter of a marked property; a function that is not replaced is nil.
package struct PropertyAccessors<Value>: Sendable {
  package typealias Getter = (InterceptedProperty<Value>) -> Value?
  package typealias Setter = (InterceptedProperty<Value>, Value?) -> Void

  // Confined: what the functions have captured is released on their actor, wherever the property
  // is. The actor is not kept, because it may own the property.
  private let functions: Confined<(get: Getter?, set: Setter?)>
  let isolation: WeakIsolation
  /// How often the setter may be nested on a thread; a deeper write stores the value.
  let deepestWrite: Int

  var get: Getter? { functions.content.get }
  var set: Setter? { functions.content.set }

  /// - Parameters:
  ///   - isolation: The actor that the functions belong to; without one they are `@Sendable`.
  ///   - deepestWrite: How often the setter may be nested on a thread.
  package init(get: Getter?, set: Setter?, isolation: Isolation, deepestWrite: Int = 1) {
    functions = Confined((get, set), toWeak: isolation)
    self.isolation = WeakIsolation(isolation)
    self.deepestWrite = deepestWrite
  }
}
