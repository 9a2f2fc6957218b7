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
    CurrentThread.meet(.take(UInt(bitPattern: mutex)))
    lockMutex(mutex)
  }

  func unlock() {
    unlockMutex(mutex)
    CurrentThread.meet(.release(UInt(bitPattern: mutex)))
  }

  /// Releases the lock until another thread calls ``broadcast()``, or for no reason; the lock is held before and after.
  func wait() {
    #if DEBUG
      if ScheduledThread.current != nil {
        unlock()
        CurrentThread.meet(.wait(UInt(bitPattern: condition)))
        return lock()
      }
    #endif
    waitForCondition(condition, mutex)
  }

  /// Wakes all threads that wait.
  func broadcast() {
    CurrentThread.meet(.change(UInt(bitPattern: condition)))
    wakeAll(condition)
  }
}
