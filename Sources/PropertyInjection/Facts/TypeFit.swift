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

/// A value, with its type erased.
///
/// An object, because it is handed on many times while it is made: what may be a struct is copied through its type's
/// metadata each time.
package protocol Instance: AnyObject, Sendable {
  /// The dynamic type of the value, which is not looked into.
  var dynamicType: Any.Type { get }

  /// How well it fits a type; nil if it does not, on any actor.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// Hands over the address of the value as a value of a type; returns the reason if it does not fit.
  ///
  /// The code runs on an actor or on none. It runs no code of the user.
  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit?
}

extension Instance {
  /// The value as a value of a type; nil if it does not fit.
  package func value<Target>(as target: Target.Type, isOnActor: Bool) -> Target? {
    var value: Target?
    _ = hand(as: target, isOnActor: isOnActor) {
      value = $0.assumingMemoryBound(to: target).pointee
    }
    return value
  }
}

/// An instance with a known type.
///
/// Not generic: the runtime would have to make a class for the type of each value.
final class StoredInstance: Instance, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is checked
  // before every use, or the user vouched for it, `unchecked`.
  private let type: Any.Type
  private let kind: TypeKind
  /// The value, if its type is a class; else nil.
  private let object: AnyObject?
  /// The value, if its type is no class; else nil.
  private let value: CachedValue?

  init<Value>(_ value: Value) {
    let kind = TypeKind(Value.self)
    (type, self.kind) = (Value.self, kind)
    (object, self.value) = withUnsafePointer(to: value) { Self.copy($0, of: Value.self, kind) }
  }

  /// - Parameter value: The address of a value of the type, which has this kind.
  init(of type: Any.Type, _ kind: TypeKind, copyOf value: UnsafeRawPointer) {
    (self.type, self.kind) = (type, kind)
    (object, self.value) = Self.copy(value, of: type, kind)
  }

  private static func copy(
    _ value: UnsafeRawPointer, of type: Any.Type, _ kind: TypeKind
  ) -> (AnyObject?, CachedValue?) {
    if kind == .class { return (value.load(as: AnyObject.self), nil) }
    let copy = CachedValue(of: type)
    copy.keep(copyOf: value)
    return (nil, copy)
  }

  private func withAddress<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    // One of the two is set.
    if let address = value?.value { return body(address) }
    return withUnsafePointer(to: object) { body($0) }
  }

  private func open<Result>(_ body: (Any) -> Result) -> Result {
    withAddress { address in
      func open<Value>(_: Value.Type) -> Result {
        body(address.assumingMemoryBound(to: Value.self).pointee)
      }
      return _openExistential(type, do: open)
    }
  }

  var dynamicType: Any.Type {
    if let object { return Swift.type(of: object) }
    return open { Swift.type(of: $0) }
  }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if type == target { return .exact }
    // Quickly, because a look-up by type may ask every binding.
    if let object, target is AnyClass {
      return Swift.type(of: object) is Target.Type ? .known : nil
    }
    return open { TypeMatching.flatten($0) }
      .flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    withAddress {
      TypeMatching.hand($0, of: type, kind, as: target, isOnActor: isOnActor, to: use)
    }
  }
}

/// An instance that belongs to an actor, and is released there.
extension Confined: Instance where Content == any Instance {
  var dynamicType: Any.Type { content.dynamicType }

  func fit<Target>(_ target: Target.Type) -> TypeFit? { content.fit(target) }

  func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? { content.hand(as: target, isOnActor: isOnActor, to: use) }
}

extension Instance {
  /// The same instance, which is released on the actor that it belongs to, if it belongs to one.
  @inline(__always)
  func confined(to isolation: Isolation) -> any Instance {
    isolation.actor == nil ? self : Confined<any Instance>(self, to: isolation)
  }
}

/// A value that is the same for every thread and for good, once it is set.
///
/// A read takes no lock and does no reference counting.
package class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  /// The type of the value.
  final let type: Any.Type
  // The address of the value; 0 while there is none.
  private let address = PublishedWord()

  init(of type: Any.Type) { self.type = type }

  deinit {
    guard let value = UnsafeMutableRawPointer(bitPattern: address.value) else { return }
    func release<Value>(_: Value.Type) { Self.release(value.assumingMemoryBound(to: Value.self)) }
    _openExistential(type, do: release)
  }

  /// Ends a value that was allocated for itself.
  static func release<Value>(_ value: UnsafeMutablePointer<Value>) {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The value; nil while there is none.
  @inline(__always)
  final var value: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.value) }

  /// The value, which is of the type; it is made if there is none.
  final func value<Value>(or make: @autoclosure () -> Value) -> Value {
    while true {
      if let value { return value.assumingMemoryBound(to: Value.self).pointee }
      keep(make())
    }
  }

  /// Sets the value to a copy of the value at an address, which is of the type; the first one stays.
  final func keep(copyOf value: UnsafeRawPointer) {
    func open<Value>(_: Value.Type) { keep(value.assumingMemoryBound(to: Value.self).pointee) }
    _openExistential(type, do: open)
  }

  /// Sets the value, which is of the type; the first one stays.
  final func keep<Value>(_ value: Value) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: value)
    if !address.publishFirst(UInt(bitPattern: copy)) { Self.release(copy) }
  }
}
