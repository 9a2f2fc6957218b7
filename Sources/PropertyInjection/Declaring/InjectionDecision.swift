/// A closure's decision on one property of an injection.
public enum InjectionDecision {
  /// The property gets this value, in place of what is registered for it.
  ///
  /// The value must fit like a registered instance; if it does not, that is reported and the
  /// property stays nil. A nil is no value: the property is skipped. A property that would be lazy,
  /// a setting, or have accessors is plain then.
  case inject(Any)
  /// The property is left alone.
  case skip
  /// The property is filled as in any other injection.
  case asUsual
}

/// A property that may be injected, as a deciding closure sees it.
public struct InjectionCandidate {
  /// The property's name.
  public let name: String
  /// The type of the object that is being injected.
  public let ownerType: Any.Type
  /// The type that declares the property: the object's type or a superclass.
  public let declaringType: Any.Type
  /// The type of the property, without the optional.
  public let valueType: Any.Type
  /// Whether the property is nil.
  ///
  /// A property that is set is left alone; the decision does not count. A property with accessors
  /// is not read, and counts as set. A setting counts as nil until an injection connects it to its
  /// store.
  public let isNil: Bool
  /// The binding that would be used; nil if none fits, and for a setting.
  public let binding: RegistryEntry?

  /// The kind of the property; when it is made plain again, the kind that it has had.
  public let kind: Kind

  /// The kind of a property, by the way it is filled.
  ///
  /// Its raw value is its name. More kinds may come; keep a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable {
    /// A property that is declared with a key path.
    case declared
    /// A marked property that gets its value from a binding.
    case marked
    /// A marked property whose value is made when it is first read.
    case lazy
    /// A setting, or another wrapper that makes its own accessors.
    case setting
    /// A marked property whose binding gives accessors.
    case intercepted
    /// A stored property that a binding fits, and that is neither declared nor marked.
    ///
    /// No injection sees it; ``PropertyInjector/explain(_:isolation:)-method`` lists it.
    case undeclared
  }

  init(
    of property: InjectableProperty, in objectType: Any.Type, isNil: Bool,
    _ binding: RegistryEntry?,
    _ kind: Kind
  ) {
    name = property.name
    ownerType = objectType
    declaringType = property.ownerType
    valueType = property.valueType
    self.isNil = isNil
    self.binding = binding
    self.kind = kind
  }
}
