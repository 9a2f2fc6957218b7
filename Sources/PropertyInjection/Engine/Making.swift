/// One making of a scoped value, by one thread.
///
/// A value is complete when its properties and those of all values that it got are filled, and their hooks have run.
/// Until then only the threads of one ``Ring`` know it.
final class Making: @unchecked Sendable {
  // Unchecked: the state is guarded by the monitor of all makings; the rest is used by the thread that has the turn of
  // the ring. No access to a list goes on while code runs that may use it: to check that took a tenth of a making.

  enum State {
    /// Its factory is running.
    case unshown
    /// The object exists, and values that are made within it can get it.
    case shown
    /// The value is complete.
    case done
    /// It has ended without a value.
    case gone
  }

  let cell: ScopeCell
  // Its thread ends after the making: until then it has it on its stack, or among its own.
  unowned let thread: MakingThread
  var state = State.unshown
  var instance: Instance?
  /// The makings of the incomplete values that it got.
  @exclusivity(unchecked) var gets: [Making] = []
  /// What the value gets from other stores.
  @exclusivity(unchecked) var taken: [ScopeCell.Taken] = []
  /// The threads of other rings that wait for its end.
  @exclusivity(unchecked) var waiting: [MakingThread] = []
  /// How many parts of the work are not done: the factory, each property that is filled later, and a running hook.
  var unfinished = 1
  /// Whether work that has waited for another value runs for it: two properties of one object are not filled within each
  /// other, because the second may have been set by then.
  var isFilling = false
  /// The hooks that run when the value has all that it needs.
  @exclusivity(unchecked) var hooks: [() -> Void] = []
  /// Whether it was the reason that a making, perhaps itself, could not be complete.
  private(set) var isBlocking = false
  /// Why the value, which has been shown, is not kept.
  var failure: Failure?
  /// Why the value is incomplete, and is not kept: a call from further out than the link on which that depends would not
  /// have it.
  private(set) var lack: Failure?

  init(_ cell: ScopeCell, _ thread: MakingThread) {
    self.cell = cell
    self.thread = thread
  }

  /// Shows the object to the values that it needs.
  func show(_ instance: Instance) {
    MakingThread.monitor.lock()
    becomeShown(instance)
    MakingThread.monitor.unlock()
  }

  /// Notes that the value lacks something that another call would have given it; the outermost cause counts.
  ///
  /// - Parameter depth: The depth of the link that has caused it.
  func lacks(_ kind: InjectionIssue.Kind, for depth: Int) {
    if depth < lack?.dependsOn ?? .max { lack = Failure(kind, dependsOn: depth) }
  }

  // MARK: With the monitor held

  func becomeShown(_ instance: Instance) {
    self.instance = instance
    state = .shown
    thread.mine.append(self)
  }

  /// Ends the making; a value is kept, unless it has been forgotten meanwhile.
  func end(_ state: State) {
    self.state = state
    for thread in waiting { thread.wake() }
    // Others may have nothing more to do now, and leave.
    if let ring = thread.ring { for member in ring.members { member.wake() } }
    guard cell.making === self else { return }
    cell.making = nil
    if state == .done, let instance { cell.keep(instance, with: taken) }
  }

  /// Whether the value has all that it needs, and got no value that is not done.
  var isDoneAlone: Bool { unfinished == 0 && failure == nil && hooks.isEmpty && gets.isEmpty }

  /// Whether other values may get it.
  var isShown: Bool { state == .shown || state == .done }

  /// Whether the value is given up, or not to be kept.
  var hasFailed: Bool { failure != nil || state == .gone }

  /// The makings that become done with this one, inner ones first; nil if one of them lacks something.
  func completeSet() -> [Making]? {
    var seen: Set<ObjectIdentifier> = []
    var set: [Making] = []
    return isComplete(&seen, &set) ? set : nil
  }

  private func isComplete(_ seen: inout Set<ObjectIdentifier>, _ set: inout [Making]) -> Bool {
    if state == .done || seen.contains(ObjectIdentifier(self)) { return true }
    guard state == .shown, unfinished == 0, failure == nil else {
      isBlocking = true
      return false
    }
    seen.insert(ObjectIdentifier(self))
    for other in gets where !other.isComplete(&seen, &set) { return false }
    set.append(self)
    return true
  }
}

/// A product of the injector, of which a property is filled later.
final class LateProduct {
  /// Whether a property has been filled later.
  var isFilled = false
}

// With the monitor held.
extension MakingThread {
  /// Ends a making whose value was not shown; of a shown one notes why neither it is kept, nor what got it.
  func fail(_ making: Making, because failure: Failure) {
    if making.state == .unshown {
      end(making, .gone)
    } else {
      making.failure = failure
    }
  }

  @inline(never)  // Once for each value, in many places.
  func end(_ making: Making, _ state: Making.State) {
    making.end(state)
    released.append(making)
    released += making.gets
    making.gets = []
  }

  /// Does work that needs no other thread; false if there is none.
  func doWork() -> Bool {
    guard doPostponed() || complete() else { return false }
    ring?.silence = 0
    return true
  }

  /// Does a piece of work that has waited for a value.
  private func doPostponed() -> Bool {
    guard
      let index = postponed.firstIndex(where: {
        // A part of a value that is not shown yet may need the value itself.
        ($0.cause.state != .unshown && $0.making.state != .unshown || $0.making.hasFailed)
          && !$0.making.isFilling
      })
    else { return false }
    let postponed = postponed.remove(at: index)
    released.append(postponed)
    let making = postponed.making
    if making.hasFailed {
      // Nothing is left to be done for it.
    } else if let failure = postponed.cause.failure {
      fail(making, because: failure)
    } else {
      making.isFilling = true
      runUnlocked(postponed.work, for: making, after: postponed.cause)
      making.isFilling = false
      if let lack = making.lack { fail(making, because: lack) }
    }
    making.unfinished -= 1
    return true
  }

  /// Runs the hooks of values that have all that they need, and ends their makings.
  private func complete() -> Bool {
    var hasMoved = false
    for making in mine where making.state == .shown {
      guard let set = making.completeSet() else { continue }
      for member in set where member.thread === self {
        while !member.hooks.isEmpty {
          let (hook, before) = (member.hooks.removeFirst(), moves)
          member.unfinished += 1
          runUnlocked(hook, for: member)
          member.unfinished -= 1
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
    released += mine
    mine.removeAll { $0.state == .done }
    return true
  }

  /// Runs work on a value, without the monitor.
  @inline(never)  // Its callers contain much.
  private func runUnlocked(_ work: () -> Void, for making: Making, after cause: Making? = nil) {
    // It is the value that the work waits for, also if it has been forgotten since.
    let shown = cause.flatMap { $0.isShown ? $0 : nil }
    unlockAndRelease()
    if let shown {
      ResolutionChain.resume(shown) { ResolutionChain.resume(making, work) }
    } else {
      ResolutionChain.resume(making, work)
    }
    Self.monitor.lock()
  }

  /// Ends all that is not done: every thread is at its end, so it can never be.
  ///
  /// A thread whose value needs another thread's asks once more, alone: it may succeed where that has failed.
  func drop() {
    let members = members
    for member in members {
      for making in member.mine where making.state != .done { end(making, .gone) }
      released += member.postponed
      member.mine = []
      member.postponed = []
      guard case .made(_, let making?)? = member.result, making.state == .gone else { continue }
      member.result =
        members.count > 1 && !member.hasTriedAgain
        ? nil : .failed(making.failure ?? Failure(.incomplete(because: nil), dependsOn: 0))
      member.hasTriedAgain = true
    }
    for member in members { member.wake() }
  }
}
