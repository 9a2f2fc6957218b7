/// Where an initializer's argument comes from.
///
/// ```swift
/// registry.register(
///   .type(House.self),
///   .initializer(House.init(address:owner:rooms:), .byType, .key("owner"), .dynamic))
/// ```
///
/// An argument is found like a property: by the same keys, with the same fit. If they are left out,
/// all are found by type; with `byTypeExcept:` all but some. If an argument cannot be found, that is
/// reported with its position and type and the initializer is not called; an optional parameter gets nil
/// instead. The idea is Blindside's.
public struct InjectionArgument<Value>: Sendable {
  @usableFromInline let parameter: Parameter

  private init(
    _ form: BindingKey.Form = .typeAlone, isDynamic: Bool = false, constant: CachedValue? = nil
  ) {
    parameter = Parameter(BindingKey(form, Value.self), isDynamic, constant)
  }

  /// The one binding that fits the parameter's type, or a ``Constructible`` type made anew.
  public static var byType: InjectionArgument { InjectionArgument() }

  /// The binding of a key, `.key(.clock)`, or all bindings that fit the elements of a collection, `.key(.all)`.
  public static func key(_ key: InjectionKey<Value>) -> InjectionArgument {
    InjectionArgument(key.form)
  }

  /// The binding of a name that fits the parameter's type: `.key("depth")`.
  @_disfavoredOverload  // For a pack, in which a literal is no key.
  public static func key(_ name: String) -> InjectionArgument { InjectionArgument(.named(name)) }

  /// A run-time argument, in order: the caller of `instance(for:)` or `instance(of:)` supplies it.
  public static var dynamic: InjectionArgument { InjectionArgument(isDynamic: true) }

  /// A run-time argument of a type, where the parameter does not tell it: `byTypeExcept: .dynamic(Int.self)`.
  public static func dynamic(_ type: Value.Type) -> InjectionArgument { .dynamic }
}

extension InjectionArgument where Value: Sendable {
  /// A constant.
  public static func value(_ value: Value) -> InjectionArgument {
    let constant = CachedValue(of: Value.self)
    constant.keep(value)
    return InjectionArgument(constant: constant)
  }
}

/// A parameter of an initializer or a factory, and where its argument comes from, type-erased.
@usableFromInline
package final class Parameter: @unchecked Sendable {
  // Unchecked: all is constant, and a constant argument is `Sendable`.
  package var type: Any.Type { key.type ?? Never.self }
  /// The key of its binding, of which only the type is used if no binding is looked up.
  let key: BindingKey
  /// Whether the caller supplies the argument.
  package let isDynamic: Bool
  package let constant: CachedValue?
  /// The wrapped type of an optional; nil for any other type.
  package let wrappedType: Any.Type?
  /// The key that is looked up: that of the wrapped type, for an optional.
  package var wrappedKey: BindingKey { wrappedType.map { BindingKey(key.form, $0) } ?? key }

  fileprivate init(_ key: BindingKey, _ isDynamic: Bool, _ constant: CachedValue?) {
    self.key = key
    self.isDynamic = isDynamic
    self.constant = constant
    wrappedType = key.type.flatMap { TypeMetadata($0).wrappedType }
  }

  /// The same argument for a parameter whose type is the optional of its own.
  func wrapped(for parameter: Parameter) -> Parameter {
    func wrap<Value>(_: Value.Type) -> CachedValue? {
      guard let value = constant?.value else { return nil }
      let wrapped = CachedValue(of: Value?.self)
      wrapped.keep(Optional(value.assumingMemoryBound(to: Value.self).pointee))
      return wrapped
    }
    return Parameter(
      BindingKey(key.form, parameter.type), isDynamic, _openExistential(type, do: wrap))
  }
}
