/// A value that is the same for every thread and for good, once it is set.
///
/// A read takes no lock and does no reference counting.
class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  /// The type of the value.
  final let type: Any.Type
  // The address of the value; 0 while there is none.
  private let address = PublishedWord()

  init(of type: Any.Type) {
    self.type = type
  }

  deinit {
    guard let value = UnsafeMutableRawPointer(bitPattern: address.value) else { return }
    func release<Value>(_: Value.Type) { Self.release(value.assumingMemoryBound(to: Value.self)) }
    _openExistential(type, do: release)
  }

  private static func release<Value>(_ value: UnsafeMutablePointer<Value>) {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The value; nil while there is none.
  @inline(__always)
  final var value: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.value) }

  /// Sets the value, which is of the type; the first one stays.
  final func keep<Value>(_ value: Value) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: value)
    if !address.publishFirst(UInt(bitPattern: copy)) { Self.release(copy) }
  }
}
