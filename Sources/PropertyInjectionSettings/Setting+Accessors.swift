import PropertyInjection

extension Setting: AccessorWrapper {
  package static var sourceType: Any.Type { (any SettingsStore).self }
  package static var problem: InjectionIssue.Kind { .noSettingsStore }
  package var detail: String? { key.map(TypeName.quoted) }

  package func accessors(
    for site: PropertySite, from source: UnsafeRawPointer, of isolation: Isolation
  ) -> PropertyAccessors<Value> {
    let bound = source.assumingMemoryBound(to: (any SettingsStore).self).pointee
    let source = bound as? SettingsSource ?? SettingsSource(bound, nil)
    let key = source.key(for: site, explicit: key)
    let store = source.store
    let writesThrough = writesThrough
    // A store may answer a write by writing the property again; that write must reach the store, too. It ends by itself:
    // 32 are told from one that does not.
    return PropertyAccessors(
      get: { _ in
        guard let object = store.object(forKey: key) else { return nil }
        do {
          return try SettingCoding.value(Value.self, from: object)
        } catch let mismatch as SettingCoding.Mismatch {
          site.report(.unreadableSetting(found: mismatch.found), key: key)
        } catch {
          site.report(.unreadableSetting(throwing: error), key: key)
        }
        return nil
      },
      set: { _, value in
        do {
          if let value {
            store.setObject(try SettingCoding.object(for: value), forKey: key)
          } else {
            store.removeObject(forKey: key)
          }
        } catch {
          return site.report(.unwrittenSetting(throwing: error), key: key)
        }
        if writesThrough, !store.synchronize() {
          site.report(.unwrittenSetting(throwing: nil), key: key)
        }
      }, isolation: isolation, deepestWrite: 32)
  }
}
