import Foundation

/// Collects texts, on any thread.
nonisolated final class Log: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var collected: [String] = []

  var texts: [String] { lock.withLock { collected } }
  func append(_ text: String) { lock.withLock { collected.append(text) } }
}
