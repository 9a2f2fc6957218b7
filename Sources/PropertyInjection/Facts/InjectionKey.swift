/// The key of a binding: the type alone, or a name together with a type.
///
/// For a type of the program's own, of which there is one value, the type is the key: nothing is written. A property of
/// exactly that type gets the value, if nothing of the property's own name is registered.
///
/// ```swift
/// registry.register(instance: SystemClock() as any Clock)
/// registry.register(in: .singleton) { Archive() }
/// ```
///
/// A name is for the second value of a type, and for types that everybody uses, such as `Int` and `String`. A key that is
/// written once, as a static member, ties the name to its type wherever it is used. A
/// slip in the name or the type is then a compile-time error:
///
/// ```swift
/// extension InjectionKey where Value == any Clock {
///   static var clock: Self { "clock" }
/// }
/// ```
/// ```swift
/// registry.register(.clock, instance: SystemClock())
/// registry.declare(.clock, \Player.clock)
/// ```
///
/// A string literal is a key, so the plainest registry reads like OBInjector's:
///
/// ```swift
/// registry.register("myService", instance: MyService())
/// registry.declare("myService", \ViewController.myService)
/// ```
///
/// A property may ask for another key than its own name, and so may an argument. Nothing else answers a key that is
/// written out.
///
/// ```swift
/// registry.register(.type(Color.self), instance: Color(name: "red"))
/// registry.declare("color", \House.color, from: .byType)       // the type alone
/// registry.declare("clock", \House.clock, from: "houseClock")  // another name
/// ```
/// ```swift
/// @Injected("houseColor") var color: Color?
/// @Injected(.byType) var clock: (any Clock)?
/// ```
///
/// With ``byType`` exactly one binding must fit, with a name or without: a binding with
/// exactly the type goes before those that fit as a subclass or through a protocol, and among
/// equals a binding without a name goes before those with one. If several are left, the
/// property stays nil and all of them are reported. A factory counts by its declared type: one that
/// is declared to make a superclass or a protocol does not fit.
///
/// Names are compared as Swift compares strings: case matters, composed and decomposed accents are
/// equal. A name need not be a Swift identifier; an empty one is refused with a report when it is
/// registered or declared. For an optional property, `Value` is the type that is wrapped. The idea
/// is Guice's, by way of Blindside and Objection.
public struct InjectionKey<Value>: Hashable, Sendable {
  @usableFromInline let form: BindingKey.Form

  /// The name, as a property or a binding spells it; nil for the type alone, and for ``all``.
  public var name: String? { bindingKey.name }

  @inlinable  // Used by inlined code.
  var bindingKey: BindingKey { BindingKey(form, Value.self) }

  /// The key of a property that asks for its own name.
  @usableFromInline
  var ownKey: BindingKey { BindingKey(form, Value.self, isOwnName: name != nil) }

  /// The key of a name that is no literal, or of a name and a type: `.named("session", Session.self)`.
  ///
  /// The type is needed where it does not follow from the context.
  public static func named(_ name: String, _ type: Value.Type = Value.self) -> InjectionKey {
    InjectionKey(form: .named(name))
  }

  /// The key of the type alone, if the type follows from the context: what a verb has if its key is left out.
  public static var byType: InjectionKey { InjectionKey(form: .typeAlone) }

  /// The key of a type alone.
  public static func type(_ type: Value.Type) -> InjectionKey { .byType }
}

extension InjectionKey where Value: RangeReplaceableCollection & ExpressibleByArrayLiteral {
  /// All bindings that fit the element type of a collection, in the order of registration.
  ///
  /// ```swift
  /// @Injected(.all) var plugins: [any Plugin]?
  /// ```
  /// ```swift
  /// registry.declare("checks", \Server.checks, from: .all)
  /// ```
  ///
  /// The collection, an array for example, has what
  /// ``PropertyInjector/instances(of:isolation:fileID:line:)`` gives, anew at each injection. The first
  /// one checks every binding. It is empty if nothing fits.
  public static var all: InjectionKey { InjectionKey(form: .all) }
}

extension InjectionKey: ExpressibleByStringInterpolation {
  /// Creates the key for a literal name; the type is inferred from the use.
  public init(stringLiteral name: String) { self.init(form: .named(name)) }
}

extension InjectionKey: CustomStringConvertible {
  /// The name in quotes and the type, as reports write a key: `"clock": any Clock`.
  public var description: String { bindingKey.description }
}
