#if canImport(Darwin)
  import Darwin
#else
  import Malloc
#endif

/// What the program has allocated.
enum Memory {
  /// Bytes that are allocated and not freed.
  ///
  /// Exact on Linux, for what the main thread allocates.
  static var allocated: Int {
    #if canImport(Darwin)
      Int(mstats().bytes_used)
    #else
      Int(mallinfo2().uordblks + mallinfo2().hblkhd)
    #endif
  }
}
