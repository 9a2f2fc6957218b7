/// The bindings that one configuration registers, or that its modules do: by name, and within a name by type.
///
/// Bindings without a name are found by their type. There is one binding for each name and type, and one for each
/// type alone.
struct BindingLayer {
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
  /// Of the oldest layer: the keys of the bindings in layers that are gone, because all in them was replaced.
  var dropped: [BindingKey] = []

  var isEmpty: Bool { entries.isEmpty }
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

  func contains(where isMeant: (Binding) -> Bool) -> Bool {
    entries.values.contains { isMeant($0.first) || $0.others.contains(where: isMeant) }
  }

  func forEach(_ visit: (Binding) -> Void) {
    for entry in entries.values {
      visit(entry.first)
      entry.others.forEach(visit)
    }
  }

  /// The bindings of exactly a type, in no particular order; nil if only a look at each tells.
  func bindings(of type: Any.Type) -> [Binding]? {
    index.map { $0.value(or: byType())[ObjectIdentifier(type), default: []] }
  }

  private func byType() -> [ObjectIdentifier: [Binding]] {
    var bindings: [ObjectIdentifier: [Binding]] = [:]
    forEach { if let type = $0.key.typeID { bindings[type, default: []].append($0) } }
    return bindings
  }

  /// Adds a binding; if one of its key is there and is not to be replaced, that one is kept and returned.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
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

  /// Puts another binding in the place of one, or none.
  mutating func replace(_ binding: Binding, by other: Binding?) {
    let group = binding.key.group
    let bindings = bindings(ofGroup: group).compactMap { $0 === binding ? other : $0 }
    entries[group] = bindings.first.map { Entry(first: $0, others: Array(bindings.dropFirst())) }
  }

  /// Ends the changes; from now on the bindings of a type are found in an index.
  mutating func freeze() {
    if index == nil { index = CachedValue(of: [ObjectIdentifier: [Binding]].self) }
  }
}
