/// The bindings of a registry, by name; within a name by type, in the order of registration.
struct BindingTable {
  /// What is registered under one name.
  ///
  /// Nearly always that is one binding, which costs no array.
  private enum Entry {
    case one(Binding)
    indirect case many([Binding], byType: [ObjectIdentifier: Int])
  }

  private var entries: [String: Entry] = [:]

  /// Every binding, in no particular order, the built-in one included.
  var all: [Binding] {
    let builtIn = entries[Binding.injector.name] == nil ? [Binding.injector] : []
    return entries.values.flatMap(Self.list) + builtIn
  }

  /// What is bound to the name, first registered first.
  subscript(name: String) -> [Binding] {
    entries[name].map(Self.list) ?? (name == Binding.injector.name ? [.injector] : [])
  }

  /// Whether a registration has bound the name with this very type.
  func contains(_ name: String, _ type: Any.Type) -> Bool {
    switch entries[name] {
    case nil: false
    case .one(let binding)?: binding.type == type
    case .many(_, let byType)?: byType[ObjectIdentifier(type)] != nil
    }
  }

  /// Adds a binding.
  ///
  /// An earlier one with the same name and type is kept and returned, or replaced.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    Self.insert(binding, into: &entries[binding.name], replacing: replacing)
  }

  /// Removes the name with all its bindings, or with a type only the binding of that type.
  ///
  /// True if there was one.
  mutating func remove(_ name: String, type: Any.Type? = nil) -> Bool {
    let found = entries[name].map(Self.list) ?? []
    let left = type.map { type in found.filter { $0.type != type } } ?? []
    entries[name] = Self.entry(left)
    return left.count < found.count
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
