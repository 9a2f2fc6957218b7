#if canImport(ObjectiveC)
  import ObjectiveC

  /// Keeps an object for each owner: the runtime's associated objects.
  final class OwnerTable {
    /// An associated object.
    ///
    /// It retains the table, because the table's address is the key and must not be reused.
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

    /// Does nothing: the runtime has released the values.
    func releaseValuesOfFreedOwners() {}
  }
#else
  import Synchronization

  /// Keeps an object for each owner.
  ///
  /// It holds its owners unowned. Their memory is not reused until the table releases it, so an
  /// address identifies one owner.
  final class OwnerTable: Sendable {
    private struct Entry: @unchecked Sendable {
      // Unchecked: no code reaches an owner through it.
      let id: ObjectIdentifier
      unowned let owner: AnyObject
      var held: Held
    }

    /// The object that is kept for an owner.
    private struct Held: @unchecked Sendable {
      // Unchecked: the code that uses the table answers for the objects in it.
      let object: AnyObject
    }

    /// Tells whether an owner has been freed.
    ///
    /// Reading a weak reference retains the owner, so that the last release could happen here, on a
    /// thread that is not the owner's. Copying a weak reference does not retain it: the copy of a
    /// reference to a freed owner is empty.
    private struct Life: @unchecked Sendable {
      // Unchecked: no code reaches an owner through it.
      weak var owner: AnyObject?

      private static let bitsOfNoOwner = withUnsafePointer(to: Life(owner: nil), bits)

      static func isOver(_ life: UnsafePointer<Life>) -> Bool { bits(life) == bitsOfNoOwner }

      // Never inlined: the optimizer must read the copy, not the original.
      @inline(never)
      private static func bits(_ life: UnsafePointer<Life>) -> UInt {
        var copy = life.pointee
        return withUnsafeMutableBytes(of: &copy) { $0.load(as: UInt.self) }
      }
    }

    private struct State {
      var entries: [Entry] = []
      /// The lives of the owners, parallel to the entries.
      var lives: [Life] = []
      /// The index of an owner's entry.
      var places: [ObjectIdentifier: Int] = [:]
      /// How many uses have checked owners; each starts one entry further on.
      var uses = 0

      /// Sets the entry of an owner, or removes it, and returns the old object.
      mutating func replace(
        _ id: ObjectIdentifier, with entry: Entry?, _ life: Life, mayAdd: Bool
      ) -> [Held] {
        guard let place = places[id] else {
          if let entry, mayAdd {
            places[id] = entries.count
            entries.append(entry)
            lives.append(life)
          }
          return []
        }
        guard let entry else { return [remove(at: place)] }
        defer { entries[place].held = entry.held }
        return [entries[place].held]
      }

      /// Checks some owners, far from each other; if one of those is freed, forgets all freed
      /// owners.
      ///
      /// - Parameter id: The owner that is using the table now.
      mutating func forgetSomeGone(besides id: ObjectIdentifier, isQuick: Bool = false) -> [Held] {
        let count = entries.count
        let looks =
          count <= OwnerTable.attention
          ? count : isQuick ? OwnerTable.passingAttention : OwnerTable.attention
        uses += 1
        for look in 0..<looks {
          // Far from each other, because owners that are freed together are likely to lie together.
          let place = (uses + look * (entries.count / looks)) % entries.count
          if isGone(place, besides: id) { return forgetGone(besides: id) }
        }
        return []
      }

      mutating func forgetGone(besides id: ObjectIdentifier? = nil) -> [Held] {
        var forgotten: [Held] = []
        // Backwards, because the last entry takes the place of a removed one.
        for place in entries.indices.reversed() where isGone(place, besides: id) {
          forgotten.append(remove(at: place))
        }
        return forgotten
      }

      private func isGone(_ place: Int, besides id: ObjectIdentifier?) -> Bool {
        guard entries[place].id != id else { return false }
        // In place: another copy would double the cost.
        return lives.withUnsafeBufferPointer { lives in
          lives.baseAddress.map { Life.isOver($0 + place) } ?? false
        }
      }

      private mutating func remove(at place: Int) -> Held {
        let entry = entries[place]
        places[entry.id] = nil
        let last = entries.removeLast()
        let lastLife = lives.removeLast()
        if place < entries.count {
          entries[place] = last
          lives[place] = lastLife
          places[last.id] = place
        }
        return entry.held
      }
    }

    /// How many owners a use checks; all, if there are no more.
    private static let attention = 16
    /// How many owners a read checks that finds its value, if there are more than `attention`.
    private static let passingAttention = 1

    private let state = Mutex(State())
    #if DEBUG || SANITIZING
      // Shows ThreadSanitizer the order of accesses, because it does not know the `Mutex` of Linux.
      private let stamp = Atomic(0)
    #endif

    // Objects are released after the lock, because the release may run a `deinit`.

    subscript(owner: AnyObject) -> AnyObject? {
      get {
        let id = ObjectIdentifier(owner)
        let (found, forgotten) = withState { state in
          let held = state.places[id].map { state.entries[$0].held }
          return (held, state.forgetSomeGone(besides: id, isQuick: held != nil))
        }
        withExtendedLifetime(forgotten) {}
        return found?.object
      }
      set {
        let id = ObjectIdentifier(owner)
        let newEntry = newValue.map {
          Entry(id: id, owner: owner, held: Held(object: $0))
        }
        let life = Life(owner: owner)
        // Memory on the stack, where the optimizer may have put such an owner, cannot be kept.
        let isEnding = Self.isEnding(owner)
        let forgotten = withState { state in
          state.replace(id, with: newEntry, life, mayAdd: !isEnding)
            + state.forgetSomeGone(besides: id)
        }
        withExtendedLifetime(forgotten) {}
      }
    }

    private func withState<Result>(
      _ body: (inout sending State) -> sending Result
    ) -> sending Result {
      state.withLock { (state: inout sending State) -> sending Result in
        #if DEBUG || SANITIZING
          _ = stamp.load(ordering: .acquiring)
          defer { stamp.store(0, ordering: .releasing) }
        #endif
        return body(&state)
      }
    }

    /// Whether an object is being deinitialized: a weak reference to it is empty.
    @inline(never)  // Where it is inlined, the optimizer may take the object for alive.
    private static func isEnding(_ object: AnyObject) -> Bool {
      weak let reference = object
      return reference == nil
    }

    func releaseValuesOfFreedOwners() {
      // A released value may be the last to hold another owner, and so on. The count bounds the
      // loop; values that are stored meanwhile may stay.
      var left = withState { $0.entries.count }
      while left > 0 {
        let forgotten = withState { $0.forgetGone() }
        if forgotten.isEmpty { return }
        left -= forgotten.count
      }
    }
  }
#endif
