import Synchronization

/// One registration: its key, its target, its scope, its actor, and the place in the code.
package final class Binding: Sendable {
  /// The name, and the static type that it was registered with.
  package let key: BindingKey
  package var name: String? { key.name }
  package var type: Any.Type? { key.type }
  package let target: BindingTarget
  /// The factory that makes the value; nil if the value is not made.
  package let factory: Factory?
  package let isolation: Isolation
  /// Whether every look-up may get the same value for good, once it exists.
  let mayBeConstant: Bool
  /// Whether the binding belongs to no actor.
  package let isUnconfined: Bool
  /// The configuration that has registered the binding; nil if it is not registered.
  let configuration: Configuration?
  /// The registration, if this is a form of it: with another scope, or decorated.
  private let source: Binding?
  /// The registration that it is, or is a form of.
  package var registration: Binding { source ?? self }
  /// The binding whose values this one decorates; nil for others.
  package let inner: Binding?
  /// The decorated bindings, from this one inwards.
  package var wrapped: [Binding] { inner.map { Array(sequence(first: $0, next: \.inner)) } ?? [] }
  /// The binding that decorators wrap; itself if none does.
  var innermost: Binding { inner?.innermost ?? self }
  /// The depth of the configuration that has registered or decorated it: the number of those that this is derived from; -1 if
  /// it was not registered.
  package var layer: Int {
    (inner == nil ? registration.configuration ?? configuration : configuration)?.layer ?? -1
  }

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
  /// Whether a scope was given, `.unique`, too.
  package let hasScope: Bool
  private let decorated = Atomic(false)

  @inline(never)  // It sets many properties, in many places.
  init(
    _ key: BindingKey, to target: BindingTarget, lifetime: Lifetime = .unique,
    isProven: Bool = false, hasScope: Bool = false, isolation: Isolation = .none,
    configuration: Configuration? = nil,
    module: ModuleTag? = nil, formOf source: Binding? = nil, decorating inner: Binding? = nil,
    at location: CodeLocation?
  ) {
    self.key = key
    self.target = target
    factory = if case .factory(let factory) = target { factory } else { nil }
    self.isolation = isolation == .none ? lifetime.isolation : isolation
    isUnconfined = self.isolation.actor == nil
    self.configuration = configuration
    self.source = source
    self.inner = inner
    self.module = module
    self.location = location
    self.lifetime = lifetime
    self.isProven = isProven || !lifetime.isUnique
    self.hasScope = hasScope
    let isInstance = if case .instance = target { true } else { false }
    mayBeConstant = isUnconfined && (isInstance || lifetime.isSingleton)
  }

  /// The instance that it is bound to; nil if it is bound to something else.
  package var instance: Instance? {
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
  case instance(Instance)
  /// The factory of the value.
  case factory(Factory)
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

  package var isBoundToNothing: Bool { if case .nothing = target { true } else { false } }

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
    return decorated.surelyFits(key) ? decorated : self
  }

  /// Whether the value is known to fit a key's type.
  package func surelyFits(_ key: BindingKey) -> Bool { fit(key).map { $0 < .possible } ?? false }

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

// The reasons why a binding is not asked, for injections and checks alike.
extension Binding {
  /// Why it may not be asked here; nil if it may.
  ///
  /// - Parameter place: The place of a marked property that would ask it later.
  package func refusal(
    on isolation: Isolation, in place: StoragePlace? = nil
  ) -> InjectionIssue.Kind? {
    guard isUnconfined || self.isolation.admits(isolation) else {
      return .bindingOnAnotherActor(required: self.isolation.text, actual: isolation.name)
    }
    return place?.isInObject == false && self.isolation.isBeyondCheck
      ? .mayLeaveActor(self.isolation.text) : nil
  }

  /// The failure of run-time arguments that do not match.
  func refusal(of arguments: [Any?]) -> InjectionIssue.Kind {
    let wanted = (factory?.parameters ?? []).filter(\.isDynamic).map { TypeIdentity(type: $0.type) }
    let given = arguments.map { $0.map { TypeIdentity(type: Swift.type(of: $0)) } }
    return .wrongArguments(wanted: wanted, given: given)
  }

  /// Why its value does not come because of an argument: of arguments that lack the next, the innermost is the cause.
  ///
  /// - Parameter position: Counted from 1.
  package func reason(
    lacking position: Int, because cause: InjectionIssue.Kind, suggestion: String? = nil
  ) -> InjectionIssue.Kind {
    let text = argumentText(at: position)
    switch cause {
    case .cycle: return cause
    case .unresolvedArgument(var inner, let reason):
      inner.path.insert(text, at: 0)
      return .unresolvedArgument(inner, because: reason)
    default:
      var argument = InjectionIssue.Argument(
        position, argumentKey(at: position),
        isOptional: factory?.parameters?[position - 1].wrappedType != nil, of: signature)
      argument.suggestion = suggestion
      argument.path = [text]
      return .unresolvedArgument(argument, because: cause)
    }
  }

  /// For reports: `argument 1 of House (Address)`.
  package func argumentText(at position: Int) -> String {
    let type = factory?.parameters?[position - 1].type
    return "argument \(position) of \(key.typeName) (\(type.map(TypeName.of) ?? "?"))"
  }

  /// Why it gives no value to a property or an argument; nil if it may give one.
  package var refusal: InjectionIssue.Kind? {
    if isAccessor { return .accessorWithoutMark }
    return factory?.parameters?.contains(where: \.isDynamic) == true ? refusal(of: []) : nil
  }
}

/// The identity of a configuration; each injector has its own.
package final class Configuration: Sendable {
  /// How many injectors the configuration is derived from.
  package let layer: Int

  init(layer: Int = 0) { self.layer = layer }
}

/// The bindings of one configuration, or of its modules, and the changes that it makes to inherited ones.
///
/// Its configuration alone changes it; then it is frozen, and shared by all that are derived.
///
/// Its bindings stand by name, and within a name by type; those without a name by their type. There is one binding for each
/// name and type, and one for each type alone.
final class BindingLayer: @unchecked Sendable {
  // Unchecked: the one table that holds it changes it, before it is frozen. So are overlapping accesses of what each look-up
  // reads: to check them took two fifths of its time.

  /// The bindings of one name, or the one of a type alone.
  ///
  /// Nearly always there is one, which costs no array.
  private struct Entry {
    var first: Binding
    var others: [Binding] = []

    var bindings: [Binding] { [first] + others }

    subscript(type: Any.Type?) -> Binding? {
      first.type == type ? first : others.first { $0.type == type }
    }
  }

  @exclusivity(unchecked) private var entries: [BindingKey: Entry] = [:]
  /// The bindings by type: made when it is first needed, for all copies of the layer, which does not change any more.
  private var index: CachedValue?
  /// The keys and groups whose bindings in older layers are removed.
  @exclusivity(unchecked) private var removed: Set<BindingKey> = []
  /// The scopes that are set for bindings of this layer and of older ones.
  var scopes: [BindingKey: ScopeSetting] = [:]
  /// The decorators of a key, in the order of the calls.
  var decorators: [BindingKey: [Decorator]] = [:]
  /// The forms of bindings of which this layer has the newest part: a scope or a decorator.
  let forms: BindingForms

  /// How many configurations its own is derived from.
  let depth: Int

  init(of depth: Int, _ forms: BindingForms = BindingForms()) {
    (self.depth, self.forms) = (depth, forms)
  }

  init(copying other: BindingLayer) {
    (entries, index, removed) = (other.entries, other.index, other.removed)
    (scopes, decorators, forms, depth) = (other.scopes, other.decorators, other.forms, other.depth)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// Whether it changes nothing.
  var isBlank: Bool { !hidesAny && scopes.isEmpty && decorators.isEmpty }
  var isFrozen: Bool { index != nil }
  /// About how many bindings there are.
  var count: Int { entries.count }

  /// The bindings of a name, in the order of registration, or the one of a type alone.
  @inline(never)  // A look-up, in many places.
  func bindings(ofGroup group: BindingKey) -> [Binding] { entries[group]?.bindings ?? [] }

  /// The binding of this name, or of none, with exactly this type.
  @inline(never)  // A look-up, in many places.
  func binding(_ key: BindingKey) -> Binding? { entries[key.group]?[key.type] }

  /// The binding of exactly a key, if it is the only one of its name; a nil in it if the name has others, or one of
  /// another type.
  func only(_ key: BindingKey) -> Binding?? {
    entries[key.group].map { entry in
      entry.others.isEmpty && entry.first.type == key.type ? entry.first : nil
    }
  }

  /// All bindings, in no particular order.
  var all: [Binding] { entries.values.flatMap(\.bindings) }

  /// Whether the bindings of a key in older layers are not found.
  func hides(_ key: BindingKey) -> Bool { binding(key) != nil || removes(key) }

  /// Whether it hides bindings of older layers, if they have its keys.
  var hidesAny: Bool { !entries.isEmpty || removesAny }

  /// Whether bindings of a key in older layers are removed.
  func removes(_ key: BindingKey) -> Bool {
    removesAny && (removed.contains(key) || removed.contains(key.group))
  }

  var removesAny: Bool { !removed.isEmpty }

  /// The bindings of exactly a type, in no particular order; nil if only a look at each tells.
  func bindings(of type: Any.Type) -> [Binding]? {
    index.map { $0.value(or: byType()).bindings[ObjectIdentifier(type), default: []] }
  }

  /// A struct, see ``Lock``.
  private struct Index { var bindings: [ObjectIdentifier: [Binding]] = [:] }

  private func byType() -> Index {
    var index = Index()
    for binding in all {
      if let type = binding.key.typeID { index.bindings[type, default: []].append(binding) }
    }
    return index
  }

  /// Adds a binding; if one of its key is there and is not to be replaced, that one is kept and returned.
  func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    guard let old = Self.add(binding, to: &entries[binding.key.group]) else { return nil }
    if !replacing { return old }
    replace(old, by: binding)
    return nil
  }

  // One access to the entry: registering costs hardly more than filling a dictionary.
  private static func add(_ binding: Binding, to entry: inout Entry?) -> Binding? {
    if let old = entry?[binding.type] { return old }
    if entry == nil { entry = Entry(first: binding) } else { entry?.others.append(binding) }
    return nil
  }

  /// Removes the binding of a key, or all of a name; a scope that was set for it goes too.
  ///
  /// - Parameter older: Whether those of older layers are not found any more, either.
  func remove(_ key: BindingKey, andOlder older: Bool) {
    for binding in bindings(ofGroup: key.group) where key.type == nil || binding.key == key {
      replace(binding, by: nil)
    }
    if !scopes.isEmpty { scopes = scopes.filter { $0.key != key && $0.key.group != key } }
    if older { removed.insert(key) }
  }

  private func replace(_ binding: Binding, by other: Binding?) {
    let group = binding.key.group
    let bindings = bindings(ofGroup: group).compactMap { $0 === binding ? other : $0 }
    entries[group] = bindings.first.map { Entry(first: $0, others: Array(bindings.dropFirst())) }
  }

  /// Ends the changes; from now on the bindings of a type are found in an index.
  func freeze() {
    if index == nil { index = CachedValue(of: Index.self) }
  }
}
