// What the platform's C library is needed for: threads, and standard error.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// An address of each thread's own; nil until it is set on the thread.
///
/// A task local will not do for what a thread runs: `Task.immediateDetached` runs on the thread that calls it, and
/// does not inherit task locals.
struct ThreadSlot {
  /// Nil if the process has no key left.
  private let key: pthread_key_t?

  init() {
    var key: pthread_key_t = 0
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  var address: UnsafeRawPointer? {
    get { key.flatMap { UnsafeRawPointer(pthread_getspecific($0)) } }
    nonmutating set { if let key { pthread_setspecific(key, newValue) } }
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
  // Named by its symbol: the headers declare it for programs only that ask for more than the standard.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif

/// Prints a report on standard error, for which the standard library has no stream.
func printError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
