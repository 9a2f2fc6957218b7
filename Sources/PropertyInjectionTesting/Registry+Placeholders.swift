import PropertyInjection

extension Registry {
  /// Makes placeholders of all bindings that this configuration inherits, or that its modules
  /// register, but for those of some names or types.
  ///
  /// ```swift
  /// @Test(
  ///   .injecting { registry in
  ///     registry.usePlaceholders()
  ///     registry.register(instance: FakeStore([.first, .old]) as any TicketStore)
  ///     registry.register(instance: FixedTime(day: 40) as any TimeSource)
  ///   })
  /// ```
  ///
  /// A property or a look-up that leads to a placeholder gets no value, and is reported:
  /// `InjectionIssue.Kind.placeholder`. Under the trait `injecting` that is an issue of the test. So a
  /// test uses nothing but what it has registered itself, before or after this call or in a later
  /// trait; what modules register does not count, the test's own ones either. Declarations stay, and so do keys that are bound to
  /// nothing, aliases to what the test registers, and types that make themselves, `Constructible`.
  /// A placeholder with a name goes before what the test registers without one, as every binding with a name does.
  /// It costs the same in a configuration of any size. swift-dependencies calls such values
  /// unimplemented.
  ///
  /// - Parameter bindings: The bindings that stay, by their names, `"pens"`, their keys, `.key(.pens)`, or by their types if they
  ///   have none, `.type((any Clock).self)`: of what the test is about, and of values that use nothing else.
  public mutating func usePlaceholders(except bindings: PlaceholderException...) {
    makePlaceholders(except: bindings.map(\.key))
  }
}

/// A name, or a type without a name, whose bindings are no placeholders.
///
/// A string literal is the name.
public struct PlaceholderException: ExpressibleByStringLiteral, Sendable {
  let key: BindingKey

  /// The bindings of a name.
  public init(stringLiteral name: String) { key = BindingKey(name, nil) }

  /// The binding of a type that is registered without a name.
  public static func type(_ type: Any.Type) -> PlaceholderException {
    PlaceholderException(key: BindingKey(nil, type))
  }

  /// The bindings of a key that the program has written down: `.key(.pens)`.
  public static func key<Value>(_ key: InjectionKey<Value>) -> PlaceholderException {
    PlaceholderException(key: BindingKey(key.name, key.name == nil ? Value.self : nil))
  }

  private init(key: BindingKey) { self.key = key }
}
