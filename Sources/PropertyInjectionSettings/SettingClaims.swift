import Foundation
import PropertyInjection

/// A property that is stored under a key.
struct SettingClaim: Sendable {
  let site: PropertySite
  /// Whether the property or the registry's closure has chosen the key.
  let isOnPurpose: Bool

  /// Whether both are one property, or share their key on purpose.
  func goesWith(_ other: SettingClaim) -> Bool {
    if site.name == other.site.name && site.ownerType == other.site.ownerType { return true }
    return isOnPurpose && other.isOnPurpose && site.valueType == other.site.valueType
  }
}

/// The properties that are stored under each key.
final class SettingClaims: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var claims: [String: SettingClaim] = [:]

  /// Adds a claim; returns an earlier claim that it conflicts with.
  func add(_ claim: SettingClaim, to key: String) -> SettingClaim? {
    lock.withLock {
      if let first = claims[key] { return first.goesWith(claim) ? nil : first }
      claims[key] = claim
      return nil
    }
  }
}
