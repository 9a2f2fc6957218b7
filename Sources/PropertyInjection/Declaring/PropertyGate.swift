import Synchronization

/// Stands between a marked property and its value: something lazy, accessors, a setting.
///
/// An injection puts it there, and a write may take it away; a read never changes the property. Copies of a
/// struct share it.
@_fixed_layout  // Inlined code reads it, also where the library is built for distribution.
@usableFromInline
package class PropertyGate<Value> {
  /// What was made, by address, which serves every thread from then on; 0 while there is nothing.
  @usableFromInline final let madeAddress = Atomic<UInt>(0)

  /// The same.
  @inlinable @inline(__always)  // Reading what was made must not cost a call.
  final var made: UnsafePointer<Value>? {
    UnsafePointer(bitPattern: madeAddress.load(ordering: .acquiring))
  }

  init() {}

  /// What kind of property it makes of one; nil once it is a plain one.
  var kind: InjectionCandidate.Kind? { nil }

  /// Whether the property is filled by it.
  var isInEffect: Bool { true }

  @usableFromInline
  func read() -> Value? { nil }

  /// Writes a value; false if it is to take the gate's place.
  @usableFromInline
  func write(_ value: Value?) -> Bool { false }

  /// Makes way: gives what the property holds from now on, or stays, to give that itself.
  func retire() -> Retirement { .leaving(nil) }

  enum Retirement {
    case leaving(Value?)
    case staying
  }
}
