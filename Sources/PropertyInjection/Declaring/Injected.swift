/// Marks a property of a class or an actor as injectable, with nothing to declare in the registry.
///
/// ```swift
/// final class Player {
///   @Injected var clock: (any Clock)?           // the binding under "clock"
///   @Injected("bigScreen") var screen: Screen?  // the binding under another name
///   @Injected(.byType) private var log: Log?    // the one binding that fits the type
///   @Injected(.lazily) var album: Album?        // asked for when it is first read
/// }
/// ```
///
/// The name is the property's own. Private properties and those of superclasses are found too. The
/// property reads and writes like any other optional; what is set already is left alone.
///
/// A marked property can do what a plain one cannot: be filled when it is first read, see
/// ``InjectionTiming/lazily``, and have a getter and a setter injected, see
/// ``Registry/intercept(_:replacing:fileID:line:get:set:)``. Where it is declared with a key path as
/// well, the declaration says where it is looked up and on which actor.
///
/// A marked property costs sixteen bytes in its owner besides the value, and no memory of its own, but for one
/// that asks by a name. Where it lies is learnt from the type's metadata, and what it asks for from the first
/// object, with `Mirror`. Observers (`didSet`) of a marked property are not run by an injection.
///
/// - In a struct it is a value like the others: copies have their own, and a `let` struct does not let it be set.
///   What is lazy is made once for all copies that were taken before.
/// - A marked property is strong; where the owner must not hold the value, declare a `weak` property.
/// - Nothing at run time tells which actor a wrapper's owner belongs to. A type of a global actor that
///   has marked properties and neither a declared property nor an ``InjectionAware`` conformance is
///   declared for its actor, `registry.onMainActor { $0.declare(Screen.self) }`, so that an injection
///   from elsewhere is refused. An actor's own properties are filled from inside the actor and refused elsewhere.
///
/// The idea is DeluxeInjection's marked properties.
@frozen  // It lies in its owner, and is inlined; also where the library is built for distribution.
@propertyWrapper
public struct Injected<Value> {
  // Three words for a class instance; injections write the last two where they lie. `Mirror` shows the first
  // before it has to put the types of the others together.
  @usableFromInline package let request: MarkRequest
  @usableFromInline package var value: Value?
  /// What an injection has put before the value.
  @usableFromInline package var gate: PropertyGate<Value>?

  /// The value, nil until it is injected or set.
  ///
  /// For structs, and for what is no property of an object; a class's property is read and written through
  /// the subscript below.
  @inlinable  // Reading must cost what reading a plain property costs.
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
  /// The compiler uses a subscript with these underscored labels in place of ``wrappedValue``, as it does for
  /// Combine's `@Published`. With it each access is over at once: a getter, a setter or a `deinit` that runs
  /// meanwhile may use the same property, which would be an overlapping access otherwise.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Injected>
  ) -> Value? {
    @inlinable @inline(__always)  // The optimizer has to see the key path.
    get {
      guard let gate = owner[keyPath: storage].gate else { return owner[keyPath: storage].value }
      return read(through: gate)
    }
    @inlinable @inline(__always)  // As the getter.
    set {
      let gate = owner[keyPath: storage].gate
      if let gate {
        if gate.write(newValue) { return }
        owner[keyPath: storage].gate = nil
      }
      // What was there goes when the new value is in place: a `deinit` may read and write the property.
      let old = owner[keyPath: storage].value
      owner[keyPath: storage].value = newValue
      withExtendedLifetime((old, gate)) {}
    }
  }

  @inlinable @inline(never)  // Specialized; apart, so that what is inlined stays small.
  static func read(through gate: consuming PropertyGate<Value>) -> Value? {
    if let made = gate.made { return made.pointee }
    return gate.read()
  }

  /// Writes through what stands before the value, for another wrapper around this one; false if the value
  /// itself is to be written.
  package func writeThroughGate(_ value: Value?) -> Bool { gate?.write(value) ?? false }

  @inlinable  // Specialized where the type is known.
  package init(_ value: Value?, _ request: MarkRequest) {
    self.request = request
    self.value = value
    self.gate = nil
  }

  /// An injectable property that asks for the binding of its own name, `@Injected var clock: Clock?`, or of
  /// another key, `@Injected("houseClock") var clock: Clock?`.
  ///
  /// - Parameters:
  ///   - wrappedValue: A value of its own, which an injection leaves alone.
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``.
  @inlinable  // Specialized where the type is known.
  public init(wrappedValue: Value? = nil, _ key: InjectionKey<Value>? = nil) {
    self.init(wrappedValue, MarkRequest(key))
  }

  /// An injectable property that is filled when it is first read: `@Injected(.lazily) var album:
  /// Album?`.
  ///
  /// - Parameters:
  ///   - wrappedValue: A value of its own, which an injection leaves alone.
  ///   - timing: ``InjectionTiming/lazily``.
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``.
  @inlinable  // Specialized where the type is known.
  public init(
    wrappedValue: Value? = nil, _ timing: InjectionTiming, _ key: InjectionKey<Value>? = nil
  ) {
    self.init(wrappedValue, MarkRequest(key, isLazy: timing == .lazily))
  }
}
