/// The target of a binding.
enum BindingTarget: Sendable {
  /// A value that exists already.
  case instance(any Instance)
  /// The factory of the value.
  case factory(any Factory)
  /// Another key. A key of any type takes the type of the look-up.
  case key(BindingKey)
  /// Nothing, on purpose.
  case nothing
  /// A getter and a setter for marked properties, and no value.
  indirect case accessors(any AnyPropertyAccessors)

  /// Which case it is.
  enum Kind {
    case instance, factory, key, nothing, accessors
  }

  var kind: Kind {
    switch self {
    case .instance: .instance
    case .factory: .factory
    case .key: .key
    case .nothing: .nothing
    case .accessors: .accessors
    }
  }
}

extension Binding {
  /// Whether a look-up of the value runs a factory.
  var isFactory: Bool { kind == .factory }

  var isAlias: Bool { kind == .key }

  var isBoundToNothing: Bool { kind == .nothing }

  /// Whether the binding holds accessors for marked properties, and no value.
  var isAccessor: Bool { kind == .accessors }

  /// How well the binding's value fits a key's type; nil if it does not fit.
  ///
  /// A binding that is confined to an actor may fit a protocol type through a conformance of that
  /// actor, which cannot be checked here: it counts as `.possible`.
  func fit(_ key: BindingKey) -> TypeFit? {
    guard let type = key.type else { return .possible }
    if type == self.type { return .exact }
    func open<Target>(_ type: Target.Type) -> TypeFit? { targetFit(type) }
    let mayConformThere = isolation.actor != nil && TypeKind(type) == .existential
    return _openExistential(type, do: open) ?? (mayConformThere ? .possible : nil)
  }

  private func fitOfKey<Target>(_ type: Target.Type) -> TypeFit? {
    guard let own = key.type else { return .possible }
    return TypeMatching.fit(of: own, to: type)
  }

  private func targetFit<Target>(_ type: Target.Type) -> TypeFit? {
    switch target {
    case .instance(let instance): instance.fit(type)
    case .factory(let factory): factory.fit(type)
    case .key, .nothing: fitOfKey(type)
    // Only the exact type: the getter and the setter use the same type.
    case .accessors: key.type == type ? .exact : nil
    }
  }
}

extension Binding: Maker {
  func argumentKey(at position: Int) -> BindingKey {
    // Only a parameter of the factory is asked for.
    guard let parameters = factory?.parameters, parameters.indices.contains(position - 1) else {
      return BindingKey(nil, nil)
    }
    return parameters[position - 1].wrappedKey
  }
}
