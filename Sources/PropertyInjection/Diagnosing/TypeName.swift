/// How reports write a type: as its author does, short, and without addresses.
enum TypeName {
  static func of(_ type: Any.Type) -> String {
    if let wrapped = (type as? any OptionalType.Type)?.wrappedType { return optional(wrapped) }
    let name = String(describing: type)
    let isProtocol = TypeKind(type) == .existential && type != Any.self && type != AnyObject.self
    return isProtocol && !name.hasPrefix("any ") ? "any \(name)" : name
  }

  /// The optional of a type, as a property's declaration writes it.
  static func optional(_ wrapped: Any.Type) -> String {
    let name = of(wrapped)
    return name.contains(" ") ? "(\(name))?" : "\(name)?"
  }

  /// A key, as reports write it: `"clock": any Clock`, or `any Clock` for the type alone.
  static func key(_ name: String?, _ type: Any.Type?) -> String {
    let type = type.map(of) ?? "?"
    return name.map { "\"\($0)\": \(type)" } ?? type
  }

  /// The type with its module, for two types whose short names are the same.
  static func qualified(_ type: Any.Type) -> String {
    // A private type's context is printed with an address; it says nothing to a reader.
    var parts: [Substring] = []
    for part in String(reflecting: type).split(separator: ".")
    where !part.hasPrefix("(unknown context") {
      parts.append(part)
    }
    return parts.joined(separator: ".")
  }
}
