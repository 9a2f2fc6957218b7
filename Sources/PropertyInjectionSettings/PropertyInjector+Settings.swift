import PropertyInjection

extension PropertyInjector {
  /// Fills the nil properties of an object, with its settings in another store than the registry's.
  ///
  /// ```swift
  /// injector.injectDependencies(to: player, settings: .suite("com.example.guest"))
  /// ```
  ///
  /// Within a test's override, values of `UserDefaults` are kept in memory.
  ///
  /// Each call costs as much as the first injection of a type; if many objects share such a store,
  /// derive an injector for them with `overriding`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - store: The store of its settings.
  ///   - key: Makes the key of each property that does not give its own; without it, the keys are made as for the registry's
  ///     store.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object: AnyObject, Store: SettingsStore>(
    to object: Object, settings store: Store,
    key: (@Sendable (SettingProperty) -> String)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionResult {
    withSettings(in: store, key).injectDependencies(
      to: object, isolation: isolation, fileID: fileID, line: line)
  }

  /// Fills the nil properties of a struct, with its settings in another store than the registry's.
  @discardableResult
  public func injectDependencies<Value, Store: SettingsStore>(
    to value: inout Value, settings store: Store,
    key: (@Sendable (SettingProperty) -> String)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionResult {
    withSettings(in: store, key).injectDependencies(
      to: &value, isolation: isolation, fileID: fileID, line: line)
  }

  /// The injector for a call that takes settings from this store.
  private func withSettings(
    in store: some SettingsStore, _ key: (@Sendable (SettingProperty) -> String)?
  ) -> PropertyInjector {
    if replacementOrSelf.role == .unconfigured { return self }
    return derived(reportsAsParent: true) { registry in
      let source = SettingsSource(store, key ?? registry.settings?.source.makeKey)
      // A store of another kind may be the test's own.
      let isOfUser = source.store is UserDefaultsStore
      (isOfUser ? source.inTest(of: registry) : source).takePlace(in: &registry)
    }
  }
}
