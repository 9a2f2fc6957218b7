/// How well a binding fits a property, decided on types.
///
/// Smaller is better.
package enum TypeFit: Comparable {
  /// The binding was registered with exactly the property's type.
  case exact
  /// The value is known to fit: a subclass, or a type that conforms.
  case known
  /// A factory whose product may fit; only the product's dynamic type can tell.
  case possible
}

/// The kind of a type, as far as fitting is concerned.
package enum TypeKind {
  case `class`
  case existential
  case metatype
  case optional
  /// A struct, an enum, a tuple, a function.
  case value

  /// Whether a value of such a type can be a nil, in itself or inside.
  var mayHoldNil: Bool { self == .optional || self == .existential }

  /// Whether a value of such a type is of that type, and not of another one in it, or by a conformance, which may belong to
  /// an actor.
  var isConcrete: Bool { self == .class || self == .value }

  package init(_ type: Any.Type) {
    // The kinds as docs/ABI/TypeMetadata numbers them.
    switch TypeMetadata(type).kind {
    case 0x303, 0x307: self = .existential
    case 0x304, 0x306: self = .metatype
    case 0x202: self = .optional
    default: self = type is AnyClass ? .class : .value
    }
  }
}

/// Optional types, for code that has the type at run time only.
protocol OptionalType {
  static var nilValue: Any { get }
  static func match(_ value: Any, isOnActor: Bool, for use: (Any) -> Void) -> Misfit?
  var flattened: Any? { get }
}

extension Optional: OptionalType {
  static var nilValue: Any { Optional.none as Any }

  static func match(_ value: Any, isOnActor: Bool, for use: (Any) -> Void) -> Misfit? {
    TypeMatching.match(value, as: Wrapped.self, isOnActor: isOnActor) {
      // Wrapped here, not by a cast: a nil can be cast to any optional.
      use(Optional.some($0) as Any)
    }
  }

  var flattened: Any? { flatMap { TypeMatching.flatten($0) } }
}

/// Why a value does not fit a type.
///
/// It is small, because it lies on the stack of every nested factory. It is not nested in a generic
/// type, because the runtime would have to build it then.
package enum Misfit {
  /// The value is of this type.
  case type(Any.Type)
  /// The value fits on an actor only, because its conformance belongs to that actor.
  case onActorOnly
}

/// The one place where values and types are compared.
package enum TypeMatching {
  /// The value without the optionals around it; nil if one of them is nil.
  package static func flatten<Value>(_ value: Value) -> Any? {
    // Most types are checked by their metadata: a cast would look through all conformances first.
    if TypeMetadata(type(of: value as Any)).isOptional, let optional = value as? any OptionalType {
      return optional.flattened
    }
    return content(of: value)
  }

  /// The value itself, also if it is in an `any P`.
  ///
  /// Generic code puts an `any P` into an `Any` as it is. Opening that `Any` finds the `any P`, not
  /// the value in it; only a cast to the exact type takes the value out.
  private static func content<Value>(of value: Value) -> Any {
    guard TypeKind(Value.self) == .existential else { return value }
    func open<Content>(_ type: Content.Type) -> Any? { value as? Content }
    return _openExistential(type(of: value as Any), do: open) ?? value
  }

  /// Hands over a value as a value of a type; returns the reason if it does not fit.
  ///
  /// Nothing is bridged, boxed or converted. A conformance of an actor is found on that actor only;
  /// code that belongs to no actor does not use it on any thread.
  ///
  /// - Parameter isOnActor: Whether the code that takes the value belongs to an actor.
  static func match<Target>(
    _ value: Any, as target: Target.Type, isOnActor: Bool, for use: (Target) -> Void
  ) -> Misfit? {
    let dynamicType = type(of: value)
    switch TypeKind(target) {
    case .optional:
      guard let optional = target as? any OptionalType.Type else { return .type(dynamicType) }
      return optional.match(value, isOnActor: isOnActor) {
        if let wrapped = $0 as? Target { use(wrapped) }
      }
    case .value where dynamicType != target, .class where !(dynamicType is AnyClass):
      return .type(dynamicType)
    case .value, .class, .existential, .metatype:
      // A cast may bridge, box or convert; then the dynamic type of the result differs.
      guard let result = value as? Target, type(of: result as Any) == dynamicType else {
        let isOfActor = Conformance.find(dynamicType, to: target) == .ofActor
        return isOfActor ? .onActorOnly : .type(dynamicType)
      }
      guard isOnActor || !Conformance.belongsToActor(of: result) else { return .onActorOnly }
      use(result)
      return nil
    }
  }

  /// A caller's argument as the parameter's type; nil if it does not fit.
  ///
  /// An optional parameter takes nil.
  static func argument<Value>(
    _ given: Any?, as type: Value.Type, isOnActor: Bool
  ) -> Value? {
    guard let content = given.flatMap(flatten) else {
      return (type as? any OptionalType.Type).flatMap { $0.nilValue as? Value }
    }
    var argument: Value?
    _ = match(content, as: type, isOnActor: isOnActor) { argument = $0 }
    return argument
  }

  /// How well an existing value fits; nil if it does not fit on any actor.
  static func fit<Target>(ofValue value: Any, to target: Target.Type) -> TypeFit? {
    // First: where it conforms to nothing, a cast takes longer.
    if TypeKind(target) == .existential,
      Conformance.find(type(of: value), to: target) == Conformance.none
    {
      return nil
    }
    return if case .type? = match(value, as: target, isOnActor: false, for: { _ in }) {
      nil
    } else {
      .known
    }
  }

  /// How well a factory that is declared to make `source` fits, before it runs; nil if it cannot
  /// fit.
  static func fit<Target>(of source: Any.Type, to target: Target.Type) -> TypeFit? {
    if source == target { return .exact }
    if let wrapped = TypeMetadata(target).wrappedType {
      return fit(of: source, toErased: wrapped).map { max($0, .known) }
    }
    if let wrapped = TypeMetadata(source).wrappedType {
      return fit(of: wrapped, toErased: target).map { max($0, .known) }
    }
    let sourceKind = TypeKind(source)
    switch TypeKind(target) {
    case .class:
      if source is Target.Type { return .known }
      if sourceKind == .existential { return .possible }
      return isSubclass(target, of: source) ? .possible : nil
    case .existential:
      switch Conformance.find(source, to: target) {
      case .anywhere?, .ofActor?: return .known
      case nil: return .possible
      case Conformance.none?:
        return sourceKind == .value || sourceKind == .metatype ? nil : .possible
      }
    case .metatype:
      return sourceKind == .metatype || sourceKind == .existential ? .possible : nil
    case .value, .optional:
      return sourceKind == .existential ? .possible : nil
    }
  }

  static func fit(of source: Any.Type, toErased target: Any.Type) -> TypeFit? {
    func open<Target>(_ target: Target.Type) -> TypeFit? { fit(of: source, to: target) }
    return _openExistential(target, do: open)
  }

  /// Whether the base is a class, and the type is that class or a subclass of it.
  static func isSubclass(_ type: Any.Type, of base: Any.Type) -> Bool {
    func open<Base>(_: Base.Type) -> Bool { type is Base.Type }
    return base is AnyClass && _openExistential(base, do: open)
  }
}

/// Hands over the address of a value.
@inlinable @inline(__always)  // Used by inlined code.
func hand<Value>(_ value: Value, to use: (UnsafeRawPointer) -> Void) {
  withUnsafePointer(to: value) { use(UnsafeRawPointer($0)) }
}

extension TypeMatching {
  /// Hands over the address of a value, which is of a type, as a value of another type; returns the reason if it does
  /// not fit.
  static func hand(
    _ value: UnsafeRawPointer, of type: Any.Type, _ kind: TypeKind, as target: Any.Type,
    isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    if type == target, kind.isConcrete {
      use(value)
      return nil
    }
    func open<Value>(_: Value.Type) -> Misfit? {
      hand(
        value.assumingMemoryBound(to: Value.self).pointee, as: target, isOnActor: isOnActor,
        to: use)
    }
    return _openExistential(type, do: open)
  }

  /// Whether the value at an address, which is of a type, is nil or holds one.
  static func isNil(_ value: UnsafeRawPointer, of type: Any.Type) -> Bool {
    func open<Value>(_: Value.Type) -> Bool {
      flatten(value.assumingMemoryBound(to: Value.self).pointee) == nil
    }
    return _openExistential(type, do: open)
  }

  /// Hands over the address of a value as a value of another type; returns the reason if it does not
  /// fit.
  static func hand<Value>(
    _ value: Value, as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    // A conformance of an actor is looked for here and now: as `any P & Sendable` it gets out of
    // its actor unhindered.
    guard Value.self == target, !Conformance.belongsToActor(of: value) else {
      return convert(value, to: target, isOnActor: isOnActor, for: use)
    }
    // The same type: the bytes are handed over as they are, because a cast could lose a
    // conformance.
    PropertyInjection.hand(value, to: use)
    return nil
  }

  // Not inlined: it needs types that the runtime has to build.
  @inline(never)
  private static func convert<Value>(
    _ value: Value, to target: Any.Type, isOnActor: Bool, for use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    guard let content = flatten(value) else { return .type(Value.self) }
    func open<Target>(_ target: Target.Type) -> Misfit? {
      match(content, as: target, isOnActor: isOnActor) {
        PropertyInjection.hand($0, to: use)
      }
    }
    return _openExistential(target, do: open)
  }
}
