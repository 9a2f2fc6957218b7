/// What a look-up in a registry found for a key.
enum BindingLookup: Sendable {
  case found(Binding)
  /// The key is bound to nothing, on purpose.
  case nothing
  /// Nothing has the name.
  case unknownName
  /// The name is there; these bindings have it, and none fits the type.
  case noFittingType([Binding])
  /// By type alone: nothing fits.
  case unknownType
  /// By type alone: these all fit equally well.
  case ambiguous([Binding])
  /// The key leads to others, of which the last, given as it is written, has no value of the type.
  case deadEnd([Binding], last: String)
  /// The key leads to others, and they back to one of them.
  case aliasCycle([Binding])
  /// The type says itself how it is made, and may not be asked now.
  case refused(Provided.Refusal)
}

extension BindingLookup {
  /// Why nothing was found.
  var reason: InjectionResult.Reason {
    switch self {
    case .found, .unknownName: .unknownName
    case .nothing: .boundToNothing
    case .noFittingType: .noFittingType
    case .unknownType: .unknownType
    case .ambiguous: .ambiguousType
    case .deadEnd: .deadEnd
    case .aliasCycle, .refused: .cycle
    }
  }

  /// Whether the answer is another one once what is running now has ended.
  var isForNow: Bool { if case .refused = self { true } else { false } }

  /// The issue that explains why nothing was found, with what is near.
  func issue<Value>(
    lookingFor name: String?, _ type: Value.Type, in bindings: BindingTable
  ) -> InjectionIssue {
    var issue = InjectionIssue(.unknownName)
    switch self {
    case .found, .nothing, .unknownName: break
    case .noFittingType: issue.kind = .noFittingType
    case .unknownType: issue.kind = .unknownType
    case .ambiguous(let bindings):
      issue.kind = .ambiguousType
      issue.related = NearMisses.first(of: bindings)
    case .deadEnd(let aliases, let last):
      issue.kind = .deadEnd
      issue.related = aliases.suffix(1).map(RegistryEntry.init(binding:))
      issue.chain = aliases.map(\.key) + [last]
    case .aliasCycle(let aliases):
      issue.kind = .cycle
      issue.isAboutAlias = true
      issue.related = aliases.suffix(1).map(RegistryEntry.init(binding:))
      issue.chain = aliases.map(\.key)
    case .refused(.cycle(let chain, _, _)):
      issue.kind = .cycle
      issue.chain = chain
    case .refused(.tooDeep(let chain)):
      issue.kind = .tooDeep
      issue.chain = chain
    case .refused(.isolation), .refused(.outOfScope): break
    }
    if let name, issue.related.isEmpty {
      (issue.related, issue.suggestedName) = NearMisses.of(name, type, in: bindings)
    } else if case .unknownType = self {
      issue.related = NearMisses.of(type, in: bindings)
    }
    issue.name = name
    issue.lookedUpName = name
    issue.valueType = type
    return issue
  }
}

/// The look-ups that one look-up has led to, so that each is made once, and none leads back to itself.
private final class LookUpMemory {
  private struct Key: Hashable {
    let name: String?
    let type: ObjectIdentifier
  }

  /// What has been found; nil while it is being looked for.
  private var results: [Key: BindingLookup?] = [:]
  /// How many are being looked for.
  private var depth = 0

  /// What a key leads to; nil if it is being looked for.
  ///
  /// Each look-up within another takes stack; so many make no sense.
  func result(
    _ name: String?, _ type: Any.Type, _ lookUp: () -> BindingLookup
  ) -> BindingLookup? {
    let key = Key(name: name, type: ObjectIdentifier(type))
    if let known = results[key] { return known }
    guard depth < 16 else { return nil }
    depth += 1
    results[key] = .some(nil)
    let result = lookUp()
    results[key] = result
    depth -= 1
    return result
  }
}

extension BindingTable {
  /// The binding for a name, nil to look for the type alone, and a type.
  ///
  /// Aliases are followed: what is found gives a value. A type that nothing is bound to is asked for a
  /// way of its own to be made.
  func lookUp<Value>(_ name: String?, _ type: Value.Type) -> BindingLookup {
    let memory = LookUpMemory()
    let found = find(name, type, [], memory)
    switch found {
    case .found(let binding): return follow(binding, to: type, except: [], memory)
    case .unknownType: return ConstructibleBindings.lookUp(type) ?? found
    default: return found
    }
  }

  /// Goes on from a binding to the one that gives the value.
  ///
  /// Any number of aliases costs no stack.
  private func follow<Value>(
    _ first: Binding, to type: Value.Type, except visited: Set<ObjectIdentifier>,
    _ memory: LookUpMemory
  ) -> BindingLookup {
    var aliases: [Binding] = []
    var visited = visited
    var binding = first
    while true {
      guard case .to(let name, let leadType) = binding.provider.lead else {
        if case .nothing = binding.provider.lead { return .nothing }
        if aliases.isEmpty || binding.fit(type) != nil { return .found(binding) }
        return .deadEnd(aliases, last: binding.key)
      }
      let nextType = leadType ?? type
      aliases.append(binding)
      guard visited.insert(ObjectIdentifier(binding)).inserted else { return .aliasCycle(aliases) }
      let passed = visited
      func open<Next>(_ type: Next.Type) -> BindingLookup { find(name, type, passed, memory) }
      switch _openExistential(nextType, do: open) {
      case .found(let next): binding = next
      case .nothing: return .nothing
      case .unknownType:
        switch ConstructibleBindings.lookUp(nextType) {
        case .found(let next)?: binding = next
        case let refused?: return refused
        case nil: return .deadEnd(aliases, last: TypeName.key(name, nextType))
        }
      default: return .deadEnd(aliases, last: TypeName.key(name, nextType))
      }
    }
  }

  /// The binding for a key, be it an alias.
  private func find<Value>(
    _ name: String?, _ type: Value.Type, _ visited: Set<ObjectIdentifier>, _ memory: LookUpMemory
  ) -> BindingLookup {
    if let name { find(name, type) } else { find(byType: type, except: visited, memory) }
  }

  /// The binding for a name and a type: of the newest layer that has one the best fit, among equals the
  /// first that was registered.
  private func find<Value>(_ name: String, _ type: Value.Type) -> BindingLookup {
    // Nothing fits better than the very type, of which there is one.
    if let exact = newestBinding(name, type) { return .found(exact) }
    let candidates = self[name]
    guard !candidates.isEmpty else { return .unknownName }
    return Self.fitting(candidates, type).first.map(BindingLookup.found)
      ?? .noFittingType(candidates)
  }

  /// The one binding for a type, whatever its name.
  ///
  /// Costs one question per binding, unless the very type is bound. A factory counts by what its type
  /// says; that it may make something that fits is not enough. An alias that was followed to get here
  /// does not count.
  private func find<Value>(
    byType type: Value.Type, except visited: Set<ObjectIdentifier>, _ memory: LookUpMemory
  ) -> BindingLookup {
    let unnamed = binding(nil, type)
    let others = (unnamed.map(overrides(of:)) ?? all).filter {
      visited.isEmpty || !visited.contains(ObjectIdentifier($0))
    }
    let answering = others.filter { binding in
      switch binding.provider.lead {
      // What the library binds itself is no answer to somebody who wants any object.
      case .here: binding.type == type || !binding.isBuiltIn
      case .nothing: false
      // To ask the same again is no answer.
      case .to(let name, let leadType): name != nil || leadType != type
      }
    }
    let fitting = Self.fitting(answering, type, atLeast: .known)
    let ofTypeAlone = fitting.filter { $0.name == nil }
    let candidates = ofTypeAlone.isEmpty ? fitting : ofTypeAlone
    switch candidates.count {
    case 0:
      if let unnamed { return .found(unnamed) }
      let isNothing = others.contains { $0.isBoundToNothing && $0.type == type }
      return isNothing ? .nothing : .unknownType
    case 1:
      return .found(candidates[0])
    default:
      return theOne(of: candidates, type, except: visited, memory) ?? .ambiguous(candidates)
    }
  }

  /// The one binding that several lead to: aliases of one binding are one answer.
  private func theOne<Value>(
    of candidates: [Binding], _ type: Value.Type, except visited: Set<ObjectIdentifier>,
    _ memory: LookUpMemory
  ) -> BindingLookup? {
    var end: Binding?
    for candidate in candidates {
      guard case .found(let next)? = goOn(from: candidate, to: type, except: visited, memory),
        next.fit(type) != nil
      else { continue }
      if let end, end !== next { return nil }
      end = next
    }
    return end.map { .found($0) }
  }

  /// What a binding leads to; nil if that is being looked for.
  private func goOn<Value>(
    from binding: Binding, to type: Value.Type, except visited: Set<ObjectIdentifier>,
    _ memory: LookUpMemory
  ) -> BindingLookup? {
    guard case .to(let name, let leadType) = binding.provider.lead else { return .found(binding) }
    return memory.result(name, leadType ?? type) {
      follow(binding, to: type, except: visited, memory)
    }
  }

  /// Of the newest layer that has any those that fit best, in the given order.
  static func fitting<Value>(
    _ candidates: [Binding], _ type: Value.Type, atLeast worst: TypeFit = .possible
  ) -> [Binding] {
    var best: [Binding] = []
    var bestFit = worst
    var layer = Int.min
    for candidate in candidates where candidate.layer >= layer {
      let isNewer = candidate.layer > layer
      guard let fit = candidate.fit(type), fit <= (isNewer ? worst : bestFit) else { continue }
      if isNewer || fit < bestFit { best.removeAll() }
      (bestFit, layer) = (fit, candidate.layer)
      best.append(candidate)
    }
    return best
  }
}
