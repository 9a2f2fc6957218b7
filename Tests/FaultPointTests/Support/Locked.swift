import Foundation

/// A value that one thread at a time gets at, with a lock that sanitizers know.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is only touched under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
