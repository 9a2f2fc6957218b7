/// What a look-up in a registry found for a property.
enum BindingLookup {
  case found(Binding)
  /// Nothing has the name.
  case unknownName
  /// The name is there; these bindings have it, and none fits the type.
  case noFittingType([Binding])
  /// By type alone: nothing fits.
  case unknownType
  /// By type alone: these all fit equally well.
  case ambiguous([Binding])
}

extension BindingLookup {
  /// Why nothing was found.
  var reason: InjectionResult.Reason {
    switch self {
    case .found, .unknownName: .unknownName
    case .noFittingType: .noFittingType
    case .unknownType: .unknownType
    case .ambiguous: .ambiguousType
    }
  }

  /// The issue that explains why nothing was found, with what is near.
  func issue<Value>(
    lookingFor name: String?, _ type: Value.Type, in bindings: BindingTable
  ) -> InjectionIssue {
    let kind: InjectionIssue.Kind
    var related: [InjectionIssue.Related] = []
    switch self {
    case .found, .unknownName: kind = .unknownName
    case .noFittingType: kind = .noFittingType
    case .unknownType: kind = .unknownType
    case .ambiguous(let bindings):
      kind = .ambiguousType
      related = bindings.prefix(NearMisses.limit).map(InjectionIssue.Related.init(binding:))
    }
    var issue = InjectionIssue(kind)
    if let name {
      (related, issue.suggestedName) = NearMisses.of(name, type, in: bindings)
    }
    issue.name = name
    issue.lookedUpName = name
    issue.valueType = type
    issue.related = related
    return issue
  }
}

extension BindingTable {
  /// The binding for a name, nil to look for the type alone, and a type.
  func lookUp<Value>(_ name: String?, _ type: Value.Type) -> BindingLookup {
    if let name { lookUp(name, type) } else { lookUp(byType: type) }
  }

  /// The binding for a name and a type: the best fit, among equals the first that was registered.
  private func lookUp<Value>(_ name: String, _ type: Value.Type) -> BindingLookup {
    let candidates = self[name]
    guard !candidates.isEmpty else { return .unknownName }
    return Self.fitting(candidates, type).first.map(BindingLookup.found)
      ?? .noFittingType(candidates)
  }

  /// The one binding for a type, whatever its name.
  ///
  /// Costs one question per binding, unless the very type is bound. A factory counts by what its type
  /// says; that it may make something that fits is not enough.
  private func lookUp<Value>(byType type: Value.Type) -> BindingLookup {
    if let binding = binding(nil, type) { return .found(binding) }
    let fitting = Self.fitting(all, type, atLeast: .known)
    let unnamed = fitting.filter { $0.name == nil }
    let candidates = unnamed.isEmpty ? fitting : unnamed
    switch candidates.count {
    case 0: return .unknownType
    case 1: return .found(candidates[0])
    default: return .ambiguous(candidates.sorted { $0.key < $1.key })
    }
  }

  /// Those that fit best, in the given order.
  static func fitting<Value>(
    _ candidates: [Binding], _ type: Value.Type, atLeast worst: TypeFit = .possible
  ) -> [Binding] {
    var best: [Binding] = []
    var bestFit = worst
    for candidate in candidates {
      guard let fit = candidate.fit(type), fit <= bestFit else { continue }
      if fit < bestFit {
        best.removeAll()
        bestFit = fit
      }
      best.append(candidate)
    }
    return best
  }
}
