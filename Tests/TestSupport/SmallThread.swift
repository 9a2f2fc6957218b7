import Dispatch
import Foundation

/// A thread with the stack that secondary threads have on Apple's platforms.
package enum SmallThread {
  /// A number of bytes, or several times as many where a sanitizer makes frames larger than any program's are.
  package static func stackSize(_ size: Int = 512 << 10) -> Int { (isSanitized ? 16 : 1) * size }

  /// Runs the closure on such a thread, or on one with another stack, and waits for it.
  package static func run(stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) {
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      finished.signal()
    }
    thread.stackSize = Self.stackSize(stackSize)
    thread.start()
    finished.wait()
  }

  /// Whether a sanitizer is watching, which needs more memory and does not use an address again soon.
  package static let isSanitized: Bool = {
    let program = dlopen(nil, RTLD_NOW)
    return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
  }()
}
