import Foundation
import PropertyInjection

/// A property that is stored under a key.
///
/// It outlives the injection that has claimed the key, and holds only what names the property.
struct SettingClaim: @unchecked Sendable {
  // Unchecked: types are constants.
  private let name: String
  private let ownerType: Any.Type
  private let valueType: Any.Type
  /// The property, as the report of another one shows it.
  let entry: RegistryEntry
  /// Whether the property or the registry's closure has chosen the key.
  private let isOnPurpose: Bool

  init(_ site: PropertySite, isOnPurpose: Bool) {
    name = site.property.name
    ownerType = site.property.ownerType
    valueType = site.property.valueType
    // Under its full name, as the report of another one shows it.
    entry = RegistryEntry(BindingKey(site.property.fullName, valueType), at: nil, nil)
    self.isOnPurpose = isOnPurpose
  }

  /// Whether both are one property, or share their key on purpose.
  func goesWith(_ other: SettingClaim) -> Bool {
    if name == other.name && ownerType == other.ownerType { return true }
    return isOnPurpose && other.isOnPurpose && valueType == other.valueType
  }
}

/// The properties that are stored under each key; of a program that makes keys without end, the first ones.
final class SettingClaims: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var claims: [String: SettingClaim] = [:]
  private static let mostKeys = 1000

  /// Adds a claim; returns an earlier claim that it conflicts with.
  func add(_ claim: SettingClaim, to key: String) -> SettingClaim? {
    lock.withLock {
      if let first = claims[key] { return first.goesWith(claim) ? nil : first }
      if claims.count < Self.mostKeys { claims[key] = claim }
      return nil
    }
  }
}
