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

/// The binding that a look-up has found for a key, with its value as the type that was asked for.
///
/// An injector makes one for each key, at the first question.
final class FoundBinding: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant.
  let key: LookupKey
  let binding: Binding

  init<Value>(_ name: String?, _ type: Value.Type, _ binding: Binding) {
    key = LookupKey(name: name, type: type)
    self.binding = binding
    super.init()
    cacheIfConstant(as: type)
  }

  /// Caches the value, if the binding has one for good and for every thread.
  @inline(__always)
  func cacheIfConstant<Value>(as type: Value.Type) {
    if binding.mayBeConstant, value == nil { cacheNow(as: type) }
  }

  @inline(never)
  private func cacheNow<Value>(as type: Value.Type) {
    // A value that only an actor may take for one of the type is no value for everybody.
    binding.constant?.useExistingValue(as: type, isOnActor: false) { keep($0) }
  }
}

/// A key that no binding has been found for, and why.
final class MissedBinding: CacheEntry, Sendable {
  let key: LookupKey
  let miss: BindingLookup

  init(_ key: LookupKey, _ miss: BindingLookup) {
    self.key = key
    self.miss = miss
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
