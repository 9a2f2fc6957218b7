extension Failure {
  /// The problem, as a report or a check says it.
  ///
  /// - Parameters:
  ///   - binding: The binding that gives no value; nil if none is found.
  ///   - isLookUp: Whether the program asks, which can give arguments.
  ///   - actor: The actor that the injection ran on.
  package func problem(
    of binding: Binding?, isLookUp: Bool = false, on actor: String? = nil
  ) -> Problem {
    switch self {
    case .notConfigured: .notConfigured(isOverridden: false)
    case .unknownName: .unknownName
    case .noFittingType: .noFittingType
    case .unknownType: .unknownType
    case .ambiguousType: .ambiguousType
    case .deadEnd: .deadEnd(chain)
    case .aliasCycle: .aliasCycle(chain)
    case .placeholder: .placeholder
    case .isolation:
      if let required = binding?.isolation.name {
        .bindingOnAnotherActor(required, actual: actor)
      } else {
        .conformanceOnAnotherActor(actual: actor)
      }
    case .cycle: .cycle(chain)
    case .tooDeep(let chain, let depth): .tooDeep(chain, depth: depth)
    case .outOfScope(let error): .outOfScope(throwing: error)
    case .arguments: Self.wrongArguments(of: binding, isLookUp: isLookUp)
    case .accessors: .accessorWithoutMark
    case .mayLeaveActor: .mayLeaveActor((binding?.isolation ?? .none).text)
    case .misfit(let found): .productDoesNotFit(found: found)
    case .threw(let error): .notMade(by: binding?.signature ?? "", throwing: error)
    case .initializerGaveNil, .unresolvedArgument, .refusedProduct:
      .notMade(by: binding?.signature ?? "")
    case .incomplete: .incomplete
    }
  }

  private static func wrongArguments(of binding: Binding?, isLookUp: Bool) -> Problem {
    let wanted = binding?.typesOfRunTimeArguments ?? []
    let signature = binding?.signature ?? ""
    return binding?.shared == nil
      ? .wrongArguments(wanted: wanted, to: signature, isLookUp: isLookUp)
      : .argumentsOfKeptValue(wanted: wanted, to: signature)
  }

  /// The bindings that explain why a look-up has found none, and the name of a near binding that would fit.
  package func near(_ key: BindingKey, in bindings: BindingTable) -> NearMisses.Found {
    switch self {
    case .ambiguousType(let candidates): return (candidates, nil)
    case .aliasCycle(let aliases): return (aliases.suffix(1), nil)
    case .placeholder(let entry): return ([entry], nil)
    case .deadEnd(let aliases, let last):
      let near = last.name.map {
        NearMisses.ofName($0, last.typed(as: key.type), in: bindings)
      }
      let suggestion = near?.suggestedName.flatMap { name in
        aliases.contains { $0.name == name } ? nil : name
      }
      return (aliases.suffix(1), suggestion)
    default: break
    }
    if let name = key.name { return NearMisses.ofName(name, key, in: bindings) }
    guard case .unknownType = self, let type = key.type else { return ([], nil) }
    return (NearMisses.ofType(type, in: bindings), nil)
  }

  /// The issue of a property for which nothing is found.
  func issue(of property: InjectableProperty, in bindings: BindingTable) -> InjectionIssue {
    var issue = issue(lookingFor: property.key, near: near(property.key, in: bindings))
    issue.describe(property)
    return issue
  }

  /// The issue that explains why a look-up has found nothing, with these bindings that are near.
  ///
  /// - Parameter arguments: The run-time arguments that were given.
  package func issue(
    lookingFor key: BindingKey, given arguments: [Any?] = [], near: NearMisses.Found
  ) -> InjectionIssue {
    var issue = InjectionIssue(problem(of: nil))
    issue.add(near)
    issue.givenTypes = arguments.map { $0.map { type(of: $0) } }
    issue.key = key
    issue.lookedUpName = key.name
    return issue
  }
}

// How an issue and its entries describe a binding.
extension InjectionIssue {
  package init(_ problem: Problem, binding: Binding, related: [RegistryEntry] = []) {
    self.init(problem)
    key = binding.key
    location = binding.location
    module = binding.module?.name
    self.related = related
  }

  /// - Parameter binding: The binding whose value lacks the argument.
  package init(_ missing: MissingArgument, of binding: Binding, related: [RegistryEntry]) {
    self.init(.unresolvedArgument(missing), binding: binding, related: related)
    lookedUpName = missing.key.name
  }

  package mutating func add(_ near: NearMisses.Found) { (related, suggestion) = near }
}

extension RegistryEntry {
  package init(binding: Binding) {
    self.init(binding.key, at: binding.location, binding.module)
  }
}
