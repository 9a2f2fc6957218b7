/// Tells threads apart.
enum CurrentThread {
  /// The maximum nesting of user code that the library runs.
  ///
  /// This many levels, each with a factory that injects, fit into the stack of 512 KiB that a
  /// thread of Apple's platforms has, also in a debug build. A test runs them on such a stack.
  static let deepestNesting = 32

  /// The identity of the current thread.
  static var id: UInt { identifyThread() }

  /// An address that each thread stores for itself; nil until it is set on the thread.
  static var address: UnsafeRawPointer? {
    get { slot.address }
    set { slot.address = newValue }
  }

  private static let slot = ThreadSlot()
}

/// An address of each thread's own; nil until it is set on the thread.
struct ThreadSlot {
  /// Nil if the process has no key left.
  private let key: UInt?

  init() {
    // On Linux a key is an `unsigned int`, and fills only half of the word.
    var key: UInt = 0
    self.key = createThreadKey(&key, nil) == 0 ? key : nil
  }

  var address: UnsafeRawPointer? {
    get { key.flatMap { UnsafeRawPointer(threadValue(of: $0)) } }
    nonmutating set { if let key { setThreadValue(of: key, newValue) } }
  }
}
