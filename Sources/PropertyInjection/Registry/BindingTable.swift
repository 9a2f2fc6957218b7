/// The bindings of a registry, by name; within a name by type, in the order of registration.
///
/// Bindings without a name are found by their type. There is one binding for each name and type,
/// and one for each type alone: in a derived injector it takes the place of the inherited one.
package struct BindingTable {
  /// The bindings of one name, or the one of a type alone.
  ///
  /// Nearly always there is one, which costs no array.
  private enum Entry {
    case one(Binding)
    case many([Binding])
  }

  /// The library's own bindings by name, used where the name is not registered.
  let builtIn: [String: Binding]
  /// The bindings, by the group of their keys.
  private var entries = LayeredTable<BindingKey, Entry>()
  /// The bindings of derived injectors.
  private var overrides = NewerBindings()
  /// The bindings of lower ranks are placeholders, and so are those of modules then: they are found,
  /// and give no value.
  private var lowestRank: Int?

  init(builtIn: [String: Binding]) {
    self.builtIn = builtIn
  }

  private struct NewerBindings {
    private(set) var all: [ObjectIdentifier: NewerBinding] = [:]
    /// None goes before a binding of this rank.
    private(set) var highestRank = -1

    /// Notes a binding of a derived injector.
    ///
    /// - Parameter first: The binding that it replaces, of its own or of another injector.
    mutating func note(_ binding: Binding, replacing first: Binding?) {
      guard binding.layer > 0 else { return }
      highestRank = max(highestRank, binding.rank)
      let replaced = first.flatMap { remove($0) }
      // A binding replaced within its own configuration may itself have replaced an inherited one.
      let isInPlace = first?.isInherited(by: binding) == true || replaced?.isInPlace == true
      all[ObjectIdentifier(binding)] = NewerBinding(binding: binding, isInPlace: isInPlace)
    }

    @discardableResult
    mutating func remove(_ binding: Binding) -> NewerBinding? {
      all.removeValue(forKey: ObjectIdentifier(binding))
    }
  }

  private struct NewerBinding {
    let binding: Binding
    /// Whether it took the place of an inherited binding.
    let isInPlace: Bool
  }

  /// Every binding, in no particular order, the built-in ones included.
  package var all: [Binding] { registered + builtIn.values }

  /// Every binding that the library does not bring, in no particular order.
  package var registered: [Binding] {
    var registered: [Binding] = []
    registered.reserveCapacity(count)
    forEachRegistered { registered.append($0) }
    return registered
  }

  /// Visits every binding, in no particular order, the built-in ones included.
  ///
  /// With very many bindings an array of them costs more than to look at each.
  func forEach(_ visit: (Binding) -> Void) {
    forEachRegistered(visit)
    builtIn.values.forEach(visit)
  }

  private func forEachRegistered(_ visit: (Binding) -> Void) {
    entries.forEach { entry in
      switch entry {
      case .one(let binding): visit(binding)
      case .many(let bindings): bindings.forEach(visit)
      }
    }
  }

  /// About how many bindings there are.
  var count: Int { entries.count }

  /// The bindings of a name, in the order of registration.
  package subscript(name: String) -> [Binding] {
    entries[.anyType(name)].map(Self.list) ?? builtIn[name].map { [$0] } ?? []
  }

  /// Whether a name has a binding.
  func has(_ name: String) -> Bool { hasRegistered(name) || builtIn[name] != nil }

  /// Whether a binding is registered under the name.
  func hasRegistered(_ name: String) -> Bool { entries[.anyType(name)] != nil }

  /// Whether a name has more than one binding.
  func hasSeveral(_ name: String) -> Bool {
    if case .many? = entries[.anyType(name)] { true } else { false }
  }

  /// The registered binding of this name, or of none, with exactly this type.
  package func binding(_ key: BindingKey) -> Binding? {
    Self.binding(of: key.type, in: entries[key.group])
  }

  private static func binding(of type: Any.Type?, in entry: Entry?) -> Binding? {
    switch entry {
    case nil: nil
    case .one(let binding)?: binding.type == type ? binding : nil
    case .many(let bindings)?: bindings.first { $0.type == type }
    }
  }

  /// The binding of exactly a key, if no other can be the answer: it is the only one of its name, or
  /// no newer one is there for its type alone, and it gives a value itself.
  package func only(_ key: BindingKey) -> Binding? {
    guard case .one(let binding)? = entries[key.group], binding.type == key.type,
      key.name != nil || binding.rank >= overrides.highestRank,
      !binding.isBoundToNothing, !binding.isAlias, !isPlaceholder(binding)
    else { return nil }
    return binding
  }

  /// Makes placeholders of the bindings that a binding of this rank goes before.
  mutating func makePlaceholders(below rank: Int) { lowestRank = rank }

  /// Whether a binding is only to report that it is asked for.
  func isPlaceholder(_ binding: Binding) -> Bool {
    guard let lowestRank, binding.layer >= 0 else { return false }
    return binding.rank < lowestRank || binding.root.module != nil
  }

  /// The bindings of one configuration itself, in no particular order; not those of its modules.
  func bindings(writtenIn origin: RegistryOrigin) -> [Binding] {
    ofDerived.filter { $0.root.origin === origin && $0.module == nil }
  }

  /// The bindings of the outermost configuration with exactly a type, in no particular order.
  func outermost(of type: Any.Type) -> [Binding] {
    entries.values(tagged: ObjectIdentifier(type)) { Self.list($0).compactMap(\.key.typeID) }
      .flatMap(Self.list).filter { $0.type == type && $0.layer == 0 }
  }

  /// The bindings of all derived injectors.
  var ofDerived: [Binding] { overrides.all.values.map(\.binding) }

  /// The bindings of layers newer than a binding's.
  func overrides(of binding: Binding) -> [Binding] {
    guard binding.rank < overrides.highestRank else { return [] }
    return ofDerived.filter(binding.isInherited(by:))
  }

  /// Whether a binding took the place of an inherited one with its name and type.
  func tookPlace(_ binding: Binding) -> Bool {
    overrides.all[ObjectIdentifier(binding)]?.isInPlace ?? false
  }

  /// Adds a binding.
  ///
  /// An inherited binding with the same name and type is replaced. A binding of the same
  /// configuration is replaced if `replacing` says so; else it is kept and returned.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    Self.insert(binding, into: &entries[binding.key.group], replacing: replacing, &overrides)
  }

  // One access to the entry: registering costs hardly more than filling a dictionary.
  private static func insert(
    _ binding: Binding, into entry: inout Entry?, replacing: Bool, _ overrides: inout NewerBindings
  ) -> Binding? {
    let first = Self.binding(of: binding.type, in: entry)
    if let first {
      // One that the first goes before would never be found.
      let isHidden = binding.isInherited(by: first)
      if isHidden || !replacing && !first.isInherited(by: binding) { return first }
    }
    overrides.note(binding, replacing: first)
    switch entry {
    case .one(let other)? where first == nil: entry = .many([other, binding])
    case nil, .one?: entry = .one(binding)
    case .many(var bindings)?:
      entry = nil  // so that the array is changed in place
      let index = bindings.firstIndex { $0 === first }
      if let index, !bindings[index].isInherited(by: binding) {
        bindings[index] = binding
      } else {
        // A binding that takes the place of an inherited one comes last in its own layer.
        if let index { bindings.remove(at: index) }
        bindings.append(binding)
      }
      entry = .many(bindings)
    }
    return nil
  }

  /// Starts a layer of the table, so that the next change does not copy it.
  mutating func startLayer() { entries.startLayer() }

  /// Removes the binding of a key; all of its name, if the key is for any type.
  mutating func remove(_ key: BindingKey) {
    let bindings = entries[key.group].map(Self.list) ?? []
    let isRemoved = { (binding: Binding) in key.type == nil || binding.type == key.type }
    entries[key.group] = Self.entry(bindings.filter { !isRemoved($0) })
    for binding in bindings where isRemoved(binding) { overrides.remove(binding) }
  }

  private static func entry(_ bindings: [Binding]) -> Entry? {
    bindings.count > 1 ? .many(bindings) : bindings.first.map(Entry.one)
  }

  private static func list(_ entry: Entry) -> [Binding] {
    switch entry {
    case .one(let binding): [binding]
    case .many(let bindings): bindings
    }
  }
}
