import PropertyInjection

// What a scoped instance holds, which it should not.
extension Wiring {
  /// The values of shorter scopes that a scoped instance keeps, and the injector that keeps it, each with the arguments
  /// and properties that lead to it: in its arguments and properties, and in those of the values that are made for it.
  func held(by binding: Binding) -> [(binding: Binding, path: [String])] {
    guard let rank = binding.lifetime.rank else { return [] }
    // The shared injector is never freed anyway.
    let isFreed = injector.role == .own && binding.lifetime.isOfInjector
    var found: [(binding: Binding, path: [() -> String])] = []
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(binding)]
    func look(into part: Binding, through path: [() -> String]) {
      if CurrentThread.isStackShort() { return }
      for (place, held) in parts(of: part) {
        if held.isBuiltIn {
          if isFreed, held.type == PropertyInjector.self { found.append((held, path + [place])) }
        } else if let other = held.lifetime.rank {
          if other < rank { found.append((held, path + [place])) }
        } else if held.isFactory, seen.insert(ObjectIdentifier(held)).inserted {
          look(into: held, through: path + [place])
        }
      }
    }
    look(into: binding, through: [])
    return found.map { ($0.binding, $0.path.map { $0() }) }
  }

  /// The bindings whose values a binding's value holds: those of its arguments and its properties, with their
  /// places, whose texts take long.
  private func parts(of binding: Binding) -> [(place: () -> String, Binding)] {
    var parts = arguments(of: binding).compactMap { argument in
      argument.answer.binding.map { (place: { argument.text }, $0) }
    }
    if let inner = binding.inner { parts.append(({ "what \(binding.key) decorates" }, inner)) }
    if let type = binding.type {
      parts += properties(of: type).compactMap { row in
        row.keepsValue ? row.answer.binding.map { ({ row.text }, $0) } : nil
      }
    }
    return parts + parts.flatMap { place, all in bindings.collected(by: all).map { (place, $0) } }
  }
}

extension Lifetime {
  /// How long it keeps a value, compared to others; nil if it keeps none.
  fileprivate var rank: Int? {
    switch self {
    case .unique: nil
    case .graph: 1
    case .values: 2
    case .weak, .cached: 3
    case .singleton: 4
    }
  }
}

extension Binding {
  /// The name of its scope; nil if its values are not made.
  var scopeName: String? { isFactory ? lifetime.name : nil }
}
