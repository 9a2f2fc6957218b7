import PropertyInjection
import PropertyInjectionSettings

/// Keeps settings as it is given them.
package final class PlainStore: SettingsStore {
  private let objects = Locked<[String: Any]>([:])

  package init() {}

  package func object(forKey key: String) -> Any? { objects.withLock { $0[key] } }
  package func setObject(_ object: Any, forKey key: String) {
    objects.withLock { $0[key] = object }
  }
  package func removeObject(forKey key: String) { objects.withLock { $0[key] = nil } }
}
