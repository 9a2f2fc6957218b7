/// What one configuration registers, or what its modules do, and what it does to what it inherits.
///
/// Its configuration alone changes it; then it is frozen, and shared by all that are derived.
///
/// Its bindings stand by name, and within a name by type; those without a name by their type. There is one binding for each
/// name and type, and one for each type alone.
final class BindingLayer: @unchecked Sendable {
  // Unchecked: the one table that holds it changes it, before it is frozen.

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

  private var entries: [BindingKey: Entry] = [:]
  /// The bindings by type: made when it is first needed, for all copies of the layer, which does not change any more.
  private var index: CachedValue?
  /// The keys and groups whose bindings in older layers are removed.
  private var removed: Set<BindingKey> = []
  /// The scopes that are set for bindings of this layer and of older ones.
  var scopes: [BindingKey: ScopeSetting] = [:]
  /// The decorators of a key, in the order of the calls.
  var decorators: [BindingKey: [Decorator]] = [:]
  /// What scopes and decorators have made of bindings, if this layer has the newest of these parts.
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

  /// The binding of exactly a key, if it is the only one of its name; a nil in it if the name has others.
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
    index.map { $0.value(or: byType())[ObjectIdentifier(type), default: []] }
  }

  private func byType() -> [ObjectIdentifier: [Binding]] {
    var bindings: [ObjectIdentifier: [Binding]] = [:]
    for binding in all {
      if let type = binding.key.typeID { bindings[type, default: []].append(binding) }
    }
    return bindings
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
    if index == nil { index = CachedValue(of: [ObjectIdentifier: [Binding]].self) }
  }
}

/// A change of the binding that a look-up finds: a scope that was set, or a decorator.
protocol BindingModifier: AnyObject, Sendable {
  /// What it makes of a binding, which has nothing kept.
  func form(of binding: Binding) -> Binding
}

/// What modifiers have made of bindings: one form each, so that all who find it share the value that is kept.
final class BindingForms: Sendable {
  private struct Source: Hashable {
    let binding, modifier: ObjectIdentifier
  }

  /// The form retains the binding, and stands beside the modifier: no other object gets the identity of either.
  private let forms = Lock<[Source: (form: Binding, modifier: any BindingModifier)]>([:])

  var all: [Binding] { forms.withLock { $0.values.map(\.form) } }

  /// What a modifier makes of a binding: the same for all who ask.
  func form(of binding: Binding, by modifier: some BindingModifier) -> Binding {
    // The library makes a new binding for each look-up of all values of a type.
    if binding.registration.origin == nil, binding.key.form == .all {
      return modifier.form(of: binding)
    }
    let source = Source(binding: ObjectIdentifier(binding), modifier: ObjectIdentifier(modifier))
    // No code of the user runs: a form is a new binding, and what it wraps is not asked for.
    return forms.withLock { forms in
      if let known = forms[source] { return known.form }
      let form = modifier.form(of: binding)
      forms[source] = (form, modifier)
      return form
    }
  }
}
