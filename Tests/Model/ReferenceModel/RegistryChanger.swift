import PropertyInjection

/// Does changes to a registry of the library.
struct RegistryChanger {
  let calls: CallCounts

  func apply(_ changes: [Change], to registry: inout Registry) {
    for change in changes { apply(change, to: &registry) }
  }

  private func apply(_ change: Change, to registry: inout Registry) {
    switch change {
    case .register(let binding, let replacing):
      register(binding, replacing: replacing, in: &registry)
    case .setScope(_, let scope, let key):
      setScope(scope, for: key, Palette.kind(key.type), in: &registry)
    case .decorate(let id, let key): decorate(id, key, Palette.kind(key.type), in: &registry)
    case .removeName(let name): registry.remove(allNamed: name)
    case .removeKey(let key): remove(key, Palette.kind(key.type), in: &registry)
    case .declare(let target, let slot, let name, let other):
      Catalog.entries[target].declare(slot, name, other, &registry)
    case .install(let module, let changes):
      registry.install(self.module(module, changes))
    case .uninstall(let module): registry.uninstall(self.module(module, []))
    }
  }

  private func module(_ number: Int, _ changes: [Change]) -> InjectionModule {
    InjectionModule("\(number)") { apply(changes, to: &$0) }
  }

  private func register(_ binding: Binding, replacing: Bool, in registry: inout Registry) {
    register(binding, Palette.kind(binding.type), replacing: replacing, in: &registry)
  }

  private func register<Kind: ValueKind>(
    _ binding: Binding, _ kind: Kind.Type, replacing: Bool, in registry: inout Registry
  ) {
    let key = Key(name: binding.name, type: Kind.type).injectionKey(kind)
    let scope = binding.scope.injectionScope
    let (id, calls) = (binding.id, calls)
    switch binding.provider {
    case .instance(let token):
      registry.register(key, instance: Palette.value(token, as: kind), replacing: replacing)
    case .nilInstance:
      registry.register(
        key, instance: Int?.none as! Kind.Value, replacing: replacing)
    case .factory(let product):
      registry.register(key, in: scope, replacing: replacing) { () throws -> Kind.Value? in
        switch product {
        case .value(.g): return .some(calls.make(id, nil) as! Kind.Value)
        case .value(let type): return Palette.value(Token(type, calls.call(id)), as: kind)
        case .none:
          calls.surprise(id)
          return nil
        case .failure:
          calls.surprise(id)
          throw FactoryFailure()
        }
      }
    case .asking(let wanted):
      registry.register(key, in: scope, replacing: replacing) { injector -> Kind.Value? in
        calls.surprise(id)
        return injector.instance(for: wanted.injectionKey(kind))
      }
    case .initializer(let argument):
      registerInitializer(
        binding, argument, kind, Palette.kind(argument.type), replacing: replacing, in: &registry)
    case .alias(let name, let type):
      func register<Other: ValueKind>(_ other: Other.Type) {
        let target = Key(name: name, type: type).injectionKey(other)
        registry.alias(key, to: target, replacing: replacing)
      }
      register(Palette.kind(type))
    case .nothing, .decorator: registry.registerNil(key, replacing: replacing)
    }
  }

  private func registerInitializer<Kind: ValueKind, Value: ValueKind>(
    _ binding: Binding, _ argument: Argument, _ kind: Kind.Type, _ value: Value.Type,
    replacing: Bool, in registry: inout Registry
  ) {
    let key = Key(name: binding.name, type: Kind.type).injectionKey(kind)
    let scope = binding.scope.injectionScope
    let source: InjectionArgument<Value.Value> =
      switch argument {
      case .key(let key): key.name.map { .key($0) } ?? .byType
      case .dynamic: .dynamic
      }
    let (id, calls) = (binding.id, calls)
    let initializer: @Sendable (Value.Value) throws -> Kind.Value? = { value in
      .some(calls.make(id, Value.token(value)) as! Kind.Value)
    }
    registry.register(
      key, in: scope, .initializer(initializer, source), replacing: replacing)
  }

  private func setScope<Kind: ValueKind>(
    _ scope: Scope, for key: Key, _ kind: Kind.Type, in registry: inout Registry
  ) {
    registry.setScope(scope.injectionScope, for: key.injectionKey(kind))
  }

  private func decorate<Kind: ValueKind>(
    _ id: Int, _ key: Key, _ kind: Kind.Type, in registry: inout Registry
  ) {
    let calls = calls
    registry.decorate(key.injectionKey(kind)) { _, value in
      _ = calls.call(id)
      return value
    }
  }

  private func remove<Kind: ValueKind>(
    _ key: Key, _ kind: Kind.Type, in registry: inout Registry
  ) {
    registry.remove(key.injectionKey(kind))
  }
}

extension Scope {
  /// The scope as the library knows it.
  var injectionScope: InjectionScope {
    switch self {
    case .unique: .unique
    case .singleton: .singleton
    case .cached: .cached
    case .weak: .weak
    case .graph: .graph
    }
  }
}

/// What a factory throws.
struct FactoryFailure: Error, Hashable {}
