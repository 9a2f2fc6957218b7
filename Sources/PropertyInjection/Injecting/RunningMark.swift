import Synchronization

/// Marks code that is running now, for code that it calls on the same thread or task.
///
/// Kept in a task local. A task that the code starts inherits the mark, but is not called by it: it
/// runs beside it or after it.
class RunningMark: @unchecked Sendable {
  // Unchecked: constant but for the atomic; subclasses are too.
  private let isRunning = Atomic(true)
  private let task = RunningMark.currentTask

  /// Whether the code is running, and is what called the code that asks.
  var isCalling: Bool {
    isRunning.load(ordering: .relaxed) && task == RunningMark.currentTask
  }

  func end() { isRunning.store(false, ordering: .relaxed) }

  /// Tells tasks apart while they run.
  ///
  /// The task itself must not be kept.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
