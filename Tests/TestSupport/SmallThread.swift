import Dispatch
import Foundation

/// A thread with the stack that secondary threads have on Apple's platforms.
package enum SmallThread {
  // Sanitizers make frames several times as large as any program's are.
  package static let stackSize = (isSanitized ? 16 : 1) * 512 * 1024

  /// Runs the closure on such a thread, and waits for it.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      finished.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    finished.wait()
  }

  /// Whether a sanitizer is watching, which needs more memory and does not use an address again soon.
  package static let isSanitized: Bool = {
    let program = dlopen(nil, RTLD_NOW)
    return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
  }()
}
