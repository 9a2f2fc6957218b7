import Synchronization

/// Where a wrapper keeps its value, whatever the type of that.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package class AnyInjectedStorage {
  @inlinable  // What is inlined uses it.
  init() {}

  /// The type of the property, without the optional.
  class var valueType: Any.Type { Never.self }
}

/// Where a wrapper keeps its value: an object of its own, so that an injection reaches it.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package final class InjectedStorage<Value>: AnyInjectedStorage {
  // The access to both is not checked for overlaps: they are read whole, and written by an exchange.
  @exclusivity(unchecked) @usableFromInline var value: Value?
  /// What an injection has put between the property and its value.
  @exclusivity(unchecked) @usableFromInline var interceptor: PropertyInterceptor<Value>?
  /// What the interceptor has made, and keeps, by address; 0 while there is nothing.
  @usableFromInline let madeAddress = Atomic<UInt>(0)
  @usableFromInline let request: MarkRequest

  @inlinable  // Specialized where the type is known: to allocate an object of any type is slow.
  package init(_ value: Value?, _ request: MarkRequest) {
    self.value = value
    self.request = request
    super.init()
  }

  override class var valueType: Any.Type { Value.self }

  /// Whether an injection may fill the property.
  ///
  /// It reads nothing that would run code of the user's: what stands before a value counts as one.
  var isFree: Bool { value == nil && interceptor?.isInEffect != true }

  /// What the property reads.
  @inlinable  // Reading must cost what reading a plain property costs.
  package func read() -> Value? {
    if interceptor == nil { return value }
    if let made = UnsafePointer<Value>(bitPattern: madeAddress.load(ordering: .acquiring)) {
      return made.pointee
    }
    return readThroughInterceptor()
  }

  @usableFromInline
  func readThroughInterceptor() -> Value? { interceptor?.read(self) }

  /// Stores a value.
  ///
  /// The one way to write it: the old value goes when the new one is in place, because its `deinit` may
  /// read and write the property.
  @inlinable  // Specialized where the type is known, as reading is.
  func store(_ newValue: Value?) {
    var old = newValue
    swap(&old, &value)
    withExtendedLifetime(old) {}
  }

  /// Removes what stands before the value, and keeps that.
  func clear() {
    madeAddress.store(0, ordering: .relaxed)
    interceptor = nil
  }

  @inlinable  // Specialized where the type is known, as reading is.
  package func write(_ value: Value?) {
    if interceptor == nil { store(value) } else { writeThroughInterceptor(value) }
  }

  @usableFromInline
  func writeThroughInterceptor(_ value: Value?) { interceptor?.write(value, self) }
}

/// What a wrapper wants to be injected with.
@frozen  // Its initializers are inlined, also where the library is built for distribution.
@usableFromInline
package struct MarkRequest {
  /// Which binding is asked for.
  @frozen  // As what it is part of.
  @usableFromInline
  enum Key {
    case ownName
    case name(String)
    case type
  }

  @usableFromInline let key: Key
  /// Whether it is asked once the property is read.
  @usableFromInline let isLazy: Bool
  /// What makes accessors for the property, in place of a binding.
  @usableFromInline let maker: AnyObject?

  @inlinable  // What is inlined uses it.
  init(_ key: Key, isLazy: Bool = false) {
    self.key = key
    self.isLazy = isLazy
    maker = nil
  }

  @inlinable  // What is inlined uses it.
  init<Value>(_ key: InjectionKey<Value>?, isLazy: Bool = false) {
    self.init(key.map { $0.name.map(Key.name) ?? .type } ?? .ownName, isLazy: isLazy)
  }

  /// The request of a wrapper that makes its own accessors.
  package init(_ maker: some AccessorMaking) {
    key = .ownName
    isLazy = false
    self.maker = maker
  }

  /// The name to look up; nil for the type alone.
  func bindingName(of ownName: String) -> String? {
    switch key {
    case .ownName: ownName
    case .name(let name): name
    case .type: nil
    }
  }
}

/// Stands between a marked property and its value.
@usableFromInline
class PropertyInterceptor<Value> {
  /// What kind of property it makes of one.
  var kind: InjectionCandidate.Kind { .intercepted }

  /// Whether the property is filled by it.
  var isInEffect: Bool { true }

  func read(_ storage: InjectedStorage<Value>) -> Value? { storage.value }

  func write(_ value: Value?, _ storage: InjectedStorage<Value>) { storage.store(value) }

  /// What the property holds once the interceptor is taken off it.
  func leftBehind(_ storage: InjectedStorage<Value>) -> Value? { storage.value }
}

/// The storage of a marked property, whatever the type of its value.
protocol MarkedStorage: AnyObject {
  var isFree: Bool { get }
  /// What stands before the value; nil if nothing does.
  var interceptedAs: InjectionCandidate.Kind? { get }
  var valueType: Any.Type { get }

  var request: MarkRequest { get }

  /// Whether the wrapper has to be reached itself, though a key path is declared for the property.
  func needsWrapper(_ property: InjectableProperty, in bindings: BindingTable) -> Bool

  /// Reads and writes the property in each object of the type.
  func access(at place: StoragePlace) -> PropertyAccess

  /// The step that fills the property in each object of the type.
  func step(
    for property: InjectableProperty, at place: StoragePlace, in injector: PropertyInjector
  ) -> InjectionStep

  /// Makes the property a plain one; false if it is one.
  func removeInterceptor() -> Bool
}
