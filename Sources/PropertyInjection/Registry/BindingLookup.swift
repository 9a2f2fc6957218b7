/// The result of looking up a key in a registry.
package enum BindingLookup: Sendable {
  case found(Binding)
  /// The key is bound to nil, on purpose.
  case nothing
  case failed(Failure)
}

/// The look-ups within one look-up, so that each is made once and none leads back to itself.
private final class LookUpMemory {
  /// The result for each key; nil while its look-up is running.
  private var results: [BindingKey: BindingLookup?] = [:]
  /// How many look-ups are running.
  private var depth = 0
  // Each nested look-up takes stack, and no sensible configuration needs more.
  private static let deepest = 16
  /// Whether types without a binding are not asked for one.
  let isQuestion: Bool

  init(isQuestion: Bool = false) {
    self.isQuestion = isQuestion
  }

  /// The binding that a key has without being registered.
  func unregistered(_ key: BindingKey) -> BindingLookup? {
    isQuestion ? nil : BindingTable.unregistered(key)
  }

  /// The result for a key; nil if its look-up is running, or too many are.
  func result(_ key: BindingKey, _ lookUp: () -> BindingLookup) -> BindingLookup? {
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
  func lookUp(_ key: BindingKey) -> BindingLookup {
    var aliases: [Binding] = []
    return lookUp(key, through: &aliases)
  }

  /// The binding that a key leads to, and the aliases that were followed.
  ///
  /// A binding to nil that ends them is among them.
  package func lookUp(_ key: BindingKey, through aliases: inout [Binding]) -> BindingLookup {
    only(key).map(BindingLookup.found) ?? search(key, through: &aliases)
  }

  /// The same, for a key of which more than one binding may be the answer, or none.
  func search(_ key: BindingKey, through aliases: inout [Binding]) -> BindingLookup {
    search(key, LookUpMemory(), through: &aliases)
  }

  /// Whether a look-up of a key finds a binding that gives a value; it runs no code of the program.
  func leadsToValue(_ key: BindingKey) -> Bool {
    var aliases: [Binding] = []
    return switch search(key, LookUpMemory(isQuestion: true), through: &aliases) {
    case .found(let binding): !binding.isAccessor
    case .failed(.unknownType), .failed(.unknownName): Self.needsNoBinding(key)
    case .failed(.deadEnd(_, let last)): Self.needsNoBinding(last)
    case .nothing, .failed: false
    }
  }

  private func search(
    _ key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> BindingLookup {
    let found = find(key, memory)
    switch found {
    case .found(let binding):
      let end = follow(binding, to: key, memory, through: &aliases)
      if case .found(let last) = end, isPlaceholder(last) {
        return .failed(.placeholder(RegistryEntry(binding: last)))
      }
      return end
    case .failed(.unknownType), .failed(.unknownName): return memory.unregistered(key) ?? found
    default: return found
    }
  }

  /// Follows a binding to the binding that gives the value.
  ///
  /// A loop: the number of aliases costs no stack.
  private func follow(
    _ first: Binding, to key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> BindingLookup {
    var visited: Set<ObjectIdentifier> = []
    var binding = first
    func deadEnd(_ last: BindingKey) -> BindingLookup {
      .failed(.deadEnd(aliases.map(RegistryEntry.init(binding:)), last: last))
    }
    while true {
      guard case .key(let target) = binding.target else {
        if binding.isBoundToNothing {
          aliases.append(binding)
          return .nothing
        }
        if aliases.isEmpty || binding.fit(key) != nil { return .found(binding) }
        return deadEnd(binding.key)
      }
      let next = target.typed(as: key.type)
      aliases.append(binding)
      guard visited.insert(ObjectIdentifier(binding)).inserted else {
        return .failed(.aliasCycle(aliases.map(RegistryEntry.init(binding:))))
      }
      switch find(next, memory) {
      case .found(let found): binding = found
      case .nothing: return .nothing
      case .failed(.unknownType), .failed(.unknownName):
        switch memory.unregistered(next) {
        case .found(let own)?: binding = own
        case let other?: return other
        case nil: return deadEnd(next)
        }
      default: return deadEnd(next)
      }
    }
  }

  /// The binding for a key, which may be an alias.
  private func find(_ key: BindingKey, _ memory: LookUpMemory) -> BindingLookup {
    switch key.form {
    case .typeAlone: find(byType: key, memory)
    case .named: find(byName: key)
    case .all: binding(key).map(BindingLookup.found) ?? .failed(.unknownType)
    }
  }

  /// The binding for a name and a type.
  ///
  /// It is the best fit in the newest layer that has one; among equal fits, the first that was
  /// registered.
  private func find(byName key: BindingKey) -> BindingLookup {
    let candidates = key.name.map { self[$0] } ?? []
    guard !candidates.isEmpty else { return .failed(.unknownName) }
    // Nothing fits better than the exact type, and only one binding has it.
    if let exact = binding(key), !candidates.contains(where: exact.isInherited(by:)) {
      return .found(exact)
    }
    return Self.fitting(candidates, key).first.map(BindingLookup.found)
      ?? .failed(.noFittingType)
  }

  /// The one binding for a type, under any name.
  ///
  /// Costs one check per binding, unless a binding has exactly the type. A factory counts by its declared
  /// type; that its product may fit is not enough.
  private func find(byType key: BindingKey, _ memory: LookUpMemory) -> BindingLookup {
    let unnamed = binding(key)
    var fitting = BestFits(key, atLeast: .known)
    var isNothing = false
    @inline(never)  // Called in several loops.
    func consider(_ other: Binding) {
      if other.mayAnswer(key) { fitting.consider(other) }
      if other.type == key.type, other.isBoundToNothing { isNothing = true }
    }
    if let unnamed {
      overrides(of: unnamed).forEach(consider)
    } else {
      // Nothing of the same layer fits better than the exact type.
      if let type = key.type { outermost(of: type).forEach(consider) }
      if fitting.bindings.isEmpty { forEach(consider) } else { ofDerived.forEach(consider) }
    }
    let ofTypeAlone = fitting.bindings.filter { $0.name == nil }
    let candidates = ofTypeAlone.isEmpty ? fitting.bindings : ofTypeAlone
    switch candidates.count {
    case 0:
      return unnamed.map(BindingLookup.found) ?? (isNothing ? .nothing : .failed(.unknownType))
    case 1:
      return .found(candidates[0])
    default:
      return theOne(of: candidates, key, memory)
        ?? .failed(.ambiguousType(NearMisses.first(of: candidates)))
    }
  }

  /// The one binding that several candidates lead to: aliases of one binding are one answer.
  private func theOne(
    of candidates: [Binding], _ key: BindingKey, _ memory: LookUpMemory
  ) -> BindingLookup? {
    var end: Binding?
    for candidate in candidates {
      guard case .found(let next)? = goOn(from: candidate, to: key, memory),
        next.fit(key) != nil
      else { continue }
      if let end, end !== next { return nil }
      end = next
    }
    return end.map { .found($0) }
  }

  /// The result that a binding leads to; nil if its look-up is running.
  private func goOn(
    from binding: Binding, to key: BindingKey, _ memory: LookUpMemory
  ) -> BindingLookup? {
    guard case .key(let target) = binding.target else { return .found(binding) }
    return memory.result(target.typed(as: key.type)) {
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

extension Binding {
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
