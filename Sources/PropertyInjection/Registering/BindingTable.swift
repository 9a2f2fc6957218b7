/// The bindings of a registry, by name; within a name by type, in the order of registration.
///
/// Those without a name are found by their type.
struct BindingTable {
  /// What is registered under one name.
  ///
  /// Nearly always that is one binding, which costs no array.
  private enum Entry {
    case one(Binding)
    indirect case many([Binding], byType: [ObjectIdentifier: Int])
  }

  private var entries: [String: Entry] = [:]
  private var unnamed: [ObjectIdentifier: Binding] = [:]

  /// Every binding, in no particular order, the built-in ones included.
  var all: [Binding] {
    entries.values.flatMap(Self.list) + unnamed.values + Binding.builtIn.values
  }

  /// What is bound to the name, first registered first.
  subscript(name: String) -> [Binding] {
    entries[name].map(Self.list) ?? Binding.builtIn[name].map { [$0] } ?? []
  }

  /// What a registration has bound to this name, or to none, with this very type.
  func binding(_ name: String?, _ type: Any.Type) -> Binding? {
    guard let name else { return unnamed[ObjectIdentifier(type)] }
    switch entries[name] {
    case nil: return nil
    case .one(let binding)?: return binding.type == type ? binding : nil
    case .many(let list, let byType)?: return byType[ObjectIdentifier(type)].map { list[$0] }
    }
  }

  /// Adds a binding.
  ///
  /// An earlier one with the same name and type is kept and returned, or replaced.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    if let name = binding.name {
      return Self.insert(binding, into: &entries[name], replacing: replacing)
    }
    if !replacing, let first = unnamed[ObjectIdentifier(binding.type)] { return first }
    unnamed[ObjectIdentifier(binding.type)] = binding
    return nil
  }

  /// Whether a registration has bound the name.
  func hasRegistered(_ name: String) -> Bool { entries[name] != nil }

  /// Removes the name with all its bindings.
  mutating func remove(_ name: String) {
    entries[name] = nil
  }

  /// Removes the binding of a name, or of none, with this very type.
  mutating func remove(_ name: String?, _ type: Any.Type) {
    if let name {
      entries[name] = Self.entry((entries[name].map(Self.list) ?? []).filter { $0.type != type })
    } else {
      unnamed[ObjectIdentifier(type)] = nil
    }
  }

  private static func insert(
    _ binding: Binding, into entry: inout Entry?, replacing: Bool
  ) -> Binding? {
    switch entry {
    case nil:
      entry = .one(binding)
    case .one(let first)? where first.type == binding.type:
      guard replacing else { return first }
      entry = .one(binding)
    case .one(let first)?:
      entry = Self.entry([first, binding])
    case .many(var list, var byType)?:
      if let index = byType[ObjectIdentifier(binding.type)] {
        guard replacing else { return list[index] }
        entry = nil  // so that the array is changed in place
        list[index] = binding
      } else {
        entry = nil  // so that the array and the dictionary are changed in place
        byType[ObjectIdentifier(binding.type)] = list.count
        list.append(binding)
      }
      entry = .many(list, byType: byType)
    }
    return nil
  }

  private static func entry(_ list: [Binding]) -> Entry? {
    guard list.count > 1 else { return list.first.map(Entry.one) }
    var byType: [ObjectIdentifier: Int] = [:]
    for (index, binding) in list.enumerated() { byType[ObjectIdentifier(binding.type)] = index }
    return .many(list, byType: byType)
  }

  private static func list(_ entry: Entry) -> [Binding] {
    switch entry {
    case .one(let binding): [binding]
    case .many(let list, _): list
    }
  }
}
