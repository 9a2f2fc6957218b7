/// How well a binding fits a property, decided on types.
///
/// Smaller is better.
enum TypeFit: Int, Comparable {
  /// The binding was registered with the property's very type.
  case exact
  /// The value is known to fit: a subclass, or a type that conforms.
  case known
  /// A factory whose product may fit; only the product's dynamic type can tell.
  case possible

  static func < (one: TypeFit, other: TypeFit) -> Bool { one.rawValue < other.rawValue }
}

/// What a type is, as far as fitting is concerned.
enum TypeKind {
  case `class`
  case existential
  case metatype
  case optional
  /// A struct, an enum, a tuple, a function.
  case value

  /// Whether a value of such a type can be a nil, in itself or inside.
  var mayHoldNil: Bool { self == .optional || self == .existential }

  init(_ type: Any.Type) {
    if type is AnyClass {
      self = .class
      return
    }
    // The language has no question "is this a protocol type?". The first word of a type's metadata is
    // its kind, fixed by the ABI on every platform (docs/ABI/TypeMetadata); nothing else is read.
    switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
    case 0x303, 0x307: self = .existential
    case 0x304, 0x306: self = .metatype
    case 0x202: self = .optional
    default: self = .value
    }
  }
}

/// Optional types, seen from code that has only the type.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  static var nilValue: Any { get }
  static func wrap(_ value: Any) -> Any?
  var flattened: Any? { get }
  var isNil: Bool { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }

  static var nilValue: Any { Optional.none as Any }

  static func wrap(_ value: Any) -> Any? {
    // Wrapped here, not by a cast: a nil can be cast to any optional.
    TypeMatching.value(value, as: Wrapped.self).map { Optional.some($0) as Any }
  }

  var flattened: Any? { flatMap { TypeMatching.flatten($0) } }

  var isNil: Bool { self == nil }
}

/// The one place where values and types are compared.
enum TypeMatching {
  /// The value without the optionals around it; nil if one of them is nil.
  static func flatten<Value>(_ value: Value) -> Any? {
    guard let optional = value as? any OptionalType,
      type(of: value as Any) is any OptionalType.Type
    else { return content(of: value) }
    return optional.flattened
  }

  /// The value itself, also out of an `any P`.
  ///
  /// In generic code an `any P` goes into an `Any` as it is, and opening that finds it instead of what is
  /// in it; only a cast to the very type takes it out.
  private static func content<Value>(of value: Value) -> Any {
    guard TypeKind(Value.self) == .existential else { return value }
    func open<Content>(_ type: Content.Type) -> Any? { value as? Content }
    return _openExistential(type(of: value as Any), do: open) ?? value
  }

  /// The value as the type it fits, or nil.
  ///
  /// Nothing is bridged, boxed or converted.
  static func value<Target>(_ value: Any, as target: Target.Type) -> Target? {
    if let optional = target as? any OptionalType.Type {
      return optional.wrap(value).flatMap { $0 as? Target }
    }
    let dynamicType = type(of: value)
    if TypeKind(target) == .value && dynamicType != target { return nil }
    // A cast may bridge, box or convert; then the result's dynamic type is another one.
    guard let result = value as? Target, type(of: result as Any) == dynamicType else { return nil }
    return result
  }

  /// What a caller gave as an argument, as the parameter's type; nil if it does not fit.
  ///
  /// An optional parameter takes nil.
  static func argument<Value>(_ given: Any?, as type: Value.Type) -> Value? {
    guard let content = given.flatMap(flatten) else {
      return (type as? any OptionalType.Type).flatMap { $0.nilValue as? Value }
    }
    return value(content, as: type)
  }

  /// Whether a parameter takes what a caller gave.
  static func takes(_ given: Any?, for type: Any.Type) -> Bool {
    func open<Value>(_ type: Value.Type) -> Bool { argument(given, as: type) != nil }
    return _openExistential(type, do: open)
  }

  /// How a factory that is declared to make `source` fits, before it runs; nil if it cannot.
  static func fit<Target>(of source: Any.Type, to target: Target.Type) -> TypeFit? {
    if source == target { return .exact }
    if let optional = target as? any OptionalType.Type {
      return fit(of: source, toErased: optional.wrappedType).map { max($0, .known) }
    }
    if let optional = source as? any OptionalType.Type {
      return fit(of: optional.wrappedType, toErased: target).map { max($0, .known) }
    }
    let sourceKind = TypeKind(source)
    switch TypeKind(target) {
    case .class:
      if source is Target.Type { return .known }
      if sourceKind == .existential { return .possible }
      return isSubclass(target, of: source) ? .possible : nil
    case .existential:
      switch conforms(source, to: target) {
      case true?: return .known
      case nil: return .possible
      case false?: return isFinal(sourceKind) ? nil : .possible
      }
    case .metatype:
      return sourceKind == .metatype || sourceKind == .existential ? .possible : nil
    case .value, .optional:
      return sourceKind == .existential ? .possible : nil
    }
  }

  /// Whether a value that was registered as one type becomes another through a conformance.
  static func usesConformance(from source: Any.Type, to target: Any.Type) -> Bool {
    if let optional = target as? any OptionalType.Type {
      return usesConformance(from: source, to: optional.wrappedType)
    }
    return source != target && target != Any.self && target != AnyObject.self
      && TypeKind(target) == .existential
  }

  static func fit(of source: Any.Type, toErased target: Any.Type) -> TypeFit? {
    func open<Target>(_ target: Target.Type) -> TypeFit? { fit(of: source, to: target) }
    return _openExistential(target, do: open)
  }

  /// A class or a protocol type may be conformed to by what is behind it; a value type is what it is.
  private static func isFinal(_ kind: TypeKind) -> Bool { kind == .value || kind == .metatype }

  private static func isSubclass(_ type: Any.Type, of base: Any.Type) -> Bool {
    func open<Base>(_: Base.Type) -> Bool { type is Base.Type }
    return base is AnyClass && _openExistential(base, do: open)
  }

  /// Whether a type conforms to what a protocol type asks for; nil if the runtime cannot tell, as for
  /// protocols that are private to a file.
  private static func conforms(_ type: Any.Type, to existential: Any.Type) -> Bool? {
    if existential == Any.self { return true }
    // Swift spells no generic `any P.Type` for a given `any P`; the mangled names of the two differ by
    // the suffix "Xp" (docs/ABI/Mangling), and the standard library looks a type up by that name.
    guard let name = _mangledTypeName(existential), let metatype = _typeByName(name + "Xp") else {
      return nil
    }
    func open<Metatype>(_: Metatype.Type) -> Bool { type is Metatype }
    return _openExistential(metatype, do: open)
  }
}
