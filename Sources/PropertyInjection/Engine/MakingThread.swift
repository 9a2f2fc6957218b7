/// A thread that makes scoped values, from its outermost request for one to the answer.
///
/// Threads that would wait for each other take turns and behave as one: where a wait would close a circle, their
/// makings belong to one ``Ring``, of which only the one that has the turn runs. Within a ring the rules of one thread
/// hold:
///
/// - A value that is shown is taken, though it is not complete.
/// - A request for one that is not shown yet is given up, and with it each making around it that is not shown, up to
///   a property of a product: that is filled when the value is there. A making that leads back to itself without such
///   a property is a cycle, and reported.
/// - Values that need each other become done in one step, when all of them have what they need and their hooks have
///   run, inner ones first, each on the thread that has made the object.
///
/// Other threads get values that are done. Nothing that was shown is made by another thread as well, and what cannot
/// be complete is not kept.
final class MakingThread: @unchecked Sendable {
  // Unchecked: guarded by the monitor; or used by the thread that has the turn alone, which is passed with the monitor.
  // Its lists are like those of a ``Making``.

  /// The lock of all makings, and of lazy properties, on which threads wait for each other; not held while code of the
  /// program runs.
  static let monitor = Monitor()

  private static let slot = ThreadSlot()

  /// The current thread; nil if it makes nothing.
  private static var current: MakingThread? {
    slot.address.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The reply to a request for a value.
  enum Reply {
    /// The value, and its making if it is not complete: then it is for the makings of this ring only.
    case made(Instance, Making?)
    case failed(Failure)
  }

  /// Makes the value that a making is for, and hands it over; or returns why there is none.
  typealias Body = (Making, _ use: (Instance) -> Void) -> Failure?

  /// The threads with which it behaves as one; nil if it is alone.
  var ring: Ring?
  /// The making that the thread waits for, of another ring.
  var waitsFor: Making?
  /// The makings of this thread that have been shown; those that are done leave it later.
  @exclusivity(unchecked) var mine: [Making] = []
  /// The work on values that waits until others, its causes, are shown.
  @exclusivity(unchecked) var postponed: [(making: Making, cause: Making, work: () -> Void)] = []
  /// Greater after each making, each value that was got before it is done, and each piece of work that waits.
  var moves = 0
  @exclusivity(unchecked) var result: Reply?
  /// Where it waits; nil if it never has.
  private var place: Monitor.Place?
  /// Whether the thread rests in ``answer(_:_:_:)``, with nothing on its stack.
  var isAtEnd = false
  /// Whether the request has been made once more, with nothing of other threads under way.
  var hasTriedAgain = false
  /// Objects that must not be released with the monitor held, because that may run a `deinit`.
  @exclusivity(unchecked) var released: [Any] = []

  // MARK: Asking

  /// The value that a scope keeps, or that this thread or another one makes now.
  ///
  /// - Parameters:
  ///   - link: The link in which it is made.
  ///   - body: Makes it.
  static func ask(_ cell: ScopeCell, _ link: ResolutionChain.Link, _ body: Body) -> Reply {
    if let thread = current {
      monitor.lock()
      defer { thread.unlockAndRelease() }
      return thread.ask(cell, link, body)
    }
    let thread = MakingThread()
    slot.address = UnsafeRawPointer(Unmanaged.passUnretained(thread).toOpaque())
    monitor.lock()
    let reply = thread.answer(cell, link, body)
    // Before anything is released: a `deinit` may ask for a value.
    slot.address = nil
    thread.unlockAndRelease()
    return reply
  }

  /// Whether an object is the value of a making that is not done, apart from one.
  static func isMaking(_ object: AnyObject, apartFrom making: Making?) -> Bool {
    guard let current else { return false }
    monitor.lock()
    defer { monitor.unlock() }
    return current.members.contains { thread in
      thread.mine.contains { $0 !== making && $0.instance?.object === object }
    }
  }

  /// Leaves work on a value until another value is shown.
  func postpone(_ making: Making, until cause: Making, _ work: @escaping () -> Void) {
    making.unfinished += 1
    moves += 1
    postponed.append((making, cause, work))
  }

  // MARK: With the monitor held

  /// Lets code of the program run, and releases what could not be released with the monitor held.
  func unlockAndRelease() {
    ring?.silence = 0
    var released: [Any] = []
    swap(&released, &self.released)
    Self.monitor.unlock()
    withExtendedLifetime(released) {}
  }

  /// Answers the outermost request of the thread, when all that it has made is done.
  private func answer(
    _ cell: ScopeCell, _ link: ResolutionChain.Link, _ body: Body
  ) -> Reply {
    while true {
      let isLast = ring?.members.allSatisfy { $0 === self || $0.isAtEnd } ?? true
      if result == nil, isLast {
        let reply = ask(cell, link, body)
        if case .failed(let failure) = reply, failure.later != nil { continue }
        ring?.silence = 0
        result = reply
      } else if let result, mayLeave {
        leave()
        if case .made(let instance, _) = result { return .made(instance, nil) }
        return result
      } else if doWork() {
        // The work may have ended it.
      } else if isLast, ring?.isSilent ?? true {
        drop()
      } else {
        isAtEnd = true
        pass()
        isAtEnd = false
      }
    }
  }

  /// Sleeps until another thread wakes it, or for no reason.
  ///
  /// It waits at a place of its own: the threads that make other values need not wake all that wait for a slow one.
  func wait() {
    let place = place ?? Monitor.Place()
    self.place = place
    Self.monitor.wait(at: place)
  }

  /// Wakes it, if it waits.
  func wake() { if let place { Self.monitor.wake(place) } }

  /// Whether all that this thread has to do is done.
  @inline(never)  // Only threads that wait for each other need it.
  var mayLeave: Bool {
    guard postponed.isEmpty, mine.allSatisfy({ $0.state == .done }) else { return false }
    return switch result {
    case .made(_, let making?): making.state == .done
    case .made, .failed: true
    case nil: false
    }
  }

  private func ask(
    _ cell: ScopeCell, _ link: ResolutionChain.Link, _ body: Body
  ) -> Reply {
    while true {
      if let kept = cell.kept { return .made(kept, nil) }
      guard let making = cell.making ?? ResolutionChain.calling?.making(of: cell) else {
        return make(cell, link, body)
      }
      // So it is if the value was forgotten meanwhile. Its thread may have ended, and must not be asked.
      if making.state == .done { return reply(with: making) }
      if !isWith(making.thread) {
        guard let threads = circle(to: making) else {
          waitsFor = making
          making.waiting.append(self)
          repeat { wait() } while !hasTurn
          making.waiting.removeAll { $0 === self }
          waitsFor = nil
          released.append(making)
          // A value that was forgotten while it was made is handed to the threads that have waited for it.
          if making.state == .done { return reply(with: making) }
          continue
        }
        join(threads)
      }
      if making.isShown {
        return reply(with: making)
      } else if let failure = giveUp(making, for: link) {
        return .failed(failure)
      } else if ring?.isSilent == false {
        pass()
      } else {
        return .failed(Failure(.cycle([link.description, link.description]), dependsOn: 0))
      }
    }
  }

  /// The failure of a request for a value that is not shown yet, with which the makings around it are given up: in a cycle,
  /// or if the value may come later.
  ///
  /// Nil if each of them is shown, so that nothing can be given up, and this thread has to wait for its turn.
  private func giveUp(_ making: Making, for link: ResolutionChain.Link) -> Failure? {
    let chain = ResolutionChain.calling
    let mayComeLater = chain?.mayComeLater(for: link.asker, within: making) ?? false
    if let same = chain?.links.first(where: { $0.making === making }) {
      return Failure(
        .cycle((chain?.names(from: same) ?? []) + [same.name]), dependsOn: same.depth,
        later: mayComeLater ? making : nil)
    }
    guard mayComeLater || chain?.innermostMaking?.state == .unshown else { return nil }
    return Failure(.cycle([link.description, link.description]), dependsOn: 0, later: making)
  }

  private func make(
    _ cell: ScopeCell, _ link: ResolutionChain.Link, _ body: Body
  ) -> Reply {
    moves += 1
    let making = Making(cell, self)
    cell.making = making
    unlockAndRelease()
    var made: Instance?
    var failure: Failure?
    let refusal = ResolutionChain.follow(link, making) { chain in
      failure = body(making) { made = $0 } ?? chain.dropReason
    }
    failure = refusal ?? failure ?? making.lack
    Self.monitor.lock()
    making.unfinished -= 1
    if let failure {
      fail(making, because: failure)
      return .failed(failure)
    }
    let isAlone = making.isDoneAlone && postponed.isEmpty
    if let made, making.state == .unshown {
      if isAlone { making.instance = made } else { making.becomeShown(made) }
    }
    // Most values have got none that is not done, and need not be shown before.
    if isAlone, making.state == .unshown || mine.last === making, let instance = making.instance {
      if making.state == .shown { mine.removeLast() }
      making.end(.done)
      // Released with the instance that is returned.
      return .made(instance, nil)
    }
    // If it has been the reason before, the set is not searched again: with many values that would take long.
    if ring == nil, postponed.isEmpty, !making.isBlocking, making.completeSet() == nil {
      return reply(with: making)
    }
    while doWork() || letOthersComplete(making, for: link.asker) { continue }
    if let failure = making.failure { return .failed(failure) }
    return reply(with: making)
  }

  /// The value of a making, which the making around this code has got.
  private func reply(with making: Making) -> Reply {
    // It has one since it is shown.
    let instance = making.instance!
    if making.state == .done { return .made(instance, nil) }
    moves += 1
    if let user = ResolutionChain.calling?.innermostMaking, user.gets.last !== making {
      user.gets.append(making)
    }
    return .made(instance, making)
  }

  /// Lets the others of the ring complete the value of an argument, if they can; false if they cannot.
  private func letOthersComplete(_ making: Making, for asker: Asker?) -> Bool {
    if case .property(_, _, isOfProduct: true)? = asker { return false }
    guard making.state != .done, ring?.isSilent == false else { return false }
    pass()
    return true
  }
}

/// Threads that behave as one: only the one that has the turn runs.
final class Ring {
  /// In the order of their turns; a thread leaves when nothing of it is under way.
  var members: [MakingThread]
  /// The thread that runs; nil when all have left.
  var turn: MakingThread?
  /// How often the turn has been passed since code of the program has run, or a thread has done its work.
  var silence = 0

  init(_ thread: MakingThread) { members = [thread] }

  /// Whether the turn has come to each thread, and none could do anything.
  var isSilent: Bool { silence >= members.count }
}

// With the monitor held.
extension MakingThread {
  /// The threads of its ring; this one, if it is alone.
  var members: [MakingThread] { ring?.members ?? [self] }

  @inline(never)  // Only threads that wait for each other need it.
  func isWith(_ other: MakingThread) -> Bool {
    other === self || (ring != nil && other.ring === ring)
  }

  var hasTurn: Bool { ring == nil || ring?.turn === self }

  /// The threads on the way from a making to this thread, along what each waits for; nil if there is no way.
  ///
  /// If thread 2 makes A and waits for B, which this thread makes, the way from A is thread 2: to wait for A would never end.
  func circle(to making: Making) -> [MakingThread]? {
    var threads: [MakingThread] = []
    var next = making.thread
    while !isWith(next) {
      guard let making = (next.ring?.turn ?? next).waitsFor,
        making.state == .unshown || making.state == .shown,
        !threads.contains(where: { $0.isWith(next) })
      else { return nil }
      threads.append(next)
      next = making.thread
    }
    return threads
  }

  /// Makes one ring of this thread, which has the turn, and others, which wait.
  func join(_ threads: [MakingThread]) {
    let ring = ring ?? Ring(self)
    self.ring = ring
    for thread in threads where !isWith(thread) {
      for member in thread.members {
        member.ring = ring
        ring.members.append(member)
      }
    }
    ring.turn = self
  }

  /// Gives the turn to the next thread of the ring, and waits until it comes back.
  func pass() {
    guard let ring, let index = ring.members.firstIndex(where: { $0 === self }) else { return }
    ring.silence += 1
    ring.turn = ring.members[(index + 1) % ring.members.count]
    ring.turn?.wake()
    while !hasTurn && !(isAtEnd && mayLeave) { wait() }
  }

  func leave() {
    guard let ring else { return }
    ring.members.removeAll { $0 === self }
    guard hasTurn else { return }
    ring.turn = ring.members.first { !$0.isAtEnd } ?? ring.members.first
    ring.turn?.wake()
  }
}
