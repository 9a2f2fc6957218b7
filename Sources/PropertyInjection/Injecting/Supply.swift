import Synchronization

/// A value that is at hand, or will be: the same for everybody and for good.
///
/// A class with constant contents, but for a value that may come later: whoever reads it takes no lock
/// and counts no references.
class Supply: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  // The value and the box that holds it, by address; 0 while there is none.
  private let valueAddress = Atomic<UInt>(0)
  private let boxAddress = Atomic<UInt>(0)
  private let isBeingProven = Atomic(false)

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

  /// Keeps a binding's value at hand from now on, if it has one for good and for every thread.
  @inline(__always)
  final func settle<Value>(_ binding: Binding, as type: Value.Type) {
    if binding.maySettle { settleNow(binding, as: type) }
  }

  @inline(never)
  private final func settleNow<Value>(_ binding: Binding, as type: Value.Type) {
    guard let settled = binding.settled else { return }
    if !TypeMatching.usesConformance(from: binding.type, to: type) {
      if let value = settled.existingValue(as: type) { keep(value) }
    } else if isBeingProven.compareExchange(expected: false, desired: true, ordering: .relaxed)
      .exchanged
    {
      ActorProof(settled, self, type).start()
    }
  }

  /// Keeps the value at hand from now on, for every thread.
  ///
  /// The first one stays.
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

/// What a look-up has found: it is made once for a key.
final class FoundSupply: Supply, CacheEntry, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant.
  let key: LookupKey
  let binding: Binding

  init<Value>(_ name: String?, _ type: Value.Type, _ binding: Binding) {
    key = LookupKey(name: name, type: type)
    self.binding = binding
    super.init()
    settle(binding, as: type)
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
