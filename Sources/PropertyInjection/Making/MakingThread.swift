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
  // Unchecked: guarded by the monitor; what the thread that has the turn alone uses is so, too.

  /// The lock of all makings, on which threads wait for each other; not held while code of the program runs.
  static let monitor = Monitor()

  private static let slot = ThreadSlot()

  /// The current thread; nil if it makes nothing.
  private static var current: MakingThread? {
    slot.address.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The outcome of asking for a value.
  enum Outcome {
    /// The value, and its making if it is not complete: then it is for the makings of this ring only.
    case made(any Instance, Making?)
    case failed(Failure)
  }

  /// Makes the value that a making is for.
  typealias Body = (Making) -> Result<any Instance, Failure>

  /// Work on a value that waits until another one is shown.
  private final class Postponed {
    let making: Making
    let cause: Making
    let work: () -> Void

    init(_ making: Making, until cause: Making, _ work: @escaping () -> Void) {
      self.making = making
      self.cause = cause
      self.work = work
    }
  }

  /// The threads with which it behaves as one; nil if it is alone.
  private var ring: Ring?
  /// Whether a value that was shown has failed.
  private var hasFailed = false
  /// The making that the thread waits for, of another ring.
  private var awaited: Making?
  /// The makings of this thread that have been shown and are not done.
  var mine: [Making] = []
  private var postponed: [Postponed] = []
  /// How many values have been made, got or waited for.
  private var moves = 0
  private var result: Outcome?
  /// Whether the thread rests in ``run(_:)``, with nothing on its stack.
  private var isAtEnd = false
  /// Whether the request has been made once more, with nothing of other threads under way.
  private var hasTriedAgain = false
  /// What must not be released with the monitor held, because that may run a `deinit`.
  private var released: [AnyObject] = []

  // MARK: Asking

  /// The value that a scope keeps, or that this thread or another one makes now.
  ///
  /// - Parameters:
  ///   - link: The link in which it is made.
  ///   - body: Makes it.
  static func ask(_ value: ScopedValue, _ link: ResolutionChain.Link, _ body: Body) -> Outcome {
    if let thread = current {
      monitor.lock()
      defer { thread.unlock() }
      return thread.ask(value, link, body)
    }
    let thread = MakingThread()
    slot.address = UnsafeRawPointer(Unmanaged.passUnretained(thread).toOpaque())
    monitor.lock()
    let outcome = thread.run(value, link, body)
    // Before anything is released: a `deinit` may ask for a value.
    slot.address = nil
    thread.unlock()
    return outcome
  }

  /// Leaves work on a value until another value is shown.
  func postpone(_ making: Making, until cause: Making, _ work: @escaping () -> Void) {
    making.open += 1
    moves += 1
    postponed.append(Postponed(making, until: cause, work))
  }

  // MARK: With the monitor held

  private func unlock() {
    if released.isEmpty { return Self.monitor.unlock() }
    let released = released
    self.released = []
    Self.monitor.unlock()
    withExtendedLifetime(released) {}
  }

  /// Answers the outermost request of the thread, when all that it has made is done.
  private func run(
    _ value: ScopedValue, _ link: ResolutionChain.Link, _ body: Body
  ) -> Outcome {
    while true {
      let isLast = ring?.members.allSatisfy { $0 === self || $0.isAtEnd } ?? true
      if result == nil, isLast {
        let answer = ask(value, link, body)
        if case .failed(let failure) = answer, failure.later != nil { continue }
        result = answer
      } else if let result, mayLeave {
        leave()
        if case .made(let instance, _) = result { return .made(instance, nil) }
        return result
      } else if doWork() {
        continue
      } else if isLast, ring?.isSilent ?? true {
        drop()
      } else {
        isAtEnd = true
        pass()
        isAtEnd = false
      }
    }
  }

  /// Whether all that this thread has to do is done.
  private var mayLeave: Bool {
    guard postponed.isEmpty, mine.allSatisfy({ $0.state == .done }) else { return false }
    return switch result {
    case .made(_, let making?): making.state == .done
    case .made, .failed: true
    case nil: false
    }
  }

  private func ask(
    _ value: ScopedValue, _ link: ResolutionChain.Link, _ body: Body
  ) -> Outcome {
    while true {
      if let kept = value.kept {
        ring?.silence = 0
        return .made(kept, nil)
      }
      guard let making = value.making ?? ResolutionChain.calling?.making(of: value) else {
        return make(value, link, body)
      }
      if !isWith(making.thread) {
        guard let threads = circle(to: making) else {
          awaited = making
          repeat { Self.monitor.wait() } while !hasTurn
          awaited = nil
          released.append(making)
          // A value that was forgotten while it was made is handed to the threads that have waited for it.
          if making.state == .done { return .made(making.instance.unsafelyUnwrapped, nil) }
          continue
        }
        join(threads)
      }
      if (ring?.members ?? [self]).contains(where: \.hasFailed), making.state == .shown,
        making.open == 0, making.isDead
      {
        forget(making)
      } else if making.state == .shown {
        ring?.silence = 0
        return shown(making)
      } else if let failure = giveUp(making, for: link) {
        ring?.silence = 0
        return .failed(failure)
      } else if ring?.isSilent == false {
        pass()
      } else {
        return .failed(Failure(.cycle([link.description, link.description]), dependsOn: 0))
      }
    }
  }

  /// The failure of a request for a value that is not shown yet; nil if nothing can be taken back, so that this thread
  /// has to wait for its turn.
  private func giveUp(_ making: Making, for link: ResolutionChain.Link) -> Failure? {
    let chain = ResolutionChain.calling
    let canWait = chain?.canWait(link.asker, within: making) ?? false
    if making.thread === self, let same = chain?.links.first(where: { $0.making === making }) {
      return Failure(
        .cycle((chain?.names(from: same) ?? []) + [same.name]), dependsOn: same.depth,
        later: canWait ? making : nil)
    }
    // Of two configurations that need each other the second one ends with a report.
    guard canWait || link.isConfiguration || chain?.canBeMadeAgain == true else { return nil }
    return Failure(.cycle([link.description, link.description]), dependsOn: 0, later: making)
  }

  private func isWith(_ other: MakingThread) -> Bool {
    other === self || (ring != nil && other.ring === ring)
  }

  private var hasTurn: Bool { ring == nil || ring?.turn === self }

  /// The threads on the way from a making to this thread, along what each waits for; nil if there is no way.
  private func circle(to making: Making) -> [MakingThread]? {
    var threads: [MakingThread] = []
    var next = making.thread
    while !isWith(next) {
      guard let awaited = (next.ring?.turn ?? next).awaited,
        awaited.state == .unshown || awaited.state == .shown,
        !threads.contains(where: { $0.isWith(next) })
      else { return nil }
      threads.append(next)
      next = awaited.thread
    }
    return threads
  }

  /// Makes one ring of this thread, which has the turn, and others, which wait.
  private func join(_ threads: [MakingThread]) {
    let ring = ring ?? Ring(self)
    self.ring = ring
    for thread in threads where !isWith(thread) {
      for member in thread.ring?.members ?? [thread] {
        member.ring = ring
        ring.members.append(member)
      }
    }
    ring.turn = self
  }

  private func make(
    _ value: ScopedValue, _ link: ResolutionChain.Link, _ body: Body
  ) -> Outcome {
    ring?.silence = 0
    moves += 1
    let making = Making(value, self)
    value.making = making
    unlock()
    var result: Result<any Instance, Failure>?
    let refusal = ResolutionChain.follow(link, making) { _ in result = body(making) }
    // The body has run if it was not refused.
    var failure = refusal
    if case .failure(let reason)? = result { failure = reason }
    if case .success(let instance)? = result {
      if making.state == .unshown { failure = making.missed }
      if failure == nil, let depth = making.lack(of: instance) {
        failure = Failure(.incomplete, dependsOn: depth)
      }
    }
    Self.monitor.lock()
    making.open -= 1
    if let failure {
      end(making, because: failure)
      return .failed(failure)
    }
    ring?.silence = 0
    if case .success(let instance)? = result, making.state == .unshown {
      making.becomeShown(instance)
      mine.append(making)
    }
    // Most values have got none that is not done.
    if making.isDoneAlone, postponed.isEmpty, mine.last === making {
      mine.removeLast()
      making.end(.done)
      Self.monitor.broadcast()
      // Released with the instance that is returned.
      return .made(making.instance.unsafelyUnwrapped, nil)
    }
    // What has been looked at before still waits for others: with many values that would take long.
    if ring == nil, postponed.isEmpty, !making.isBlocking, making.completeSet() == nil {
      return shown(making)
    }
    while doWork() || mustWait(for: making, link.asker) { continue }
    ring?.silence = 0
    if let failure = making.failure { return .failed(failure) }
    return shown(making)
  }

  /// The value of a making, which the making around this code has got.
  private func shown(_ making: Making) -> Outcome {
    let instance = making.instance.unsafelyUnwrapped
    if making.state == .done { return .made(instance, nil) }
    moves += 1
    if let user = ResolutionChain.calling?.innermostMaking, user.gets.last !== making {
      user.gets.append(making)
    }
    return .made(instance, making)
  }

  /// Lets the others of the ring complete the value of an argument, if they can; false if they cannot.
  private func mustWait(for making: Making, _ asker: Asker?) -> Bool {
    if case .property(_, isOfProduct: true)? = asker { return false }
    guard making.state != .done, ring?.isSilent == false else { return false }
    pass()
    return true
  }

  /// Ends a making that has failed; the objects that got its value are not kept either.
  private func end(_ making: Making, because failure: Failure) {
    if making.state == .unshown {
      end(making, .gone)
      Self.monitor.broadcast()
    } else {
      making.failure = failure
      hasFailed = true
    }
  }

  private func end(_ making: Making, _ state: Making.State) {
    making.end(state)
    released.append(making)
    released += making.gets
    making.gets = []
  }

  /// Lets a value that has failed be made anew.
  private func forget(_ making: Making) {
    if making.failure == nil { making.failure = Failure(.incomplete, dependsOn: 0) }
    end(making, .gone)
    making.thread.mine.removeAll { $0 === making }
    Self.monitor.broadcast()
  }

  /// Does a piece of work that needs no other thread; false if there is none.
  private func doWork() -> Bool {
    if let index = postponed.firstIndex(where: {
      $0.cause.state != .unshown || $0.making.failure != nil
    }) {
      let postponed = postponed.remove(at: index)
      released.append(postponed)
      let making = postponed.making
      if let failure = postponed.cause.failure, making.failure == nil {
        end(making, because: failure)
      } else if making.failure == nil {
        run(postponed.work, for: making)
        if let depth = making.lackDepth {
          end(making, because: Failure(.incomplete, dependsOn: depth))
        }
      }
      making.open -= 1
      ring?.silence = 0
      return true
    }
    var hasMoved = false
    for making in mine where making.state == .shown {
      guard let set = making.completeSet() else { continue }
      for member in set where member.thread === self {
        while !member.hooks.isEmpty {
          let (hook, before) = (member.hooks.removeFirst(), moves)
          member.open += 1
          run(hook, for: member)
          member.open -= 1
          ring?.silence = 0
          // What the hook has asked for may belong to the set now.
          if moves != before { return true }
          hasMoved = true
        }
      }
      guard set.allSatisfy({ $0.hooks.isEmpty }) else { continue }
      for member in set { end(member, .done) }
      hasMoved = true
    }
    guard hasMoved else { return false }
    ring?.silence = 0
    released += mine
    mine.removeAll { $0.state == .done }
    Self.monitor.broadcast()
    return true
  }

  /// Runs work on a value, without the monitor.
  private func run(_ work: () -> Void, for making: Making) {
    unlock()
    ResolutionChain.resume(making, work)
    Self.monitor.lock()
  }

  /// Gives the turn to the next thread of the ring, and waits until it comes back.
  private func pass() {
    guard let ring, let place = ring.members.firstIndex(where: { $0 === self }) else { return }
    ring.silence += 1
    ring.turn = ring.members[(place + 1) % ring.members.count]
    Self.monitor.broadcast()
    while !hasTurn && !(isAtEnd && mayLeave) { Self.monitor.wait() }
  }

  private func leave() {
    guard let ring else { return }
    ring.members.removeAll { $0 === self }
    ring.silence = 0
    guard hasTurn else { return }
    ring.turn = ring.members.first { !$0.isAtEnd } ?? ring.members.first
    Self.monitor.broadcast()
  }

  /// Ends all that is not done: every thread is at its end, so it can never be.
  ///
  /// A thread whose value needs another thread's asks once more, alone: it may succeed where that has failed.
  private func drop() {
    let members = ring?.members ?? [self]
    for member in members {
      member.hasFailed = false
      for making in member.mine where making.state != .done { end(making, .gone) }
      released += member.postponed
      member.mine = []
      member.postponed = []
      guard case .made(_, let making?)? = member.result, making.state == .gone else { continue }
      member.result =
        members.count > 1 && !member.hasTriedAgain
        ? nil : .failed(making.failure ?? Failure(.incomplete, dependsOn: 0))
      member.hasTriedAgain = true
    }
    ring?.silence = 0
    Self.monitor.broadcast()
  }

  /// Threads that behave as one: only the one that has the turn runs.
  private final class Ring {
    // A thread leaves before its makings end.
    var members: [MakingThread]
    /// The thread that runs; nil when all have left.
    var turn: MakingThread?
    /// How often the turn has been passed since something has moved.
    var silence = 0

    init(_ thread: MakingThread) { members = [thread] }

    /// Whether the turn has come to each thread, and none could do anything.
    var isSilent: Bool { silence >= members.count }
  }
}
