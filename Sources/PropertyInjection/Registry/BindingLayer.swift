/// The bindings that one configuration registers, or that its modules do: by name, and within a name by type.
///
/// Bindings without a name are found by their type. There is one binding for each name and type, and one for each
/// type alone.
struct BindingLayer {
  /// The bindings of one name, or the one of a type alone.
  ///
  /// Nearly always there is one, which costs no array.
  private enum Entry {
    case one(Binding)
    case many([Binding])

    init?(_ bindings: [Binding]) {
      guard let first = bindings.first else { return nil }
      self = bindings.count > 1 ? .many(bindings) : .one(first)
    }

    var bindings: [Binding] {
      switch self {
      case .one(let binding): [binding]
      case .many(let bindings): bindings
      }
    }

    subscript(type: Any.Type?) -> Binding? {
      switch self {
      case .one(let binding): binding.type == type ? binding : nil
      case .many(let bindings): bindings.first { $0.type == type }
      }
    }
  }

  private var entries: [BindingKey: Entry] = [:]
  private var index: TypeIndex?

  var isEmpty: Bool { entries.isEmpty }
  /// About how many bindings there are.
  var count: Int { entries.count }

  /// The bindings of a name, in the order of registration, or the one of a type alone.
  func bindings(ofGroup group: BindingKey) -> [Binding] { entries[group]?.bindings ?? [] }

  /// The binding of this name, or of none, with exactly this type.
  func binding(_ key: BindingKey) -> Binding? { entries[key.group]?[key.type] }

  /// The binding of exactly a key, if it is the only one of its name; a nil in it if the name has others.
  func only(_ key: BindingKey) -> Binding?? {
    entries[key.group].map { entry in
      if case .one(let binding) = entry, binding.type == key.type { binding } else { nil }
    }
  }

  func forEach(_ visit: (Binding) -> Void) {
    for entry in entries.values {
      switch entry {
      case .one(let binding): visit(binding)
      case .many(let bindings): bindings.forEach(visit)
      }
    }
  }

  func contains(where isMeant: (Binding) -> Bool) -> Bool {
    entries.values.contains { $0.bindings.contains(where: isMeant) }
  }

  /// The bindings of exactly a type, in no particular order; nil if only a look at each tells.
  func bindings(of type: Any.Type) -> [Binding]? {
    index.map { index in
      index.groups(of: type, in: self).compactMap { entries[$0]?[type] }
    }
  }

  /// Adds a binding; if one of its key is there and is not to be replaced, that one is kept and returned.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    Self.insert(binding, into: &entries[binding.key.group], replacing: replacing)
  }

  // One access to the entry: registering costs hardly more than filling a dictionary.
  private static func insert(
    _ binding: Binding, into entry: inout Entry?, replacing: Bool
  ) -> Binding? {
    guard let present = entry else {
      entry = .one(binding)
      return nil
    }
    let first = present[binding.type]
    if let first, !replacing { return first }
    var bindings = present.bindings
    entry = nil  // so that the array is changed in place
    if let index = bindings.firstIndex(where: { $0 === first }) {
      bindings[index] = binding
    } else {
      bindings.append(binding)
    }
    entry = Entry(bindings)
    return nil
  }

  /// Puts another binding in the place of one, or none.
  mutating func replace(_ binding: Binding, by other: Binding?) {
    let group = binding.key.group
    entries[group] = Entry(
      bindings(ofGroup: group).compactMap { $0 === binding ? other : $0 })
  }

  /// Ends the changes; from now on the bindings of a type are found in an index.
  mutating func freeze() { if index == nil { index = TypeIndex() } }
}

/// The groups of a layer's bindings, by type: made when it is first needed, for all copies of the layer.
private final class TypeIndex: Sendable {
  private let groups = Lock<[ObjectIdentifier: [BindingKey]]?>(nil)

  func groups(of type: Any.Type, in layer: borrowing BindingLayer) -> [BindingKey] {
    groups.withLock { groups in
      if groups == nil {
        var made: [ObjectIdentifier: [BindingKey]] = [:]
        layer.forEach { binding in
          if let type = binding.key.typeID { made[type, default: []].append(binding.key.group) }
        }
        groups = made
      }
      return groups?[ObjectIdentifier(type)] ?? []
    }
  }
}
