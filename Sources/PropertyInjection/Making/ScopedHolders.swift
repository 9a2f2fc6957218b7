import Synchronization

/// The holders of one binding's values in a scope of the program, one for each context.
///
/// The store of the scope keeps a ``ScopedInstance`` for each context, which leads to the holder here.
/// The value goes with whichever goes first: what the store keeps, or the binding.
package final class ScopedHolders: Creatable, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant or guarded by a lock.

  private static let lastNumber = Atomic<UInt64>(0)

  private let store: any InjectionScopeStore
  private let key: InjectionScopeKey
  /// The actor that the values belong to.
  private let isolation: Isolation
  private let contents = Lock(Contents())

  private struct Contents {
    var holders: [UInt64: SharedInstance] = [:]
    var lastNumber: UInt64 = 0
  }

  init(_ key: BindingKey, in store: any InjectionScopeStore, confinedTo isolation: Isolation) {
    self.store = store
    self.key = InjectionScopeKey(
      description: key.description,
      id: Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    self.isolation = isolation
  }

  deinit { store.forget(key) }

  /// The result of asking the store.
  enum Holding {
    case holder(SharedInstance)
    /// A holder that the store has not kept: it is for this use only.
    case unkept(SharedInstance)
    case refused(Failure)
  }

  /// The holder in the context of the caller; if there is none, it is made and the store keeps it.
  ///
  /// The store's code may ask for other values, and on other threads; it may not ask for this one.
  func holder(of maker: any Maker) -> Holding {
    var holding: Holding?
    let refusal = ResolutionChain.follow(.store(Asker.MakerReference(maker: maker))) { chain in
      do {
        while holding == nil {
          holding = try known.map(Holding.holder) ?? make(chain)
        }
      } catch {
        holding = .refused(Failure(.outOfScope(ThrownError(error))))
      }
    }
    // One of both is set.
    return refusal.map(Holding.refused) ?? holding.unsafelyUnwrapped
  }

  /// The holder that the store keeps for the present context.
  private var known: SharedInstance? {
    get throws {
      guard let handle = try store.instance(for: key)?.handle else { return nil }
      // A store that mixes up its keys must not get a value to another binding.
      return handle.isOf(self) ? contents.withLock { $0.holders[handle.number] } : nil
    }
  }

  /// Makes a holder, one thread at a time; nil if the store is to be asked again.
  private func make(_ chain: ResolutionChain) throws -> Holding? {
    let creation = OnceCreation(self, chain)
    var outcome = Result<Holding?, any Error>.success(nil)
    let beginning = creation.make {
      outcome = Result { try makeNow() }
      return nil
    }
    switch beginning {
    case .mine: break
    case .others(let other): _ = creation.wait(for: other)
    case .cycle(_, _, let names):
      outcome = .success(.refused(Failure(.cycle(names), dependsOn: 0)))
    }
    return try outcome.get()
  }

  private func makeNow() throws -> Holding {
    // Another thread may have made it just before.
    if let known = try known { return .holder(known) }
    let holder = SharedInstance(confinedTo: isolation)
    let number = contents.withLock { contents in
      contents.lastNumber += 1
      contents.holders[contents.lastNumber] = holder
      return contents.lastNumber
    }
    store.keep(ScopedInstance(handle: Handle(number, in: self)), for: key)
    return try known.map(Holding.holder) ?? .unkept(holder)
  }

  /// The entry that a store keeps for a holder; the holder goes with it.
  final class Handle: Sendable {
    let number: UInt64
    private weak let holders: ScopedHolders?

    init(_ number: UInt64, in holders: ScopedHolders) {
      self.number = number
      self.holders = holders
    }

    deinit {
      let forgotten = holders?.contents.withLock { $0.holders.removeValue(forKey: number) }
      // Released after the lock, because the release may run a `deinit`.
      withExtendedLifetime(forgotten) {}
    }

    func isOf(_ others: ScopedHolders) -> Bool { holders === others }
  }
}
