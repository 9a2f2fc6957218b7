// The properties and hooks that wait for a value, and the gaps of the value. All of them are guarded by
// the lock of all creations.
extension OnceCreation {
  /// Leaves a property to be filled as soon as the value exists; false if the property cannot wait.
  func fillLater(_ fill: WaitingWork) -> Bool {
    Self.waits.withLock { _ in
      guard stage == .unmade else { return false }
      lateFills.append(fill)
      return true
    }
  }

  /// Whether the value does not exist yet, so that properties can wait for it.
  var isUnmade: Bool { Self.waits.withLock { _ in !hasEnded && early == nil } }

  /// Leaves a hook to be run when the value has its properties.
  func runLater(_ hook: WaitingWork) {
    Self.waits.withLock { _ in hooks.append(hook) }
  }

  /// Runs the hooks that wait for the value, or leaves them to a value that it needs.
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
    case run(WaitingWork)
    case left
    case none
  }

  private func nextHook(_ chain: ResolutionChain) -> NextHook {
    Self.waits.withLock { _ in
      guard !hooks.isEmpty else {
        stage = .settled
        return .none
      }
      let open = Self.lockedProgress(of: needs).open.filter { $0 !== self && $0.stage < .settled }
      // A creation that encloses this one on the same thread ends later; take the innermost.
      if let enclosing = chain.outerCreations.first(where: { outer in
        open.contains { $0 === outer }
      }) {
        enclosing.hooks += hooks
        hooks = []
        return .left
      }
      let next = hooks.removeFirst()
      // A needed value that another thread makes runs the hook, if the hook belongs to no actor.
      guard next.isForAnyThread, let other = open.first(where: { $0.thread != thread }) else {
        return .run(next)
      }
      other.hooks.append(next)
      return .left
    }
  }

  /// Notes a gap of an object: a value that another call would have given it.
  ///
  /// - Parameters:
  ///   - object: The object with the gap; nil for the shared value itself.
  ///   - depth: The depth of the link that has caused it.
  func lacks(_ object: AnyObject?, for depth: Int) {
    Self.waits.withLock { _ in
      if let object {
        incomplete.append((object, depth))
      } else {
        lacksFor = min(lacksFor ?? depth, depth)
      }
    }
  }

  /// The depth of the outermost link that has caused a gap of the value; nil if there is no gap.
  func lack(of value: any Instance) -> Int? {
    let (lacksFor, objects) = Self.waits.withLock { _ -> (Int?, [(AnyObject, Int)]) in
      (self.lacksFor, incomplete)
    }
    guard !objects.isEmpty else { return lacksFor }
    let object = value.value(as: AnyObject.self, isOnActor: false)
    return (objects.filter { $0.0 === object }.map(\.1) + [lacksFor].compactMap { $0 }).min()
  }

  /// Ends without a value, because an argument of it needs a value that is being made itself.
  ///
  /// The properties that wait for this value wait for that one: when it exists, this one is made again.
  func giveWay(to cause: OnceCreation) {
    let (ready, failed) = Self.waits.withLock { _ -> ([WaitingWork], [WaitingWork]) in
      needs.append(cause)
      let fills = lateFills
      lateFills = []
      guard cause.stage == .unmade else { return (fills, []) }
      var failed: [WaitingWork] = []
      for fill in fills {
        if cause.thread == thread || fill.isForAnyThread {
          cause.lateFills.append(fill)
        } else {
          failed.append(fill)
        }
      }
      return ([], failed)
    }
    for fill in ready { fill.run() }
    for fill in failed { fill.fail() }
  }

  /// Abandons the value; the values that got it are abandoned, too.
  func abandon() {
    let fills = Self.waits.withLock { _ in
      isAbandoned = true
      defer { lateFills = [] }
      return lateFills
    }
    for fill in fills { fill.fail() }
  }
}

/// A product of the injector, of which a property is filled later.
final class LateProduct {
  /// Whether a property has been filled later.
  var isFilled = false
}

/// Work that waits for a shared value: to fill a property with it, or to call a hook.
struct WaitingWork: @unchecked Sendable {
  // Unchecked: one thread does the work, once, while other threads that want its object wait.

  /// Whether the work belongs to no actor and may run on any thread.
  let isForAnyThread: Bool
  /// Does the work.
  let run: () -> Void
  /// Takes the place of the work if there is no value.
  let fail: () -> Void

  init(
    isForAnyThread: Bool, _ run: @escaping () -> Void, otherwise fail: @escaping () -> Void = {}
  ) {
    self.isForAnyThread = isForAnyThread
    self.run = run
    self.fail = fail
  }
}
