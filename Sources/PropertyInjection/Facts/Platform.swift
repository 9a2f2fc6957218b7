// Threads and locks, and what the platform's C library is needed for.

import Synchronization

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// A value that one thread at a time can use.
///
/// It is a `Mutex` that ThreadSanitizer understands: ThreadSanitizer does not know the `Mutex` of
/// Linux, and reports everything that it guards. The stamp shows it the order of accesses, in debug
/// builds, and in others that are built with `-DSANITIZING`.
///
/// A dictionary or a set stands in a struct of the owner's, also in a ``CachedValue``: for a lock of the dictionary itself the
/// runtime would have to build its type, at each program's start.
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

/// Tells threads apart, and where their stacks end.
package enum CurrentThread {
  /// Whether so little of the stack is left that the next code of the program may not fit.
  ///
  /// Half of it is left for that code and a report of it: the names of types that nest take the runtime about a kilobyte
  /// for each level. Where the stack is not known, as on one that the program has made itself, it is never so.
  @inline(never)  // So that its variable lies below the caller's.
  package static func isStackShort() -> Bool {
    var here: UInt8 = 0
    let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    guard let low = lowest.address ?? findStackEnds(), let middle = middle.address else {
      return false
    }
    return UInt(bitPattern: low) <= address && address < UInt(bitPattern: middle)
  }

  // Of each thread's stack; asked for when code is nested.
  private static let lowest = ThreadSlot()
  private static let middle = ThreadSlot()

  @inline(never)  // Once for each thread.
  private static func findStackEnds() -> UnsafeRawPointer? {
    guard let stack = findStack() else { return nil }
    middle.address = UnsafeRawPointer(bitPattern: stack.lowerBound + UInt(stack.count) / 2)
    lowest.address = UnsafeRawPointer(bitPattern: stack.lowerBound)
    return lowest.address
  }
}

extension CurrentThread {
  /// An action of a thread where threads may meet.
  package enum Meeting: Sendable {
    /// It will use a word that threads publish for each other.
    case word
    /// It will take the lock with this address.
    case take(UInt)
    case release(UInt)
    /// It will wait until another thread has changed the condition with this address.
    case wait(UInt)
    case change(UInt)
  }

  /// Lets a test decide which thread goes on; nothing in optimized builds.
  @inline(__always)
  static func meet(_ meeting: @autoclosure () -> Meeting) {
    #if DEBUG
      scheduler?.pointee(meeting())
    #endif
  }

  #if DEBUG
    private static let schedulers = ThreadSlot()

    /// The code of a test that decides which of its threads runs, instead of the system; nil nearly always.
    ///
    /// It returns when the thread may go on. A thread that has one waits for its turn wherever threads may meet: before
    /// it takes a lock, before it uses a word that threads publish for each other, and while it waits for a condition;
    /// it tells when it has released a lock, and when it has changed a condition. So a test can go through every order
    /// of the threads. Only debug builds have it.
    package static var scheduler: UnsafePointer<(Meeting) -> Void>? {
      get { schedulers.address?.assumingMemoryBound(to: ((Meeting) -> Void).self) }
      set { schedulers.address = UnsafeRawPointer(newValue) }
    }
  #endif
}

/// An address of each thread's own; nil until it is set on the thread.
///
/// A task local will not do for what a thread runs: `Task.immediateDetached` runs on the thread that calls it, and
/// does not inherit task locals.
struct ThreadSlot: ~Copyable {
  // Made when the first thread sets an address: a static constant would be checked at each use.
  /// The key of the system and 1; 0 is none, also if the process has no key left.
  private let key = Atomic<UInt64>(0)

  var address: UnsafeRawPointer? {
    @inline(__always)
    get {
      let key = key.load(ordering: .relaxed)
      return key == 0 ? nil : UnsafeRawPointer(pthread_getspecific(pthread_key_t(key - 1)))
    }
    nonmutating set {
      if key.load(ordering: .relaxed) == 0 { makeKey() }
      let key = key.load(ordering: .relaxed)
      if key != 0 { pthread_setspecific(pthread_key_t(key - 1), newValue) }
    }
  }

  @inline(never)  // Once.
  private func makeKey() {
    var made: pthread_key_t = 0
    guard pthread_key_create(&made, nil) == 0 else { return }
    let new = UInt64(made) + 1
    let isFirst = key.compareExchange(expected: 0, desired: new, ordering: .relaxed).exchanged
    if !isFirst { pthread_key_delete(made) }
  }
}

/// A lock on which threads can wait until another thread has changed what it guards.
///
/// A waiting thread lends its priority to no other thread, as one that waits for a ``Lock`` does. It is never freed.
struct Monitor: @unchecked Sendable {
  // Unchecked: the platform's functions may be called on any thread.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The place of the threads that wait at none of their own.
  private let common = Place()

  init() { pthread_mutex_init(mutex, nil) }

  func lock() {
    CurrentThread.meet(.take(UInt(bitPattern: mutex)))
    pthread_mutex_lock(mutex)
  }

  func unlock() {
    pthread_mutex_unlock(mutex)
    CurrentThread.meet(.release(UInt(bitPattern: mutex)))
  }

  /// A place at which threads wait apart from others.
  final class Place: @unchecked Sendable {
    // Unchecked: the platform's functions may be called on any thread.
    fileprivate let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() { pthread_cond_init(condition, nil) }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }
  }

  /// Releases the lock until another thread calls ``broadcast()``, or for no reason; the lock is held before and after.
  func wait() { wait(at: common) }

  /// Wakes all threads that wait at no place of their own.
  func broadcast() { wake(common) }

  /// Releases the lock until another thread wakes the place, or for no reason; the lock is held before and after.
  func wait(at place: Place) {
    #if DEBUG
      if CurrentThread.scheduler != nil {
        unlock()
        CurrentThread.meet(.wait(UInt(bitPattern: place.condition)))
        return lock()
      }
    #endif
    pthread_cond_wait(place.condition, mutex)
  }

  /// Wakes all threads that wait at a place.
  func wake(_ place: Place) {
    CurrentThread.meet(.change(UInt(bitPattern: place.condition)))
    pthread_cond_broadcast(place.condition)
  }
}

extension CurrentThread {
  /// The identity of the current thread.
  static var id: UInt {
    // A pointer or a number, as large as a word on every platform.
    withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
  }

  /// Whether it is the process's first thread.
  static var isMain: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      getThread() == getpid()
    #endif
  }

  /// The addresses of the current thread's stack; nil if they are not known.
  static func findStack() -> Range<UInt>? {
    #if canImport(Darwin)
      let high = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return high - UInt(pthread_get_stacksize_np(pthread_self()))..<high
    #else
      var attributes = pthread_attr_t()
      guard getAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var (low, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(&attributes, &low, &size) == 0 else { return nil }
      return UInt(bitPattern: low)..<UInt(bitPattern: low) + UInt(size)
    #endif
  }
}

#if !canImport(Darwin)
  // Named by their symbols: the headers declare them for programs only that ask for more than the standard.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
  @_silgen_name("gettid")
  private func getThread() -> pid_t
#endif

/// Prints a report on standard error, for which the standard library has no stream.
func printError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
