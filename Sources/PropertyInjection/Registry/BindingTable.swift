/// The bindings of a registry, by name; within a name by type, in the order of registration.
///
/// Bindings without a name are found by their type. There is one binding for each name and type,
/// and one for each type alone: in a derived injector it takes the place of the inherited one.
struct BindingTable {
  /// The bindings of one name.
  ///
  /// Nearly always there is one, which costs no array.
  private enum Entry {
    case one(Binding)
    indirect case many(Several)
  }

  private struct Several {
    private(set) var list: [Binding]
    private var indices: [ObjectIdentifier?: Int] = [:]
    /// The rank of the bindings that go first.
    private(set) var highestRank = -1

    init(_ list: [Binding]) {
      self.list = list
      for (index, binding) in list.enumerated() {
        indices[binding.key.typeID] = index
        highestRank = max(highestRank, binding.rank)
      }
    }

    subscript(key: BindingKey) -> Binding? { indices[key.typeID].map { list[$0] } }

    /// Adds a binding, or replaces the one of its type.
    mutating func put(_ binding: Binding) {
      if let index = indices[binding.key.typeID] {
        if list[index].isInherited(by: binding) {
          // The new binding comes last in its own layer.
          self = Several(list[..<index] + list[(index + 1)...] + [binding])
        } else {
          list[index] = binding
        }
      } else {
        indices[binding.key.typeID] = list.count
        list.append(binding)
        highestRank = max(highestRank, binding.rank)
      }
    }
  }

  /// The library's own bindings by name, used where the name is not registered.
  let builtIn: [String: Binding]
  private var entries = LayeredTable<String, Entry>()
  private var unnamed = LayeredTable<ObjectIdentifier?, Binding>()
  /// The bindings of derived injectors.
  private var overrides = Overrides()
  /// The bindings of lower ranks are placeholders, and so are those of modules then: they are found,
  /// and give no value.
  private var lowestRank: Int?
  /// For reports about missing names: as many looks as take a few tenths of a second, for the
  /// configuration and all that are derived from it.
  let searches = SearchBudget(200_000)

  init(builtIn: [String: Binding]) {
    self.builtIn = builtIn
  }

  private struct Overrides {
    private(set) var all: [Override] = []
    /// None goes before a binding of this rank.
    private(set) var highestRank = -1

    /// Notes a binding of a derived injector.
    ///
    /// - Parameter first: The binding that it replaces, of its own or of another injector.
    mutating func note(_ binding: Binding, replacing first: Binding?) {
      guard binding.layer > 0 else { return }
      highestRank = max(highestRank, binding.rank)
      let isInPlace = first?.isInherited(by: binding) == true
      guard let first, first.layer > 0, let index = all.firstIndex(where: { $0.binding === first })
      else { return all.append(Override(binding: binding, isInPlace: isInPlace)) }
      // A binding replaced within its own configuration may itself have replaced an inherited one.
      all[index] = Override(binding: binding, isInPlace: isInPlace || all[index].isInPlace)
    }

    mutating func remove(where isRemoved: (BindingKey) -> Bool) {
      all.removeAll { isRemoved($0.binding.key) }
    }
  }

  private struct Override {
    let binding: Binding
    /// Whether it took the place of an inherited binding.
    let isInPlace: Bool
  }

  /// Every binding, in no particular order, the built-in ones included.
  var all: [Binding] { registered + builtIn.values }

  /// Every binding that the library does not bring, in no particular order.
  var registered: [Binding] {
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
      case .many(let several): several.list.forEach(visit)
      }
    }
    unnamed.forEach(visit)
  }

  /// About how many bindings there are.
  var count: Int { entries.count + unnamed.count }

  /// The bindings of a name, in the order of registration.
  subscript(name: String) -> [Binding] {
    entries[name].map(Self.list) ?? builtIn[name].map { [$0] } ?? []
  }

  /// Whether a name has a binding.
  func has(_ name: String) -> Bool { entries[name] != nil || builtIn[name] != nil }

  /// Whether a name has more than one binding.
  func hasSeveral(_ name: String) -> Bool {
    if case .many? = entries[name] { true } else { false }
  }

  /// The registered binding of this name, or of none, with exactly this type.
  func binding(_ key: BindingKey) -> Binding? {
    guard let name = key.name else { return unnamed[key.typeID] }
    switch entries[name] {
    case nil: return nil
    case .one(let binding)?: return binding.type == key.type ? binding : nil
    case .many(let several)?: return several[key]
    }
  }

  /// The binding of a name with exactly this type, unless a newer layer has the name, too.
  func newestBinding(_ key: BindingKey) -> Binding? {
    guard let name = key.name else { return unnamed[key.typeID] }
    switch entries[name] {
    case nil: return nil
    case .one(let binding)?: return binding.type == key.type ? binding : nil
    case .many(let several)?:
      return several[key].flatMap { several.highestRank > $0.rank ? nil : $0 }
    }
  }

  /// The binding of exactly a key, if no other can be the answer: it is the only one of its name, or
  /// no newer one is there for its type alone, and it gives a value itself.
  func only(_ key: BindingKey) -> Binding? {
    guard let binding = key.name == nil ? newestUnnamed(key) : onlyNamed(key),
      !binding.isBoundToNothing, !binding.isAlias, !isPlaceholder(binding)
    else { return nil }
    return binding
  }

  private func onlyNamed(_ key: BindingKey) -> Binding? {
    guard let name = key.name, case .one(let binding)? = entries[name], binding.type == key.type
    else { return nil }
    return binding
  }

  private func newestUnnamed(_ key: BindingKey) -> Binding? {
    unnamed[key.typeID].flatMap { $0.rank < overrides.highestRank ? nil : $0 }
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
    overrides.all.map(\.binding).filter { $0.root.origin === origin && $0.module == nil }
  }

  /// The bindings of layers newer than a binding's.
  func overrides(of binding: Binding) -> [Binding] {
    guard binding.rank < overrides.highestRank else { return [] }
    return overrides.all.map(\.binding).filter(binding.isInherited(by:))
  }

  /// Whether a binding took the place of an inherited one with its name and type.
  func tookPlace(_ binding: Binding) -> Bool {
    overrides.all.contains { $0.binding === binding && $0.isInPlace }
  }

  /// Adds a binding.
  ///
  /// An inherited binding with the same name and type is replaced. A binding of the same
  /// configuration is replaced if `replacing` says so; else it is kept and returned.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    if let name = binding.name {
      return Self.insert(binding, into: &entries[name], replacing: replacing, &overrides)
    }
    let first = unnamed[binding.key.typeID]
    if let first, Self.keeps(first, against: binding, replacing) { return first }
    overrides.note(binding, replacing: first)
    unnamed[binding.key.typeID] = binding
    return nil
  }

  /// Starts a layer of the tables, so that the next change does not copy them.
  mutating func startLayer() {
    entries.startLayer()
    unnamed.startLayer()
  }

  /// Whether a binding is registered under the name.
  func hasRegistered(_ name: String) -> Bool { entries[name] != nil }

  /// Removes all bindings of a name.
  mutating func remove(_ name: String) {
    entries[name] = nil
    overrides.remove { $0.name == name }
  }

  /// Removes the binding of a name, or of none, with exactly this type.
  mutating func remove(_ key: BindingKey) {
    if let name = key.name {
      let left = (entries[name].map(Self.list) ?? []).filter { $0.type != key.type }
      entries[name] = Self.entry(left)
    } else {
      unnamed[key.typeID] = nil
    }
    overrides.remove { $0 == key }
  }

  // One access to the entry: registering costs hardly more than filling a dictionary.
  private static func insert(
    _ binding: Binding, into entry: inout Entry?, replacing: Bool, _ overrides: inout Overrides
  ) -> Binding? {
    let first: Binding? =
      switch entry {
      case nil: nil
      case .one(let first)?: first.type == binding.type ? first : nil
      case .many(let several)?: several[binding.key]
      }
    if let first, keeps(first, against: binding, replacing) { return first }
    overrides.note(binding, replacing: first)
    switch entry {
    case .one(let other)? where first == nil:
      entry = .many(Several([other, binding]))
    case nil, .one?:
      entry = .one(binding)
    case .many(var several)?:
      entry = nil  // so that the array and the dictionary are changed in place
      several.put(binding)
      entry = .many(several)
    }
    return nil
  }

  /// Whether the first binding of a key stays.
  private static func keeps(
    _ first: Binding, against binding: Binding, _ replacing: Bool
  ) -> Bool {
    // One that the first goes before would never be found.
    binding.isInherited(by: first) || !replacing && !first.isInherited(by: binding)
  }

  private static func entry(_ list: [Binding]) -> Entry? {
    list.count > 1 ? .many(Several(list)) : list.first.map(Entry.one)
  }

  private static func list(_ entry: Entry) -> [Binding] {
    switch entry {
    case .one(let binding): [binding]
    case .many(let several): several.list
    }
  }
}
