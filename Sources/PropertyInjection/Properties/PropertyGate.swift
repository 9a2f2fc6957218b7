import Synchronization

/// Stands before the value of a marked property: a lazy value, accessors, or a setting.
///
/// An injection puts the gate there, and a write may remove it; a read never changes the property.
/// Copies of a struct share it.
@_fixed_layout  // Inlined code reads it, also where the library is built for distribution.
@usableFromInline
package class PropertyGate<Value> {
  /// The address of the made value, which every thread may read; 0 while there is none.
  @usableFromInline final let madeAddress = Atomic<UInt>(0)

  /// The made value; nil while there is none.
  @inlinable @inline(__always)  // Reading a made value must not cost a call.
  final var made: UnsafePointer<Value>? {
    UnsafePointer(bitPattern: madeAddress.load(ordering: .acquiring))
  }

  init() {}

  /// The kind of property with this gate; nil once the property is plain.
  var kind: InjectionPoint.Kind? { nil }

  /// Whether the property counts as set because of the gate.
  var isInEffect: Bool { true }

  @usableFromInline
  func read() -> Value? { nil }

  /// Writes a value; false if the value replaces the gate.
  @usableFromInline
  func write(_ value: Value?) -> Bool { false }

  /// Makes the property plain: gives the value that the property holds from now on, or nothing if the
  /// gate stays to supply it.
  func retire() -> Value?? { .some(nil) }
}
