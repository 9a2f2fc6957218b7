import Synchronization

/// A value that one thread at a time gets at.
///
/// A `Mutex` that ThreadSanitizer understands: it does not know the one of Linux, and would report all
/// that is guarded. The stamp shows it what goes before what, for the price of two accesses to memory.
struct Lock<State>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let stamp = Atomic(0)

  init(_ state: consuming sending State) {
    mutex = Mutex(state)
  }

  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (state: inout sending State) throws(Failure) -> sending Result in
      _ = stamp.load(ordering: .acquiring)
      defer { stamp.store(0, ordering: .releasing) }
      return try body(&state)
    }
  }
}
