import Synchronization

/// The value that a binding keeps.
final class SharedInstance: Creatable, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant or guarded.

  /// A value, and the creations that are to be over before it is finished.
  struct Kept {
    let provider: any Provider
    let creations: [Creation]
  }

  private struct WeakReference: @unchecked Sendable {
    // Unchecked: the object is handed out under its binding's isolation only, as other values are.
    weak var object: AnyObject?
  }

  private struct State {
    var provider: Confined<any Provider>?
    var reference = WeakReference()
    var creations: [Creation] = []
    var resets = 0
  }

  private static let lastID = Atomic<UInt64>(0)

  let lifetime: Lifetime
  /// The actor that the value belongs to, and is released on.
  private let isolation: Isolation
  /// What a scope of the user's own knows it by; never used again.
  let id = SharedInstance.lastID.add(1, ordering: .relaxed).newValue
  // What is let go is kept until the lock is not held any more: letting go may run a `deinit`.
  private let state = Guarded(State())

  init(_ lifetime: Lifetime, confinedTo isolation: Isolation) {
    self.lifetime = lifetime
    self.isolation = isolation
  }

  /// Whether code of the user's keeps the value.
  var isKeptByUser: Bool {
    if case .custom = lifetime { true } else { false }
  }

  /// How often the value has been forgotten.
  var resets: Int { state.withLock { $0.resets } }

  /// The value, if it is kept now.
  func kept(of binding: Binding) -> Kept? {
    var provider: (any Provider)?
    if case .custom(let store) = lifetime {
      guard let instance = store.instance(for: InjectionScopeKey(binding, id)) else { return nil }
      // A store that mixes its keys up would hand a value out where it must not be.
      guard instance.id == id else { return nil }
      provider = instance.content.content
    }
    let (own, reference, creations) = state.withLock { ($0.provider, $0.reference, $0.creations) }
    provider = provider ?? own?.content ?? reference.object.map { InstanceProvider($0) }
    guard let provider else { return nil }
    return Kept(provider: provider, creations: unfinished(creations))
  }

  /// The value, if it is kept for good and finished.
  var finished: (any Provider)? {
    guard lifetime.isSingleton else { return nil }
    let (provider, creations) = state.withLock { ($0.provider, $0.creations) }
    return unfinished(creations).isEmpty ? provider?.content : nil
  }

  /// The creations that are not finished, which alone are remembered from now on.
  private func unfinished(_ creations: [Creation]) -> [Creation] {
    guard !creations.isEmpty else { return [] }
    let finished = creations.filter { Creation.areFinished([$0]) }
    let forgotten = state.withLock { state in
      // Others may have come since.
      defer { state.creations.removeAll { creation in finished.contains { $0 === creation } } }
      return state.creations
    }
    _ = forgotten
    return creations.filter { creation in !finished.contains { $0 === creation } }
  }

  /// Keeps a value, unless it was forgotten while it was made.
  ///
  /// False if the scope cannot keep such a value.
  func keep(
    _ instance: any Provider, of binding: Binding, madeBy creation: Creation, resetsBefore: Int
  ) -> Bool {
    _ = unfinished(state.withLock { $0.creations })
    switch lifetime {
    case .unique:
      break
    case .singleton, .cached:
      let confined = Confined(instance, to: isolation)
      let forgotten = state.withLock { state -> Confined<any Provider>? in
        guard state.resets == resetsBefore else { return nil }
        defer { state.provider = confined }
        state.creations.append(creation)
        return state.provider
      }
      _ = forgotten
    case .weak:
      var object: AnyObject?
      instance.useExistingValue(as: AnyObject.self, isOnActor: false) { object = $0 }
      guard let object else { return false }
      let reference = WeakReference(object: object)
      state.withLock { state in
        state.reference = reference
        state.creations.append(creation)
      }
    case .custom(let store):
      state.withLock { $0.creations.append(creation) }
      store.keep(
        ScopedInstance(content: Confined(instance, to: isolation), id: id),
        for: InjectionScopeKey(binding, id))
    }
    return true
  }

  /// Forgets a cached value.
  func reset() {
    guard case .cached = lifetime else { return }
    let forgotten = state.withLock { state in
      defer {
        state.provider = nil
        state.creations = []
        state.resets += 1
      }
      return (state.provider, state.creations)
    }
    _ = forgotten
  }
}
