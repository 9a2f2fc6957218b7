/// A property that a getter or a setter stands before, as that sees it.
///
/// ```swift
/// registry.intercept(.volume, get: { property in property.storedValue ?? 0.5 })
/// ```
///
/// It is handed to the accessors of
/// ``Registry/intercept(_:replacing:fileID:line:get:set:)``, at every access, on the thread of that.
public struct InterceptedProperty<Value> {
  private let gate: AccessorGate<Value>

  init(_ gate: AccessorGate<Value>) {
    self.gate = gate
  }

  /// The object that has the property; nil while it is deinitialized, and where the property is a
  /// struct's.
  ///
  /// The accessors do not keep it.
  public var target: AnyObject? { gate.target }

  /// The property's name.
  public var name: String { gate.site.name }

  /// The type that has the property: the class that marks it, which may be a superclass of the
  /// target's.
  public var declaringType: Any.Type { gate.site.ownerType }

  /// What is stored in the property, behind the accessors: what it would read and write without them.
  public var storedValue: Value? {
    get { gate.storedValue }
    nonmutating set { gate.storedValue = newValue }
  }
}

/// Accessors without the type of their property.
package protocol AnyPropertyAccessors: Sendable {}

/// What runs instead of reading and writing a marked property; nil for what is as without.
package struct PropertyAccessors<Value>: AnyPropertyAccessors, Sendable {
  typealias Getter = (InterceptedProperty<Value>) -> Value?
  typealias Setter = (InterceptedProperty<Value>, Value?) -> Void

  // What the functions have captured is released where they run, wherever the property goes.
  private let functions: Confined<(get: Getter?, set: Setter?)>
  let isolation: Isolation
  /// How often a thread may be in the setter; beyond that the value is stored behind it.
  let deepestWrite: Int

  var get: Getter? { functions.content.get }
  var set: Setter? { functions.content.set }

  /// - Parameter isolation: The actor that the functions belong to; without one they are `@Sendable`.
  init(get: Getter?, set: Setter?, isolation: Isolation, deepestWrite: Int = 1) {
    functions = Confined((get, set), to: isolation)
    self.isolation = isolation
    self.deepestWrite = deepestWrite
  }

  /// Accessors that a wrapper makes for its own property, which run where that is accessed, on the actor that
  /// what they use belongs to.
  package init(
    get: @escaping (InterceptedProperty<Value>) -> Value?,
    set: @escaping (InterceptedProperty<Value>, Value?) -> Void, isolation: Isolation
  ) {
    // What it writes to may answer by writing the property again, which is to get there as well.
    self.init(get: get, set: set, isolation: isolation, deepestWrite: CurrentThread.deepestNesting)
  }
}
