import Dispatch
import Foundation

/// A value that one thread at a time gets at, with a lock that sanitizers know.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is only touched under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Runs what may hang.
enum Watchdog {
  enum Place {
    case ownThread
    case mainActor
  }

  /// False if the closure has not ended in time, which is seen only where something hangs.
  static func ends(
    on place: Place = .ownThread, within seconds: Double = 120,
    _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let finished = DispatchSemaphore(value: 0)
    switch place {
    case .ownThread:
      let thread = Thread {
        body()
        finished.signal()
      }
      thread.stackSize = 8 * 1024 * 1024
      thread.start()
    case .mainActor:
      Task { @MainActor in
        body()
        finished.signal()
      }
    }
    return finished.wait(timeout: .now() + seconds) == .success
  }
}
