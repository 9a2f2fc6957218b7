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

  let lifetime: Lifetime
  /// The actor that the value belongs to, and is released on.
  private let isolation: Isolation
  // What leaves the state is released after the lock, because the release may run a `deinit`.
  private let state = Lock(State())

  init(_ lifetime: Lifetime, confinedTo isolation: Isolation) {
    self.lifetime = lifetime
    self.isolation = isolation
  }

  /// The holder of a value that is kept for good.
  convenience init(confinedTo isolation: Isolation) {
    self.init(.singleton(eager: false), confinedTo: isolation)
  }

  /// The holder of the value in the request that this thread is running; this one if it runs none.
  func inGraph(of maker: any Maker) -> SharedInstance {
    guard let graph = ResolutionChain.calling?.graph else { return self }
    return graph.value(of: maker) { SharedInstance(confinedTo: isolation) }
  }

  /// The value, if it is kept now.
  var kept: Kept? {
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
  func keep(_ instance: any Instance, madeBy creation: OnceCreation) -> Bool {
    switch lifetime {
    // Values of these scopes have holders of their own.
    case .unique, .graph, .custom:
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
      guard let object = instance.value(as: AnyObject.self, isOnActor: false) else { return false }
      let reference = WeakReference(object: object)
      let forgotten = state.withLock { state in
        defer { state = State(reference: reference, creation: creation) }
        return state
      }
      withExtendedLifetime(forgotten) {}
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

/// The values that are made once in one request: an injection or a look-up, with all that it leads
/// to.
///
/// It is used by the one thread that the request runs on.
final class ObjectGraph {
  // The makers are retained: the address of a freed one could be reused by another.
  private var values: [ObjectIdentifier: (maker: any Maker, value: SharedInstance)] = [:]

  /// The holder of the value that a maker makes once in this request.
  ///
  /// - Parameter make: Makes the holder, when it is first asked for.
  func value(of maker: any Maker, _ make: () -> SharedInstance) -> SharedInstance {
    let id = ObjectIdentifier(maker)
    if let value = values[id]?.value { return value }
    let value = make()
    values[id] = (maker, value)
    return value
  }
}
