// The bindings that the library brings: of the injector itself, and of the keys that need no registration.

extension Binding {
  /// The injector that is asked: the one binding of every registry, which each other one goes before.
  static let injector = Binding(
    BindingKey("injector", PropertyInjector.self),
    to: .factory(
      Factory(of: PropertyInjector.self) { hand($0.injector, to: $1) }),
    at: nil)
}

extension BindingTable {
  /// The binding that a key has without being registered, or why there is none now: that of a ``Lookup``, of an array, whose
  /// values fit its elements, or a ``Constructible`` type's; nil if it has none.
  ///
  /// - Parameter isUnknown: Whether nothing is registered under the key's name or type.
  func unregistered(_ key: BindingKey, isUnknown: Bool = true) -> LookUp? {
    guard let type = key.type else { return nil }
    let metadata = TypeMetadata(type)
    if let wanted = metadata.lookedUpType { return .success(Self.lookingUp(wanted, key)) }
    guard isUnknown else { return nil }
    switch key.qualifier {
    case .all: return metadata.elementType.map { .success(Self.collecting($0)) }
    case .named where !key.isOwnName: return nil
    case .named, .typeAlone:
      if let element = metadata.listedType { return .success(Self.collecting(element)) }
      return key.isOwnName ? nil : Self.constructing(type)
    }
  }

  /// The binding of an array of all values that fit a type.
  private static func collecting(_ element: Any.Type) -> Binding {
    func open<Element>(_: Element.Type) -> Binding {
      let key = BindingKey(.all, [Element].self)
      let binding =
        made.entry(for: key)
        ?? made.insert(Binding(key, to: .factory(collector(Element.self)), at: nil))
      return binding.takeUnretainedValue()
    }
    return _openExistential(element, do: open)
  }

  /// The binding of a ``Lookup`` of a type.
  private static func lookingUp(_ wanted: Any.Type, _ key: BindingKey) -> Binding {
    func open<Value>(_: Value.Type) -> Binding {
      let asked = BindingKey(key.qualifier, Value.self, isOwnName: key.isOwnName)
      let factory = Factory(of: Lookup<Value>.self) {
        hand(Lookup<Value>(asked, in: $0.injector), to: $1)
      }
      let binding =
        made.entry(for: key) ?? made.insert(Binding(key, to: .factory(factory), at: nil))
      return binding.takeUnretainedValue()
    }
    return _openExistential(wanted, do: open)
  }

  /// One for each key, so that forms stay, and a type that needs itself is recognized as a cycle.
  private static let made = LockFreeCache<Binding>()

  private static func collector<Element>(_ element: Element.Type) -> Factory {
    Factory(of: [Element].self) { reader, use in
      let injector = reader.injector
      var values: [Element] = []
      let bindings = injector.withAnswer(to: reader.binding.key) { $0.collected }
      if bindings.isEmpty, reader.call.needsEach { throw Failure(.nothingCollected) }
      // Each is for the asker of the list.
      let asker = reader.asker
      for binding in bindings {
        let isPlaceholder = injector.registry.contents.bindings.isPlaceholder(binding)
        let failure =
          isPlaceholder
          ? Failure(.placeholder)
          : injector.provide(element, from: binding, for: reader.call, asker) {
            values.append($0.assumingMemoryBound(to: element).pointee)
          }
        guard let failure else { continue }
        reader.call.report(
          failure, of: isPlaceholder ? nil : binding, for: .lookUp(binding.key), wanted: element)
        if failure.kind.isQuiet { continue }
        if reader.call.needsEach { throw failure.told }
        reader.call.isPartial?.pointee = true
        ResolutionChain.calling?.noteLack(of: binding, because: failure)
      }
      hand(values, to: use)
    }
  }

  /// The binding of a ``Constructible`` type, or why there is none now; nil for other types.
  private static func constructing(_ type: Any.Type) -> LookUp? {
    guard let constructible = type as? any Constructible.Type else { return nil }
    let known = made.entry(for: BindingKey(nil, type))
    if let known { return .success(known.takeUnretainedValue()) }
    // The user's code runs with no lock held; if two threads come here, the first binding stays.
    var found: LookUp?
    let refusal = ResolutionChain.follow(.construction(type)) { _ in
      found = binding(of: constructible)
    }
    if let refusal { return .failure(refusal.kind) }
    return found?.map { made.insert($0).takeUnretainedValue() }
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
/// An argument, a property that is matched by type, and a look-up by type get a new value, unless a binding fits. Registered
/// with a scope, as in
/// `registry.register(in: .singleton, House.provider)`, it is made once.
///
/// A class of a global actor names its initializer outside of the actor:
///
/// ```swift
/// @MainActor final class Window: Constructible {
///   init(title: String) {}
///
///   nonisolated static var provider: Provider<Window> {
///     .initializer(Window.init(title:), .dynamic)
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

/// By its key: that of a look-up, of a list, or of a type alone.
extension Binding: CacheEntry {}
