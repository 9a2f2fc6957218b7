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
/// ``Registry/register(_:replacing:fileID:line:get:set:)``. Where it is declared with a key path as
/// well, the declaration says where it is looked up and on which actor.
///
/// A marked property holds its value in an object of its own, which its owner's initializer makes;
/// reach for a declared key path instead where that counts, or the type is somebody else's. Where it lies
/// is learnt from the type's metadata, and what it asks for from the first object, with `Mirror`. Observers
/// (`didSet`) of a marked property are not run by an injection.
///
/// - In a struct, copies share the property's value, as with the wrappers of SwiftUI: what is set or
///   injected in one is seen in all. Where that is not wanted, declare a plain property.
/// - A marked property is strong; where the owner must not hold the value, declare a `weak` property.
/// - Nothing at run time tells which actor a wrapper's owner belongs to. A type of a global actor that
///   has marked properties and neither a declared property nor an ``InjectionAware`` conformance is
///   declared for its actor, `registry.onMainActor { $0.declare(Screen.self) }`, so that an injection
///   from elsewhere is refused. An actor's own properties are filled from inside the actor and refused elsewhere.
///
/// The idea is DeluxeInjection's marked properties.
@frozen  // It is one reference, and inlined; also where the library is built for distribution.
@propertyWrapper
public struct Injected<Value> {
  @usableFromInline package let storage: InjectedStorage<Value>

  /// The value, nil until it is injected or set.
  @inlinable  // Reading must cost what reading a plain property costs.
  public var wrappedValue: Value? {
    get { storage.read() }
    // Not mutating: a setter that is injected may read the property, which is not being changed then.
    nonmutating set { storage.write(newValue) }
  }

  @inlinable  // Specialized where the type is known: to allocate an object of any type is slow.
  init(_ value: Value?, _ request: MarkRequest) {
    storage = InjectedStorage(value, request)
  }

  /// An injectable property that starts as nil: `@Injected var clock: Clock?`.
  @inlinable  // As the initializer that it calls.
  public init() {
    self.init(nil, MarkRequest(.ownName))
  }

  /// An injectable property with a value of its own, which an injection leaves alone.
  @inlinable  // As the initializer that it calls.
  public init(wrappedValue: Value?) {
    self.init(wrappedValue, MarkRequest(.ownName))
  }

  /// An injectable property that asks for a binding by another name or by type.
  @inlinable  // As the initializer that it calls.
  public init(_ key: InjectionKey<Value>) {
    self.init(nil, MarkRequest(key))
  }

  /// An injectable property with a value of its own and another binding to ask for.
  @inlinable  // As the initializer that it calls.
  public init(wrappedValue: Value?, _ key: InjectionKey<Value>) {
    self.init(wrappedValue, MarkRequest(key))
  }

  /// An injectable property that is filled when it is first read: `@Injected(.lazily) var album:
  /// Album?`.
  ///
  /// - Parameters:
  ///   - timing: ``InjectionTiming/lazily``.
  ///   - key: Another name to ask for, or ``InjectionKey/byType``.
  @inlinable  // As the initializer that it calls.
  public init(_ timing: InjectionTiming, _ key: InjectionKey<Value>? = nil) {
    self.init(nil, MarkRequest(key, isLazy: timing.isLazy))
  }

  /// A property that is filled when it is first read, with a value of its own, which an injection
  /// leaves alone.
  @inlinable  // As the initializer that it calls.
  public init(wrappedValue: Value?, _ timing: InjectionTiming, _ key: InjectionKey<Value>? = nil) {
    self.init(wrappedValue, MarkRequest(key, isLazy: timing.isLazy))
  }
}
