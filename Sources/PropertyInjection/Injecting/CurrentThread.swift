/// Tells threads apart.
enum CurrentThread {
  /// The same for all code that runs on one thread.
  static var id: UInt { identifyThread() }
}

// The module imports no platform library. `pthread_self` is one symbol on every POSIX system, and gives
// a pointer or a number as large as one.
@_silgen_name("pthread_self")
private func identifyThread() -> UInt
