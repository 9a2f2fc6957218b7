import Synchronization

/// A value that one thread at a time can use.
///
/// It is a `Mutex` that ThreadSanitizer understands: ThreadSanitizer does not know the `Mutex` of
/// Linux, and reports everything that it guards. The stamp shows it the order of accesses, in debug
/// builds, and in others that are built with `-DSANITIZING`.
package struct Lock<State>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  #if DEBUG || SANITIZING
    private let stamp = Atomic(0)
  #endif

  package init(_ state: consuming sending State) { mutex = Mutex(state) }

  package borrowing func withLock<Result, Thrown: Error>(
    _ body: (inout sending State) throws(Thrown) -> sending Result
  ) throws(Thrown) -> sending Result {
    CurrentThread.meet(.take(address))
    defer { CurrentThread.meet(.release(address)) }
    return try mutex.withLock { (state: inout sending State) throws(Thrown) -> sending Result in
      #if DEBUG || SANITIZING
        _ = stamp.load(ordering: .acquiring)
        defer { stamp.store(0, ordering: .releasing) }
      #endif
      return try body(&state)
    }
  }

  private var address: UInt { withUnsafePointer(to: mutex) { UInt(bitPattern: $0) } }
}

extension Lock where State == Void {
  /// Runs code that uses what the lock guards, which lies beside it and need not be `Sendable`.
  func guarding<Result>(_ body: () -> Result) -> Result {
    // Unchecked: the result goes to the caller only.
    nonisolated(unsafe) var result: Result?
    withLock { _ in result = body() }
    // Set in the line above.
    return result!
  }
}

/// Numbers of which each is given once in the process.
enum SerialNumber {
  private static let last = Atomic<UInt64>(0)

  /// A number that is greater than every one before.
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
