/// A type that says itself how it is made.
///
/// ```swift
/// struct Address: Constructible {
///   let street: String
///
///   static var provider: Provider<Address> {
///     .initializer(Address.init(street:), .key("street"))
///   }
/// }
/// ```
/// ```swift
/// let address = injector.instance(of: Address.self)  // nothing is registered for the type
/// ```
///
/// An argument, a property that is matched by type, and a look-up by type get a new value, unless a binding fits. Registered with a scope, as in
/// `registry.register(.type(House.self), in: .singleton, House.provider)`, it is made once.
///
/// A class of a global actor names its initializer outside of the actor:
///
/// ```swift
/// @MainActor final class Window: Constructible {
///   init(title: String) {}
///
///   nonisolated static var provider: Provider<Window> {
///     .onMainActor(Window.init(title:), .dynamic)
///   }
/// }
/// ```
///
/// The conformance does not make a subclass that inherits it: the initializer makes the superclass.
/// The idea is Blindside's `bsInitializer` and Objection's `objection_initializer`.
public protocol Constructible: SendableMetatype {
  /// The type of the values: the type itself.
  associatedtype Constructed = Self

  /// How it is made.
  ///
  /// Read once, when it is first needed.
  static var provider: Provider<Constructed> { get }
}

/// The bindings of ``Constructible`` types, one for each type.
///
/// There is one binding for each type, so that a type that needs itself is recognized as a cycle.
package enum ConstructibleBindings {
  private static let bindings = Lock<[ObjectIdentifier: Binding]>([:])

  /// The binding of a type that is not registered, or why there is none now.
  ///
  /// Nil if the type is not ``Constructible``.
  static func lookUp(_ type: Any.Type) -> LookUp? {
    guard let constructible = type as? any Constructible.Type else { return nil }
    let source = ObjectIdentifier(type)
    if let known = bindings.withLock({ $0[source] }) { return .success(known) }
    // The user's code runs with no lock held; if two threads come here, the first binding stays.
    var found: LookUp?
    let refusal = ResolutionChain.follow(.construction(type)) { _ in
      found = binding(of: constructible)
    }
    if let refusal { return .failure(refusal.kind) }
    return found?.map { new in
      bindings.withLock { bindings in
        let first = bindings[source] ?? new
        bindings[source] = first
        return first
      }
    }
  }

  /// Nil if the type inherits a conformance that does not make it.
  private static func binding<Object: Constructible>(of type: Object.Type) -> LookUp? {
    guard Object.Constructed.self == type else { return nil }
    let provider = Object.provider
    if let mistake = provider.mistake { return .failure(mistake) }
    return .success(
      Binding(
        BindingKey(nil, Object.Constructed.self), to: .factory(provider.factory),
        isolation: provider.isolation, at: provider.location))
  }
}
