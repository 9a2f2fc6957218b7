// With the monitor held.
extension MakingThread {
  /// Ends a making that has failed; the objects that got its value are not kept either.
  func end(_ making: Making, because failure: Failure) {
    if making.state == .unshown {
      end(making, .gone)
    } else {
      making.failure = failure
      hasFailed = true
    }
  }

  @inline(never)  // Once for each value, in many places.
  func end(_ making: Making, _ state: Making.State) {
    making.end(state)
    released.append(making)
    released += making.gets
    making.gets = []
  }

  /// Lets a value that has failed be made anew.
  func forget(_ making: Making) {
    if making.failure == nil { making.failure = Failure(.incomplete, dependsOn: 0) }
    end(making, .gone)
    making.thread.mine.removeAll { $0 === making }
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
        ($0.cause.state != .unshown || $0.making.hasFailed) && !$0.making.isFilling
      })
    else { return false }
    let postponed = postponed.remove(at: index)
    released.append(postponed)
    let making = postponed.making
    if making.hasFailed {
      // Nothing is left to be done for it.
    } else if let failure = postponed.cause.failure {
      end(making, because: failure)
    } else {
      making.isFilling = true
      run(postponed.work, for: making)
      making.isFilling = false
      if let lack = making.lack { end(making, because: lack) }
    }
    making.open -= 1
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
          member.open += 1
          run(hook, for: member)
          member.open -= 1
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
  private func run(_ work: () -> Void, for making: Making) {
    let wasRunning = making.isRunning
    making.isRunning = true
    unlock()
    ResolutionChain.resume(making, work)
    Self.monitor.lock()
    making.isRunning = wasRunning
  }

  /// Ends all that is not done: every thread is at its end, so it can never be.
  ///
  /// A thread whose value needs another thread's asks once more, alone: it may succeed where that has failed.
  func drop() {
    let members = members
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
    for member in members { member.wake() }
  }
}
