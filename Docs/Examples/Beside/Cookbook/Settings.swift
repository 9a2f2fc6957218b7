import Foundation

/// Where settings are kept.
protocol SettingsStore: AnyObject {
  func object(forKey key: String) -> Any?
  func set(_ value: Any?, forKey key: String)
}

extension UserDefaults: SettingsStore {}

final class InMemorySettings: SettingsStore {
  private var values: [String: Any]

  init(_ values: [String: Any] = [:]) { self.values = values }

  func object(forKey key: String) -> Any? { values[key] }
  func set(_ value: Any?, forKey key: String) { values[key] = value }
}
