/// What a binding leads to.
enum BindingTarget: Sendable {
  /// A value that is there.
  case instance(any Instance)
  /// A value that is made.
  case factory(any Factory)
  /// Another key; one for any type has the type that is asked for.
  case key(BindingKey)
  /// Nothing, on purpose.
  case nothing
  /// A getter and a setter for marked properties, and no value.
  case accessors(any AnyPropertyAccessors)
}

extension Binding {
  /// What makes its value; nil if nothing does.
  var factory: (any Factory)? { if case .factory(let factory) = target { factory } else { nil } }

  /// Whether asking for its value runs code of the user's.
  var isFactory: Bool { if case .factory = target { true } else { false } }

  /// Whether it gives accessors to marked properties, and no value.
  var isAccessor: Bool { if case .accessors = target { true } else { false } }

  /// How well it fits a key's type; nil if it does not.
  ///
  /// What is confined to an actor may conform there, where it cannot be looked now.
  func fit(_ key: BindingKey) -> TypeFit? {
    guard let type = key.type else { return .possible }
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
    // Nothing but the very type: what is read and what is written have one type.
    case .accessors: key.type == type ? .exact : nil
    }
  }
}

extension Binding: Maker {
  var injectsProduct: Bool { factory?.injectsProduct == true }

  func argumentKey(at position: Int) -> BindingKey {
    guard let parameters = factory?.parameters, parameters.indices.contains(position - 1) else {
      return .anyType(nil)
    }
    return parameters[position - 1].wrappedKey
  }
}
