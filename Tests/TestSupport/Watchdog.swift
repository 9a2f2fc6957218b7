import Dispatch
import Foundation

/// Runs what may hang.
package enum Watchdog {
  package enum Place {
    case ownThread
    case mainActor
  }

  /// False if the closure has not ended in time, which is seen only where something hangs.
  package static func ends(
    on place: Place = .ownThread, within seconds: Double = 120, stackSize: Int = 8 * 1024 * 1024,
    _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let finished = DispatchSemaphore(value: 0)
    switch place {
    case .ownThread:
      let thread = Thread {
        body()
        finished.signal()
      }
      thread.stackSize = stackSize
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
