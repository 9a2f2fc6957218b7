/// Where an initializer's argument comes from.
///
/// ```swift
/// registry.register(
///   House.self, initializer: House.init(address:owner:rooms:),
///   arguments: .byType, .named("owner"), .dynamic)
/// ```
///
/// An argument is found like a property: by the same keys, with the same fit. Where none are given, all
/// are found by type. One that cannot be found is reported with its position and its type, and the
/// initializer is not called; an optional parameter then gets nil. The idea is Blindside's.
public struct InjectionArgument<Value>: @unchecked Sendable {
  // Unchecked: a constant is `Sendable`, the compiler has checked it.
  enum Source {
    /// Of a name, or of the type alone.
    case key(String?)
    case constant(Value)
    case dynamic
  }

  let source: Source

  var isDynamic: Bool {
    if case .dynamic = source { true } else { false }
  }

  /// The one binding that fits the parameter's type, or a ``Constructible`` type made anew.
  public static var byType: InjectionArgument { InjectionArgument(source: .key(nil)) }

  /// The binding of a name that fits the parameter's type.
  public static func named(_ name: String) -> InjectionArgument {
    InjectionArgument(source: .key(name))
  }

  /// The binding of a key.
  public static func key(_ key: InjectionKey<Value>) -> InjectionArgument {
    InjectionArgument(source: .key(key.name))
  }

  /// What the caller of ``PropertyInjector/make(_:_:isolation:fileID:line:)-(Value.Type,_,_,_,_)`` supplies, in order.
  public static var dynamic: InjectionArgument { InjectionArgument(source: .dynamic) }
}

extension InjectionArgument where Value: Sendable {
  /// A constant.
  public static func value(_ value: Value) -> InjectionArgument {
    InjectionArgument(source: .constant(value))
  }
}

extension InjectionArgument: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// The binding of a literal name, like ``named(_:)``.
  public init(stringLiteral name: String) {
    self = .named(name)
  }
}

/// A parameter of an initializer or a factory, for whoever has only the types.
struct Parameter {
  let type: Any.Type
  /// Whether the caller supplies it.
  let isDynamic: Bool

  init<Value>(_ argument: InjectionArgument<Value>) {
    type = Value.self
    isDynamic = argument.isDynamic
  }

  init(dynamic type: Any.Type) {
    self.type = type
    isDynamic = true
  }
}
