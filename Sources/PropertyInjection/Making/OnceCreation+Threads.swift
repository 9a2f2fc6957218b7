// How threads wait for values that others make, and never in a cycle.
extension OnceCreation {
  /// Waits until a value is finished, as far as this thread can.
  ///
  /// It cannot wait for values that it makes itself, or whose threads wait for it.
  static func wait(for creation: OnceCreation, _ chain: ResolutionChain?) -> Progress {
    let thread = CurrentThread.id
    while true {
      let (next, progress) = waits.withLock { waits -> (OnceCreation?, Progress) in
        let progress = lockedProgress(of: [creation])
        let next = progress.open.first { cycle(from: $0, to: thread, chain, waits) == nil }
        if let next { waits[thread] = Wait(creation: next, chain: chain) }
        return (next, progress)
      }
      guard let next else { return progress }
      next.gate.withLock { _ in }
      let forgotten = waits.withLock { $0.removeValue(forKey: thread) }
      withExtendedLifetime(forgotten) {}
    }
  }

  /// The progress of a value.
  static func progress(of creation: OnceCreation) -> Progress {
    if creation.isFinished { return Progress() }
    return waits.withLock { _ in lockedProgress(of: [creation]) }
  }

  /// Gives up a creation of this thread for which another thread waits in a cycle, if a thread of
  /// the cycle could go on without the value that it waits for.
  ///
  /// - Parameters:
  ///   - own: Creations of this thread that can be given up: no code of the program is running for them.
  ///   - creation: The creation for which this thread would have to wait.
  static func giveUp(oneOf own: [OnceCreation], inCycleWith creation: OnceCreation) -> Bool {
    waits.withLock { waits in
      var hop = creation
      var canOneGoOn = false
      while let wait = waits[hop.thread], !wait.creation.hasEnded {
        // A thread that waits until a value is finished can go on with the unfinished one.
        if !wait.isForValue || wait.chain?.isForPropertyThatCanWait() == true { canOneGoOn = true }
        hop = wait.creation
        guard hop.isOnThisThread else { continue }
        guard canOneGoOn, own.contains(where: { $0 === hop }) else { return false }
        hop.isGivenUp = true
        return true
      }
      return false
    }
  }

  /// The path from a creation back to a thread, along what each thread waits for; nil if there is
  /// none.
  static func cycle(
    from creation: OnceCreation, to thread: UInt, _ chain: ResolutionChain?, _ waits: [UInt: Wait]
  ) -> [String]? {
    guard creation.thread != thread else {
      // The thread has come back to it on a path that the chain does not show.
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
