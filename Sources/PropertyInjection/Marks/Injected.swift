/// Marks a property as injectable, so that it need not be declared in the registry.
///
/// ```swift
/// final class Player {
///   @Injected var clock: (any Clock)?           // the binding under "clock", or of its type alone
///   @Injected("bigScreen") var screen: Screen?  // the binding under another name
///   @Injected(.byType) private var log: Log?    // the one binding that fits the type
///   @Injected(lazy: true) var album: Album?        // asked for when it is first read
///   @Injected(optional: true) var radio: Radio?    // may stay nil, without a report
/// }
/// ```
///
/// The name is the property's own; if nothing that fits is registered under it, what is registered without a name for
/// exactly the property's type answers. A key that is written out is answered by nothing else. Private properties and
/// those of superclasses are found too. The
/// property reads and writes like any other optional; a property that is set already is left alone.
///
/// A marked property can do what a plain one cannot: be filled when it is first read, and
/// have a getter and a setter injected, see
/// ``Registry/intercept(_:replacing:fileID:line:get:set:)``. Where it is declared with a key path
/// as well, the declaration alone counts.
///
/// A marked property costs sixteen bytes in its owner besides the value. It allocates no memory,
/// unless it asks for another name. Its offset is learnt from the type's metadata, and the key that
/// it asks for from the first object, with `Mirror`. An injection does not run the observers
/// (`didSet`) of a marked property.
///
/// - In a struct it is a value like the others: each copy has its own, and in a `let` struct it
///   cannot be set. A lazy value is made once for all copies that were taken before.
/// - A struct that has marked properties of `Sendable` types may be `Sendable` itself.
/// - A marked property is strong; if the owner must not hold the value, declare a `weak` property.
/// - Nothing at run time tells which actor a wrapper's owner belongs to. A type of a global actor
///   that has marked properties and neither a declared property nor an ``InjectionAware``
///   conformance of the actor is declared for its actor, `registry.onMainActor { $0.declare(Screen.self) }`, so
///   that an injection from elsewhere is refused. An actor's own properties are filled from inside
///   the actor; an injection from elsewhere is refused.
///
/// The idea is DeluxeInjection's marked properties.
@frozen  // Stored in its owner, and used by inlined code; also when built for distribution.
@propertyWrapper
public struct Injected<Value> {
  // Three words for a class instance; injections write the last two in place. `MarkHead` and `MarkedSlot` know the
  // order.
  @usableFromInline package let request: MarkRequest
  @usableFromInline package var value: Value?
  /// The gate that an injection has put before the value; nil if there is none.
  @usableFromInline package var gate: PropertyGate<Value>?

  /// The value, nil until it is injected or set.
  ///
  /// The compiler uses it for structs and for local and global variables; a property of a class is
  /// read and written through the subscript below.
  @inlinable  // A read must cost no more than that of a plain property.
  public var wrappedValue: Value? {
    get {
      guard let gate else { return value }
      return Self.read(through: gate)
    }
    set {
      let (oldValue, oldGate) = (value, gate)
      if let oldGate, oldGate.write(newValue) { return }
      gate = nil
      value = newValue
      withExtendedLifetime((oldValue, oldGate)) {}
    }
  }

  /// The value of a property of a class, or an actor.
  ///
  /// The compiler uses a subscript with these underscored labels in place of ``wrappedValue``, as
  /// for Combine's `@Published`. With it each access to the storage ends at once. So a getter, a
  /// setter or a `deinit` that runs meanwhile may use the same property; otherwise that is an
  /// overlapping access.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Injected>
  ) -> Value? {
    @inlinable @inline(__always)  // The optimizer must see the key path.
    get {
      guard let gate = owner[keyPath: storage].gate else { return owner[keyPath: storage].value }
      return read(through: gate)
    }
    @inlinable @inline(__always)  // Like the getter.
    set {
      let gate = owner[keyPath: storage].gate
      if let gate {
        if gate.write(newValue) { return }
        owner[keyPath: storage].gate = nil
      }
      // The old value is released when the new one is in place: its `deinit` may use the property.
      let old = owner[keyPath: storage].value
      owner[keyPath: storage].value = newValue
      withExtendedLifetime((old, gate)) {}
    }
  }

  @inlinable @inline(never)  // Specialized; not inlined, so that the getter stays small.
  static func read(through gate: consuming PropertyGate<Value>) -> Value? {
    if let made = gate.made { return made.pointee }
    return gate.read()
  }

  /// Writes through the gate, for another wrapper around this one.
  ///
  /// False if the caller must write the value itself.
  package func writeThroughGate(_ value: Value?) -> Bool { gate?.write(value) ?? false }

  @inlinable  // Specialized where the type is known.
  package init(_ value: Value?, _ request: MarkRequest) {
    self.request = request
    self.value = value
    self.gate = nil
  }

  /// An injectable property that is filled by an injection of its object, or when it is first read.
  ///
  /// It asks for the binding of its own name, `@Injected var clock: Clock?`, or of another key,
  /// `@Injected("houseClock") var clock: Clock?`.
  ///
  /// A lazy property, `@Injected(lazy: true) var album: Album?`, is filled when it is first read, by the
  /// injector that has injected its object. The injection looks the binding up, and reports if there is
  /// none; the property counts as filled, and the hook is called. The binding's factory runs when the
  /// property is first read: once, also if two threads read at a time; in a factory a thread does not wait for
  /// the read of another. If the property is never read, no value is made. If the program sets it first, it keeps that value. A factory that gives nil, or fails,
  /// is not asked again: the property reads nil, and another injection may fill it.
  ///
  /// Until the first read a lazy property retains the injector, unless its object is a scoped
  /// instance, in any scope, or was made for one: such an object may be kept by the injector, which
  /// would keep itself alive then. Once that injector has gone, the property reads nil, with a
  /// report. It never retains its owner. Failures are reported at the first read. A binding that is confined
  /// to the main actor gives no value to code elsewhere, and that is reported. A registered
  /// instance is stored at once, because it need not be made. The idea is DeluxeInjection's
  /// `DILazy`.
  ///
  /// - Parameters:
  ///   - wrappedValue: A value of its own, which an injection leaves alone.
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``.
  ///   - isLazy: Whether the value is made when the property is first read.
  ///   - isOptional: Whether the property may stay nil. A missing binding is no mistake then: injections do not report it,
  ///     nor do checks which know the mark from an object and find no binding that may be meant.
  @inlinable  // Specialized where the type is known.
  public init(
    wrappedValue: Value? = nil, _ key: InjectionKey<Value>? = nil, lazy isLazy: Bool = false,
    optional isOptional: Bool = false
  ) {
    self.init(wrappedValue, MarkRequest(key, isLazy: isLazy, isOptional: isOptional))
  }
}

// Unchecked: a mark is a value, and what its copies share, the gate, is guarded or constant.
extension Injected: @unchecked Sendable where Value: Sendable {}

/// The request of a mark: the key and how it is asked for, in one word.
///
/// A request of another key has an object for the details.
@frozen  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package enum MarkRequest: Sendable {
  /// The binding with the property's own name, or the one that fits the type.
  case plain(isByType: Bool, isLazy: Bool, isOptional: Bool)
  case details(MarkDetails)

  @inlinable  // Inlined code uses it.
  init<Value>(_ key: InjectionKey<Value>?, isLazy: Bool, isOptional: Bool = false) {
    self =
      switch key?.form {
      case nil: .plain(isByType: false, isLazy: isLazy, isOptional: isOptional)
      case .typeAlone?: .plain(isByType: true, isLazy: isLazy, isOptional: isOptional)
      case let form?: .details(MarkDetails(form, isLazy: isLazy, isOptional: isOptional))
      }
  }

  private var parts: MarkDetails.Parts {
    switch self {
    case .plain(let isByType, let isLazy, let isOptional):
      (isByType ? .typeAlone : nil, isLazy, isOptional)
    case .details(let details): details.parts
    }
  }

  /// Whether the binding is asked when the property is first read.
  package var isLazy: Bool { parts.isLazy }

  /// Whether the property may stay nil without a report.
  package var isOptional: Bool { parts.isOptional }

  /// The key that is looked up; without one of its own, the property's name.
  package func key(of field: MarkedField) -> BindingKey {
    BindingKey(
      parts.form ?? .named(field.name), field.valueType, isOwnName: parts.form == nil)
  }
}

/// The details of a request that do not fit into one word.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package final class MarkDetails: Sendable {
  /// The form of the key that is looked up, nil for the property's own name, and how it is asked for.
  @usableFromInline typealias Parts = (form: BindingKey.Form?, isLazy: Bool, isOptional: Bool)

  @usableFromInline let parts: Parts

  @inlinable  // Inlined code uses it.
  init(_ form: BindingKey.Form, isLazy: Bool, isOptional: Bool) {
    parts = (form, isLazy, isOptional)
  }
}
