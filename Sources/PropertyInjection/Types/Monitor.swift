/// A lock on which threads can wait until another thread has changed what it guards.
///
/// A waiting thread lends its priority to no other thread, as one that waits for a ``Lock`` does. It is never freed.
struct Monitor: @unchecked Sendable {
  // Unchecked: the platform's functions may be called on any thread.
  private let mutex: UnsafeMutableRawPointer
  private let condition: UnsafeMutableRawPointer

  init() {
    // Larger than both are on any platform.
    mutex = .allocate(byteCount: 128, alignment: 16)
    condition = .allocate(byteCount: 128, alignment: 16)
    initializeMonitor(mutex, condition)
  }

  func lock() {
    #if DEBUG
      ScheduledThread.willTake(mutex)
    #endif
    lockMutex(mutex)
  }

  func unlock() {
    unlockMutex(mutex)
    #if DEBUG
      ScheduledThread.hasReleased(mutex)
    #endif
  }

  /// Releases the lock until another thread calls ``broadcast()``, or for no reason; the lock is held before and after.
  func wait() {
    #if DEBUG
      if ScheduledThread.isCurrent {
        unlock()
        ScheduledThread.willWait(for: condition)
        return lock()
      }
    #endif
    waitForCondition(condition, mutex)
  }

  /// Wakes all threads that wait.
  func broadcast() {
    #if DEBUG
      ScheduledThread.hasChanged(condition)
    #endif
    wakeAll(condition)
  }
}
