/// Runs accessors at each access to one property of one object.
final class AccessorInterceptor<Value>: PropertyInterceptor<Value> {
  private let accessors: PropertyAccessors<Value>
  let site: PropertySite
  private(set) weak var target: AnyObject?
  private let getting = RunningThreads()
  private let setting = RunningThreads()

  private let ownKind: InjectionCandidate.Kind

  override var kind: InjectionCandidate.Kind { ownKind }

  init(
    _ accessors: PropertyAccessors<Value>, _ target: AnyObject?, _ site: PropertySite,
    _ kind: InjectionCandidate.Kind = .intercepted
  ) {
    self.accessors = accessors
    ownKind = kind
    self.target = target
    self.site = site
  }

  // A getter that reads its own property reads what is stored, a setter that writes it stores the value.

  override func read(_ storage: InjectedStorage<Value>) -> Value? {
    guard let get = accessors.get, mayRunHere, getting.enter() else { return storage.value }
    defer { getting.leave() }
    return get(AccessedProperty(storage, self))
  }

  override func write(_ value: Value?, _ storage: InjectedStorage<Value>) {
    guard let set = accessors.set, mayRunHere, setting.enter(atMost: accessors.deepestWrite) else {
      storage.store(value)
      return
    }
    defer { setting.leave() }
    set(AccessedProperty(storage, self), value)
  }

  private var mayRunHere: Bool {
    if accessors.isolation.mayBeHere { return true }
    site.report(.accessedOnAnotherActor, actor: accessors.isolation.name)
    return false
  }
}

/// The threads that are in a piece of code, which is not to be entered from within without end.
private final class RunningThreads: Sendable {
  private let threads = Guarded<[UInt]>([])

  /// False if the thread is in it so often already.
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
