import Synchronization

/// A cache of entries by key; reading takes no lock.
///
/// An open-addressed table of pointers, replaced by a larger one when it is half full. Tables and
/// entries live until the cache does, so a reader never meets freed memory; old tables together are
/// no larger than the current one.
struct LockFreeCache<Entry: CacheEntry>: ~Copyable, Sendable {
  // The current table, by address; `table` keeps it alive.
  private let current = PublishedWord()
  private let table = Lock<CacheTable?>(nil)

  deinit {
    // The current table holds every entry.
    table.withLock { $0?.releaseEntries() }
  }

  /// The entry for a key, if there is one.
  @inline(__always)
  func entry(for key: Entry.Key) -> Unmanaged<Entry>? {
    guard let table = UnsafeRawPointer(bitPattern: current.value) else { return nil }
    return Unmanaged<CacheTable>.fromOpaque(table)._withUnsafeGuaranteedRef { table in
      var slot = table.firstSlot(for: key.bits)
      while let address = table.entry(at: slot) {
        let entry = Unmanaged<Entry>.fromOpaque(address)
        if entry._withUnsafeGuaranteedRef({ $0.key == key }) { return entry }
        slot = table.slot(after: slot)
      }
      return nil
    }
  }

  /// Every entry, in no particular order.
  var all: [Entry] {
    table.withLock { table in
      guard let table else { return [] }
      return (0..<table.capacity).compactMap { slot in
        table.entry(at: slot).map { Unmanaged<Entry>.fromOpaque($0).takeUnretainedValue() }
      }
    }
  }

  /// Adds an entry, unless another thread was first.
  ///
  /// Returns the entry that stays.
  @inline(never)  // Once for each entry.
  func insert(_ entry: Entry) -> Unmanaged<Entry> {
    table.withLock { table in
      if let first = self.entry(for: entry.key) { return first }
      if table?.isHalfFull != false {
        let room = CacheTable(Self.bits, replacing: table)
        table = room
        current.publish(UInt(bitPattern: Unmanaged.passUnretained(room).toOpaque()))
      }
      let added = Unmanaged.passRetained(entry)
      table?.insert(added.toOpaque())
      return added
    }
  }

  /// The bits of an entry's key.
  @inline(never)  // Of a name they are many instructions.
  private static func bits(_ entry: UnsafeRawPointer) -> UInt64 {
    Unmanaged<Entry>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.key.bits }
  }
}

// Code that does not use the type of an entry is not generic: otherwise there would be a copy for each type.

private final class CacheTable: @unchecked Sendable {
  // Unchecked: slots are atomic; only the thread that holds the cache's lock writes.
  let capacity: Int
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let bits: (UnsafeRawPointer) -> UInt64
  /// The table that this one has replaced, which readers may still use.
  private let old: CacheTable?
  private var count = 0

  /// An empty table, or a larger one with the entries of another.
  ///
  /// - Parameter bits: The bits of an entry's key.
  @inline(never)  // Each cache would have a copy of it.
  init(_ bits: @escaping (UnsafeRawPointer) -> UInt64, replacing old: CacheTable?) {
    capacity = max(16, (old?.capacity ?? 0) * 2)
    self.bits = bits
    self.old = old
    slots = .allocate(capacity: capacity)
    for slot in 0..<capacity { (slots + slot).initialize(to: Atomic(0)) }
    guard let old else { return }
    for slot in 0..<old.capacity { if let entry = old.entry(at: slot) { insert(entry) } }
  }

  var isHalfFull: Bool { count * 2 >= capacity }

  deinit {
    slots.deinitialize(count: capacity)
    slots.deallocate()
  }

  @inline(never)  // Each cache would have a copy of it.
  func insert(_ entry: UnsafeRawPointer) {
    count += 1
    var slot = firstSlot(for: bits(entry))
    while self.entry(at: slot) != nil { slot = self.slot(after: slot) }
    slots[slot].store(UInt(bitPattern: entry), ordering: .releasing)
  }

  func releaseEntries() {
    for slot in 0..<capacity {
      if let entry = entry(at: slot) { Unmanaged<AnyObject>.fromOpaque(entry).release() }
    }
  }

  @inline(__always)
  func entry(at slot: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: slots[slot].load(ordering: .acquiring))
  }

  /// A multiplication spreads the bits in which keys differ.
  @inline(__always)
  func firstSlot(for bits: UInt64) -> Int {
    Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity &- 1)
  }

  @inline(__always)
  func slot(after slot: Int) -> Int { (slot &+ 1) & (capacity &- 1) }
}

/// An entry of a cache.
protocol CacheEntry: AnyObject, Sendable {
  associatedtype Key: CacheKey
  var key: Key { get }
}

/// The key of an entry.
protocol CacheKey: Equatable {
  /// A cheap hash: bits that mostly differ for different keys.
  var bits: UInt64 { get }
}

/// A type as a key; the addresses of types differ in their middle bits.
extension ObjectIdentifier: CacheKey {
  @inline(__always)
  var bits: UInt64 { UInt64(UInt(bitPattern: self)) }
}

/// A word that one thread publishes and every thread may read: the address of a finished value, or 1 for yes.
///
/// It is 0 at first.
struct PublishedWord: ~Copyable, Sendable {
  private let word = Atomic<UInt>(0)

  @inline(__always)
  var value: UInt {
    CurrentThread.meet(.word)
    return word.load(ordering: .acquiring)
  }

  func publish(_ new: UInt) {
    CurrentThread.meet(.word)
    word.store(new, ordering: .releasing)
  }

  /// Publishes the first word; false if there is one.
  func publishFirst(_ new: UInt) -> Bool {
    CurrentThread.meet(.word)
    return word.compareExchange(expected: 0, desired: new, ordering: .releasing).exchanged
  }
}

extension Array {
  /// The elements in an order; equal ones stay as they are.
  ///
  /// Their numbers are sorted: one sort serves all types, each of which would add 5 KB to a program.
  package func inOrder(by comesBefore: (Element, Element) -> Bool) -> [Element] {
    sortedNumbers(count) { comesBefore(self[$0], self[$1]) }.map { self[$0] }
  }

  /// The elements in the order of their keys, each of which is made once.
  package func inOrder<Key: Comparable>(of key: (Element) -> Key) -> [Element] {
    let keys = map(key)
    return sortedNumbers(count) { keys[$0] < keys[$1] }.map { self[$0] }
  }
}

@inline(never)
private func sortedNumbers(_ count: Int, by comesBefore: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: comesBefore)
}
