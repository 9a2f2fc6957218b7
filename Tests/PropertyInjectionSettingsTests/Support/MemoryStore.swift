import Foundation
import PropertyInjectionSettings

/// A store that keeps objects as a property list does, and gives those that Foundation reads from one.
final class MemoryStore: SettingsStore, @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var objects: [String: Data] = [:]

  func object(forKey key: String) -> Any? {
    lock.withLock { objects[key] }.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, format: nil)
    }
  }

  func setObject(_ object: Any, forKey key: String) {
    let data = try? PropertyListSerialization.data(
      fromPropertyList: ["object": object], format: .binary, options: 0)
    let stored = data.flatMap { data -> Data? in
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      return (list as? [String: Any])?["object"].flatMap {
        try? PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
      }
    }
    lock.withLock { objects[key] = stored }
  }

  func removeObject(forKey key: String) { lock.withLock { objects[key] = nil } }
}
