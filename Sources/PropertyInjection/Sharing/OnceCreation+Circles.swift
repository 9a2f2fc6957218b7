// What waits for a value that is being made, and what it lacks. All of it is guarded by the lock of all
// creations.
extension OnceCreation {
  /// Leaves a property to be filled as soon as the value is there; false if that is not to be waited for.
  func fillLater(_ fill: any LateWork) -> Bool {
    Self.waits.withLock { _ in
      guard !hasEnded, early == nil else { return false }
      lateFills.append(fill)
      return true
    }
  }

  /// Leaves a hook to be run when the value has its properties.
  func runLater(_ hook: any FinalWork) {
    Self.waits.withLock { _ in hooks.append(hook) }
  }

  /// Runs the hooks that have waited for the value; or leaves them to what it needs itself.
  func runHooks(_ chain: ResolutionChain) {
    while true {
      switch nextHook(chain) {
      case .run(let hook): hook.run()
      case .left: continue
      case .none: return
      }
    }
  }

  private enum NextHook {
    case run(any FinalWork)
    case left
    case none
  }

  private func nextHook(_ chain: ResolutionChain) -> NextHook {
    Self.waits.withLock { _ in
      guard !hooks.isEmpty else {
        isSettled = true
        return .none
      }
      let open = Self.lockedProgress(of: needs).open.filter { $0 !== self && !$0.isSettled }
      // What encloses this one on the same thread, the innermost first, is over later.
      if let enclosing = chain.outerCreations.first(where: { outer in
        open.contains { $0 === outer }
      }) {
        enclosing.hooks += hooks
        hooks = []
        return .left
      }
      let next = hooks.removeFirst()
      // Another thread makes it; what belongs to no actor may run there.
      guard next.isForAnyThread, let other = open.first(where: { $0.thread != thread }) else {
        return .run(next)
      }
      other.hooks.append(next)
      return .left
    }
  }

  /// Notes that something the injector makes lacks what another call would have given it.
  ///
  /// - Parameters:
  ///   - object: What lacks it; nil for the value itself.
  ///   - depth: The depth of the link without which it would not.
  func lacks(_ object: AnyObject?, for depth: Int) {
    Self.waits.withLock { _ in
      if let object {
        incomplete.append((object, depth))
      } else {
        lacksFor = min(lacksFor ?? depth, depth)
      }
    }
  }

  /// The depth of the outermost link without which the value would lack nothing; nil if it lacks nothing.
  func lack(of value: any Instance) -> Int? {
    let (lacksFor, objects) = Self.waits.withLock { _ -> (Int?, [(AnyObject, Int)]) in
      (self.lacksFor, incomplete)
    }
    guard !objects.isEmpty else { return lacksFor }
    var object: AnyObject?
    _ = value.hand(as: AnyObject.self, isOnActor: false) { object = $0 }
    return (objects.filter { $0.0 === object }.map(\.1) + [lacksFor].compactMap { $0 }).min()
  }

  /// Gives the value up: what got it is not to be used.
  func abandon() {
    let (fills, hooks) = Self.waits.withLock { _ -> ([any LateWork], [any FinalWork]) in
      isAbandoned = true
      defer {
        lateFills = []
        self.hooks = []
      }
      return (lateFills, self.hooks)
    }
    withExtendedLifetime(hooks) {
      for fill in fills { fill.fail() }
    }
  }
}
