import Synchronization

/// The value that a binding keeps.
final class SharedInstance: Creatable, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant or guarded by a lock.

  /// A value, and the creations that must end before it is finished.
  struct Kept {
    let instance: any Instance
    let creations: [OnceCreation]
  }

  private struct WeakReference: @unchecked Sendable {
    // Unchecked: the object is handed out under its binding's isolation only, like other values.
    weak var object: AnyObject?
  }

  private struct State {
    var instance: Confined<any Instance>?
    var reference = WeakReference()
    /// The creation of the value, while the value may be unfinished.
    var creation: OnceCreation?
  }

  private static let lastID = Atomic<UInt64>(0)

  let lifetime: Lifetime
  /// The actor that the value belongs to, and is released on.
  private let isolation: Isolation
  /// The number by which a custom scope knows it; never used again.
  let id = SharedInstance.lastID.add(1, ordering: .relaxed).newValue
  // What leaves the state is released after the lock, because the release may run a `deinit`.
  private let state = Lock(State())

  init(_ lifetime: Lifetime, confinedTo isolation: Isolation) {
    self.lifetime = lifetime
    self.isolation = isolation
  }

  /// Whether a custom scope keeps the value.
  var isKeptByUser: Bool {
    if case .custom = lifetime { true } else { false }
  }

  /// The holder of the value: this object, or one in the object graph being made on this thread.
  func inGraph(of binding: Binding) -> SharedInstance {
    guard case .graph = lifetime, let graph = ResolutionChain.calling?.graph else { return self }
    let value = graph.value(of: binding) {
      SharedInstance(.singleton(eager: false), confinedTo: isolation)
    }
    // A graph holds only shared instances for bindings.
    return unsafeDowncast(value, to: SharedInstance.self)
  }

  override var isForManyContexts: Bool { isKeptByUser }

  /// The value, if it is kept now.
  ///
  /// Throws the error of a custom scope that is asked outside its time.
  func kept(of binding: Binding) throws -> Kept? {
    if case .custom(let store) = lifetime {
      // A store that mixes up its keys must not get a value to another binding.
      guard let instance = try store.instance(for: InjectionScopeKey(binding, id)),
        instance.id == id
      else { return nil }
      return kept(instance.content.content, instance.creation)
    }
    let (own, reference, creation) = state.withLock { ($0.instance, $0.reference, $0.creation) }
    guard let instance = own?.content ?? reference.object.map({ StoredInstance($0) }) else {
      return nil
    }
    return kept(instance, creation)
  }

  private func kept(_ instance: any Instance, _ creation: OnceCreation?) -> Kept? {
    guard let creation else { return Kept(instance: instance, creations: []) }
    let progress = OnceCreation.progress(of: [creation])
    if progress.isAbandoned {
      forgetValue(madeBy: creation)
      return nil
    }
    guard progress.open.isEmpty else { return Kept(instance: instance, creations: [creation]) }
    forget(creation)
    return Kept(instance: instance, creations: [])
  }

  /// The value, if it is kept for good and finished.
  var finished: (any Instance)? {
    guard lifetime.isSingleton else { return nil }
    let (instance, creation) = state.withLock { ($0.instance, $0.creation) }
    return instance.flatMap { kept($0.content, creation) }.flatMap {
      $0.creations.isEmpty ? $0.instance : nil
    }
  }

  /// Keeps a value, unless it was forgotten while it was made.
  ///
  /// False if the scope cannot keep such a value: `weak` keeps class instances only.
  func keep(_ instance: any Instance, of binding: Binding, madeBy creation: OnceCreation) -> Bool {
    switch lifetime {
    case .unique, .graph:
      break
    case .singleton, .cached:
      let confined = Confined(instance, to: isolation)
      let forgotten = state.withLock { state -> State? in
        guard creation.mayBeKept else { return nil }
        defer { state = State(instance: confined, creation: creation) }
        return state
      }
      withExtendedLifetime(forgotten) {}
    case .weak:
      var object: AnyObject?
      _ = instance.hand(as: AnyObject.self, isOnActor: false) { object = $0 }
      guard let object else { return false }
      let reference = WeakReference(object: object)
      let forgotten = state.withLock { state in
        defer { state = State(reference: reference, creation: creation) }
        return state
      }
      withExtendedLifetime(forgotten) {}
    case .custom(let store):
      store.keep(
        ScopedInstance(content: Confined(instance, to: isolation), creation: creation, id: id),
        for: InjectionScopeKey(binding, id))
    }
    return true
  }

  /// Forgets a cached value: the next look-up makes it anew, also if it is being made now.
  func reset() {
    guard case .cached = lifetime else { return }
    let forgotten = state.withLock { state in
      defer { state = State() }
      // With the lock held: a value that is being made is either not kept, or forgotten with the
      // state.
      forgetCreation()
      return state
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Forgets an abandoned value, unless another has taken its place.
  private func forgetValue(madeBy creation: OnceCreation) {
    let forgotten = state.withLock { state -> State? in
      guard state.creation === creation else { return nil }
      defer { state = State() }
      return state
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Forgets the creation of a finished value.
  private func forget(_ creation: OnceCreation) {
    let forgotten = state.withLock { state -> OnceCreation? in
      guard state.creation === creation else { return nil }
      defer { state.creation = nil }
      return state.creation
    }
    withExtendedLifetime(forgotten) {}
  }
}
