/// A value that a scope keeps, and the making of it while a thread makes it.
package final class ScopedValue: @unchecked Sendable {
  // Unchecked: what changes is guarded by a lock, or by the monitor of all makings.

  private enum Value {
    case none
    case strong(any Instance)
    case weak(WeakReference<AnyObject>)

    var instance: (any Instance)? {
      switch self {
      case .none: nil
      case .strong(let instance): instance
      case .weak(let reference): reference.object.map { StoredInstance($0) }
      }
    }
  }

  let lifetime: Lifetime
  /// The actor that the value belongs to, and is released on.
  let isolation: Isolation
  // Values that leave the state are released after the lock, because the release may run a `deinit`.
  private let state = Lock(Value.none)
  /// The making that is under way and whose value will be kept; guarded by the monitor of all makings.
  var making: Making?

  init(_ lifetime: Lifetime, confinedTo isolation: Isolation) {
    self.lifetime = lifetime
    self.isolation = isolation
  }

  /// The value, if it is kept now; it is complete.
  var kept: (any Instance)? { state.withLock { $0 }.instance }

  /// Whether the scope keeps such a value: `weak` keeps class instances only.
  func canKeep(_ instance: any Instance) -> Bool {
    if case .weak = lifetime { return instance.object != nil }
    return true
  }

  /// Keeps a complete value; called with the monitor held, and nothing kept.
  func keep(_ instance: any Instance) {
    var value = Value.strong(instance)
    if case .weak = lifetime {
      value = instance.object.map { .weak(WeakReference($0)) } ?? .none
    }
    state.withLock { $0 = value }
  }

  /// Forgets a cached value: the next look-up makes it anew, also if it is being made now.
  func reset() {
    guard case .cached = lifetime else { return }
    MakingThread.monitor.lock()
    let forgotten = (
      making,
      state.withLock { state in
        defer { state = .none }
        return state
      }
    )
    making = nil
    MakingThread.monitor.unlock()
    withExtendedLifetime(forgotten) {}
  }
}

extension Instance {
  /// The value, if it is a class instance.
  var object: AnyObject? { value(as: AnyObject.self, isOnActor: false) }
}
