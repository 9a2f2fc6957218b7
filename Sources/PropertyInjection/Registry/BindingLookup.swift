/// The binding that a key leads to, or why there is none.
package typealias LookUp = Result<Binding, InjectionIssue.Kind>

/// The look-ups within one look-up, so that each is made once and none leads back to itself.
private final class LookUpMemory {
  /// The result for each key; nil while its look-up is running.
  private var results: [BindingKey: LookUp?] = [:]
  /// How many look-ups are running.
  private var depth = 0
  // Each nested look-up takes stack, and no sensible configuration needs more.
  private static let deepest = 16
  /// Whether types without a binding are not asked for one.
  let isQuestion: Bool
  /// The key at which aliases have ended without a value.
  var deadEnd: BindingKey?

  init(isQuestion: Bool = false) {
    self.isQuestion = isQuestion
  }

  /// The binding that a key has without being registered.
  func unregistered(_ key: BindingKey) -> LookUp? {
    isQuestion ? nil : BindingTable.unregistered(key)
  }

  /// The result for a key; nil if its look-up is running, or too many are.
  func result(_ key: BindingKey, _ lookUp: () -> LookUp) -> LookUp? {
    if let known = results[key] { return known }
    guard depth < Self.deepest else { return nil }
    depth += 1
    results[key] = .some(nil)
    let result = lookUp()
    results[key] = result
    depth -= 1
    return result
  }
}

extension BindingTable {
  /// The binding that a key leads to.
  ///
  /// Aliases are followed to a binding that gives a value. A type without a binding is asked for
  /// its own initializer, see ``Constructible``.
  @inline(never)  // Once for each type, in many places.
  func lookUp(_ key: BindingKey) -> LookUp {
    var aliases: [Binding] = []
    return lookUp(key, through: &aliases)
  }

  /// The binding that a key leads to, and the aliases that were followed.
  ///
  /// A binding to nil that ends them is among them.
  package func lookUp(_ key: BindingKey, through aliases: inout [Binding]) -> LookUp {
    only(key).map(LookUp.success) ?? search(key, through: &aliases)
  }

  /// The same, for a key of which more than one binding may be the answer, or none.
  func search(_ key: BindingKey, through aliases: inout [Binding]) -> LookUp {
    search(key, LookUpMemory(), through: &aliases)
  }

  /// Whether a look-up of a key finds a binding that gives a value; it runs no code of the program.
  func leadsToValue(_ key: BindingKey) -> Bool {
    var aliases: [Binding] = []
    let memory = LookUpMemory(isQuestion: true)
    return switch search(key, memory, through: &aliases) {
    case .success(let binding): !binding.isAccessor
    case .failure(.unknownType), .failure(.unknownName): Self.needsNoBinding(key)
    case .failure(.deadEnd): memory.deadEnd.map(Self.needsNoBinding) ?? false
    case .failure: false
    }
  }

  private func search(
    _ key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> LookUp {
    let end = end(of: key, memory, through: &aliases)
    if case .success(let binding) = end, isPlaceholder(binding) { return .failure(.placeholder) }
    return end
  }

  /// The binding that a key leads to, which may be a placeholder.
  private func end(
    of key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> LookUp {
    let found = find(key, memory)
    return switch found {
    case .success(let binding): follow(binding, to: key, memory, through: &aliases)
    case .failure(.unknownType), .failure(.unknownName): memory.unregistered(key) ?? found
    case .failure: found
    }
  }

  /// Follows a binding to the binding that gives the value.
  ///
  /// A loop: the number of aliases costs no stack.
  private func follow(
    _ first: Binding, to key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> LookUp {
    var visited: Set<ObjectIdentifier> = []
    var binding = first
    func deadEnd(_ last: BindingKey) -> LookUp {
      memory.deadEnd = last
      return .failure(.deadEnd(aliases.map(\.key.description) + [last.description]))
    }
    while true {
      guard let next = binding.aliasTarget(for: key) else {
        if binding.isBoundToNothing {
          aliases.append(binding)
          return .failure(.boundToNil)
        }
        if aliases.isEmpty || binding.fit(key) != nil { return .success(binding) }
        return deadEnd(binding.key)
      }
      aliases.append(binding)
      guard visited.insert(ObjectIdentifier(binding)).inserted else {
        return .failure(.aliasCycle(aliases.map(\.key.description)))
      }
      switch find(next, memory) {
      case .success(let found): binding = found
      case .failure(.boundToNil): return .failure(.boundToNil)
      case .failure(.unknownType), .failure(.unknownName):
        switch memory.unregistered(next) {
        case .success(let own)?: binding = own
        case let other?: return other
        case nil: return deadEnd(next)
        }
      case .failure: return deadEnd(next)
      }
    }
  }

  /// The binding for a key, which may be an alias.
  private func find(_ key: BindingKey, _ memory: LookUpMemory) -> LookUp {
    switch key.form {
    case .typeAlone: find(byType: key, memory)
    case .named: find(byName: key)
    case .all, .elements: binding(key).map(LookUp.success) ?? .failure(.unknownType)
    }
  }

  /// The binding for a name and a type.
  ///
  /// It is the best fit in the newest layer that has one; among equal fits, the first that was
  /// registered.
  private func find(byName key: BindingKey) -> LookUp {
    let candidates = key.name.map { self[$0] } ?? []
    guard !candidates.isEmpty else { return .failure(.unknownName) }
    // Nothing fits better than the exact type, and only one binding has it.
    if let exact = binding(key), !candidates.contains(where: exact.isInherited(by:)) {
      return .success(exact)
    }
    return Self.fitting(candidates, key).first.map(LookUp.success)
      ?? .failure(.noFittingType)
  }

  /// The one binding for a type, under any name.
  ///
  /// Costs one check per binding, unless a binding has exactly the type. A factory counts by its declared
  /// type; that its product may fit is not enough.
  private func find(byType key: BindingKey, _ memory: LookUpMemory) -> LookUp {
    let (candidates, isNothing) = candidates(byType: key)
    return switch candidates.count {
    case 0: binding(key).map(LookUp.success) ?? .failure(isNothing ? .boundToNil : .unknownType)
    case 1: .success(candidates[0])
    default: theOne(of: candidates, key, memory) ?? .failure(.ambiguousType)
    }
  }

  /// The bindings among which a look-up by type chooses; also tells whether the type is bound to nil.
  private func candidates(byType key: BindingKey) -> ([Binding], isNothing: Bool) {
    var fitting = BestFits(key, atLeast: .known)
    var isNothing = false
    @inline(never)  // Called in several loops.
    func consider(_ other: Binding) {
      if other.mayAnswer(key) { fitting.consider(other) }
      if other.type == key.type, other.isBoundToNothing { isNothing = true }
    }
    if let unnamed = binding(key) {
      overrides(of: unnamed).forEach(consider)
    } else {
      // Nothing of the same layer fits better than the exact type.
      if let type = key.type { outermost(of: type).forEach(consider) }
      if fitting.bindings.isEmpty { forEach(consider) } else { ofDerived.forEach(consider) }
    }
    let ofTypeAlone = fitting.bindings.filter { $0.name == nil }
    return (ofTypeAlone.isEmpty ? fitting.bindings : ofTypeAlone, isNothing)
  }

  /// The one binding that several candidates lead to: aliases of one binding are one answer.
  private func theOne(
    of candidates: [Binding], _ key: BindingKey, _ memory: LookUpMemory
  ) -> LookUp? {
    var end: Binding?
    for candidate in candidates {
      guard case .success(let next)? = goOn(from: candidate, to: key, memory),
        next.fit(key) != nil
      else { continue }
      if let end, end !== next { return nil }
      end = next
    }
    return end.map { .success($0) }
  }

  /// The result that a binding leads to; nil if its look-up is running.
  private func goOn(
    from binding: Binding, to key: BindingKey, _ memory: LookUpMemory
  ) -> LookUp? {
    guard let target = binding.aliasTarget(for: key) else { return .success(binding) }
    return memory.result(target) {
      var aliases: [Binding] = []
      return follow(binding, to: key, memory, through: &aliases)
    }
  }

  /// The best-fitting candidates of the newest layer in which any fits, in the given order.
  static func fitting(_ candidates: [Binding], _ key: BindingKey) -> [Binding] {
    var best = BestFits(key, atLeast: .possible)
    for candidate in candidates { best.consider(candidate) }
    return best.bindings
  }
}

// The bindings that explain a look-up which has found none.
extension BindingTable {
  /// Near bindings, and the name of a near binding that would fit.
  ///
  /// - Parameter kind: Why no binding is found.
  package func near(_ key: BindingKey, without kind: InjectionIssue.Kind) -> NearMisses.Found {
    var aliases: [Binding] = []
    let memory = LookUpMemory()
    switch kind {
    case .ambiguousType:
      return (NearMisses.first(of: candidates(byType: key).0), nil)
    case .placeholder:
      let found = try? end(of: key, memory, through: &aliases).get()
      return (found.map { [RegistryEntry(binding: $0)] } ?? [], nil)
    case .aliasCycle, .deadEnd:
      _ = end(of: key, memory, through: &aliases)
      let name = memory.deadEnd.flatMap { target in
        target.name.flatMap {
          NearMisses.ofName($0, target.typed(as: key.type), in: self).suggestedName
        }
      }
      return (
        aliases.suffix(1).map(RegistryEntry.init(binding:)),
        aliases.contains { $0.name == name } ? nil : name
      )
    case .unknownType:
      return (key.type.map { NearMisses.ofType($0, in: self) } ?? [], nil)
    default:
      return key.name.map { NearMisses.ofName($0, key, in: self) } ?? ([], nil)
    }
  }
}

extension Binding {
  /// The key that it leads to, with the type that is wanted; nil if it is no alias.
  fileprivate func aliasTarget(for wanted: BindingKey) -> BindingKey? {
    guard case .key(let target) = target else { return nil }
    return target.typed(as: wanted.type)
  }

  /// Whether it counts in a look-up by type.
  fileprivate func mayAnswer(_ key: BindingKey) -> Bool {
    switch kind {
    // The library's own bindings are no answer to a look-up of a general type, such as `AnyObject`.
    case .instance, .factory, .accessors: return type == key.type || !isBuiltIn
    case .nothing: return false
    case .key:
      // An alias to the same key is no answer.
      guard case .key(let other) = target else { return false }
      return other != key
    }
  }
}

/// The best-fitting bindings of the newest layer in which any fits, in the order in which they were
/// considered.
struct BestFits {
  private(set) var bindings: [Binding] = []
  private let key: BindingKey
  private let worst: TypeFit
  private var best: TypeFit
  private var rank = Int.min

  init(_ key: BindingKey, atLeast worst: TypeFit) {
    self.key = key
    self.worst = worst
    best = worst
  }

  mutating func consider(_ candidate: Binding) {
    let candidateRank = candidate.rank
    guard candidateRank >= rank else { return }
    let isNewer = candidateRank > rank
    guard let fit = candidate.fit(key), fit <= (isNewer ? worst : best) else { return }
    if isNewer || fit < best { bindings.removeAll() }
    (best, rank) = (fit, candidateRank)
    bindings.append(candidate)
  }
}
