import Synchronization

/// Numbers of which each is given once in the process.
enum SerialNumber {
  private static let last = Atomic<UInt64>(0)

  /// A number that is greater than every one before.
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
