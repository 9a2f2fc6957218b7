#if canImport(ObjectiveC)
  import ObjectiveC

  /// Keeps an object for each owner: the runtime's associated objects.
  final class OwnerTable {
    /// What is associated; it keeps the table, so that no other gets its address, which is the key.
    private final class Association {
      let object: AnyObject
      private let table: OwnerTable

      init(_ object: AnyObject, _ table: OwnerTable) {
        self.object = object
        self.table = table
      }
    }

    private var key: UnsafeRawPointer {
      UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    subscript(owner: AnyObject) -> AnyObject? {
      get { (objc_getAssociatedObject(owner, key) as? Association)?.object }
      set {
        let association = newValue.map { Association($0, self) }
        objc_setAssociatedObject(owner, key, association, .OBJC_ASSOCIATION_RETAIN)
      }
    }

    /// The runtime has released them.
    func releaseValuesOfFreedOwners() {}
  }
#else

  /// Keeps an object for each owner.
  ///
  /// It holds its owners unowned: their memory is not used again until it lets go of it, so an address means
  /// one owner.
  final class OwnerTable: Sendable {
    private struct Entry: @unchecked Sendable {
      // Unchecked: nobody reaches an owner through it.
      let address: UInt
      unowned let owner: AnyObject
      let life: Life
      var held: Held
    }

    /// What is kept for an owner.
    private struct Held: @unchecked Sendable {
      // Unchecked: who uses the table answers for what it holds.
      let object: AnyObject
    }

    /// Whether an owner is still there.
    ///
    /// To read a weak reference would retain the owner, who could then die here, on a thread that is not
    /// its own. To copy one does not: it takes over that the owner is gone.
    private struct Life: @unchecked Sendable {
      // Unchecked, as the entry is.
      weak var owner: AnyObject?

      private static let ofNobody = Life(owner: nil).bits

      var isOver: Bool { bits == Self.ofNobody }

      // Never inlined: the optimizer must not look at the original instead of the copy.
      @inline(never)
      private var bits: UInt {
        var copy = self
        return withUnsafeMutableBytes(of: &copy) { $0.load(as: UInt.self) }
      }
    }

    private struct State {
      var entries: [Entry] = []
      /// Where an owner's entry is, by address.
      var places: [UInt: Int] = [:]
      /// The entry to be looked at next.
      var next = 0

      /// Sets the entry of an owner, or removes it, and returns what it had.
      mutating func replace(_ address: UInt, with entry: Entry?) -> [Held] {
        guard let place = places[address] else {
          if let entry {
            places[address] = entries.count
            entries.append(entry)
          }
          return []
        }
        guard let entry else { return [remove(at: place)] }
        defer { entries[place].held = entry.held }
        return [entries[place].held]
      }

      /// Looks at some owners, and forgets all that are gone if one of those is; `address` is using the
      /// table.
      mutating func forgetSomeGone(besides address: UInt) -> [Held] {
        for _ in 0..<min(OwnerTable.attention, entries.count) {
          if next >= entries.count { next = 0 }
          if isGone(next, besides: address) { return forgetGone(besides: address) }
          next += 1
        }
        return []
      }

      mutating func forgetGone(besides address: UInt) -> [Held] {
        var forgotten: [Held] = []
        // Backwards, because the last entry takes the place of one that is removed.
        for place in entries.indices.reversed() where isGone(place, besides: address) {
          forgotten.append(remove(at: place))
        }
        return forgotten
      }

      private func isGone(_ place: Int, besides address: UInt) -> Bool {
        entries[place].address != address && entries[place].life.isOver
      }

      private mutating func remove(at place: Int) -> Held {
        let entry = entries[place]
        places[entry.address] = nil
        let last = entries.removeLast()
        if place < entries.count {
          entries[place] = last
          places[last.address] = place
        }
        return entry.held
      }
    }

    /// How many owners a use looks at.
    private static let attention = 32

    private let state = Guarded(State())

    // What is let go is kept until the lock is not held any more: letting go may run a `deinit`.

    subscript(owner: AnyObject) -> AnyObject? {
      get {
        let address = UInt(bitPattern: ObjectIdentifier(owner))
        let (found, forgotten) = state.withLock { state in
          let held = state.places[address].map { state.entries[$0].held }
          return (held, state.forgetSomeGone(besides: address))
        }
        _ = forgotten
        return found?.object
      }
      set {
        let address = UInt(bitPattern: ObjectIdentifier(owner))
        let newEntry = newValue.map {
          Entry(
            address: address, owner: owner, life: Life(owner: owner), held: Held(object: $0))
        }
        let forgotten = state.withLock { state in
          state.replace(address, with: newEntry) + state.forgetSomeGone(besides: address)
        }
        _ = forgotten
      }
    }

    func releaseValuesOfFreedOwners() {
      let forgotten = state.withLock { $0.forgetGone(besides: 0) }
      _ = forgotten
    }
  }
#endif
