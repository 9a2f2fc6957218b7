import PropertyInjection

/// A binding in a registry.
struct ModelBinding {
  var binding: Binding
  /// Where its value is kept, which derived injectors share.
  var keep: Keep
  /// The higher, the newer: twice the number of injectors that the one is derived from that it was registered in,
  /// and one more if no module of a derived injector has registered it.
  var rank: Int
  /// How many were registered before it.
  let number: Int
  /// Whether it was registered with a scope, which proves that its values may be kept.
  let hadScope: Bool
  /// The binding that it decorates.
  private(set) var inner: Inner?

  /// Holds a binding within another one.
  final class Inner {
    let binding: ModelBinding
    init(_ binding: ModelBinding) { self.binding = binding }
  }

  /// The bindings that it decorates, from itself inwards.
  var wrapped: [ModelBinding] { inner.map { [$0.binding] + $0.binding.wrapped } ?? [] }

  /// The same binding, whose values and whose inner ones are kept elsewhere.
  func keeping(_ apart: (Keep) -> Keep) -> ModelBinding {
    var copy = self
    copy.keep = apart(keep)
    copy.inner = inner.map { Inner($0.binding.keeping(apart)) }
    return copy
  }

  init(binding: Binding, keep: Keep, rank: Int, number: Int, decorating inner: ModelBinding? = nil)
  {
    self.inner = inner.map(Inner.init)
    self.binding = binding
    self.keep = keep
    self.rank = rank
    self.number = number
    // The driver gives each a scope, but for decorators.
    hadScope = binding.scope != .unique || binding.provider != .decorator
  }

  var name: String? { binding.name }
  var type: ModelType { binding.type }
  var isAlias: Bool { if case .alias = binding.provider { true } else { false } }
  /// Whether its factory gives a value on that another binding has made, or wraps it.
  var givesOn: Bool {
    switch binding.provider {
    case .asking, .decorator: true
    default: false
    }
  }
}

/// Where a value is kept.
final class Keep {
  let scope: Scope
  var token: Token?
  /// The request of the program in which that value was made.
  var request = 0
  /// The making of that value.
  var making: Making?
  /// The injector with whose bindings the value is made; the model has it as long as it runs.
  weak var home: ModelInjector?

  init(_ scope: Scope) { self.scope = scope }
}

/// A declared property.
struct ModelDeclaration {
  /// The index of the owner in the catalog.
  let target: Int
  let slot: Int
  let name: String
  let other: Wanted?
  /// That of what declares it.
  let rank: Int

  /// Which of the lines of `Slot.declare` it comes from.
  var line: Int {
    switch other {
    case .name: 1
    case .type: 2
    case nil: 3
    }
  }
}

/// An injector: its registry, which does not change any more.
final class ModelInjector {
  let registry: ModelRegistry

  init(_ registry: ModelRegistry) {
    self.registry = registry
    // Also for what was registered twice: the other one may be taken back in a derived injector.
    for (_, keep) in registry.keeps where keep.home == nil { keep.home = self }
    registry.owner.injector = self
  }
}

/// The injector that a configuration is of.
final class Owner {
  let layer: Int
  weak var injector: ModelInjector?
  init(_ layer: Int) { self.layer = layer }
}

/// What decorators have made of bindings, in all injectors.
final class Wrappers {
  fileprivate var all:
    [(decorator: Int, inner: Keep, owner: Owner, raw: Keep, made: ModelBinding)] = []
}

/// What is registered and declared, in order.
struct ModelRegistry {
  private(set) var bindings: [ModelBinding] = []
  private(set) var declarations: [ModelDeclaration] = []
  /// What was registered and not removed in the same configuration.
  private var registered: [(name: String?, type: ModelType, rank: Int)] = []
  /// Each with the layer of the configuration that has installed it.
  private var modules: [Int: Int] = [:]
  /// Whether this configuration has taken a module back.
  var hasTakenBack = false
  /// Whether a module was installed that had been installed before.
  private var isInstalledAgain = false
  /// Whether a scope was set for a key without a factory, of which a module may have removed that.
  private var hasMissedScope = false
  /// Whether what was done before is done again, without a module.
  private var isRepeating = false
  /// All changes but those of modules that have been taken back.
  private var history: [(change: Change, layer: Int)] = []
  /// How many injectors this one is derived from.
  private(set) var layer = 0
  /// How many modules are configuring, one within the other.
  private var moduleDepth = 0
  /// The rank of what is registered now: what modules register goes behind.
  private var rank: Int { layer * 2 + (moduleDepth > 0 ? 0 : 1) }
  /// The decorators of all configurations, in the order of the calls.
  private var decorators: [(id: Int, key: Key, owner: Owner)] = []
  private var owners = [Owner(0)]
  var owner: Owner { owners[layer] }
  /// The innermost override, which keeps all values itself.
  private var override: Owner?
  private let wrappers = Wrappers()
  /// Where values are kept, by the number of the registration or the change of scope.
  private(set) var keeps: [(id: Int, keep: Keep)] = []

  mutating func apply(_ changes: [Change], _ model: Model) {
    run(changes, model)
    settle(model)
  }

  /// Looks for what is decorated, when a configuration ends.
  private func settle(_ model: Model) {
    for (_, key, owner) in decorators where owner === self.owner {
      if case .binding(let found, _) = model.find(key.name, key.type, in: bindings),
        model.end(of: found, key, in: self) != nil
      {
        model.coverage.count(.decorated)
      } else if key.name == nil, isWrappedInList(key, model) {
        model.coverage.count(.decorated)
      } else {
        model.coverage.count(.nothingToDecorate)
        model.report(.nothingToDecorate, name: key.name)
      }
    }
  }

  /// Whether several values of a type are ambiguous by themselves, and wrapped in a list.
  private func isWrappedInList(_ key: Key, _ model: Model) -> Bool {
    guard case .none(.ambiguousType) = model.find(nil, key.type, in: bindings) else { return false }
    return model.listed(key.type, in: bindings).contains { binding in
      guard binding.name == nil else { return false }
      let form = form(of: binding, askedBy: [key], model)
      return (model.answer(of: form, key.type)?.binding ?? form).inner != nil
    }
  }

  /// What the decorators of a binding's key, and of those that have led to it, make of it; the inner ones first.
  func form(of raw: ModelBinding, askedBy askers: [Key], _ model: Model) -> ModelBinding {
    let keys =
      [Key(name: raw.name, type: raw.type)]
      + askers.flatMap { [Key(name: raw.name, type: $0.type), $0] }
    var seen: [Key] = []
    var form = raw
    for key in keys where !seen.contains(key) {
      seen.append(key)
      form = model.answer(of: form, key.type)?.binding ?? form
      for decorator in decorators where decorator.key == key {
        form = wrapped(form, by: decorator.id, key, decorator.owner, raw.keep)
      }
    }
    return form
  }

  private func wrapped(
    _ inner: ModelBinding, by id: Int, _ key: Key, _ owner: Owner, _ raw: Keep
  ) -> ModelBinding {
    let owners = [inner.keep.home?.registry.owner, owner, override].compactMap { $0 }
    let owner = owners.max { $0.layer < $1.layer } ?? owner
    let known = wrappers.all.first {
      $0.decorator == id && $0.inner === inner.keep && $0.owner === owner
    }
    if let known { return known.made }
    let binding = Binding(
      id: id, name: key.name, type: key.type, provider: .decorator,
      scope: inner.binding.provider.makesValues ? inner.binding.scope : .singleton)
    let keep = Keep(binding.scope)
    keep.home = owner.injector
    let made = ModelBinding(
      binding: binding, keep: keep, rank: inner.rank, number: inner.number, decorating: inner)
    wrappers.all.append((id, inner.keep, owner, raw, made))
    return made
  }

  private mutating func run(_ changes: [Change], _ model: Model) {
    for change in changes {
      if case .uninstall(let module) = change {
        uninstall(module, model)
      } else {
        // A derived configuration's takes the place of the older one.
        if case .install(let module, _) = change, let older = modules[module], older < layer {
          model.coverage.count(.moduleReplaced)
          uninstall(module, model)
        }
        history.append((change, layer))
        apply(change, model)
      }
    }
  }

  mutating func derive() {
    layer += 1
    if owners.count <= layer { owners.append(Owner(layer)) }
  }

  /// Keeps everything that is kept anew, for an override.
  mutating func keepApart(_ model: Model) {
    override = owner
    var fresh: [ObjectIdentifier: Keep] = [:]
    func apart(_ keep: Keep) -> Keep {
      if keep.scope == .unique { return keep }
      let id = ObjectIdentifier(keep)
      let new = fresh[id] ?? Keep(keep.scope)
      if keep.token != nil { model.coverage.count(.keptApart) }
      fresh[id] = new
      return new
    }
    keeps = keeps.map { ($0.id, apart($0.keep)) }
    for index in bindings.indices { bindings[index] = bindings[index].keeping(apart) }
  }

  /// The bindings, and what decorators have made of them.
  var all: [ModelBinding] {
    bindings
      + wrappers.all.filter { wrapper in bindings.contains { $0.keep === wrapper.raw } }.map(\.made)
  }

  /// Whether an instance that is registered, or a value that is kept, is this one.
  func holds(_ token: Token) -> Bool {
    all.contains { binding in
      binding.binding.provider == .instance(token)
        || binding.keep.scope != .weak && binding.keep.token == token
    }
  }

  private mutating func apply(_ change: Change, _ model: Model) {
    switch change {
    case .register(let binding, let replacing): register(binding, replacing: replacing, model)
    case .setScope(let id, let scope, let key): setScope(id, scope, key, model)
    case .decorate(let id, let key):
      decorators.append((id, key, owner))
    case .removeName(let name):
      bindings.removeAll { $0.name == name }
      registered.removeAll { $0.name == name && $0.rank / 2 == layer }
    case .removeKey(let key):
      bindings.removeAll { $0.name == key.name && $0.type == key.type }
      registered.removeAll { $0.name == key.name && $0.type == key.type && $0.rank / 2 == layer }
    case .declare(let target, let slot, let name, let other):
      declare(
        ModelDeclaration(
          target: target, slot: slot, name: name, other: other, rank: rank), model)
    case .install(let module, let changes):
      if modules[module] != nil {
        isInstalledAgain = true
        return model.coverage.count(.moduleAgain)
      }
      model.coverage.count(.module)
      modules[module] = layer
      moduleDepth += 1
      for change in changes { apply(change, model) }
      moduleDepth -= 1
    case .uninstall: break
    }
  }

  /// Whether an injector that this one is derived from, or a module of its own, has registered another binding of the key.
  func isInPlace(_ binding: ModelBinding) -> Bool {
    registered.contains {
      $0.name == binding.name && $0.type == binding.type && $0.rank < binding.rank
    }
  }

  /// The types under which a name is decorated.
  func decoratedTypes(of name: String?) -> [ModelType] {
    decorators.filter { name != nil && $0.key.name == name }.map(\.key.type)
  }

  private mutating func keep(_ id: Int, _ scope: Scope) -> Keep {
    if isRepeating, let known = keeps.first(where: { $0.id == id && $0.keep.scope == scope }) {
      return known.keep
    }
    let new = Keep(scope)
    keeps.removeAll { $0.id == id }
    keeps.append((id, new))
    return new
  }

  private mutating func register(_ binding: Binding, replacing: Bool, _ model: Model) {
    if binding.name == "" {
      model.coverage.count(.emptyName)
      return model.report(.emptyName, name: "")
    }
    if binding.provider == .nilInstance {
      model.coverage.count(.nilInstance)
      return model.report(.nilInstance, name: binding.name)
    }
    model.registrations += 1
    let new = ModelBinding(
      binding: binding, keep: keep(binding.id, binding.scope), rank: rank,
      number: model.registrations)
    registered.append((binding.name, binding.type, rank))
    let old = bindings.firstIndex { $0.name == binding.name && $0.type == binding.type }
    if let old, bindings[old].rank > rank {
      return model.coverage.count(.hiddenByOwn)
    }
    if let old, bindings[old].rank < rank, model.mutation != .inheritedFirst {
      model.coverage.count(.overrode)
      bindings.remove(at: old)
      return bindings.append(new)
    }
    switch (old, replacing || model.mutation == .lastRegistrationWins) {
    case (let old?, true):
      model.coverage.count(.replaced)
      bindings[old] = new
    case (_?, false):
      model.coverage.count(.duplicate)
      model.report(.duplicateBinding, name: binding.name)
    case (nil, _):
      let isInherited = bindings.contains {
        $0.name != nil && $0.name == binding.name && $0.rank < rank
      }
      if replacing && !isInherited {
        model.coverage.count(.nothingReplaced)
        model.report(.nothingReplaced, name: binding.name)
      }
      bindings.append(new)
    }
  }

  private mutating func setScope(_ id: Int, _ scope: Scope, _ key: Key, _ model: Model) {
    let index = bindings.firstIndex { $0.name == key.name && $0.type == key.type }
    guard let index, bindings[index].binding.provider.makesValues,
      scope == .unique || bindings[index].hadScope
    else {
      hasMissedScope = true
      return model.report(.nothingToScope, name: key.name)
    }
    model.coverage.count(.setScope)
    bindings[index].binding.scope = scope
    bindings[index].keep = keep(id, scope)
  }

  private mutating func declare(_ declaration: ModelDeclaration, _ model: Model) {
    let owner = Catalog.entries[declaration.target].type
    if declaration.name == "" { return model.report(.emptyName, name: "", owner: owner) }
    let place = declarations.firstIndex {
      $0.target == declaration.target && $0.name == declaration.name
    }
    if let place {
      let kept = declarations[place]
      // The newest configuration's own goes before that of its modules, and both before older ones.
      if kept.rank != declaration.rank {
        if kept.rank < declaration.rank { declarations[place] = declaration }
        return
      }
      // The line that has declared it may run again.
      if kept.line == declaration.line { return }
      model.coverage.count(.duplicateDeclaration)
      return model.report(.duplicateDeclaration, name: declaration.name, owner: owner)
    }
    declarations.append(declaration)
  }

  /// Leaves everything as if the module had never been there: does all again without it.
  private mutating func uninstall(_ module: Int, _ model: Model) {
    guard modules[module] != nil else { return model.report(.unknownModule) }
    model.coverage.count(.uninstalled)
    hasTakenBack = true
    if isInstalledAgain || hasMissedScope { model.isUndetermined = true }
    let changes = history.compactMap { entry in
      entry.change.without(module).map { (change: $0, layer: entry.layer) }
    }
    (bindings, declarations, modules, history, registered) = ([], [], [:], [], [])
    decorators = []
    isRepeating = true
    let own = layer
    layer = 0
    for (change, layer) in changes {
      if layer > self.layer {
        model.reportingAtWill { settle($0) }
        while self.layer < layer { derive() }
      }
      model.reportingAtWill { run([change], $0) }
    }
    if layer < own { model.reportingAtWill { settle($0) } }
    while layer < own { derive() }
    isRepeating = false
  }
}

extension Change {
  /// The change without what a module does; nil for its installation.
  fileprivate func without(_ module: Int) -> Change? {
    guard case .install(let installed, let changes) = self else { return self }
    if installed == module { return nil }
    return .install(module: installed, changes.compactMap { $0.without(module) })
  }
}

extension ModelBinding {
  /// Whether these are the arguments that the caller has to supply.
  func takes(_ arguments: [Token]) -> Bool {
    inner.map { $0.binding.takes(arguments) } ?? binding.provider.takes(arguments)
  }
}

extension Provider {
  /// Whether what it makes can be kept: it takes no arguments of the caller.
  var canBeKept: Bool {
    if case .initializer(.dynamic) = self { false } else { makesValues }
  }

  /// Whether these are the arguments that the caller has to supply.
  func takes(_ arguments: [Token]) -> Bool {
    guard case .initializer(.dynamic(let type)) = self else { return arguments.isEmpty }
    return arguments.count == 1 && arguments[0].type.always(fits: type)
  }

  /// Whether it gives a value itself.
  var isValue: Bool {
    switch self {
    case .alias, .nothing, .nilInstance: false
    default: true
    }
  }

  /// Whether it makes a value when it is asked.
  var makesValues: Bool {
    switch self {
    case .factory, .asking, .initializer, .decorator: true
    default: false
    }
  }
}
