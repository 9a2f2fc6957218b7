import PropertyInjection

/// Marks a property as a setting: at injection it becomes a window onto a settings store.
///
/// ```swift
/// final class Player {
///   @Setting var username: String?
///   @Setting var volume: Double? = 0.5            // the default
///   @Setting("player.theme") var theme: Theme?    // under a key of its own
/// }
/// ```
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.useSettings(in: .standard)
/// }
/// ```
///
/// From then on reading it reads the store, writing to it writes to the store, and nil removes what is
/// stored. Where nothing is stored it reads its default, the value that it was declared with; that one
/// is not stored. Until it is injected, and once `makePlain(_:)` has taken the window
/// off, it is a plain property: one that the program has set is left alone by an injection.
///
/// Strings, integers but `UInt` and `UInt64`, `Double`, `Float`, `Bool`, `Date`, `Data`, and arrays and
/// dictionaries of them are stored as what they are in a property list; a value of another `Codable`
/// type is archived as `Data`. What is stored and is of another type, or cannot be decoded, is
/// reported, reads as nil or the default, and stays as it is until the program writes. An integer is
/// read for a floating-point property and the other way round, where nothing is lost.
///
/// The key is made of the type that declares the property and its name, `MyApp.Player.volume`, unless
/// the property gives its own or
/// `registry.useSettings(in:key:)` makes keys in another way.
/// Every read asks the store; there is no copy. It is used on the thread of the access. The idea is
/// DeluxeInjection's `DIDefaults`.
@propertyWrapper
public struct Setting<Value: Codable> {
  private var mark: Injected<Value>
  private let defaultValue: Value?

  /// What is stored, or else the default.
  ///
  /// For structs; a class's property is read and written through the subscript below.
  public var wrappedValue: Value? {
    get { mark.wrappedValue ?? defaultValue }
    set { mark.wrappedValue = newValue }
  }

  /// The value of a property of a class, or an actor.
  ///
  /// The compiler uses a subscript with these underscored labels in place of ``wrappedValue``, as it does for
  /// Combine's `@Published`. With it each access is over at once: a store may tell observers of a change, which
  /// use the same property.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Setting>
  ) -> Value? {
    get { owner[keyPath: storage].wrappedValue }
    set {
      // A copy will do where a store is written to; otherwise the property itself is, and what it held goes
      // with the copy, once the access is over.
      let old = owner[keyPath: storage].mark
      if old.writeThroughGate(newValue) { return }
      owner[keyPath: storage].mark.wrappedValue = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// A setting: `@Setting var username: String?`, or with a default, `@Setting var volume: Double? = 0.5`.
  ///
  /// - Parameters:
  ///   - wrappedValue: What it reads as long as nothing is stored.
  ///   - key: The key that it is stored under, if the usual one will not do.
  ///   - writesThrough: Whether every change is written to the disk at once, see
  ///     ``SettingsStore/synchronize()``.
  public init(wrappedValue: Value? = nil, _ key: String? = nil, writesThrough: Bool = false) {
    defaultValue = wrappedValue
    mark = Injected(
      nil, MarkRequest(SettingRequest<Value>(key: key, writesThrough: writesThrough)))
  }
}
