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
/// A property or an argument that is an array of a protocol or a class, for which nothing is registered, gets all values that
/// fit its elements, in the order of registration: each plug-in is registered as its own type. Arrays of structs, enums
/// and of types of the standard library and Foundation do not. The idea is Spring's.
///
/// ```swift
/// @Required var plugins: [any Plugin]
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
@frozen  // Made in inlined code, like the key of a binding.
public struct InjectionKey<Value>: Hashable, Sendable {
  @usableFromInline let qualifier: BindingKey.Qualifier

  @inlinable @inline(__always)  // A look-up with its value at hand costs little more than this.
  init(qualifier: BindingKey.Qualifier) { self.qualifier = qualifier }

  /// The name, as a property or a binding spells it; nil for the type alone.
  public var name: String? { bindingKey.name }

  @inlinable  // Used by inlined code.
  package var bindingKey: BindingKey { BindingKey(qualifier, Value.self) }

  /// The key of a property that asks for its own name.
  @usableFromInline
  var ownKey: BindingKey { BindingKey(qualifier, Value.self, isOwnName: name != nil) }

  /// The key of a name that is no literal, or of a name and a type: `.named("session", Session.self)`.
  ///
  /// The type is needed where it does not follow from the context.
  @inlinable  // As its initializer.
  public static func named(_ name: String, _ type: Value.Type = Value.self) -> InjectionKey {
    InjectionKey(qualifier: .named(name))
  }

  /// The key of the type alone, if the type follows from the context: what a verb has if its key is left out.
  @inlinable  // As its initializer.
  public static var byType: InjectionKey { InjectionKey(qualifier: .typeAlone) }

  /// The key of a type alone, ``byType`` where the type does not follow from the context.
  ///
  /// Registered under it, a value has no name. Asked for with it, one binding must fit the type best, with a name or without,
  /// of the newest configuration that has any.
  @inlinable  // As its initializer.
  public static func type(_ type: Value.Type) -> InjectionKey { .byType }
}

extension InjectionKey: ExpressibleByStringInterpolation {
  /// Creates the key for a literal name; the type is inferred from the use.
  public init(stringLiteral name: String) { self.init(qualifier: .named(name)) }
}

extension InjectionKey: CustomStringConvertible {
  /// The name in quotes and the type, as reports write a key: `"clock": any Clock`.
  public var description: String { bindingKey.description }
}

/// The key of a look-up and of a binding: a name together with a type, or the type alone.
@frozen @usableFromInline  // Made in inlined code, also where built for distribution.
package struct BindingKey: Sendable {
  /// The part of a key besides its type.
  @frozen @usableFromInline  // Stored in a key.
  package enum Qualifier: Hashable, Sendable {
    case named(String)
    case typeAlone
    /// The values of all bindings that fit an array's elements; a binding of the array itself does not count.
    case all
  }

  @usableFromInline package let qualifier: Qualifier
  /// Nil in the key of all bindings of a name.
  @usableFromInline package let type: Any.Type?
  /// Whether a property asks for its own name: if no binding of that fits, its type alone answers.
  @usableFromInline package let isOwnName: Bool

  @inlinable @inline(__always)  // A look-up with its value at hand costs little more than this.
  package init(_ qualifier: Qualifier, _ type: Any.Type?, isOwnName: Bool = false) {
    self.qualifier = qualifier
    self.type = type
    self.isOwnName = isOwnName
  }

  /// - Parameter name: Nil for the type alone.
  package init(_ name: String?, _ type: Any.Type?) {
    self.init(name.map(Qualifier.named) ?? .typeAlone, type)
  }

  /// Nil for the type alone, and for all bindings that fit an array's elements.
  @inline(__always)
  package var name: String? { if case .named(let name) = qualifier { name } else { nil } }

  /// The key of all bindings of a name.
  static func group(_ name: String) -> BindingKey { BindingKey(.named(name), nil) }

  /// The type, for reports.
  @inline(never)  // Only reports need it.
  package var typeName: String { type.map(TypeName.of) ?? "?" }

  /// The identity of the type; nil for any type.
  var typeID: ObjectIdentifier? { type.map { ObjectIdentifier($0) } }

  /// The key of the bindings among which a look-up chooses: those of its name, or that of the type alone.
  var group: BindingKey { name.map(Self.group) ?? self }
}

extension BindingKey: Hashable {
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    // Without the marks of optionals: equal keys have the same parts.
    if let name { hasher.combine(name) }
    if let typeID { hasher.combine(typeID) }
  }

  @inline(__always) @usableFromInline
  package static func == (one: BindingKey, other: BindingKey) -> Bool {
    one.type == other.type && one.isOwnName == other.isOwnName && one.qualifier == other.qualifier
  }
}

extension BindingKey: CustomStringConvertible {
  /// As reports write it: `"clock": any Clock`, `any Clock` for the type alone, `all any Plugin`.
  @inline(never)  // Only reports need it, in many places.
  @usableFromInline
  package var description: String {
    switch qualifier {
    case .typeAlone: return typeName
    case .all: return "all \(type.flatMap { TypeMetadata($0).elementType }.map(TypeName.of) ?? "?")"
    case .named(let name):
      let quoted = TypeName.quoted(name)
      return type == nil ? quoted : "\(quoted): \(typeName)"
    }
  }
}

extension BindingKey: CacheKey {
  @inline(__always)
  var bits: UInt64 {
    switch qualifier {
    case .named(let name): Self.bits(of: name, typeBits)
    case .typeAlone: typeBits
    case .all: ~typeBits
    }
  }

  @inline(__always)
  private var typeBits: UInt64 { typeID?.bits ?? 0 }

  @inline(never)  // Each look-up would have a copy of it.
  private static func bits(of name: String, _ typeBits: UInt64) -> UInt64 {
    var name = name
    let bits: UInt64? = name.withUTF8 { bytes in
      var bits = typeBits
      var allBits: UInt8 = 0
      for byte in bytes {
        bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3
        allBits |= byte
      }
      return allBits < 0x80 ? bits : nil
    }
    // Accents have several spellings, which are equal.
    return bits ?? typeBits ^ UInt64(truncatingIfNeeded: name.hashValue)
  }
}
