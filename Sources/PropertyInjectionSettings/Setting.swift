// Exported, so that a file which imports this module needs no second import; and left out of its documentation.
@_documentation(visibility: private) @_exported import PropertyInjection

/// Marks a property as a setting: an injection connects it to a settings store.
///
/// ```swift
/// final class Player {
///   @Setting var username: String?
///   @Setting var volume: Double? = 0.5            // the default
///   @Setting var speed: Double! = 1               // not optional where it is read
///   @Setting("player.theme") var theme: Theme?    // under a key of its own
/// }
/// ```
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.useSettings(in: .standard)
/// }
/// ```
///
/// After the injection, a read reads the store, a write writes to the store, and writing nil
/// removes the stored value. If nothing is stored, the property reads its default, the value that
/// it was declared with; the default is not stored. Before the injection, and after
/// `removeAccessors(of:)`, it is a plain property: an injection leaves it alone if the program has set it.
///
/// Strings, integers except `UInt` and `UInt64`, `Double`, `Float`, `Bool`, `Date`, `Data`, and
/// arrays and dictionaries of them are stored as property-list objects; a value of another
/// `Codable` type is archived as `Data`. A stored value of another type, or one that cannot be
/// decoded, is reported, reads as nil or the default, and stays as it is until the program writes.
/// An integer is read for a floating-point property and the other way round, if nothing is lost.
///
/// The key is made of the type that declares the property and its name, `MyApp.Player.volume`,
/// unless the property gives its own or `registry.useSettings(in:key:)` makes keys in another way.
/// Every read asks the store, on the thread of the access; there is no copy. The idea is
/// DeluxeInjection's `DIDefaults`.
@propertyWrapper
public struct Setting<Value: Codable> {
  // First: an injection finds it there.
  private var mark: Injected<Value>
  private let defaultValue: Value?
  let key: String?
  let writesThrough: Bool

  /// The stored value, or the default if there is none.
  ///
  /// For structs; a class's property is read and written through the subscript below.
  public var wrappedValue: Value? {
    get { mark.wrappedValue ?? defaultValue }
    set { mark.wrappedValue = newValue }
  }

  /// The value of a property of a class, or an actor.
  ///
  /// The compiler uses a subscript with these underscored labels in place of ``wrappedValue``, as
  /// for Combine's `@Published`. With it each access to the storage ends at once, so that a store
  /// may notify observers of a change, and they may use the same property.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Setting>
  ) -> Value? {
    get { owner[keyPath: storage].wrappedValue }
    set {
      // Written through a copy if there is a store. Otherwise the property itself is written, and
      // the copy keeps the old value until the access has ended.
      let old = owner[keyPath: storage].mark
      if old.gate?.write(newValue) == true { return }
      owner[keyPath: storage].mark.wrappedValue = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// A setting: `@Setting var username: String?`.
  ///
  /// With a default: `@Setting var volume: Double? = 0.5`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default, which it reads while nothing is stored.
  ///   - key: The key that it is stored under, in place of the usual one.
  ///   - writesThrough: Whether every change is written to the disk at once, see
  ///     ``SettingsStore/synchronize()``.
  public init(wrappedValue: Value? = nil, _ key: String? = nil, writesThrough: Bool = false) {
    mark = Injected()
    defaultValue = wrappedValue
    self.key = key
    self.writesThrough = writesThrough
  }
}

extension Setting: Sendable where Value: Sendable {}
