/// The holder of a value that is made once, by one thread at a time.
package class Creatable: @unchecked Sendable {
  // Unchecked: guarded by the lock of all creations; subclasses say what guards what they add.

  /// The creation that is making the value; nil if none is.
  var creation: OnceCreation?

  /// Lets the next caller make the value anew, without waiting; the value being made is not kept.
  final func forgetCreation() { OnceCreation.forget(of: self) }
}

/// The value that a binding keeps.
package class SharedInstance: Creatable, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant or guarded by a lock.

  /// A value, and the creation that must end before it is finished, if it may be unfinished.
  struct Kept {
    let instance: any Instance
    var creation: OnceCreation?
  }

  private final class WeakReference: @unchecked Sendable {
    // Unchecked: the object is handed out under its binding's isolation only, like other values.
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }

  private enum Value {
    case none
    case strong(any Instance)
    case weak(WeakReference)

    var instance: (any Instance)? {
      switch self {
      case .none: nil
      case .strong(let instance): instance
      case .weak(let reference): reference.object.map { StoredInstance($0) }
      }
    }
  }

  private struct State {
    var value = Value.none
    /// The creation of the value, while the value may be unfinished.
    var creation: OnceCreation?
  }

  final let lifetime: Lifetime
  /// The actor that the value belongs to, and is released on.
  final let isolation: Isolation
  // Values that leave the state are released after the lock, because the release may run a `deinit`.
  private let state = Lock(State())

  init(_ lifetime: Lifetime, confinedTo isolation: Isolation) {
    self.lifetime = lifetime
    self.isolation = isolation
  }

  /// The holder of a value that is kept for good.
  convenience init(confinedTo isolation: Isolation) {
    self.init(.singleton(eager: false), confinedTo: isolation)
  }

  /// The value, if it is kept now.
  final var kept: Kept? {
    let (value, creation) = state.withLock { ($0.value, $0.creation) }
    guard let instance = value.instance else { return nil }
    return kept(instance, creation)
  }

  private final func kept(_ instance: any Instance, _ creation: OnceCreation?) -> Kept? {
    guard let creation else { return Kept(instance: instance) }
    let progress = OnceCreation.progress(of: creation)
    if progress.isAbandoned {
      forgetValue(madeBy: creation)
      return nil
    }
    guard progress.open.isEmpty else { return Kept(instance: instance, creation: creation) }
    forget(creation)
    return Kept(instance: instance)
  }

  /// The value, if it is kept for good and finished.
  final var finished: (any Instance)? {
    guard lifetime.isSingleton else { return nil }
    guard let kept, kept.creation == nil else { return nil }
    return kept.instance
  }

  /// Keeps a value, unless it was forgotten while it was made.
  ///
  /// False if the scope cannot keep such a value: `weak` keeps class instances only.
  final func keep(_ instance: any Instance, madeBy creation: OnceCreation) -> Bool {
    switch lifetime {
    // Values of these scopes have holders of their own.
    case .unique, .graph, .values:
      break
    case .singleton, .cached:
      let confined = instance.confined(to: isolation)
      let forgotten = state.withLock { state -> State? in
        guard creation.mayBeKept else { return nil }
        defer { state = State(value: .strong(confined), creation: creation) }
        return state
      }
      withExtendedLifetime(forgotten) {}
    case .weak:
      guard let object = instance.value(as: AnyObject.self, isOnActor: false) else { return false }
      let reference = WeakReference(object)
      let forgotten = state.withLock { state in
        defer { state = State(value: .weak(reference), creation: creation) }
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
