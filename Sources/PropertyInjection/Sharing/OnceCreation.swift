import Synchronization

/// What is made once, by one thread at a time.
class Creatable: @unchecked Sendable {
  // Unchecked: guarded by the lock of all creations; subclasses say what guards what they add.

  /// The making of it, while it lasts.
  var creation: OnceCreation?

  /// Whether it may be another value for another thread.
  var isForManyContexts: Bool { false }

  /// Has the next who asks start anew, without waiting for what is being made; that is not kept.
  final func forgetCreation() { OnceCreation.forget(of: self) }
}

/// A value in the making: one thread makes it, those that want it meanwhile wait.
///
/// - A value is finished when it is made, and everything that it got while that was in the making is
///   finished, too. No thread gets an unfinished value that can wait for it, and none waits for a thread
///   that waits for it: what each thread waits for is written down.
/// - A question that would close a circle gets the value as it is, if the injector has made it and fills its
///   properties. If it is not made yet, and the question is a property of something that the injector makes,
///   the property is filled as soon as the value is there. Any other circle is reported.
/// - The hooks of what is made on the way run when all of it has its properties, inner ones first.
/// - A value that lacks what another call would have given it is abandoned: it is not kept, nor is what got
///   it.
final class OnceCreation: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of all creations.

  /// What came of trying to make a value.
  enum Beginning {
    /// It is this creation's to make.
    case mine
    /// Another thread is making it; wait for that.
    case others(OnceCreation)
    /// The thread that makes it waits for this thread, or is this thread.
    ///
    /// The value is there, or it is not.
    case circle(OnceCreation, (any Instance)?, [String])
  }

  /// How far values are.
  struct Progress {
    /// The makings that are under way, of the values and of what they need.
    var open: [OnceCreation] = []
    /// Whether one of them is not to be used.
    var isAbandoned = false
  }

  struct Wait {
    let creation: OnceCreation
    /// What is running on the waiting thread, what it waits for innermost.
    let chain: ResolutionChain?
  }

  /// What each thread waits for.
  ///
  /// Held for a few steps at a time, never while code of the user's runs; what is let go is kept until
  /// it is not held any more, because letting go may run a `deinit`.
  static let waits = Lock<[UInt: Wait]>([:])

  // Not counted: it keeps its creation, and the code that makes the value keeps it.
  private unowned(unsafe) let creatable: Creatable
  let thread = CurrentThread.id
  private let gate = Lock<Void>(())

  /// What is running, this value's binding innermost; nil once it is over.
  private var chain: ResolutionChain?
  var early: (any Instance)?
  private var result: (any Instance)?
  private var waiters = 0
  /// What the value got while that was in the making.
  var needs: [OnceCreation] = []
  /// Properties that are filled as soon as the value is there.
  var lateFills: [any LateWork] = []
  /// Hooks that run when the value has its properties.
  var hooks: [any FinalWork] = []
  /// Whether hooks have run, so that no more can be left here.
  var isSettled = false
  var isAbandoned = false
  /// Whether the value and all that it got are made, and to be used; said once, and read without the lock.
  private let isFinished = Atomic(false)
  /// Whether the value has been forgotten while it was made.
  private var isForgotten = false
  /// What the injector has found no value for, here and now.
  var incomplete: [(AnyObject, Int)] = []
  /// The depth of the outermost link without which nothing would be missing; nil if nothing is.
  var lacksFor: Int?

  var hasEnded: Bool { chain == nil }

  /// Whether this thread makes the value.
  var isOnThisThread: Bool { thread == CurrentThread.id }

  /// Where the configuration that is in the making was written, if it is one.
  var configuredAt: CodeLocation? { Self.waits.withLock { _ in chain?.configuredAt } }

  /// - Parameter chain: What is running, this binding innermost.
  init(_ creatable: Creatable, _ chain: ResolutionChain) {
    self.creatable = creatable
    self.chain = chain
  }

  // MARK: Making

  /// Makes the value with a closure, unless a thread is about it.
  ///
  /// A thread that wants the value waits for the gate, which is the only lock that is held while code of the
  /// user's runs. Only threads that want this very value wait for it, and never in a circle.
  func make(_ body: () -> (any Instance)?) -> Beginning {
    var beginning = Beginning.mine
    var forgotten: [Any] = []
    gate.withLock { _ in
      beginning = begin()
      guard case .mine = beginning else { return }
      forgotten = end(with: body())
    }
    // No thread is held up any more: from here on a `deinit` may run.
    forgotten.removeAll()
    return beginning
  }

  /// Starts making the value, unless a thread is about it.
  private func begin() -> Beginning {
    Self.waits.withLock { waits in
      guard let other = creatable.creation else {
        creatable.creation = self
        return .mine
      }
      if let names = Self.circle(from: other, to: thread, chain, waits) {
        // Another context of a scope of the user's own does not get what is made for this one.
        if creatable.isForManyContexts && !other.isOnThisThread { return .mine }
        return .circle(other, other.early, names)
      }
      waits[thread] = Wait(creation: other, chain: chain)
      other.waiters += 1
      return .others(other)
    }
  }

  /// Waits until another creation is over, which ``make(_:)`` has named; returns its value, if it has one.
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

  /// Shows the value, whose properties are yet to be filled, to those it needs; fills what has waited for
  /// it.
  func show(_ instance: any Instance) {
    let fills = Self.waits.withLock { _ in
      early = instance
      defer { lateFills = [] }
      return lateFills
    }
    for fill in fills { fill.run() }
  }

  /// The unfinished value.
  var shown: (any Instance)? { Self.waits.withLock { _ in early } }

  /// Notes that the value got others that are not finished.
  func add(_ creations: [OnceCreation]) {
    Self.waits.withLock { _ in
      for creation in creations
      where creation !== self && !needs.contains(where: { $0 === creation }) {
        needs.append(creation)
      }
    }
  }

  /// Ends the making, with a value to hand to those who wait.
  ///
  /// Returns what is let go, to be kept until no thread is held up any more: a `deinit` may ask for what
  /// another thread makes, which waits here.
  private func end(with instance: (any Instance)?) -> [Any] {
    Self.waits.withLock { _ in
      if creatable.creation === self { creatable.creation = nil }
      if waiters > 0 { result = instance }
      let forgotten: [Any?] = [chain, early]
      let lists: [[Any]] = [lateFills, hooks, incomplete]
      chain = nil
      early = nil
      lateFills = []
      hooks = []
      incomplete = []
      isSettled = true
      return forgotten.compactMap { $0 } + lists + Self.forgetIfFinished([self])
    }
  }

  /// Notes that the value of a creatable is forgotten while it is made.
  static func forget(of creatable: Creatable) {
    // The access begins with the lock held: an `inout` parameter would begin it before.
    let forgotten = waits.withLock { _ -> OnceCreation? in
      creatable.creation?.isForgotten = true
      defer { creatable.creation = nil }
      return creatable.creation
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Whether the value may be kept: it has not been forgotten while it was made.
  var mayBeKept: Bool { Self.waits.withLock { _ in !isForgotten } }

  // MARK: Waiting

  /// Waits until values are finished, as far as this thread can: not for what it makes itself, and not
  /// for what waits for it.
  static func wait(for creations: [OnceCreation], _ chain: ResolutionChain?) -> Progress {
    let thread = CurrentThread.id
    while true {
      let (next, progress) = waits.withLock { waits -> (OnceCreation?, Progress) in
        let progress = lockedProgress(of: creations)
        let next = progress.open.first { circle(from: $0, to: thread, chain, waits) == nil }
        if let next { waits[thread] = Wait(creation: next, chain: chain) }
        return (next, progress)
      }
      guard let next else { return progress }
      next.gate.withLock { _ in }
      let forgotten = waits.withLock { $0.removeValue(forKey: thread) }
      withExtendedLifetime(forgotten) {}
    }
  }

  /// How far values are.
  static func progress(of creations: [OnceCreation]) -> Progress {
    // What keeps its creation, as a scope of the user's own does, asks at every read.
    if creations.allSatisfy({ $0.isFinished.load(ordering: .acquiring) }) { return Progress() }
    return waits.withLock { _ in lockedProgress(of: creations) }
  }

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

  /// Forgets what finished values needed, so that those of a circle do not keep each other.
  private static func forgetIfFinished(_ creations: [OnceCreation]) -> [[OnceCreation]] {
    let reached = reachable(creations)
    guard reached.allSatisfy(\.hasEnded) else { return [] }
    // What needs something that is given up is given up as well.
    if reached.contains(where: \.isAbandoned) {
      for creation in reached where reachable([creation]).contains(where: \.isAbandoned) {
        creation.isAbandoned = true
      }
    }
    return reached.map { creation in
      creation.isFinished.store(!creation.isAbandoned, ordering: .releasing)
      defer { creation.needs = [] }
      return creation.needs
    }
  }

  /// The way from a creation back to a thread, over what each thread waits for; nil if there is none.
  private static func circle(
    from creation: OnceCreation, to thread: UInt, _ chain: ResolutionChain?, _ waits: [UInt: Wait]
  ) -> [String]? {
    guard creation.thread != thread else {
      // The thread has come back to it on a way that no chain shows.
      let name = creation.chain?.name ?? "?"
      return [name, name]
    }
    var hop = creation
    var names: [String] = []
    while hop.thread != thread {
      guard let wait = waits[hop.thread], !wait.creation.hasEnded else { return nil }
      names += wait.chain?.names(after: hop.chain) ?? []
      hop = wait.creation
    }
    return (chain?.names(from: hop.chain) ?? []) + names
  }
}
