import PropertyInjection

/// A store with a way to make keys: what a registry is told about settings.
///
/// It is bound as the store that it is, so that reports speak of one and a store that is bound in
/// another way serves as well.
struct SettingsSource: SettingsStore {
  let store: any SettingsStore
  private let makeKey: (@Sendable (SettingProperty) -> String)?
  private let claims = SettingClaims()

  init(_ store: any SettingsStore, _ makeKey: (@Sendable (SettingProperty) -> String)?) {
    self.store = store
    self.makeKey = makeKey
  }

  func object(forKey key: String) -> Any? { store.object(forKey: key) }
  func setObject(_ object: Any, forKey key: String) { store.setObject(object, forKey: key) }
  func removeObject(forKey key: String) { store.removeObject(forKey: key) }
  func synchronize() -> Bool { store.synchronize() }

  /// Makes it the store of a registry.
  func takePlace(in registry: inout Registry) {
    registry.remove(.type((any SettingsStore).self))
    registry.register(.type((any SettingsStore).self), instance: self)
  }

  /// The key of a setting; one that it shares with another by mistake is reported.
  func key(for site: PropertySite, explicit: String?) -> String {
    let property = SettingProperty(name: site.name, declaringType: site.ownerType)
    let key = explicit ?? makeKey?(property) ?? property.defaultKey
    let claim = SettingClaim(site: site, isOnPurpose: explicit != nil || makeKey != nil)
    if let other = claims.add(claim, to: key) {
      site.report(.settingKeyClash, key: key, other: other.site)
    }
    return key
  }
}
