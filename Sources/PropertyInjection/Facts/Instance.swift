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
///
/// Not generic: the runtime would have to make a class for the type of each value.
final class StoredInstance: Instance, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is checked
  // before every use, or the user vouched for it, `unchecked`.
  private let type: Any.Type
  private let kind: TypeKind
  /// The value, if its type is a class; else nil.
  private let object: AnyObject?
  /// The value, if its type is no class; else nil.
  private let value: CachedValue?

  /// - Parameter value: The address of a value of the type, which has this kind.
  init(of type: Any.Type, _ kind: TypeKind, copyOf value: UnsafeRawPointer) {
    (self.type, self.kind) = (type, kind)
    if kind == .class {
      (object, self.value) = (value.load(as: AnyObject.self), nil)
    } else {
      let copy = CachedValue(of: type)
      copy.keep(copyOf: value)
      (object, self.value) = (nil, copy)
    }
  }

  /// A class instance, as a value of its own class.
  init(_ object: AnyObject) {
    (type, kind, self.object, value) = (Swift.type(of: object), .class, object, nil)
  }

  private func withAddress<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    // One of the two is set.
    if let address = value?.value { return body(address) }
    return withUnsafePointer(to: object) { body($0) }
  }

  private func open<Result>(_ body: (Any) -> Result) -> Result {
    withAddress { address in
      func open<Value>(_: Value.Type) -> Result {
        body(address.assumingMemoryBound(to: Value.self).pointee)
      }
      return _openExistential(type, do: open)
    }
  }

  var dynamicType: Any.Type {
    if let object { return Swift.type(of: object) }
    return open { Swift.type(of: $0) }
  }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if type == target { return .exact }
    // Quickly, because a look-up by type may ask every binding.
    if let object, target is AnyClass {
      return Swift.type(of: object) is Target.Type ? .known : nil
    }
    return open { TypeMatching.flatten($0) }
      .flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    withAddress {
      TypeMatching.hand($0, of: type, kind, as: target, isOnActor: isOnActor, to: use)
    }
  }
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
