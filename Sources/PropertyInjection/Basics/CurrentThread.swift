/// Tells threads apart.
enum CurrentThread {
  /// How deep code of the user's may be nested that the library runs.
  ///
  /// So many levels, each with a factory that injects, fit in the 512 KiB that a thread of Apple's
  /// platforms has for its stack, also in a debug build. A test runs them there.
  static let deepestNesting = 32

  /// The same for all code that runs on one thread.
  static var id: UInt { identifyThread() }

  /// One address for each thread, nil until it is set there.
  static var address: UnsafeRawPointer? {
    get { key.flatMap { UnsafeRawPointer(value(of: $0)) } }
    set { if let key { setValue(of: key, newValue) } }
  }

  /// Nil if the process has no key left.
  private static let key: UInt? = {
    // Half of it on Linux, where a key is an `unsigned int`.
    var key: UInt = 0
    return createKey(&key, nil) == 0 ? key : nil
  }()
}

// The module imports no platform library. `pthread_self` is one symbol on every POSIX system, and gives
// a pointer or a number as large as one.
@_silgen_name("pthread_self")
private func identifyThread() -> UInt

// What a thread has of its own, as `pthread_self` on every POSIX system. A task local is no place for it:
// `Task.immediateDetached` runs on the thread that calls it, and does not have it.
@_silgen_name("pthread_key_create")
private func createKey(_ key: UnsafeMutablePointer<UInt>, _ destructor: UnsafeRawPointer?) -> Int32

@_silgen_name("pthread_getspecific")
private func value(of key: UInt) -> UnsafeMutableRawPointer?

@_silgen_name("pthread_setspecific") @discardableResult
private func setValue(of key: UInt, _ value: UnsafeRawPointer?) -> Int32
