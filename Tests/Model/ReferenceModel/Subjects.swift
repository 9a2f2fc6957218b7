import PropertyInjection

/// Gets at a property of a target whose type is not known where it is used.
protocol SlotAccess<Owner>: Sendable {
  associatedtype Owner

  /// Reads what is stored, and counts nothing.
  func read(_ owner: Owner) -> Token?
  /// Stores a value; only observers count that.
  func write(_ owner: inout Owner, _ value: Any?)
  func declare(_ name: String, from other: Wanted?, in registry: inout Registry)
}

/// Under which key a property is looked up that does not ask for its own name.
package enum Wanted: Hashable, Sendable {
  case name(String)
  case type
}

struct Slot<Owner, Kind: ValueKind>: SlotAccess, @unchecked Sendable {
  // Unchecked: what stores captures nothing.
  typealias Path = any WritableKeyPath<Owner, Kind.Value?> & Sendable

  private let path: Path
  private let storage: Path
  /// Writes a property that is not to be read for that, as a key path may do.
  private let store: ((inout Owner, Kind.Value?) -> Void)?

  init(
    _ path: Path,
    storedAt storage: Path? = nil,
    store: ((inout Owner, Kind.Value?) -> Void)? = nil
  ) {
    self.path = path
    self.storage = storage ?? path
    self.store = store
  }

  func read(_ owner: Owner) -> Token? { owner[keyPath: storage].map(Kind.token) }

  func write(_ owner: inout Owner, _ value: Any?) {
    let value = value.map { $0 as! Kind.Value }
    if let store { store(&owner, value) } else { owner[keyPath: storage] = value }
  }

  func declare(_ name: String, from other: Wanted?, in registry: inout Registry) {
    let key = InjectionKey<Kind.Value>.named(name)
    switch other {
    case .name(let name): registry.declare(key, path, from: .named(name))
    case .type: registry.declare(key, path, from: .byType)
    case nil: registry.declare(key, path)
    }
  }
}

/// The way in which a target is handed to the injector.
package enum Route: Int, CaseIterable, Sendable {
  /// With its own static type.
  case direct
  /// An object as an instance of a superclass; a struct in a variable of type `Any`.
  case upcast
  /// An object as `AnyObject`; a struct as what the protocol says.
  case erased
}

/// A target that is being injected, whose type is not known where it is used.
protocol Subject: AnyObject {
  var type: Any.Type { get }
  /// Whether it is an object, whose properties a closure may decide on and whose accessors may be removed.
  var isObject: Bool { get }
  /// The object, or a copy of the struct.
  var sample: Any { get }
  var counts: Counts { get }

  func read(_ slot: Int) -> Token?
  func write(_ slot: Int, _ value: Any?)
  func inject(with injector: PropertyInjector, _ route: Route) -> InjectionResult
  func inject(
    with injector: PropertyInjector, deciding: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult
  func makePlain(with injector: PropertyInjector) -> [String]
}

/// An object that is being injected.
final class ObjectSubject<Object: Root>: Subject {
  private var object = Object()
  private let slots: [any SlotAccess<Object>]

  init(_ slots: [any SlotAccess<Object>]) { self.slots = slots }

  var type: Any.Type { Object.self }
  var isObject: Bool { true }
  var sample: Any { object }
  var counts: Counts { object.counts }

  func read(_ slot: Int) -> Token? { slots[slot].read(object) }

  func write(_ slot: Int, _ value: Any?) { slots[slot].write(&object, value) }

  func inject(with injector: PropertyInjector, _ route: Route) -> InjectionResult {
    switch route {
    case .direct: injector.injectDependencies(to: object)
    case .upcast: injector.injectDependencies(to: object as Root)
    case .erased: injector.injectDependencies(to: object as AnyObject)
    }
  }

  func inject(
    with injector: PropertyInjector, deciding: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult {
    injector.injectDependencies(to: object, deciding: deciding)
  }

  func makePlain(with injector: PropertyInjector) -> [String] {
    injector.removeAccessors(of: object)
  }
}

/// A struct that is being injected, in its own variable.
final class StructSubject<Value: Target>: Subject {
  private var value = Value()
  private let slots: [any SlotAccess<Value>]

  init(_ slots: [any SlotAccess<Value>]) { self.slots = slots }

  var type: Any.Type { Value.self }
  var isObject: Bool { false }
  var sample: Any { value }
  var counts: Counts { value.counts }

  func read(_ slot: Int) -> Token? { slots[slot].read(value) }

  func write(_ slot: Int, _ newValue: Any?) { slots[slot].write(&value, newValue) }

  func inject(with injector: PropertyInjector, _ route: Route) -> InjectionResult {
    switch route {
    case .direct: injector.injectDependencies(to: &value)
    case .upcast: inject(with: injector, as: Any.self)
    case .erased: inject(with: injector, as: (any Target).self)
    }
  }

  /// Injects a variable of another type than the struct's own, which holds it meanwhile.
  private func inject<Variable>(
    with injector: PropertyInjector, as type: Variable.Type
  ) -> InjectionResult {
    var variable = value as! Variable
    defer { value = variable as! Value }
    return injector.injectDependencies(to: &variable)
  }

  func inject(
    with injector: PropertyInjector, deciding: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult {
    preconditionFailure("of objects only")
  }

  func makePlain(with injector: PropertyInjector) -> [String] {
    preconditionFailure("of objects only")
  }
}
