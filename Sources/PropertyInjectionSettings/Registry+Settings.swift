import Foundation
import PropertyInjection

/// A property that is a setting, for which a key is made.
public struct SettingProperty: Sendable {
  /// The property's name.
  public let name: String
  /// The type that declares the property: a superclass, where it is inherited.
  public let declaringType: Any.Type

  /// The key that it has unless another is made: `MyApp.Player.volume`.
  ///
  /// The type's name with its module is the same in every run of the program: a type that is private to
  /// a file, or local to a function, stands in a context that has an address for a name, which is left
  /// out. The key is put together each time.
  public var defaultKey: String {
    let type = String(reflecting: declaringType)
      .replacingOccurrences(
        of: #"\(unknown context at \$[0-9a-f]+\)\."#, with: "", options: .regularExpression)
    return "\(type).\(name)"
  }
}

extension RegistryProtocol {
  /// Says where settings are kept: the properties that are marked with `@Setting`.
  ///
  /// ```swift
  /// registry.useSettings(in: .suite("com.example.player")) { property in
  ///   "player.\(property.name)"
  /// }
  /// ```
  ///
  /// A registry has one store; a second one is reported, unless it is to replace the first. Two
  /// properties that are stored under one key without having asked for it, or with different types, are
  /// reported.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - key: Makes the key of each property that does not give its own; without it, the key is made of
  ///     the type that declares the property and its name.
  ///   - replacing: Whether to take the place of the store that is there.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  public mutating func useSettings<Store: SettingsStore>(
    in store: Store, key: (@Sendable (SettingProperty) -> String)? = nil, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    withRegistry {
      $0.register(
        .type((any SettingsStore).self), instance: SettingsSource(store, key), replacing: replacing,
        fileID: fileID, line: line)
    }
  }
}
