import PropertyInjection

/// A store together with a closure that makes keys, as a registry binds them.
///
/// It is bound as a `SettingsStore`, so that reports show a store, and so that a store that is
/// bound directly works as well.
package struct SettingsSource: SettingsStore {
  package let store: any SettingsStore
  let makeKey: (@Sendable (SettingProperty) -> String)?
  private let claims = SettingClaims()

  init(_ store: any SettingsStore, _ makeKey: (@Sendable (SettingProperty) -> String)?) {
    self.store = store
    self.makeKey = makeKey
  }

  package func object(forKey key: String) -> Any? { store.object(forKey: key) }
  package func setObject(_ object: Any, forKey key: String) {
    store.setObject(object, forKey: key)
  }
  package func removeObject(forKey key: String) { store.removeObject(forKey: key) }
  package func synchronize() -> Bool { store.synchronize() }

  /// Whether it keeps settings where the next run of the program finds them.
  package var isLasting: Bool { !(store is InMemorySettingsStore) }

  /// The same keys in memory, if the registry is of a test: a test would read and write what the user has.
  package func inTest(of registry: Registry) -> SettingsSource {
    guard let settings = registry.testSettings as? SettingsOfTest, isLasting else { return self }
    return SettingsSource(settings.inMemory(store), makeKey)
  }

  /// Makes this the store of a registry.
  func takePlace(in registry: inout Registry) {
    registry.remove(.type((any SettingsStore).self))
    registry.register(.type((any SettingsStore).self), instance: self)
  }

  /// The key of a setting; a key that it shares with another by mistake is reported.
  func key(for site: PropertySite, explicit: String?) -> String {
    let property = SettingProperty(name: site.property.name, declaringType: site.property.ownerType)
    let key = explicit ?? makeKey?(property) ?? property.defaultKey
    let claim = SettingClaim(
      property: site.property, isOnPurpose: explicit != nil || makeKey != nil)
    if let other = claims.add(claim, to: key) {
      site.report(.settingKeyClash, key: key, other: other.entry)
    }
    return key
  }
}

/// The stores in memory of a test, one in place of each of the user.
package final class SettingsOfTest: Sendable {
  private let stores = Lock<[UserDefaultsStore.Identity: InMemorySettingsStore]>([:])

  package init() {}

  fileprivate func inMemory(_ store: any SettingsStore) -> InMemorySettingsStore {
    let identity =
      (store as? UserDefaultsStore)?.identity ?? .otherStore(ObjectIdentifier(type(of: store)))
    return stores.withLock { stores in
      let inMemory = stores[identity] ?? InMemorySettingsStore()
      stores[identity] = inMemory
      return inMemory
    }
  }
}

extension Registry {
  /// The store of the settings, and the binding that has it; nil if there is none, or another kind of binding.
  package var settings: (source: SettingsSource, binding: Binding)? {
    guard let binding = bindings.binding(BindingKey(nil, (any SettingsStore).self)),
      let store = binding.instance?.value(as: (any SettingsStore).self, isOnActor: false),
      let source = store as? SettingsSource
    else { return nil }
    return (source, binding)
  }
}
