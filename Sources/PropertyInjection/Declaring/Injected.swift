/// Marks a property of a class or an actor as injectable, with nothing to declare in the registry.
///
/// ```swift
/// final class Player {
///   @Injected var clock: (any Clock)?           // the binding under "clock"
///   @Injected("bigScreen") var screen: Screen?  // the binding under another name
///   @Injected(.byType) private var log: Log?    // the one binding that fits the type
/// }
/// ```
///
/// The name is the property's own. Private properties and those of superclasses are found too. The
/// property reads and writes like any other optional; what is set already is left alone.
///
/// Reach for a declared key path instead where speed counts or the type is somebody else's: a marked
/// property holds its value in an object of its own, and every injection of its owner walks the owner
/// with `Mirror` to reach it. Observers (`didSet`) of a marked property are not run by an injection.
///
/// - In a struct the wrapper behaves as a value, but cannot be filled from outside; the report says
///   so. Declare a key path, `\Player.clock`, which reaches a marked property as well.
/// - A marked property is strong; where the owner must not hold the value, declare a `weak` property.
/// - Nothing at run time tells which actor a wrapper's owner belongs to. A class of a global actor that
///   has marked properties and neither a declared property nor an ``InjectionAware`` conformance is
///   registered with ``Registry/confine(_:isolation:)``, so that an injection from outside the actor is
///   refused. An actor's own properties are filled from inside the actor and refused elsewhere.
///
/// The idea is DeluxeInjection's marked properties.
@propertyWrapper
public struct Injected<Value> {
  // A class, because the walk hands out copies of the wrapper: what is written must reach the owner.
  private var storage: InjectedStorage<Value>

  /// The value, nil until it is injected or set.
  public var wrappedValue: Value? {
    get { storage.value }
    set {
      if storage.injections > 0 || isKnownUniquelyReferenced(&storage) {
        storage.value = newValue
      } else {
        // A copied struct shares the storage; writing to one copy must not change the other.
        storage = InjectedStorage(newValue, key: storage.key)
      }
    }
  }

  /// An injectable property that starts as nil: `@Injected var clock: Clock?`.
  public init() {
    storage = InjectedStorage(nil, key: nil)
  }

  /// An injectable property with a value of its own, which an injection leaves alone.
  public init(wrappedValue: Value?) {
    storage = InjectedStorage(wrappedValue, key: nil)
  }

  /// An injectable property that asks for a binding by another name or by type.
  public init(_ key: InjectionKey<Value>) {
    storage = InjectedStorage(nil, key: key)
  }

  /// An injectable property with a value of its own and another binding to ask for.
  public init(wrappedValue: Value?, _ key: InjectionKey<Value>) {
    storage = InjectedStorage(wrappedValue, key: key)
  }
}

/// A marked property as the walk sees it, whatever the type of its value.
protocol MarkedProperty {
  var storageObject: any MarkedStorage { get }

  /// The property, as if the storage were its owner.
  func property(named name: String, ownerType: Any.Type) -> InjectableProperty
}

extension Injected: MarkedProperty {
  var storageObject: any MarkedStorage { storage }

  func property(named name: String, ownerType: Any.Type) -> InjectableProperty {
    let ofStorage = InjectableProperty(
      InjectionKey(name), \InjectedStorage<Value>.value, from: storage.key, isolation: nil)
    return InjectableProperty(
      name: name, bindingName: ofStorage.bindingName, ownerType: ownerType, valueType: Value.self,
      location: nil, actor: nil, access: ofStorage.access)
  }
}

/// The storage of a marked property, whatever the type of its value.
protocol MarkedStorage: AnyObject {
  /// How many injections hold the storage.
  ///
  /// Then writing replaces its value, not the storage, so that what the user's code sets meanwhile
  /// and what the injection sets meet in one place. Only objects' storages are held, and they are
  /// not shared as copies of a struct share theirs.
  var injections: Int { get set }
}

/// Where a marked property keeps its value.
final class InjectedStorage<Value>: MarkedStorage {
  var value: Value?
  let key: InjectionKey<Value>?
  var injections = 0

  init(_ value: Value?, key: InjectionKey<Value>?) {
    self.value = value
    self.key = key
  }
}
