import Synchronization

/// A cache of entries by key; reading takes no lock.
///
/// An open-addressed table of pointers, replaced by a larger one when it is half full. Tables and
/// entries live until the cache does, so a reader never meets freed memory; old tables together are
/// no larger than the current one.
struct LockFreeCache<Entry: CacheEntry>: ~Copyable, Sendable {
  private struct Contents {
    var table: Table?
    var count = 0
  }

  // The current table, by address; `contents` keeps it alive.
  private let current = PublishedWord()
  private let contents = Lock(Contents())

  deinit {
    // The current table holds every entry.
    contents.withLock { $0.table?.releaseEntries() }
  }

  /// The entry for a key, if there is one.
  @inline(__always)
  func entry(for key: Entry.Key) -> Unmanaged<Entry>? {
    guard let table = UnsafeRawPointer(bitPattern: current.value) else { return nil }
    return Unmanaged<Table>.fromOpaque(table)._withUnsafeGuaranteedRef { $0.entry(for: key) }
  }

  /// Adds an entry, unless another thread was first.
  ///
  /// Returns the one that stays.
  func insert(_ entry: Entry) -> Unmanaged<Entry> {
    contents.withLock { contents in
      let old = contents.table
      if let first = old?.entry(for: entry.key) { return first }
      if old.map({ contents.count * 2 >= $0.capacity }) ?? true {
        let table = Table(capacity: max(8, (old?.capacity ?? 0) * 2), replacing: old)
        old?.copyEntries(to: table)
        contents.table = table
        current.publish(UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque()))
      }
      contents.count += 1
      let entry = Unmanaged.passRetained(entry)
      contents.table?.insert(entry)
      return entry
    }
  }

  private final class Table: @unchecked Sendable {
    // Unchecked: slots are atomic; only the thread that holds the cache's lock writes.
    let capacity: Int
    private let slots: UnsafeMutablePointer<Atomic<UInt>>
    /// The table that this one has replaced, which readers may still use.
    private let old: Table?

    init(capacity: Int, replacing old: Table?) {
      self.capacity = capacity
      self.old = old
      slots = .allocate(capacity: capacity)
      for index in 0..<capacity { (slots + index).initialize(to: Atomic(0)) }
    }

    deinit {
      slots.deinitialize(count: capacity)
      slots.deallocate()
    }

    @inline(__always)
    func entry(for key: Entry.Key) -> Unmanaged<Entry>? {
      var index = firstSlot(for: key)
      while let entry = entry(at: index) {
        if entry._withUnsafeGuaranteedRef({ $0.key == key }) { return entry }
        index = (index + 1) & (capacity - 1)
      }
      return nil
    }

    func insert(_ entry: Unmanaged<Entry>) {
      var index = firstSlot(for: entry._withUnsafeGuaranteedRef { $0.key })
      while self.entry(at: index) != nil { index = (index + 1) & (capacity - 1) }
      slots[index].store(UInt(bitPattern: entry.toOpaque()), ordering: .releasing)
    }

    func copyEntries(to table: Table) {
      for index in 0..<capacity { entry(at: index).map(table.insert) }
    }

    func releaseEntries() {
      for index in 0..<capacity { entry(at: index)?.release() }
    }

    @inline(__always)
    private func entry(at index: Int) -> Unmanaged<Entry>? {
      UnsafeRawPointer(bitPattern: slots[index].load(ordering: .acquiring))
        .map(Unmanaged<Entry>.fromOpaque)
    }

    /// A multiplication spreads the bits in which keys differ.
    @inline(__always)
    private func firstSlot(for key: Entry.Key) -> Int {
      Int(truncatingIfNeeded: (key.bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
    }
  }
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
struct TypeKey: CacheKey {
  let type: Any.Type

  @inline(__always)
  var bits: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(type))) }

  @inline(__always)
  static func == (one: TypeKey, other: TypeKey) -> Bool { one.type == other.type }
}
