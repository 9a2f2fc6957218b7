import Synchronization

/// The value that a binding keeps.
final class SharedInstance: @unchecked Sendable {
  // Unchecked: `creation` is guarded by the lock of all creations.

  /// A value, and what it needs that is still in the making.
  struct Kept {
    let provider: any Provider
    let unfinished: [Creation]
  }

  private struct WeakReference: @unchecked Sendable {
    // Unchecked: the object is handed out under its binding's isolation only, as other values are.
    weak var object: AnyObject?
  }

  private struct State {
    var provider: (any Provider)?
    var reference = WeakReference()
    var unfinished: [Creation] = []
    var resets = 0
  }

  let lifetime: Lifetime
  private let state = Mutex(State())

  /// The making of the value, while it lasts.
  var creation: Creation?

  init(_ lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// How often the value has been forgotten.
  var resets: Int { state.withLock { $0.resets } }

  /// The value, if it is kept now.
  func kept(of binding: Binding) -> Kept? {
    if case .custom(let store) = lifetime {
      guard let instance = store.instance(for: InjectionScopeKey(binding)) else { return nil }
      return Kept(provider: instance.provider, unfinished: unfinished)
    }
    return state.withLock { state in
      state.unfinished.removeAll(where: \.isFinished)
      let provider = state.provider ?? state.reference.object.map { InstanceProvider($0) }
      return provider.map { Kept(provider: $0, unfinished: state.unfinished) }
    }
  }

  /// The value, if it is kept for good and finished.
  var settled: (any Provider)? {
    guard case .singleton = lifetime else { return nil }
    return state.withLock { state in
      state.unfinished.removeAll(where: \.isFinished)
      return state.unfinished.isEmpty ? state.provider : nil
    }
  }

  /// Keeps a value, unless it was forgotten while it was made.
  ///
  /// False if the scope cannot keep such a value.
  func keep(
    _ instance: any Provider, of binding: Binding, unfinished: [Creation], resetsBefore: Int
  ) -> Bool {
    switch lifetime {
    case .unique:
      break
    case .singleton, .cached:
      state.withLock { state in
        guard state.resets == resetsBefore else { return }
        state.provider = instance
        state.unfinished = unfinished
      }
    case .weak:
      guard let object = instance.existingValue(as: AnyObject.self) else { return false }
      let held = WeakReference(object: object)
      state.withLock { state in
        state.reference = held
        state.unfinished = unfinished
      }
    case .custom(let store):
      state.withLock { $0.unfinished = unfinished }
      store.keep(ScopedInstance(provider: instance), for: InjectionScopeKey(binding))
    }
    return true
  }

  /// Forgets a cached value.
  func reset() {
    guard case .cached = lifetime else { return }
    // The value may run code of the user's when it goes: not under the lock.
    let forgotten = state.withLock { state in
      let provider = state.provider
      state.provider = nil
      state.unfinished = []
      state.resets += 1
      return provider
    }
    _ = forgotten
  }

  private var unfinished: [Creation] {
    state.withLock { state in
      state.unfinished.removeAll(where: \.isFinished)
      return state.unfinished
    }
  }
}
