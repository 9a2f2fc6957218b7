import PropertyInjection

/// A property that is a setting, as a closure that makes its key sees it.
public struct SettingProperty: Sendable {
  /// The property's name.
  public let name: String
  /// The type that declares the property: a superclass, where it is inherited.
  public let declaringType: Any.Type

  /// The key that the property has by default: `MyApp.Player.volume`.
  ///
  /// It is the same in every run of the program. A type that is private to a file, or local to a
  /// function, has a context whose name is an address, so that context is left out. The key is
  /// built at each read.
  public var defaultKey: String {
    "\(TypeName.qualified(declaringType)).\(name)"
  }
}

extension RegistryProtocol {
  /// Names the store of the settings, the properties that are marked with `@Setting`.
  ///
  /// ```swift
  /// registry.useSettings(in: .suite("com.example.player")) { property in
  ///   "player.\(property.name)"
  /// }
  /// ```
  ///
  /// A registry has one store; a second one is reported, unless it says `replacing`. Two properties
  /// with the same key are reported, unless both have a chosen key, not the default one, and the
  /// same type.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - key: Makes the key of each property that does not give its own; without it, the key is
  ///     made as for the store that this one takes the place of, or of the type that declares the property and its name.
  ///   - replacing: Whether to replace the present store.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public mutating func useSettings<Store: SettingsStore>(
    in store: Store, key: (@Sendable (SettingProperty) -> String)? = nil, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    withRegistry { registry in
      var source = SettingsSource(store, key ?? registry.settings?.source.makeKey)
      // In a test what a module keeps is kept in memory, and does not take the place of the store that the test has.
      if let layer = registry.testLayer, registry.module != nil, source.isLasting {
        if let other = registry.settings?.binding, other.layer >= layer { return }
        source = source.inTest(of: registry)
      }
      registry.register(
        .type((any SettingsStore).self), instance: source, replacing: replacing, fileID: fileID,
        line: line)
    }
  }
}
