/// A place that asks for a value: a property, an argument of an initializer, or a look-up.
///
/// Code that decides by it is handed one: a factory that makes another value for each point
/// (``Provider/perPoint(_:fileID:line:)``), the closure of
/// ``PropertyInjector/injectDependencies(to:isolation:fileID:line:deciding:)-(Object,_,_,_,_)``, and the
/// closure that watches (``Registry/injectionHandler``). The idea is Guice's `InjectionPoint`.
public struct InjectionPoint: @unchecked Sendable {
  // Unchecked: types are constants.

  /// Whether a property, an argument or a look-up asks for the value.
  public let kind: Kind

  /// The type of the object that has the property or takes the argument; nil for a look-up.
  public let ownerType: Any.Type?

  /// The type that declares the property, the owner's or a superclass; nil without a property.
  package var declaringType: Any.Type? { property?.ownerType }

  /// The name of the property; nil for an argument and for a look-up.
  public var name: String? { property?.name }

  /// The name under which the value is looked up; nil if it is looked up by its type alone.
  package var lookedUpName: String? { key.name }

  /// The position of the argument, counted from 1; nil for a property and for a look-up.
  public let argumentPosition: Int?

  /// The type that is asked for, without the optional.
  public var valueType: Any.Type { key.type ?? Any.self }

  /// The binding that the value comes from, of a setting that of its store; nil if none fits.
  public let binding: RegistryEntry?

  /// The place of the call that injects or looks up; nil if nothing is called yet.
  public let injectionLocation: CodeLocation?

  /// The kind of an injection point: the way in which a property is filled, or what else asks.
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
    /// No injection sees it; `explain` of PropertyInjectionChecking lists it.
    case undeclared
    /// An argument of an initializer or a factory.
    case argument
    /// A look-up in the code of the program.
    case lookUp
  }

  private let key: BindingKey
  private let property: InjectableProperty?
  /// Whether it is a property whose type alone has led to the binding.
  package let isByType: Bool

  /// - Parameters:
  ///   - key: The key that is looked up.
  ///   - owner: The type of the object that has the property, or of what takes the argument; nil for a look-up.
  ///   - position: The position of the argument, counted from 1.
  package init(
    _ kind: Kind, _ key: BindingKey, of owner: Any.Type? = nil,
    property: InjectableProperty? = nil, argument position: Int? = nil,
    from binding: RegistryEntry?, isByType: Bool = false, at location: CodeLocation?
  ) {
    self.kind = kind
    self.key = key
    self.property = property
    self.binding = binding
    self.isByType = isByType && binding != nil
    ownerType = owner
    argumentPosition = position
    injectionLocation = location
  }
}

extension InjectionPoint: CustomStringConvertible {
  /// The asker, and the source of its value: `Editor.store <- "store": FileStore`, and of a
  /// property that asks by its type, or whose type alone has answered, `Editor.store <- any Store, by its type`.
  public var description: String {
    let ownerText = ownerType.map(TypeName.of) ?? "?"
    let place =
      switch (name, argumentPosition) {
      case (let name?, _): ownerText + "." + TypeName.shown(name)
      case (nil, let position?): "\(ownerText).init argument \(position)"
      case (nil, nil): BindingKey(lookedUpName, valueType).description
      }
    return "\(place) <- \(binding?.key.description ?? kind.rawValue)"
      + (isByType ? ", by its type" : "")
  }
}

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
