/// What a factory makes a value for: a property, an argument, or a look-up of the program.
///
/// ```swift
/// registry.register(
///   "log",
///   .request { injector, request in
///     Log(for: request.ownerType.map { "\($0)" } ?? "program")
///   })
/// ```
///
/// A factory that takes a request makes a value for each, which is never kept: a kept value would
/// depend on the request that came first. The idea is Guice's `InjectionPoint`.
public struct InjectionRequest: @unchecked Sendable {
  // Unchecked: types are constants.

  /// The type of the object that has the property or takes the argument; nil for a look-up.
  public let ownerType: Any.Type?

  /// The name of the property or of the look-up; nil for an argument, and for a type alone.
  public let name: String?

  /// The position of the argument, counted from 1; nil for a property and for a look-up.
  public let argumentPosition: Int?

  /// The type that is asked for, without the optional.
  public let valueType: Any.Type

  init(_ asker: Asker) {
    switch asker {
    case .property(let reference, _):
      let property = reference.property.property
      ownerType = reference.property.objectType
      name = property.name
      argumentPosition = nil
      valueType = property.valueType
    case .argument(let reference, let position):
      ownerType = reference.maker.key.type
      name = nil
      argumentPosition = position
      valueType = reference.maker.argumentType(at: position)
    case .lookUp(let key):
      ownerType = nil
      name = key.name
      argumentPosition = nil
      valueType = key.type ?? Any.self
    }
  }
}
