/// A store of kept values, of a session, a request or a window.
///
/// ```swift
/// final class Session: Sendable {
///   let values = ScopedValues()
///   func logOut() { values.removeAll() }
/// }
/// ```
/// ```swift
/// registry.register(in: .values(session.values)) { Cart() }
/// ```
///
/// It is empty at first. A binding whose scope names it, ``InjectionScope/values(named:_:)-(_,ScopedValues)``, makes its
/// value at the first look-up and keeps it here. The value is released when the store is, or with
/// ``removeAll()``; what belongs to an actor is released there. May be used on any thread. Threads that ask for one
/// value wait for the thread that makes it; values in different stores do not wait for each other. The idea is
/// Blindside's `BSScope`.
public final class ScopedValues: Sendable {
  private struct Contents {
    /// The first eight cells: to find one of a few takes no hash, and a request has few.
    private var first: [ScopeCell] = []
    private var others: [ScopeCell.Key: ScopeCell] = [:]
    /// A number of its own for each store, and a new one after each ``ScopedValues/removeAll()``.
    let context = SerialNumber.next()
    /// The stores of overrides, which keep what they have made for this one.
    var overrides: [(context: UInt64, store: WeakReference<ScopedValues>)] = []

    subscript(key: ScopeCell.Key) -> ScopeCell? {
      for cell in first where cell.key == key { return cell }
      return others[key]
    }

    mutating func insert(_ cell: ScopeCell) {
      if first.count < 8 { first.append(cell) } else { others[cell.key] = cell }
    }

    /// Removes the cells of a context, and returns them.
    mutating func remove(_ context: UInt64) -> [ScopeCell] {
      let removed = (first + others.values).filter { $0.key.context == context }
      first.removeAll { $0.key.context == context }
      for cell in removed { others[cell.key] = nil }
      return removed
    }

    /// Forgets what overrides have made for this store.
    func endOverridden() { for other in overrides { other.store.object?.end(context) } }
  }

  private let contents = Lock(Contents())

  /// An empty store.
  public init() {}

  /// Forgets all values; the next look-up makes them anew.
  ///
  /// A value that is being made during the call is handed to the threads that wait for it, and not kept. Objects
  /// that were filled keep their values. A lazy property of such an object that nothing has read stays nil from now on, and
  /// its first read is reported, ``InjectionIssue/Kind-swift.enum/sessionEnded``.
  public func removeAll() {
    // Released after the lock, because the release may run a `deinit`.
    var forgotten = Contents()
    contents.withLock { swap(&$0, &forgotten) }
    forgotten.endOverridden()
    withExtendedLifetime(forgotten) {}
  }

  deinit { contents.withLock { $0.overrides.isEmpty ? nil : $0 }?.endOverridden() }

  /// The number of the present context.
  var context: UInt64 { contents.withLock { $0.context } }

  /// The cell of a binding within an override, whose store has it: the value lasts no longer than the override,
  /// nor than it would in this store.
  func cell(of binding: Binding, within override: ScopedValues) -> ScopeCell {
    let number = override.context
    // Released after the lock.
    var others: [ScopedValues] = []
    let context = contents.withLock { contents in
      if !contents.overrides.contains(where: { $0.context == number }) {
        contents.overrides.removeAll { other in
          let store = other.store.object
          others += store.map { [$0] } ?? []
          return store == nil
        }
        contents.overrides.append((number, WeakReference(override)))
      }
      return contents.context
    }
    withExtendedLifetime(others) {}
    return override.cell(of: binding, in: context)
  }

  /// Forgets the values of a context.
  private func end(_ context: UInt64) {
    // Released after the lock.
    let ended = contents.withLock { $0.remove(context) }
    withExtendedLifetime(ended) {}
  }

  /// The cell of a binding, which is made when it is first asked for.
  ///
  /// - Parameter context: That of another store, if the cell is for both: an override's, and a session's or a
  ///   request's; nil for this store alone.
  @inline(never)  // A look-up, in many places.
  func cell(of binding: Binding, in context: UInt64? = nil) -> ScopeCell {
    contents.withLock { contents in
      let key = ScopeCell.Key(
        binding: binding.number, context: context ?? contents.context)
      if let known = contents[key] { return known }
      let cell = ScopeCell(key, of: binding)
      contents.insert(cell)
      return cell
    }
  }
}

/// A cell of a store: the value of one binding that a scope keeps, and the making of it while a thread makes it.
package final class ScopeCell: @unchecked Sendable {
  // Unchecked: what changes is guarded by a lock, or by the monitor of all makings.

  /// The value that is kept, strongly or weakly; none at first.
  private struct State {
    var strong: Instance?
    var weak: WeakReference<AnyObject>?
    /// What the value has got from other stores.
    var taken: [Taken] = []

    var kept: Instance? { strong ?? weak?.object.map { Instance($0) } }
  }

  /// A binding, and the store that has given its value.
  typealias Taken = (binding: Binding, store: WeakReference<ScopedValues>)

  /// The number of a binding, and of a store or the like.
  struct Key: Hashable {
    let binding: UInt64
    let context: UInt64

    /// Most values of a store have the same context.
    func hash(into hasher: inout Hasher) { hasher.combine(binding) }
  }

  let key: Key
  private let isWeak: Bool
  // Values that leave the state are released after the lock, because the release may run a `deinit`.
  private let state = Lock(State())
  /// The making that is under way and whose value will be kept; guarded by the monitor of all makings.
  var making: Making?

  init(_ key: Key, of binding: Binding) {
    self.key = key
    isWeak = if case .weak = binding.lifetime { true } else { false }
  }

  /// The value, if it is kept now; it is complete.
  var kept: Instance? { state.withLock { $0.kept } }

  /// The value, and what it has got from other stores.
  var content: (kept: Instance?, taken: [Taken]) { state.withLock { ($0.kept, $0.taken) } }

  /// Whether the scope keeps such a value: `weak` keeps class instances only.
  func canKeep(_ instance: Instance) -> Bool { !isWeak || instance.object != nil }

  /// Keeps a complete value; called with the monitor held, and nothing kept.
  func keep(_ instance: Instance, with taken: [Taken]) {
    let new =
      isWeak
      ? State(weak: instance.object.map(WeakReference.init), taken: taken)
      : State(strong: instance, taken: taken)
    state.withLock { $0 = new }
  }

  /// Forgets the value: the next look-up makes it anew, also if it is being made now.
  func reset() {
    var forgotten: (making: Making?, state: State) = (nil, State())
    MakingThread.monitor.lock()
    swap(&making, &forgotten.making)
    state.withLock { swap(&$0, &forgotten.state) }
    MakingThread.monitor.unlock()
    withExtendedLifetime(forgotten) {}
  }
}
