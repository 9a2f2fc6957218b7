import Foundation
import PropertyInjection

/// Keeps settings in memory, for a preview or a test.
///
/// ```swift
/// registry.useSettings(in: InMemorySettingsStore())
/// ```
/// ```swift
/// @Test(.injecting { $0.useSettings(in: InMemorySettingsStore(["tracker.showsClosed": true])) })
/// func theSettingOfLastTimeCounts() throws {
/// ```
///
/// It stores what `UserDefaults` would store, and returns copies: each access converts the object to
/// bytes or back. It may be used on every thread.
public final class InMemorySettingsStore: SettingsStore {
  // As bytes, so that no object is shared, and an object that is no property list is found at once.
  private let objects: Lock<[String: Data]>

  /// Creates a store with objects of a property list.
  public init(_ objects: [String: Any] = [:]) {
    self.objects = Lock(objects.compactMapValues(Self.data))
  }

  /// The object stored under a key; nil if there is none.
  public func object(forKey key: String) -> Any? {
    objects.withLock { $0[key] }.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, format: nil)
    }
  }

  /// Stores a property-list object under a key; one of another kind removes what was stored.
  public func setObject(_ object: Any, forKey key: String) {
    let data = Self.data(object)
    objects.withLock { $0[key] = data }
  }

  /// Removes the object stored under a key.
  public func removeObject(forKey key: String) { objects.withLock { $0[key] = nil } }

  /// The keys under which an object is stored.
  public var keys: Set<String> { objects.withLock { Set($0.keys) } }

  private static func data(_ object: Any) -> Data? {
    try? PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
  }
}
