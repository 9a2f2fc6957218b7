#if DEBUG
  import Foundation
  import PropertyInjection

  /// Runs threads one at a time, and changes from one to another where a schedule says so.
  ///
  /// A decision is due at each point where threads may meet and more than one of them could go on. Where the
  /// schedule says nothing, the running thread goes on; if it cannot, the first that can.
  final class Scheduler: @unchecked Sendable {
    // Unchecked: everything that changes is guarded by the monitor.

    /// A point at which more than one thread could go on.
    struct Decision: Equatable {
      /// The threads that could go on, the one that goes on without a schedule first.
      let options: [Int]
      /// Whether the first of them was running, so that another one interrupts it.
      let isFirstRunning: Bool
      let chosen: Int
    }

    enum Outcome: Equatable {
      case ended
      /// Each thread that has not ended waits for a lock that another holds, for its own, or for a condition.
      case deadlock
      /// The threads have met more often than any program does that ends.
      case endless
    }

    private let monitor = NSCondition()
    private let schedule: Schedule
    private let count: Int
    private var running: Int?
    private var ended: Set<Int> = []
    /// The lock that each thread waits for.
    private var wanted: [Int: UInt] = [:]
    private var holders: [UInt: Int] = [:]
    /// The condition that each thread waits for.
    private var awaited: [Int: UInt] = [:]
    private var meetings = 0
    private(set) var decisions: [Decision] = []
    private var outcome: Outcome?

    private static let mostMeetings = 20_000

    init(_ count: Int, _ schedule: Schedule) {
      self.count = count
      self.schedule = schedule
    }

    /// Runs each closure on a thread of its own.
    ///
    /// After a deadlock, and if they have no end, the threads stay where they are for good.
    func run(_ bodies: [@Sendable () -> Void]) -> Outcome {
      for (index, body) in bodies.enumerated() {
        Thread {
          self.monitor.withLock { self.wait(for: index) }
          let meet: (CurrentThread.Meeting) -> Void = { self.meet($0, index) }
          withUnsafePointer(to: meet) {
            CurrentThread.scheduler = $0
            body()
            CurrentThread.scheduler = nil
          }
          self.monitor.withLock { self.end(index) }
        }.start()
      }
      return monitor.withLock {
        choose(after: nil)
        while outcome == nil { monitor.wait() }
        return outcome!
      }
    }

    // MARK: On the threads

    private func meet(_ meeting: CurrentThread.Meeting, _ thread: Int) {
      monitor.withLock {
        switch meeting {
        case .word: choose(after: thread)
        case .take(let lock):
          wanted[thread] = lock
          choose(after: thread)
          wanted[thread] = nil
          holders[lock] = thread
        case .release(let lock): holders[lock] = nil
        case .wait(let condition):
          awaited[thread] = condition
          choose(after: thread)
        case .change(let condition): awaited = awaited.filter { $0.value != condition }
        }
      }
    }

    // MARK: With the monitor's lock

    private func end(_ thread: Int) {
      ended.insert(thread)
      if ended.count == count { finish(.ended) } else { choose(after: nil) }
    }

    /// Chooses the next thread; returns when the calling thread may go on, or at once if it has ended.
    private func choose(after thread: Int?) {
      meetings += 1
      guard meetings < Self.mostMeetings else { return stop(.endless, thread) }
      var options = (0..<count).filter { canGoOn($0) }
      guard let first = options.first else { return stop(.deadlock, thread) }
      let isFirstRunning = thread.map(options.contains) ?? false
      if let thread, isFirstRunning {
        options.removeAll { $0 == thread }
        options.insert(thread, at: 0)
      }
      var chosen = isFirstRunning ? thread! : first
      if options.count > 1 {
        if let planned = schedule.choices[decisions.count], options.contains(planned) {
          chosen = planned
        }
        decisions.append(
          Decision(options: options, isFirstRunning: isFirstRunning, chosen: chosen))
      }
      running = chosen
      guard let thread else { return monitor.broadcast() }
      if chosen != thread {
        monitor.broadcast()
        wait(for: thread)
      }
    }

    private func canGoOn(_ thread: Int) -> Bool {
      !ended.contains(thread) && awaited[thread] == nil
        && (wanted[thread].map { holders[$0] == nil } ?? true)
    }

    private func stop(_ outcome: Outcome, _ thread: Int?) {
      finish(outcome)
      if let thread { wait(for: thread) }
    }

    private func finish(_ outcome: Outcome) {
      running = nil
      self.outcome = outcome
      monitor.broadcast()
    }

    private func wait(for thread: Int) { while running != thread { monitor.wait() } }
  }
#endif
