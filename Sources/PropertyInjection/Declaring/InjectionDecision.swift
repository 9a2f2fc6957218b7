/// What is to happen to one property of an object, in an injection that decides on each of them.
public enum InjectionDecision {
  /// The property gets this value, whatever is registered for it.
  ///
  /// It fits as a registered instance would; one that does not is reported, and the property stays nil.
  /// A nil is no value: the property is skipped. A lazy property, and one that a setting or accessors
  /// would fill, is plain then.
  case inject(Any)
  /// The property is left alone.
  case skip
  /// The property is filled as in any other injection.
  case asUsual
}

/// A property that may be injected, before it is decided on.
public struct InjectionCandidate {
  /// The property's name.
  public let name: String
  /// The type of the object that is being injected.
  public let ownerType: Any.Type
  /// The type that has the property: that of the object, or a superclass.
  public let declaringType: Any.Type
  /// The type of the property, without the optional.
  public let valueType: Any.Type
  /// Whether the property is nil.
  ///
  /// What is set is left alone, whatever is decided. A property with accessors is not read, and counts
  /// as set; a setting is nil until it is a window, though it reads its default.
  public let isNil: Bool
  /// The binding that would be used; nil where nothing fits, and for a setting.
  public let binding: RegistryEntry?

  /// What kind of property it is; for one that is to be plain again, what it has been.
  public let kind: Kind

  /// What kind of property one is, by what fills it.
  ///
  /// Its raw value is its name. More kinds may come; keep a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable {
    /// It is declared with a key path.
    case declared
    /// It is marked, and gets its value from a binding.
    case marked
    /// It is marked, and its value is made when it is first read.
    case lazy
    /// It is a setting, or another wrapper that makes its own accessors.
    case setting
    /// It is marked, and its binding gives accessors.
    case intercepted
  }

  init(
    of site: InjectableProperty, in objectType: Any.Type, isNil: Bool, _ binding: RegistryEntry?,
    _ kind: Kind
  ) {
    name = site.name
    ownerType = objectType
    declaringType = site.ownerType
    valueType = site.valueType
    self.isNil = isNil
    self.binding = binding
    self.kind = kind
  }
}
