/// Runs accessors at each access to one property of one object, and holds its stored value.
///
/// Copies of a struct share it.
final class AccessorGate<Value>: PropertyGate<Value> {
  private let accessors: PropertyAccessors<Value>
  let site: PropertySite
  private(set) weak var target: AnyObject?
  private let ownKind: InjectionPoint.Kind
  private let getting = RunningThreads()
  private let setting = RunningThreads()
  // Guards `stored`, because copies of a struct share the gate, and each may be on another thread.
  private let lock = Lock<Void>(())
  private var stored: Value?

  init(
    _ accessors: PropertyAccessors<Value>, _ target: AnyObject?, _ site: PropertySite,
    _ kind: InjectionPoint.Kind = .intercepted
  ) {
    self.accessors = accessors
    ownKind = kind
    self.target = target
    self.site = site
  }

  override var kind: InjectionPoint.Kind? { ownKind }

  /// The value behind the accessors.
  var storedValue: Value? {
    get { lock.guarding { stored } }
    set {
      // The old value is released after the lock: its `deinit` may use the property.
      let old = lock.guarding {
        defer { stored = newValue }
        return stored
      }
      withExtendedLifetime(old) {}
    }
  }

  // A getter that reads its own property reads the stored value; a setter that writes it stores
  // one.

  override func read() -> Value? {
    guard let get = accessors.get, mayRunHere, getting.enter() else {
      return storedValue
    }
    defer { getting.leave() }
    return get(InterceptedProperty(self))
  }

  override func write(_ value: Value?) -> Bool {
    guard let set = accessors.set, mayRunHere, setting.enter(atMost: accessors.deepestWrite) else {
      storedValue = value
      return true
    }
    defer { setting.leave() }
    set(InterceptedProperty(self), value)
    return true
  }

  override func retire() -> Value?? { .some(storedValue) }

  private var mayRunHere: Bool {
    if accessors.isolation.mayBeHere { return true }
    site.report(.accessedOnAnotherActor(accessors.isolation.text))
    return false
  }
}

/// The threads that are running an accessor, so that it does not enter itself endlessly.
private final class RunningThreads: Sendable {
  private let threads = Lock<[UInt]>([])

  /// Enters the accessor; false if the thread is in it as often as allowed.
  func enter(atMost deepest: Int = 1) -> Bool {
    let thread = CurrentThread.id
    return threads.withLock { threads in
      guard threads.count(where: { $0 == thread }) < deepest else { return false }
      threads.append(thread)
      return true
    }
  }

  func leave() {
    let thread = CurrentThread.id
    threads.withLock { threads in
      if let place = threads.lastIndex(of: thread) { threads.remove(at: place) }
    }
  }
}
