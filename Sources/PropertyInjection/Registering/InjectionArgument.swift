/// Where an initializer's argument comes from.
///
/// ```swift
/// registry.register(
///   .type(House.self), initializer: House.init(address:owner:rooms:),
///   arguments: .byType, .key("owner"), .dynamic)
/// ```
///
/// An argument is found like a property: by the same keys, with the same fit. Where none are given, all
/// are found by type. One that cannot be found is reported with its position and its type, and the
/// initializer is not called; an optional parameter then gets nil. The idea is Blindside's.
public struct InjectionArgument<Value>: @unchecked Sendable {
  // Unchecked: a constant is `Sendable`, the compiler has checked it.

  /// The name of its binding; nil for the type alone, and where no binding is asked.
  let name: String?
  var constant: Value?
  var isDynamic = false

  private init(name: String?) {
    self.name = name
  }

  /// The one binding that fits the parameter's type, or a ``Constructible`` type made anew.
  public static var byType: InjectionArgument { InjectionArgument(name: nil) }

  /// The binding of a name that fits the parameter's type.
  public static func key(_ name: String) -> InjectionArgument {
    InjectionArgument(name: name)
  }

  /// The binding of a typed key: `.key(.clock)`.
  public static func key(_ key: InjectionKey<Value>) -> InjectionArgument {
    InjectionArgument(name: key.name)
  }

  /// What the caller of ``PropertyInjector/make(_:_:isolation:fileID:line:)-(InjectionKey<Value>,_,_,_,_)`` supplies, in order.
  public static var dynamic: InjectionArgument {
    var argument = InjectionArgument(name: nil)
    argument.isDynamic = true
    return argument
  }
}

extension InjectionArgument where Value: Sendable {
  /// A constant.
  public static func value(_ value: Value) -> InjectionArgument {
    var argument = InjectionArgument(name: nil)
    argument.constant = value
    return argument
  }
}

/// A parameter of an initializer or a factory and where its argument comes from, without its type.
@usableFromInline
final class Parameter: @unchecked Sendable {
  // Unchecked: constant; a constant argument is `Sendable`.
  let type: Any.Type
  /// The key of its binding; not used where no binding is asked.
  let key: BindingKey
  /// Whether the caller supplies the argument.
  let isDynamic: Bool
  let constant: CachedValue?
  /// What the type wraps, if it is an optional.
  let wrappedType: Any.Type?
  /// The key that is looked up: an optional asks for what it wraps.
  var wrappedKey: BindingKey { wrappedType.map { BindingKey(key.name, $0) } ?? key }

  @usableFromInline
  init<Value>(_ argument: InjectionArgument<Value>) {
    type = Value.self
    key = BindingKey(argument.name, Value.self)
    isDynamic = argument.isDynamic
    constant = argument.constant.map { value in
      let cached = CachedValue()
      cached.keep(value)
      return cached
    }
    wrappedType = TypeMetadata(Value.self).wrappedType
  }
}
