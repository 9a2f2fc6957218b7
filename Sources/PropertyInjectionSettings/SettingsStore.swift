import Foundation

/// Where settings are kept.
///
/// ``UserDefaultsStore`` keeps them in `UserDefaults`, ``InMemorySettingsStore`` in memory, for tests. A store of your own
/// keeps them elsewhere:
///
/// ```swift
/// final class MemoryStore: SettingsStore {
///   private let objects = Mutex<[String: Data]>([:])
///
///   func object(forKey key: String) -> Any? {
///     objects.withLock { $0[key] }.flatMap {
///       try? PropertyListSerialization.propertyList(from: $0, format: nil)
///     }
///   }
///   func setObject(_ object: Any, forKey key: String) {
///     let data = try? PropertyListSerialization.data(
///       fromPropertyList: object, format: .binary, options: 0)
///     objects.withLock { $0[key] = data }
///   }
///   func removeObject(forKey key: String) {
///     objects.withLock { $0[key] = nil }
///   }
/// }
/// ```
///
/// A store is asked on the thread of each access, with no lock held. It takes and returns
/// property-list objects: strings, numbers, `Bool`, `Date`, `Data`, arrays, and dictionaries with
/// string keys.
public protocol SettingsStore: Sendable {
  /// The object stored under a key; nil if there is none.
  func object(forKey key: String) -> Any?

  /// Stores a property-list object under a key.
  func setObject(_ object: Any, forKey key: String)

  /// Removes the object stored under a key.
  func removeObject(forKey key: String)

  /// Writes changes to the disk; false if that has failed.
  ///
  /// Called after a change of a setting that writes through. By default there is nothing to do.
  func synchronize() -> Bool
}

extension SettingsStore {
  /// Does nothing, for a store that stores each object at once.
  public func synchronize() -> Bool { true }
}

/// The settings of `UserDefaults`: the program's own, or those of a suite.
public struct UserDefaultsStore: SettingsStore, @unchecked Sendable {
  // Unchecked: `UserDefaults` is documented to be safe on all threads; a test runs it on several.
  private let defaults: UserDefaults
  private let suite: String?

  /// The settings of a `UserDefaults` object.
  public init(_ defaults: UserDefaults) { self.init(defaults, suite: nil) }

  fileprivate init(_ defaults: UserDefaults, suite: String?) {
    self.defaults = defaults
    self.suite = suite
  }

  /// The identity of a store: the name of a suite, the object, or the type of a store of the program's own.
  enum Identity: Hashable, @unchecked Sendable {
    // Unchecked: only its identity is used.
    case suite(String)
    case object(UserDefaults)
    case otherStore(ObjectIdentifier)
  }

  var identity: Identity { suite.map(Identity.suite) ?? .object(defaults) }

  /// The object stored under a key, or registered as its default.
  public func object(forKey key: String) -> Any? { defaults.object(forKey: key) }

  /// Stores a property-list object under a key.
  public func setObject(_ object: Any, forKey key: String) {
    defaults.set(object, forKey: key)
    writeIfNothingElseDoes()
  }

  /// Removes the object stored under a key.
  public func removeObject(forKey key: String) {
    // Not by setting nil: some versions of Foundation then choose the overload for a URL.
    defaults.removeObject(forKey: key)
    writeIfNothingElseDoes()
  }

  /// Writes a change on Linux, where a program would lose it at its end; on Apple's platforms the system writes.
  private func writeIfNothingElseDoes() {
    #if !canImport(Darwin)
      _ = defaults.synchronize()
    #endif
  }

  /// Writes changes to the disk.
  public func synchronize() -> Bool { defaults.synchronize() }
}

extension SettingsStore where Self == UserDefaultsStore {
  /// The program's own settings, `UserDefaults.standard`.
  public static var standard: UserDefaultsStore { UserDefaultsStore(.standard) }

  /// The settings of a suite, which several programs may share.
  ///
  /// The name of the program's own suite stands for ``standard``.
  public static func suite(_ name: String) -> UserDefaultsStore {
    UserDefaults(suiteName: name).map { UserDefaultsStore($0, suite: name) } ?? .standard
  }
}
