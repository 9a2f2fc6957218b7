// The functions of the platform's C library that are called, and the platforms that are not supported.

#if arch(wasm32)
  // There a function of C that Swift calls by its symbol has another signature, and the call traps.
  #error("PropertyInjection does not support WebAssembly.")
#elseif _ptrauth(_arm64e)
  // There pointers in metadata are signed.
  #error("PropertyInjection does not support arm64e; build for arm64.")
#endif

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

  // The standard library has no standard error.
  @_silgen_name("write")
  func writeToFileDescriptor(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int
#endif
