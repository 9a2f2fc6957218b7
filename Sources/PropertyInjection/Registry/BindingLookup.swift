/// The result of looking up a key in a registry.
enum BindingLookup: Sendable {
  case found(Binding)
  /// The key is bound to nil, on purpose.
  case nothing
  /// No binding has the name.
  case unknownName
  /// These bindings have the name; none fits the type.
  case noFittingType([Binding])
  /// By type alone: no binding fits.
  case unknownType
  /// By type alone: these all fit equally well.
  case ambiguous([Binding])
  /// The key leads through aliases to a last key that has no value of the type.
  case deadEnd([Binding], last: BindingKey)
  /// The key leads through aliases back to one of them.
  case aliasCycle([Binding])
  /// The binding is inherited, and only bindings of newer layers are to be used.
  case placeholder(Binding)
  /// The type is ``Constructible``, but its initializer may not be asked for now.
  case refused(ProvisionFailure)
}

extension BindingLookup {
  /// Why nothing was found.
  var reason: UnfilledReason {
    switch self {
    case .found, .unknownName: .issue(.unknownName)
    case .nothing: .boundToNil
    case .noFittingType: .issue(.noFittingType)
    case .unknownType: .issue(.unknownType)
    case .ambiguous: .issue(.ambiguousType)
    case .deadEnd: .issue(.deadEnd)
    case .placeholder: .issue(.placeholder)
    case .aliasCycle, .refused: .issue(.cycle)
    }
  }

  /// Whether a binding is there, which is only to report that it is asked for.
  var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }

  /// Whether the answer may change when the calls that are running now have ended.
  var isProvisional: Bool { if case .refused = self { true } else { false } }

  /// The issue that explains why nothing was found, with bindings that are near.
  ///
  /// - Parameter arguments: The run-time arguments that were given.
  func issue(
    lookingFor key: BindingKey, given arguments: [Any?] = [], in bindings: BindingTable
  ) -> InjectionIssue {
    issue(lookingFor: key, given: arguments, near: near(key, in: bindings))
  }

  /// The issue that explains why nothing was found, with these bindings.
  func issue(
    lookingFor key: BindingKey, given arguments: [Any?] = [],
    near: (related: [RegistryEntry], suggestedName: String?)
  ) -> InjectionIssue {
    var issue = InjectionIssue(problem(near: near.suggestedName, given: arguments))
    issue.related = near.related
    issue.key = key
    issue.lookedUpName = key.name
    return issue
  }

  private func problem(near suggestion: String?, given arguments: [Any?]) -> Problem {
    switch self {
    case .refused(.cycle): .cycle(chain)
    case .refused(.tooDeep): .tooDeep(chain)
    case .found, .nothing, .unknownName, .refused: .unknownName(near: suggestion, given: arguments)
    case .noFittingType: .noFittingType(near: suggestion, given: arguments)
    case .unknownType: .unknownType(given: arguments)
    case .ambiguous: .ambiguousType(given: arguments)
    case .deadEnd: .deadEnd(chain, near: suggestion, given: arguments)
    case .aliasCycle: .aliasCycle(chain, given: arguments)
    case .placeholder: .placeholder(given: arguments)
    }
  }

  /// The keys that were followed, or the calls that are running.
  var chain: [String] {
    switch self {
    case .deadEnd(let aliases, let last):
      aliases.map(\.key.description) + [last.description]
    case .aliasCycle(let aliases): aliases.map(\.key.description)
    case .refused(.cycle(let chain, _, _)), .refused(.tooDeep(let chain)): chain
    default: []
    }
  }
}

/// The look-ups within one look-up, so that each is made once and none leads back to itself.
private final class LookUpMemory {
  /// The result for each key; nil while its look-up is running.
  private var results: [BindingKey: BindingLookup?] = [:]
  /// How many look-ups are running.
  private var depth = 0
  // Each nested look-up takes stack, and no sensible configuration needs more.
  private static let deepest = 16

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
  func lookUp(_ key: BindingKey) -> BindingLookup {
    var aliases: [Binding] = []
    return lookUp(key, through: &aliases)
  }

  /// The binding that a key leads to, and the aliases that were followed.
  ///
  /// A binding to nil that ends them is among them.
  func lookUp(_ key: BindingKey, through aliases: inout [Binding]) -> BindingLookup {
    if let binding = only(key) { return .found(binding) }
    let memory = LookUpMemory()
    let found = find(key, memory)
    switch found {
    case .found(let binding):
      let end = follow(binding, to: key, memory, through: &aliases)
      if case .found(let last) = end, isPlaceholder(last) { return .placeholder(last) }
      return end
    case .unknownType, .unknownName: return Self.unregistered(key) ?? found
    default: return found
    }
  }

  /// Follows a binding to the one that gives the value.
  ///
  /// A loop: the number of aliases costs no stack.
  private func follow(
    _ first: Binding, to key: BindingKey, _ memory: LookUpMemory, through aliases: inout [Binding]
  ) -> BindingLookup {
    var visited: Set<ObjectIdentifier> = []
    var binding = first
    while true {
      guard case .key(let target) = binding.target else {
        if binding.isBoundToNothing {
          aliases.append(binding)
          return .nothing
        }
        if aliases.isEmpty || binding.fit(key) != nil { return .found(binding) }
        return .deadEnd(aliases, last: binding.key)
      }
      let next = target.typed(as: key.type)
      aliases.append(binding)
      guard visited.insert(ObjectIdentifier(binding)).inserted else { return .aliasCycle(aliases) }
      switch find(next, memory) {
      case .found(let found): binding = found
      case .nothing: return .nothing
      case .unknownType, .unknownName:
        switch Self.unregistered(next) {
        case .found(let own)?: binding = own
        case let refused?: return refused
        case nil: return .deadEnd(aliases, last: next)
        }
      default: return .deadEnd(aliases, last: next)
      }
    }
  }

  /// The binding for a key, which may be an alias.
  private func find(_ key: BindingKey, _ memory: LookUpMemory) -> BindingLookup {
    key.name == nil ? find(byType: key, memory) : find(byName: key)
  }

  /// The binding for a name and a type.
  ///
  /// It is the best fit in the newest layer that has one; among equal fits, the first that was
  /// registered.
  private func find(byName key: BindingKey) -> BindingLookup {
    // Nothing fits better than the exact type, and only one binding has it.
    if let exact = newestBinding(key) { return .found(exact) }
    let candidates = key.name.map { self[$0] } ?? []
    guard !candidates.isEmpty else { return .unknownName }
    return Self.fitting(candidates, key).first.map(BindingLookup.found)
      ?? .noFittingType(candidates)
  }

  /// The one binding for a type, under any name.
  ///
  /// Costs one check per binding, unless the exact type is bound. A factory counts by its declared
  /// type; that its product may fit is not enough.
  private func find(byType key: BindingKey, _ memory: LookUpMemory) -> BindingLookup {
    let unnamed = binding(key)
    var fitting = BestFits(key, atLeast: .known)
    var isNothing = false
    func consider(_ other: Binding) {
      if other.mayAnswer(key) { fitting.consider(other) }
      if other.type == key.type, other.isBoundToNothing { isNothing = true }
    }
    if let unnamed { overrides(of: unnamed).forEach(consider) } else { forEach(consider) }
    let ofTypeAlone = fitting.bindings.filter { $0.name == nil }
    let candidates = ofTypeAlone.isEmpty ? fitting.bindings : ofTypeAlone
    switch candidates.count {
    case 0:
      return unnamed.map(BindingLookup.found) ?? (isNothing ? .nothing : .unknownType)
    case 1:
      return .found(candidates[0])
    default:
      return theOne(of: candidates, key, memory) ?? .ambiguous(candidates)
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
