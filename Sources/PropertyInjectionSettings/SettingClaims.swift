import Foundation
import PropertyInjection

/// A property that is stored under a key.
struct SettingClaim: Sendable {
  let site: PropertySite
  /// Whether somebody has chosen the key.
  let isOnPurpose: Bool

  /// Whether the two are one property, or are meant to share their key.
  func goesWith(_ other: SettingClaim) -> Bool {
    if site.name == other.site.name && site.ownerType == other.site.ownerType { return true }
    return isOnPurpose && other.isOnPurpose && site.valueType == other.site.valueType
  }
}

/// Who is stored under which key.
final class SettingClaims: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var claims: [String: SettingClaim] = [:]

  /// Adds a claim; returns an earlier one that it does not go with.
  func add(_ claim: SettingClaim, to key: String) -> SettingClaim? {
    lock.withLock {
      if let first = claims[key] { return first.goesWith(claim) ? nil : first }
      claims[key] = claim
      return nil
    }
  }
}
