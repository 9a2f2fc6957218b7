// The functions of the platform's C library that are called.

#if os(Windows)
  // Never run: only the types have been checked, against declarations written by hand.
  private import WinSDK
  private import ucrt

  func identifyThread() -> UInt { UInt(GetCurrentThreadId()) }

  func createThreadKey(_ key: UnsafeMutablePointer<UInt>, _ destructor: UnsafeRawPointer?) -> Int32
  {
    let index = TlsAlloc()
    key.pointee = UInt(index)
    return index == .max ? 1 : 0
  }

  func threadValue(of key: UInt) -> UnsafeMutableRawPointer? { TlsGetValue(DWORD(key)) }

  func setThreadValue(of key: UInt, _ value: UnsafeRawPointer?) {
    _ = TlsSetValue(DWORD(key), UnsafeMutableRawPointer(mutating: value))
  }

  func initializeMonitor(_ mutex: UnsafeMutableRawPointer, _ condition: UnsafeMutableRawPointer) {
    InitializeSRWLock(mutex.assumingMemoryBound(to: SRWLOCK.self))
    InitializeConditionVariable(condition.assumingMemoryBound(to: CONDITION_VARIABLE.self))
  }

  func lockMutex(_ mutex: UnsafeMutableRawPointer) {
    AcquireSRWLockExclusive(mutex.assumingMemoryBound(to: SRWLOCK.self))
  }

  func unlockMutex(_ mutex: UnsafeMutableRawPointer) {
    ReleaseSRWLockExclusive(mutex.assumingMemoryBound(to: SRWLOCK.self))
  }

  func waitForCondition(_ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer) {
    _ = SleepConditionVariableSRW(
      condition.assumingMemoryBound(to: CONDITION_VARIABLE.self),
      mutex.assumingMemoryBound(to: SRWLOCK.self), INFINITE, 0)
  }

  func wakeAll(_ condition: UnsafeMutableRawPointer) {
    WakeAllConditionVariable(condition.assumingMemoryBound(to: CONDITION_VARIABLE.self))
  }

  func findStack() -> Range<UInt>? {
    var (low, high): (UInt64, UInt64) = (0, 0)
    GetCurrentThreadStackLimits(&low, &high)
    return UInt(low)..<UInt(high)
  }

  func writeToFileDescriptor(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    Int(_write(descriptor, bytes, UInt32(clamping: count)))
  }
#else
  // No platform library is imported: these are one symbol each on every POSIX system, and take and return plain words.
  // `pthread_self` gives a pointer or a number as large as one.
  @_silgen_name("pthread_self")
  func identifyThread() -> UInt

  // A task local will not do for what a thread runs: `Task.immediateDetached` runs on the thread that calls it, and
  // does not inherit task locals.
  @_silgen_name("pthread_key_create")
  func createThreadKey(_ key: UnsafeMutablePointer<UInt>, _ destructor: UnsafeRawPointer?) -> Int32

  @_silgen_name("pthread_getspecific")
  func threadValue(of key: UInt) -> UnsafeMutableRawPointer?

  @_silgen_name("pthread_setspecific") @discardableResult
  func setThreadValue(of key: UInt, _ value: UnsafeRawPointer?) -> Int32

  @_silgen_name("pthread_mutex_init") @discardableResult
  private func initializeMutex(
    _ mutex: UnsafeMutableRawPointer, _ attributes: UnsafeRawPointer?
  ) -> Int32

  @_silgen_name("pthread_cond_init") @discardableResult
  private func initializeCondition(
    _ condition: UnsafeMutableRawPointer, _ attributes: UnsafeRawPointer?
  ) -> Int32

  func initializeMonitor(_ mutex: UnsafeMutableRawPointer, _ condition: UnsafeMutableRawPointer) {
    initializeMutex(mutex, nil)
    initializeCondition(condition, nil)
  }

  @_silgen_name("pthread_mutex_lock") @discardableResult
  func lockMutex(_ mutex: UnsafeMutableRawPointer) -> Int32

  @_silgen_name("pthread_mutex_unlock") @discardableResult
  func unlockMutex(_ mutex: UnsafeMutableRawPointer) -> Int32

  @_silgen_name("pthread_cond_wait") @discardableResult
  func waitForCondition(
    _ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer
  ) -> Int32

  @_silgen_name("pthread_cond_broadcast") @discardableResult
  func wakeAll(_ condition: UnsafeMutableRawPointer) -> Int32

  // The standard library has no standard error.
  @_silgen_name("write")
  func writeToFileDescriptor(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int

  #if canImport(Darwin)
    @_silgen_name("pthread_get_stackaddr_np")
    private func stackStart(of thread: UInt) -> UInt

    @_silgen_name("pthread_get_stacksize_np")
    private func stackSize(of thread: UInt) -> UInt

    func findStack() -> Range<UInt>? {
      let thread = identifyThread()
      let high = stackStart(of: thread)
      return high - stackSize(of: thread)..<high
    }
  #else
    // Declared by the C library for programs that ask for more than the standard.
    @_silgen_name("pthread_getattr_np")
    private func getAttributes(_ thread: UInt, _ attributes: UnsafeMutableRawPointer) -> Int32

    @_silgen_name("pthread_attr_getstack")
    private func getStack(
      _ attributes: UnsafeMutableRawPointer, _ low: UnsafeMutablePointer<UInt>,
      _ size: UnsafeMutablePointer<UInt>
    ) -> Int32

    @_silgen_name("pthread_attr_destroy") @discardableResult
    private func destroyAttributes(_ attributes: UnsafeMutableRawPointer) -> Int32

    func findStack() -> Range<UInt>? {
      // Twice as large as the attributes are on any platform.
      let attributes = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)
      defer { attributes.deallocate() }
      guard getAttributes(identifyThread(), attributes) == 0 else { return nil }
      defer { destroyAttributes(attributes) }
      var (low, size): (UInt, UInt) = (0, 0)
      guard getStack(attributes, &low, &size) == 0 else { return nil }
      return low..<low + size
    }
  #endif
#endif
