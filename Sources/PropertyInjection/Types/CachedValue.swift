/// A value that is the same for every thread and for good, once it is set.
///
/// A read takes no lock and does no reference counting.
class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  // The addresses of the value and of the box that holds it; 0 while there is none.
  private let valueAddress = PublishedWord()
  private let boxAddress = PublishedWord()

  init() {}

  deinit {
    guard let box = UnsafeRawPointer(bitPattern: boxAddress.value) else { return }
    Unmanaged<AnyObject>.fromOpaque(box).release()
  }

  /// The value; nil while there is none.
  @inline(__always)
  final var value: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: valueAddress.value)
  }

  /// Sets the value; the first one stays.
  final func keep<Value>(_ value: Value) {
    let box = ValueBox(value)
    let boxAddress = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    // Read in `deinit` only, which comes after all else.
    guard self.boxAddress.setFirst(boxAddress) else { return }
    _ = Unmanaged.passRetained(box)
    valueAddress.publish(UInt(bitPattern: box.pointer))
  }
}

/// A value of the wanted type, cast once, at a fixed address.
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
