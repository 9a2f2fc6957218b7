import Foundation

/// How long a process may run: a loop without an end uses processor time, and threads that wait for each
/// other use none.
struct TimeLimit {
  /// Threads that wait for each other do so at least this long before they are given up, in seconds.
  private static let patience = 40.0

  private let id: pid_t
  private let seconds: Double
  private let start = Date()
  private var used = 0.0
  private var lastUse = Date()

  init(of id: pid_t, _ seconds: Double) {
    self.id = id
    self.seconds = seconds
  }

  var isOver: Bool {
    mutating get {
      guard let now = Self.processorTime(of: id) else {
        return -start.timeIntervalSinceNow > seconds
      }
      // A process that has just begun, or waits for others that it has started, uses next to nothing.
      if now > used + 0.05 {
        used = now
        lastUse = Date()
      }
      return used > seconds || -lastUse.timeIntervalSinceNow > max(Self.patience, seconds / 2)
    }
  }

  /// What the threads of a process have used, in seconds; nil where the platform does not tell it of
  /// another process.
  private static func processorTime(of id: pid_t) -> Double? {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      return nil
    #endif
  }
}
