/// One creation of a shared value: one thread makes it, other threads that want it wait.
///
/// - A value is finished when it is made and every unfinished value that it got is finished, too. A
///   thread that can wait never gets an unfinished value. No two threads wait for each other: a
///   table has the wait of each thread.
/// - A request that would close a cycle gets the unfinished value, if the injector has made the
///   value and is filling its properties. If the value is not made yet, and the request is for a
///   property of a product of the injector, the property is filled as soon as the value exists; so
///   it is if the request is for an argument of the property's value. A creation is given up for now
///   if that lets another thread of the cycle go on. Any other cycle is reported.
/// - The hooks of the values that are made together run when all of them have their properties,
///   inner ones first.
/// - A value that is incomplete only because of its caller's context is abandoned: neither it nor a
///   value that got it is kept.
package final class OnceCreation: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of all creations.

  /// The outcome of an attempt to make a value.
  enum Beginning {
    /// This creation has made the value, or failed to.
    case mine
    /// Another thread is making the value; the caller waits for that creation.
    case others(OnceCreation)
    /// The thread that makes the value waits for this thread, or is this thread.
    ///
    /// The second part is the unfinished value, nil if it is not made yet.
    case cycle(OnceCreation, (any Instance)?, [String])
  }

  /// How far the making of the value is; only forwards.
  enum Stage: Comparable {
    case unmade
    /// The value exists, and its properties are being filled.
    case shown
    /// The hooks have run, so that none can be added; the value may be missing.
    case settled
    /// The creation is over, with or without a value.
    case ended
  }

  /// The progress of values.
  struct Progress {
    /// The creations that are under way, of the values and of the values they need.
    var open: [OnceCreation] = []
    /// Whether one of the values is abandoned.
    var isAbandoned = false
  }

  struct Wait {
    let creation: OnceCreation
    /// Whether the thread waits for the value itself, not only until that is finished.
    var isForValue = false
    /// The running links of the waiting thread, the awaited value innermost.
    let chain: ResolutionChain?
  }

  /// The wait of each thread, in the lock of all creations.
  ///
  /// The lock is held briefly, never while the user's code runs. Objects are released after it,
  /// because the release may run a `deinit`.
  static let waits = Lock<[UInt: Wait]>([:])

  // Not retained: it retains its creation, and the code that makes the value retains it.
  private unowned(unsafe) let creatable: Creatable

  /// Whether it makes the value of this holder; asked while the value is being made.
  func isMaking(_ holder: Creatable) -> Bool { creatable === holder }

  let thread = CurrentThread.id
  let gate = Lock<Void>(())

  /// The running links, this value's binding innermost; nil once the creation has ended.
  private(set) var chain: ResolutionChain?
  var early: (any Instance)?
  private var result: (any Instance)?
  private var waiters = 0
  /// The creations of the unfinished values that this value got.
  var needs: [OnceCreation] = []
  /// Properties that are filled as soon as the value exists.
  var lateFills: [WaitingWork] = [] { didSet { isFollowed = true } }
  /// Hooks that run when the value has its properties.
  var hooks: [WaitingWork] = [] { didSet { isFollowed = true } }
  var stage = Stage.unmade
  var isAbandoned = false
  private let finished = PublishedWord()
  /// Whether the value has been forgotten while it was made.
  private var isForgotten = false
  /// The objects that lack a value here and now, each with the depth of the link that is the cause.
  var incomplete: [(AnyObject, Int)] = [] { didSet { isFollowed = true } }
  /// The depth of the outermost link that has caused a gap of the value; nil if there is no gap.
  var lacksFor: Int?
  /// Whether anything has waited for the value, or an object has lacked something.
  private var isFollowed = false
  /// Whether it is given up for now, so that a thread that waits for the value can go on.
  ///
  /// Used by the thread that makes the value.
  var isGivenUp = false

  var hasEnded: Bool { stage == .ended }

  /// Whether the value and all values that it got are made and not abandoned, as in nearly every read; told without
  /// the lock.
  var isFinished: Bool { finished.value != 0 }

  /// Whether this thread makes the value.
  var isOnThisThread: Bool { thread == CurrentThread.id }

  /// Where the configuration was written, if this is the creation of the shared injector.
  var configuredAt: CodeLocation? { Self.waits.withLock { _ in chain?.configuredAt } }

  /// - Parameter chain: The running links, this binding innermost.
  init(_ creatable: Creatable, _ chain: ResolutionChain) {
    self.creatable = creatable
    self.chain = chain
  }

  // MARK: Making

  /// Makes the value with a closure, unless a thread is making it already.
  ///
  /// A thread that wants the value waits at the gate, the only lock that is held while the user's
  /// code runs. Only threads that want this value wait for it, and never in a cycle.
  func make(_ body: () -> (any Instance)?) -> Beginning {
    var beginning = Beginning.mine
    var remains: Remains?
    gate.withLock { _ in
      beginning = begin()
      guard case .mine = beginning else { return }
      remains = end(with: body())
    }
    // The gate is open: from here on a `deinit` may run.
    withExtendedLifetime(remains) {}
    return beginning
  }

  /// Starts making the value, unless a thread is making it already.
  @inline(never)  // It does not depend on the closure, nor does the end.
  private func begin() -> Beginning {
    Self.waits.withLock { waits in
      guard let other = creatable.creation else {
        creatable.creation = self
        return .mine
      }
      if let names = Self.cycle(from: other, to: thread, chain, waits) {
        return .cycle(other, other.early, names)
      }
      waits[thread] = Wait(creation: other, isForValue: true, chain: chain)
      other.waiters += 1
      return .others(other)
    }
  }

  /// Waits until the other creation that ``make(_:)`` has returned ends; returns its value, if any.
  func wait(for other: OnceCreation) -> (any Instance)? {
    other.gate.withLock { _ in }
    let (result, forgotten) = Self.waits.withLock { waits in
      let forgotten = waits.removeValue(forKey: thread)
      other.waiters -= 1
      let result = other.result
      if other.waiters == 0 { other.result = nil }
      return (result, forgotten)
    }
    withExtendedLifetime(forgotten) {}
    return result
  }

  /// Shows the unfinished value to the values that it needs, and fills the properties that wait for
  /// it.
  func show(_ instance: any Instance) {
    let fills = Self.waits.withLock { _ -> [WaitingWork] in
      early = instance
      stage = .shown
      guard isFollowed else { return [] }
      defer { lateFills = [] }
      return lateFills
    }
    for fill in fills { fill.run() }
  }

  /// Settles a value that nothing waits for and that lacks nothing; false if there is more to do.
  ///
  /// No code of the program runs from here to the end of the creation, so a value that has not been shown need not be.
  func settle() -> Bool {
    Self.waits.withLock { _ in
      guard lacksFor == nil, !isFollowed else { return false }
      stage = .settled
      return true
    }
  }

  /// The unfinished value.
  var shown: (any Instance)? { Self.waits.withLock { _ in early } }

  /// Notes that the value got other, unfinished values.
  func add(_ creations: [OnceCreation]) {
    Self.waits.withLock { _ in
      for creation in creations
      where creation !== self && !needs.contains(where: { $0 === creation }) {
        needs.append(creation)
      }
    }
  }

  /// The parts that an ended creation releases once the gate is open: a `deinit` may ask for a value of another
  /// thread that waits at the gate.
  private struct Remains {
    var early: (any Instance)?
    var lateFills: [WaitingWork] = []
    var hooks: [WaitingWork] = []
    var incomplete: [(AnyObject, Int)] = []
    var needs: [[OnceCreation]] = []
  }

  /// Ends the creation, with a value for the threads that wait.
  @inline(never)
  private func end(with instance: (any Instance)?) -> Remains {
    Self.waits.withLock { _ in
      if creatable.creation === self { creatable.creation = nil }
      if waiters > 0 { result = instance }
      var remains = Remains()
      if early != nil || isFollowed {
        remains = Remains(
          early: early, lateFills: lateFills, hooks: hooks, incomplete: incomplete)
        early = nil
        lateFills = []
        hooks = []
        incomplete = []
      }
      chain = nil
      stage = .ended
      remains.needs = finish()
      return remains
    }
  }

  /// Notes that the value of a creatable is forgotten while it is made.
  static func forget(of creatable: Creatable) {
    // Not an `inout` parameter: its access would begin before the lock is held.
    let forgotten = waits.withLock { _ -> OnceCreation? in
      creatable.creation?.isForgotten = true
      defer { creatable.creation = nil }
      return creatable.creation
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Whether the value may be kept, because it has not been forgotten while it was made.
  var mayBeKept: Bool { Self.waits.withLock { _ in !isForgotten } }

  // MARK: With the lock held

  static func lockedProgress(of creations: [OnceCreation]) -> Progress {
    let reached = reachable(creations)
    return Progress(
      open: reached.filter { !$0.hasEnded }, isAbandoned: reached.contains(where: \.isAbandoned))
  }

  private static func reachable(_ creations: [OnceCreation]) -> [OnceCreation] {
    var reached: [OnceCreation] = []
    var next = creations
    while let creation = next.popLast() {
      guard !reached.contains(where: { $0 === creation }) else { continue }
      reached.append(creation)
      next += creation.needs
    }
    return reached
  }

  /// Finishes the value, and those that it got, if all of them are made; returns their needs.
  ///
  /// The needs of finished values are cleared, so that the creations of a cycle do not retain each
  /// other.
  private func finish() -> [[OnceCreation]] {
    // Most values got no unfinished ones.
    if needs.isEmpty {
      if !isAbandoned { finished.publish(1) }
      return []
    }
    let reached = Self.reachable([self])
    guard reached.allSatisfy(\.hasEnded) else { return [] }
    // A value that needs an abandoned one is abandoned as well.
    if reached.contains(where: \.isAbandoned) {
      for creation in reached where Self.reachable([creation]).contains(where: \.isAbandoned) {
        creation.isAbandoned = true
      }
    }
    return reached.map { creation in
      if !creation.isAbandoned { creation.finished.publish(1) }
      defer { creation.needs = [] }
      return creation.needs
    }
  }
}
