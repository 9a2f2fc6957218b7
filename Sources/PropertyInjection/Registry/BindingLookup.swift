/// The binding that a key leads to, or why there is none.
package typealias LookUp = Result<Binding, InjectionIssue.Kind>

extension LookUp {
  /// The binding; nil for a failure, without a throw.
  package var binding: Binding? { if case .success(let binding) = self { binding } else { nil } }

  /// Whether nothing is registered.
  var isUnknown: Bool {
    switch self {
    case .failure(.unknownType), .failure(.unknownName): true
    default: false
    }
  }
}

/// The way of a look-up: the aliases that were followed, of which a binding to nil that ends them is one, and the key at
/// which they have ended without a value.
package typealias AliasTrail = (aliases: [Binding], deadEnd: BindingKey?)

extension BindingTable {
  /// The binding that a key leads to.
  ///
  /// Aliases are followed to a binding that gives a value. A type without a binding is asked for
  /// its own initializer, see ``Constructible``.
  @inline(never)  // Once for each type, in many places.
  func lookUp(_ key: BindingKey) -> LookUp {
    var trail: AliasTrail = ([], nil)
    return only(key).map(LookUp.success) ?? lookUp(key, &trail)
  }

  /// The same for a key of which more than one binding may be the answer, or none, with the way through aliases.
  package func lookUp(_ key: BindingKey, _ trail: inout AliasTrail) -> LookUp {
    let end = end(of: key, &trail)
    if case .success(let binding) = end, isPlaceholder(binding) { return .failure(.placeholder) }
    return end
  }

  /// Whether a look-up of a key finds a binding that gives a value.
  func leadsToValue(_ key: BindingKey) -> Bool {
    if case .success(let binding) = lookUp(key) { !binding.isAccessor } else { false }
  }

  /// The binding that a key leads to, which may be a placeholder.
  ///
  /// A loop: the number of aliases costs no stack.
  private func end(of wanted: BindingKey, _ trail: inout AliasTrail) -> LookUp {
    func deadEnd(at key: BindingKey) -> LookUp {
      trail.deadEnd = key
      return .failure(.deadEnd((trail.aliases.map(\.key) + [key]).map(\.description)))
    }
    var visited: Set<ObjectIdentifier> = []
    var keys = [wanted]
    var key = wanted
    while true {
      var found = find(key)
      // Not if something else is registered under a property's own name.
      if found.binding == nil,
        let unregistered = unregistered(key, isUnknown: found.isUnknown),
        !isEmpty(unregistered, for: key)
      {
        found = unregistered
      }
      let binding: Binding
      switch found {
      case .success(let found): binding = found
      case .failure where found.isUnknown, .failure(.noFittingType), .failure(.ambiguousType):
        return trail.aliases.isEmpty ? found : deadEnd(at: key)
      case .failure: return found
      }
      // Of a property's own name the type alone may have answered.
      if key.isOwnName { keys = [BindingKey(binding.name, key.type)] }
      if binding.isBoundToNothing {
        trail.aliases.append(binding)
        return .failure(.boundToNil)
      }
      guard case .key(let target) = binding.target else {
        let form = form(of: binding, askedBy: keys.reversed()).answering(wanted)
        // A decorator of a key on the way may have another type than the registration.
        let asked = [wanted] + trail.aliases.map(\.key)
        let fits = asked.allSatisfy { binding.fit($0) != nil } && form.fit(wanted) != nil
        return trail.aliases.isEmpty || fits ? .success(form) : deadEnd(at: binding.key)
      }
      trail.aliases.append(binding)
      guard visited.insert(ObjectIdentifier(binding)).inserted else {
        return .failure(.aliasCycle(trail.aliases.map(\.key.description)))
      }
      key = target
      keys.append(target)
    }
  }

  /// The binding for a key, which may be an alias.
  private func find(_ key: BindingKey) -> LookUp {
    switch key.qualifier {
    case .typeAlone: find(byType: key)
    case .named(let name):
      find(byName: name, key).flatMapError { miss in
        unnamed(answering: key).map(LookUp.success) ?? .failure(miss)
      }
    case .all: binding(key).map(LookUp.success) ?? .failure(.unknownType)
    }
  }

  /// The binding for a name and a type.
  ///
  /// It is the best fit in the newest layer that has one; among equal fits, the first that was
  /// registered.
  private func find(byName name: String, _ key: BindingKey) -> LookUp {
    let layers = byLayer(name)
    for bindings in layers {
      if let best = key.bestFits(among: bindings).first { return .success(best) }
    }
    return .failure(layers.isEmpty ? .unknownName : .noFittingType)
  }

  /// The one binding for a type, under any name.
  ///
  /// Costs one check per binding, unless a binding has exactly the type. A factory counts by its declared
  /// type; that its product may fit is not enough.
  private func find(byType key: BindingKey) -> LookUp {
    let fitting = bestFits(byType: key)
    guard let first = fitting.first else {
      let isNothing = visible().joined().contains { $0.type == key.type && $0.isBoundToNothing }
      return .failure(isNothing ? .boundToNil : .unknownType)
    }
    return fitting.count == 1 ? .success(first) : .failure(.ambiguousType)
  }
}

// The bindings that explain a look-up which has found none.
extension BindingTable {
  /// Near bindings, and the name of a near binding that would fit; the type of one that would answer for a placeholder.
  ///
  /// - Parameter kind: Why no binding is found.
  package func near(_ key: BindingKey, without kind: InjectionIssue.Kind) -> NearMisses.Found {
    var trail: AliasTrail = ([], nil)
    switch kind {
    case .ambiguousType:
      let candidates = bestFits(byType: key).inOrder(of: \.number)
      return (candidates.prefix(NearMisses.limit).map(RegistryEntry.init(binding:)), nil)
    case .placeholder:
      let found = end(of: key, &trail).binding
      let ofType = unnamed(answering: key).flatMap { isPlaceholder($0) ? nil : $0 }
      // A fake may be registered as its own type.
      let fake = visible().joined().first {
        $0.name == nil && $0.type != key.type && !isPlaceholder($0) && $0.surelyFits(key)
      }
      let entries = [found, ofType].compactMap(\.self).map(RegistryEntry.init(binding:))
      return (entries, fake?.type.map(TypeName.of))
    case .aliasCycle, .deadEnd:
      _ = end(of: key, &trail)
      let name = trail.deadEnd.flatMap { NearMisses.ofName($0, in: self).suggestedName }
      return (
        trail.aliases.suffix(1).map(RegistryEntry.init(binding:)),
        trail.aliases.contains { $0.name == name } ? nil : name
      )
    case .unknownType:
      return (key.type.map { NearMisses.ofType($0, in: self) } ?? [], nil)
    case .unknownName, .noFittingType:
      return NearMisses.ofName(key, in: self)
    default:
      return ([], nil)
    }
  }
}

extension Binding {
  /// Whether it counts in a look-up of a type that it is not bound to alone: other keys for a binding, and bindings to
  /// nothing, do not.
  ///
  /// Nor do lists: their values count.
  var answersByType: Bool { givesValue && key.qualifier != .all }
}

extension BindingKey {
  /// Whether the type alone has led to a binding: it was asked for, or nothing fits of a property's own name.
  ///
  /// - Parameter first: The binding, or the first alias on the way to it.
  package func isAnsweredByType(through first: Binding) -> Bool {
    qualifier == .typeAlone || isOwnName && first.name == nil
  }

  /// The best-fitting ones of some bindings, in the given order.
  ///
  /// - Parameters:
  ///   - worst: The worst fit that counts.
  ///   - mayAnswer: Whether one of them counts; asked only if it fits.
  @inline(never)  // Each look-up would have a copy of it.
  package func bestFits(
    among bindings: [Binding], atWorst worst: TypeFit = .possible,
    if mayAnswer: (Binding) -> Bool = { _ in true }
  ) -> [Binding] {
    var best = worst
    var fitting: [Binding] = []
    for binding in bindings {
      guard let fit = binding.fit(self), fit <= best, mayAnswer(binding) else { continue }
      if fit < best { fitting.removeAll() }
      best = fit
      fitting.append(binding)
    }
    return fitting
  }
}

extension Binding {
  /// Whether it is registered in a newer configuration than another one, or in that of the module which has registered that.
  package func goesBefore(_ other: Binding) -> Bool {
    layer > other.layer || layer == other.layer && module == nil && other.module != nil
  }

  /// Whether its values are known to fit the type that another one is registered with.
  package func fits(_ other: Binding) -> Bool {
    surelyFits(BindingKey(nil, other.type))
  }
}

extension Binding {
  /// The type of the values that it collects; nil for nearly all.
  package var elementType: Any.Type? {
    guard registration.isBuiltIn, registration.key.qualifier == .all else { return nil }
    return registration.type.flatMap { TypeMetadata($0).elementType }
  }
}

extension BindingTable {
  /// The bindings whose values a binding collects; none for nearly all.
  package func collected(by binding: Binding) -> [Binding] {
    binding.elementType.map(all) ?? []
  }

  /// Whether what was found for a key is a list without values, which is no answer to the key of an array.
  ///
  /// A look-up of all values as such gets the empty list.
  private func isEmpty(_ found: LookUp, for key: BindingKey) -> Bool {
    guard key.qualifier != .all, let list = found.binding, list.elementType != nil else {
      return false
    }
    return collected(by: list).isEmpty
  }

  /// The bindings that give a value of a type, in the order of registration.
  ///
  /// A factory counts by its declared type, as in a look-up by type. A binding is left out if a newer
  /// layer has one of its name that gives such a value, too. Other keys for a binding, and bindings to
  /// nothing, add nothing, nor do those that take run-time arguments.
  package func all(fitting type: Any.Type) -> [Binding] {
    let key = BindingKey(nil, type)
    var all: [Binding] = []
    var names: Set<String> = []
    for layer in visible() {
      let fitting = layer.filter { binding in
        binding.answersByType && !binding.isBuiltIn && binding.refusal == nil
          && binding.name.map { !names.contains($0) } ?? true
          && binding.surelyFits(key)
      }
      names.formUnion(fitting.compactMap(\.name))
      all += fitting
    }
    return all.inOrder(of: \.number).map { binding in
      form(of: binding, askedBy: [BindingKey(binding.name, type)]).answering(key)
    }
  }
}
