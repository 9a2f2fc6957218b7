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
  /// It holds its owners unowned: their memory is not used again until it lets go of it, so an address
  /// means one owner.
  final class OwnerTable: Sendable {
    private struct Entry: @unchecked Sendable {
      // Unchecked: no code reaches an owner through it.
      let address: UInt
      unowned let owner: AnyObject
      var held: Held
    }

    /// What is kept for an owner.
    private struct Held: @unchecked Sendable {
      // Unchecked: who uses the table answers for what it holds.
      let object: AnyObject
    }

    /// Whether an owner is still there.
    ///
    /// To read a weak reference would retain the owner, who could then die here, on a thread that is
    /// not its own. To copy one does not: it takes over that the owner is gone.
    private struct Life: @unchecked Sendable {
      // Unchecked, as the entry is.
      weak var owner: AnyObject?

      private static let bitsOfNoOwner = withUnsafePointer(to: Life(owner: nil), bits)

      static func isOver(_ life: UnsafePointer<Life>) -> Bool { bits(life) == bitsOfNoOwner }

      // Never inlined: the optimizer must not look at the original instead of the copy.
      @inline(never)
      private static func bits(_ life: UnsafePointer<Life>) -> UInt {
        var copy = life.pointee
        return withUnsafeMutableBytes(of: &copy) { $0.load(as: UInt.self) }
      }
    }

    private struct State {
      var entries: [Entry] = []
      /// Those of the entries' owners.
      var lives: [Life] = []
      /// Where an owner's entry is, by address.
      var places: [UInt: Int] = [:]
      /// The entry that was looked at first.
      var next = 0

      /// Sets the entry of an owner, or removes it, and returns what it had.
      mutating func replace(_ address: UInt, with entry: Entry?, _ life: Life) -> [Held] {
        guard let place = places[address] else {
          if let entry {
            places[address] = entries.count
            entries.append(entry)
            lives.append(life)
          }
          return []
        }
        guard let entry else { return [remove(at: place)] }
        defer { entries[place].held = entry.held }
        return [entries[place].held]
      }

      /// Looks at some owners, far from each other, and forgets all that are gone if one of those is;
      /// `address` is using the table.
      mutating func forgetSomeGone(besides address: UInt, isQuick: Bool = false) -> [Held] {
        let count = entries.count
        let looks =
          count <= OwnerTable.attention
          ? count : isQuick ? OwnerTable.passingAttention : OwnerTable.attention
        next = next + 1 < entries.count ? next + 1 : 0
        for look in 0..<looks {
          // Those that have gone together are likely to lie together.
          let place = (next + look * (entries.count / looks)) % entries.count
          if isGone(place, besides: address) { return forgetGone(besides: address) }
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
        guard entries[place].address != address else { return false }
        // In place: a copy more would cost as much again.
        return lives.withUnsafeBufferPointer { lives in
          lives.baseAddress.map { Life.isOver($0 + place) } ?? false
        }
      }

      private mutating func remove(at place: Int) -> Held {
        let entry = entries[place]
        places[entry.address] = nil
        let last = entries.removeLast()
        let lastLife = lives.removeLast()
        if place < entries.count {
          entries[place] = last
          lives[place] = lastLife
          places[last.address] = place
        }
        return entry.held
      }
    }

    /// How many owners a use looks at; all, if there are no more.
    private static let attention = 16
    /// How many a use looks at that finds what it reads, among more.
    private static let passingAttention = 4

    private let state = Lock(State())

    // What is let go is kept until the lock is not held any more: letting go may run a `deinit`.

    subscript(owner: AnyObject) -> AnyObject? {
      get {
        let address = UInt(bitPattern: ObjectIdentifier(owner))
        let (found, forgotten) = state.withLock { state in
          let held = state.places[address].map { state.entries[$0].held }
          return (held, state.forgetSomeGone(besides: address, isQuick: held != nil))
        }
        withExtendedLifetime(forgotten) {}
        return found?.object
      }
      set {
        let address = UInt(bitPattern: ObjectIdentifier(owner))
        let newEntry = newValue.map {
          Entry(address: address, owner: owner, held: Held(object: $0))
        }
        let life = Life(owner: owner)
        let forgotten = state.withLock { state in
          state.replace(address, with: newEntry, life) + state.forgetSomeGone(besides: address)
        }
        withExtendedLifetime(forgotten) {}
      }
    }

    func releaseValuesOfFreedOwners() {
      // Letting go of a value may let its owner's go, and so on; what is stored meanwhile may be left.
      var left = state.withLock { $0.entries.count }
      while left > 0 {
        let forgotten = state.withLock { $0.forgetGone(besides: 0) }
        if forgotten.isEmpty { return }
        left -= forgotten.count
      }
    }
  }
#endif
