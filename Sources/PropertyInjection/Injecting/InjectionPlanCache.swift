import Synchronization

/// The plans of an injector, by type.
///
/// Reading takes no lock.
///
/// An open-addressed table of pointers, replaced by a larger one when it is half full. Tables and
/// plans live until the cache does, so a reader never meets freed memory; old tables together are no
/// larger than the current one.
final class InjectionPlanCache: Sendable {
  private struct Contents {
    var tables: [Table] = []
    var count = 0
  }

  // The current table, by address; `contents` keeps it alive.
  private let current = Atomic<UInt>(0)
  private let contents = Mutex(Contents())

  deinit {
    // The current table holds every plan.
    contents.withLock { $0.tables.last?.releasePlans() }
  }

  /// The plan for a type, if there is one.
  @inline(__always)
  func plan(for type: Any.Type) -> Unmanaged<InjectionPlan>? {
    guard let table = UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<Table>.fromOpaque(table)._withUnsafeGuaranteedRef { $0.plan(for: type) }
  }

  /// Adds a plan, unless another thread was first.
  ///
  /// Returns the one that stays.
  func insert(_ plan: InjectionPlan) -> Unmanaged<InjectionPlan> {
    contents.withLock { contents in
      if let table = contents.tables.last, let first = table.plan(for: plan.type) { return first }
      if contents.tables.last.map({ contents.count * 2 >= $0.capacity }) ?? true {
        let table = Table(capacity: max(8, (contents.tables.last?.capacity ?? 0) * 2))
        contents.tables.last?.copyPlans(to: table)
        contents.tables.append(table)
        current.store(
          UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque()), ordering: .releasing)
      }
      contents.count += 1
      let plan = Unmanaged.passRetained(plan)
      contents.tables.last?.insert(plan)
      return plan
    }
  }

  private final class Table: @unchecked Sendable {
    // Unchecked: slots are atomic; only the thread that holds the cache's lock writes.
    let capacity: Int
    private let slots: UnsafeMutablePointer<Atomic<UInt>>

    init(capacity: Int) {
      self.capacity = capacity
      slots = .allocate(capacity: capacity)
      for index in 0..<capacity { (slots + index).initialize(to: Atomic(0)) }
    }

    deinit {
      slots.deinitialize(count: capacity)
      slots.deallocate()
    }

    @inline(__always)
    func plan(for type: Any.Type) -> Unmanaged<InjectionPlan>? {
      var index = firstSlot(for: type)
      while let plan = plan(at: index) {
        if plan._withUnsafeGuaranteedRef({ $0.type == type }) { return plan }
        index = (index + 1) & (capacity - 1)
      }
      return nil
    }

    func insert(_ plan: Unmanaged<InjectionPlan>) {
      var index = firstSlot(for: plan._withUnsafeGuaranteedRef { $0.type })
      while self.plan(at: index) != nil { index = (index + 1) & (capacity - 1) }
      slots[index].store(UInt(bitPattern: plan.toOpaque()), ordering: .releasing)
    }

    func copyPlans(to table: Table) {
      for index in 0..<capacity { plan(at: index).map(table.insert) }
    }

    func releasePlans() {
      for index in 0..<capacity { plan(at: index)?.release() }
    }

    @inline(__always)
    private func plan(at index: Int) -> Unmanaged<InjectionPlan>? {
      UnsafeRawPointer(bitPattern: slots[index].load(ordering: .acquiring))
        .map(Unmanaged<InjectionPlan>.fromOpaque)
    }

    /// Metadata addresses differ in their middle bits; a multiplication spreads them.
    @inline(__always)
    private func firstSlot(for type: Any.Type) -> Int {
      let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
      return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
    }
  }
}
