import Synchronization

/// One registration: its key, its target, its scope, its actor, and the place in the code.
package final class Binding: Sendable {
  /// The name, and the static type that it was registered with.
  package let key: BindingKey
  package var name: String? { key.name }
  package var type: Any.Type? { key.type }
  package let target: BindingTarget
  /// The factory that makes the value; nil if the value is not made.
  package let factory: (any Factory)?
  package let isolation: Isolation
  /// Whether every look-up may get the same value for good, once it exists.
  let mayBeConstant: Bool
  /// Whether the binding belongs to no actor.
  package let isUnconfined: Bool
  /// The configuration that has registered the binding; nil if it is not registered.
  let origin: RegistryOrigin?
  /// What was registered, if this is a form of it: with another scope, or decorated.
  private let source: Binding?
  /// The registration that it is, or is a form of.
  package var registration: Binding { source ?? self }
  /// The binding whose values this one decorates; nil for others.
  package let inner: Binding?
  /// The decorated bindings, from this one inwards.
  package var wrapped: [Binding] { inner.map { Array(sequence(first: $0, next: \.inner)) } ?? [] }
  /// The depth of the configuration that has registered or decorated it: the number of those that this is derived from; -1 if
  /// it was not registered.
  package var layer: Int { (inner == nil ? registration.origin ?? origin : origin)?.layer ?? -1 }

  /// The module that has registered it; nil for the configuration itself.
  package let module: ModuleTag?
  /// Greater than that of every binding that was made before.
  let number = SerialNumber.next()
  /// Greater than that of every binding that was registered before; a form has that of its registration.
  package var order: UInt64 { registration.number }
  /// Where it was written; nil for a binding of the library's own.
  package let location: CodeLocation?
  /// How long its value is kept, if it is made.
  package let lifetime: Lifetime
  /// Whether the compiler has proven that its values may be shared, or the program vouches for it: a scope was given with
  /// the factory.
  let isProven: Bool
  private let decorated = Atomic(false)

  @inline(never)  // It sets many properties, in many places.
  init(
    _ key: BindingKey, to target: BindingTarget, lifetime: Lifetime = .unique,
    isProven: Bool = false, isolation: Isolation = .none, origin: RegistryOrigin? = nil,
    module: ModuleTag? = nil, formOf source: Binding? = nil, decorating inner: Binding? = nil,
    at location: CodeLocation?
  ) {
    self.key = key
    self.target = target
    factory = if case .factory(let factory) = target { factory } else { nil }
    self.isolation = isolation
    isUnconfined = isolation.actor == nil
    self.origin = origin
    self.source = source
    self.inner = inner
    self.module = module
    self.location = location
    self.lifetime = lifetime
    self.isProven = isProven || !lifetime.isUnique
    let isInstance = if case .instance = target { true } else { false }
    mayBeConstant = isUnconfined && (isInstance || lifetime.isSingleton)
  }

  /// The instance that it is bound to; nil if it is bound to something else.
  package var instance: (any Instance)? {
    if case .instance(let instance) = target { instance } else { nil }
  }

  /// Notes, for checks, that the value of the decorated binding has fitted.
  func noteDecorating() { decorated.store(true, ordering: .relaxed) }

  package var hasDecorated: Bool { decorated.load(ordering: .relaxed) }

  /// The type of the function that makes the value: `(Address, Owner) -> House`.
  package var signature: String {
    let parameters = isFactory ? factory?.parameters : []
    let list = parameters.map { TypeName.list($0.map(\.type)) } ?? "(...)"
    return "\(list) -> \(key.typeName)"
  }

  /// Whether the library brings it; then it has no place in the code.
  package var isBuiltIn: Bool { location == nil }
}

/// The target of a binding.
package enum BindingTarget: Sendable {
  /// A value that exists already.
  case instance(any Instance)
  /// The factory of the value.
  case factory(any Factory)
  /// Another key.
  case key(BindingKey)
  /// Nothing, on purpose.
  case nothing
  /// A getter and a setter for marked properties, and no value.
  indirect case accessors(any Sendable)
}

extension Binding {
  /// Whether a look-up of the value runs a factory.
  package var isFactory: Bool { factory != nil }

  package var isAlias: Bool { if case .key = target { true } else { false } }

  var isBoundToNothing: Bool { if case .nothing = target { true } else { false } }

  /// Whether it is neither another key for a binding nor bound to nothing.
  var givesValue: Bool { !isAlias && !isBoundToNothing }

  /// Whether the binding holds accessors for marked properties, and no value.
  package var isAccessor: Bool { if case .accessors = target { true } else { false } }

  /// How well the binding's value fits a key's type; nil if it does not fit.
  ///
  /// A binding that is confined to an actor may fit a protocol type through a conformance of that
  /// actor, which cannot be checked here: it counts as `.possible`.
  package func fit(_ key: BindingKey) -> TypeFit? {
    guard let type = key.type else { return .possible }
    if type == self.type { return .exact }
    func open<Target>(_ type: Target.Type) -> TypeFit? { targetFit(type, isAlone: key.name == nil) }
    let mayConformThere = isolation.actor != nil && TypeKind(type) == .existential
    let fit = _openExistential(type, do: open) ?? (mayConformThere ? .possible : nil)
    // For a narrower type than its own a wrapper stands for the wrapped value.
    return fit == .possible && inner.map { $0.fit(key) == nil } ?? false ? nil : fit
  }

  /// The binding itself, or the one that it decorates, if only the value of that is known to fit a key's type.
  func answering(_ key: BindingKey) -> Binding {
    guard let inner, fit(key) == .possible else { return self }
    let decorated = inner.answering(key)
    return decorated.fit(key).map { $0 < .possible } ?? false ? decorated : self
  }

  package var isOfProtocol: Bool { type.map { TypeKind($0) == .existential } ?? false }

  /// How well the value fits another type than its own.
  ///
  /// - Parameter isAlone: Whether nothing but the type is asked for. Of protocols an instance answers then for the one
  ///   that it is registered as: others that it happens to conform to are not meant.
  private func targetFit<Target>(_ type: Target.Type, isAlone: Bool) -> TypeFit? {
    // Only the exact type: the getter and the setter use the same type.
    if isAccessor { return nil }
    if let instance {
      let fit = instance.fit(type)
      if fit == nil || !(isAlone && isOfProtocol && TypeKind(type) == .existential) { return fit }
    }
    return self.type.flatMap { TypeMatching.fit(of: $0, to: type) }
  }
}

extension Binding {
  /// The key of an argument, whose type is without the optional.
  ///
  /// - Parameter position: Counted from 1.
  func argumentKey(at position: Int) -> BindingKey {
    // Only a parameter of the factory is asked for.
    factory?.parameters?[position - 1].wrappedKey ?? BindingKey(nil, nil)
  }
}

/// The identity of a configuration; each injector has its own.
package final class RegistryOrigin: Sendable {
  /// How many injectors the configuration is derived from.
  package let layer: Int

  init(layer: Int = 0) { self.layer = layer }
}
