/// A value, with its type erased.
///
/// An object, because it is handed on many times while it is made: what may be a struct is copied through its type's
/// metadata each time.
package protocol Instance: AnyObject, Sendable {
  /// The dynamic type of the value, which is not looked into.
  var dynamicType: Any.Type { get }

  /// How well it fits a type; nil if it does not, on any actor.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// Hands over the address of the value as a value of a type; returns the reason if it does not fit.
  ///
  /// The code runs on an actor or on none. It runs no code of the user.
  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit?
}

extension Instance {
  /// The value as a value of a type; nil if it does not fit.
  package func value<Target>(as target: Target.Type, isOnActor: Bool) -> Target? {
    var value: Target?
    _ = hand(as: target, isOnActor: isOnActor) {
      value = $0.assumingMemoryBound(to: target).pointee
    }
    return value
  }
}

/// An instance with a known type.
final class StoredInstance<Value>: Instance, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is checked
  // before every use, or the user vouched for it, `unchecked`.
  private let value: Value

  init(_ value: Value) { self.value = value }

  var dynamicType: Any.Type { type(of: value as Any) }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if Value.self == target { return .exact }
    // Quickly, because a look-up by type may ask every binding.
    if Value.self is AnyClass, target is AnyClass {
      return type(of: value) is Target.Type ? .known : nil
    }
    return TypeMatching.flatten(value).flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? { TypeMatching.hand(value, as: target, isOnActor: isOnActor, to: use) }
}

/// An instance that belongs to an actor, and is released there.
extension Confined: Instance where Content == any Instance {
  var dynamicType: Any.Type { content.dynamicType }

  func fit<Target>(_ target: Target.Type) -> TypeFit? { content.fit(target) }

  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? { content.hand(as: target, isOnActor: isOnActor, to: use) }
}

extension Instance {
  /// The same instance, which is released on the actor that it belongs to, if it belongs to one.
  @inline(__always)
  func confined(to isolation: Isolation) -> any Instance {
    isolation.actor == nil ? self : Confined<any Instance>(self, to: isolation)
  }
}

/// A value that is the same for every thread and for good, once it is set.
///
/// A read takes no lock and does no reference counting.
package class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  /// The type of the value.
  final let type: Any.Type
  // The address of the value; 0 while there is none.
  private let address = PublishedWord()

  init(of type: Any.Type) { self.type = type }

  deinit {
    guard let value = UnsafeMutableRawPointer(bitPattern: address.value) else { return }
    func release<Value>(_: Value.Type) { Self.release(value.assumingMemoryBound(to: Value.self)) }
    _openExistential(type, do: release)
  }

  /// Ends a value that was allocated for itself.
  static func release<Value>(_ value: UnsafeMutablePointer<Value>) {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The value; nil while there is none.
  @inline(__always)
  final var value: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.value) }

  /// The value, which is of the type; it is made if there is none.
  final func value<Value>(or make: @autoclosure () -> Value) -> Value {
    while true {
      if let value { return value.assumingMemoryBound(to: Value.self).pointee }
      keep(make())
    }
  }

  /// Sets the value to a copy of the value at an address, which is of the type; the first one stays.
  final func keep(copyOf value: UnsafeRawPointer) {
    func open<Value>(_: Value.Type) { keep(value.assumingMemoryBound(to: Value.self).pointee) }
    _openExistential(type, do: open)
  }

  /// Sets the value, which is of the type; the first one stays.
  final func keep<Value>(_ value: Value) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: value)
    if !address.publishFirst(UInt(bitPattern: copy)) { Self.release(copy) }
  }
}
