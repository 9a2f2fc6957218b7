import Synchronization

/// A value that is the same for all and for good, once it is there.
///
/// Reading it takes no lock and counts no references.
class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  // The value and the box that holds it, by address; 0 while there is none.
  private let valueAddress = Atomic<UInt>(0)
  private let boxAddress = Atomic<UInt>(0)

  init() {}

  deinit {
    guard let box = UnsafeRawPointer(bitPattern: boxAddress.load(ordering: .acquiring)) else {
      return
    }
    Unmanaged<AnyObject>.fromOpaque(box).release()
  }

  /// The value, if there is one that serves every thread.
  @inline(__always)
  final var value: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: valueAddress.load(ordering: .acquiring))
  }

  /// Sets the value; the first one stays.
  final func keep<Value>(_ value: Value) {
    let box = ValueBox(value)
    let boxAddress = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    guard
      self.boxAddress.compareExchange(expected: 0, desired: boxAddress, ordering: .releasing)
        .exchanged
    else { return }
    _ = Unmanaged.passRetained(box)
    valueAddress.store(UInt(bitPattern: box.pointer), ordering: .releasing)
  }
}

/// A value of the type that is asked for, cast once, at an address that does not move.
private final class ValueBox<Value> {
  let pointer: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
