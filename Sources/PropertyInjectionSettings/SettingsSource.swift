import Foundation
import PropertyInjection

/// A property that is a setting, for which a key is made.
public struct SettingProperty: Sendable {
  /// The property's name.
  public let name: String
  /// The type that declares the property: a superclass, where it is inherited.
  public let ownerType: Any.Type
  /// The key that it has if nobody makes another: `MyApp.Player.volume`.
  public let defaultKey: String
}

extension Registry {
  /// Says where settings are kept: the properties that are marked with `@Setting`.
  ///
  /// ```swift
  /// registry.useSettings(in: .suite("com.example.player")) { property in
  ///   "player.\(property.name)"
  /// }
  /// ```
  ///
  /// A registry has one store; a second one is reported, unless it is to replace the first. Two properties
  /// that are stored under one key without having asked for it, or with different types, are reported.
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
    register(
      .type(SettingsSource.self), instance: SettingsSource(store, key), replacing: replacing,
      fileID: fileID, line: line)
  }
}

extension PropertyInjector {
  /// Fills the nil properties of an object, with its settings in another store than the registry's.
  ///
  /// ```swift
  /// injector.injectDependencies(to: player, settings: .suite("com.example.guest"))
  /// ```
  ///
  /// It costs the first injection of a type each time; where many objects share such a store, derive an
  /// injector for them with `overriding`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - store: The store of its settings.
  ///   - key: Makes the key of each property that does not give its own.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  /// - Returns: What was filled and what was not, for those who care.
  @discardableResult
  public func injectDependencies<Object: AnyObject, Store: SettingsStore>(
    to object: Object, settings store: Store,
    key: (@Sendable (SettingProperty) -> String)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionResult {
    let source = SettingsSource(store, key)
    return injectDependencies(
      to: object, on: isolation, at: CodeLocation(fileID: fileID, line: line)
    ) { registry in
      registry.remove(.type(SettingsSource.self))
      registry.register(.type(SettingsSource.self), instance: source)
    }
  }

  /// Fills the nil properties of an object from the process's own injector, with its settings in another
  /// store.
  @discardableResult
  public static func injectDependencies<Object: AnyObject, Store: SettingsStore>(
    to object: Object, settings store: Store,
    key: (@Sendable (SettingProperty) -> String)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionResult {
    shared.injectDependencies(
      to: object, settings: store, key: key, isolation: isolation, fileID: fileID, line: line)
  }
}

/// A store with a way to make keys: what a registry is told about settings.
final class SettingsSource: Sendable {
  let store: any SettingsStore
  private let makeKey: (@Sendable (SettingProperty) -> String)?
  private let claims = Claims()

  init(_ store: any SettingsStore, _ makeKey: (@Sendable (SettingProperty) -> String)?) {
    self.store = store
    self.makeKey = makeKey
  }

  /// The key of a setting; one that it shares with another by mistake is reported.
  func key(for site: PropertySite, explicit: String?) -> String {
    let property = SettingProperty(
      name: site.name, ownerType: site.ownerType,
      defaultKey: "\(Self.name(of: site.ownerType)).\(site.name)")
    let key = explicit ?? makeKey?(property) ?? property.defaultKey
    let claim = Claim(site: site, isOnPurpose: explicit != nil || makeKey != nil)
    if let other = claims.add(claim, to: key) {
      site.report(.settingKeyClash, key: key, other: other.site)
    }
    return key
  }

  /// The type's name with its module: the same in every run of the program.
  ///
  /// A type that is private to a file, or local to a function, stands in a context that has an address
  /// for a name, which is left out.
  private static func name(of type: Any.Type) -> String {
    String(reflecting: type)
      .replacingOccurrences(
        of: #"\(unknown context at \$[0-9a-f]+\)\."#, with: "", options: .regularExpression)
  }
}

/// A property that is stored under a key.
private struct Claim: Sendable {
  let site: PropertySite
  /// Whether somebody has chosen the key.
  let isOnPurpose: Bool

  /// Whether the two are one property, or are meant to share their key.
  func goesWith(_ other: Claim) -> Bool {
    if site.name == other.site.name && site.ownerType == other.site.ownerType { return true }
    return isOnPurpose && other.isOnPurpose && site.valueType == other.site.valueType
  }
}

/// Who is stored under which key.
private final class Claims: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var claims: [String: Claim] = [:]

  /// Adds a claim; returns an earlier one that it does not go with.
  func add(_ claim: Claim, to key: String) -> Claim? {
    lock.withLock {
      if let first = claims[key] { return first.goesWith(claim) ? nil : first }
      claims[key] = claim
      return nil
    }
  }
}
