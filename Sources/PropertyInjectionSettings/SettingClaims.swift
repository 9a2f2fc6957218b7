import PropertyInjection

/// A property that is stored under a key.
///
/// It outlives the injection that has claimed the key, and holds only the property: that of a mark captures no object.
struct SettingClaim: Sendable {
  let property: InjectableProperty
  /// Whether the property or the registry's closure has chosen the key.
  let isOnPurpose: Bool

  /// The property under its full name, as the report of another one shows it.
  var entry: RegistryEntry {
    RegistryEntry(BindingKey(property.fullName, property.valueType), at: nil, nil)
  }

  /// Whether both are one property, or share their key on purpose.
  func goesWith(_ other: SettingClaim) -> Bool {
    if property.name == other.property.name, property.ownerType == other.property.ownerType {
      return true
    }
    return isOnPurpose && other.isOnPurpose && property.valueType == other.property.valueType
  }
}

/// The properties that are stored under each key; of a program that makes keys without end, the first ones.
final class SettingClaims: Sendable {
  private let claims = Lock<[String: SettingClaim]>([:])
  private static let mostKeys = 1000

  /// Adds a claim; returns an earlier claim that it conflicts with.
  func add(_ claim: SettingClaim, to key: String) -> SettingClaim? {
    claims.withLock { claims in
      if let first = claims[key] { return first.goesWith(claim) ? nil : first }
      if claims.count < Self.mostKeys { claims[key] = claim }
      return nil
    }
  }
}
