import Synchronization

/// Marks code that is running now, for code that it calls.
///
/// Kept in a task local. A task that the code starts inherits the mark, but is not called by it, unless
/// it runs on the same thread: then the code waits for it.
class RunningMark: @unchecked Sendable {
  // Unchecked: constant but for the atomic; subclasses are too.
  private let isRunning = Atomic(true)
  private let thread = CurrentThread.id

  /// Whether the code is running, and is what called the code that asks.
  var isCalling: Bool { isRunning.load(ordering: .relaxed) && thread == CurrentThread.id }

  func end() { isRunning.store(false, ordering: .relaxed) }
}
