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
  func circle(to making: Making) -> [MakingThread]? {
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
    guard let ring, let place = ring.members.firstIndex(where: { $0 === self }) else { return }
    ring.silence += 1
    ring.turn = ring.members[(place + 1) % ring.members.count]
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
