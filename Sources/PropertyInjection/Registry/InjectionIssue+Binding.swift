extension InjectionIssue {
  /// The issue of a look-up that has found nothing, or of a property, with the bindings that are near.
  ///
  /// - Parameters:
  ///   - kind: Why nothing is found.
  ///   - key: The key that was looked up.
  @inline(never)  // Only reports need it, in many places.
  package init(_ kind: Kind, lookingFor key: BindingKey, near: NearMisses.Found) {
    self.init(kind)
    add(near)
    self.key = key
    lookedUpName = key.name
    asksOwnName = key.isOwnName
  }

  package init(_ kind: Kind, binding: Binding, related: [RegistryEntry] = []) {
    self.init(kind)
    key = binding.key
    location = binding.location
    module = binding.module?.name
    note(maker: binding)
    if case .unresolvedArgument(let argument, _) = kind { lookedUpName = argument.name }
    self.related = related
  }

  /// Notes the function that makes the value, if that is the cause.
  package mutating func note(maker: Binding) {
    switch kind {
    case .unresolvedArgument(let argument, _): signature = argument.signature
    case .threw, .initializerGaveNil, .wrongArguments, .surplusArguments:
      signature = maker.signature
    default: break
    }
  }

  /// Notes that another injector keeps the value that lacks a property, if the asking injector has a binding for it.
  package mutating func note(keeper: Binding, lacking binding: Binding?) {
    guard let binding else { return }
    (related, suggestion, self.keeper) = ([RegistryEntry(binding: binding)], nil, keeper.key)
  }

  package mutating func add(_ near: NearMisses.Found) { (related, suggestion) = near }
}

extension Failure {
  convenience init(_ misfit: Misfit, on call: borrowing InjectionCall) {
    switch misfit {
    case .type(let found): self.init(.productDoesNotFit(found: TypeIdentity(type: found)))
    case .onActorOnly: self.init(.conformanceOnAnotherActor(actual: call.isolation.name))
    }
  }
}

// The reasons why a binding is not asked, for injections and checks alike.
extension Binding {
  /// Why it may not be asked here; nil if it may.
  ///
  /// - Parameter place: The place of a marked property that would ask it later.
  package func refusal(
    on isolation: Isolation, in place: StoragePlace? = nil
  ) -> InjectionIssue.Kind? {
    guard isUnconfined || self.isolation.admits(isolation) else {
      return .bindingOnAnotherActor(required: self.isolation.text, actual: isolation.name)
    }
    return place?.isInObject == false && self.isolation.isBeyondCheck
      ? .mayLeaveActor(self.isolation.text) : nil
  }

  /// The failure of run-time arguments that do not match.
  func refusal(of arguments: [Any?]) -> InjectionIssue.Kind {
    let wanted = (factory?.parameters ?? []).filter(\.isDynamic).map { TypeIdentity(type: $0.type) }
    let given = arguments.map { $0.map { TypeIdentity(type: Swift.type(of: $0)) } }
    return .wrongArguments(wanted: wanted, given: given)
  }

  /// Why its value does not come because of an argument: of arguments that lack the next, the innermost is the cause.
  ///
  /// - Parameter position: Counted from 1.
  package func reason(
    lacking position: Int, because cause: InjectionIssue.Kind, suggestion: String? = nil
  ) -> InjectionIssue.Kind {
    let text = argumentText(at: position)
    switch cause {
    case .cycle: return cause
    case .unresolvedArgument(var inner, let reason):
      inner.way.path.insert(text, at: 0)
      return .unresolvedArgument(inner, because: reason)
    default:
      var argument = InjectionIssue.Argument(
        position, argumentKey(at: position),
        isOptional: factory?.parameters?[position - 1].wrappedType != nil, of: signature)
      argument.way.suggestion = suggestion
      argument.way.path = [text]
      return .unresolvedArgument(argument, because: cause)
    }
  }

  /// For reports: `argument 1 of House (Address)`.
  package func argumentText(at position: Int) -> String {
    let type = factory?.parameters?[position - 1].type
    return "argument \(position) of \(key.typeName) (\(type.map(TypeName.of) ?? "?"))"
  }

  /// Why it gives no value to a property or an argument; nil if it may give one.
  package var refusal: InjectionIssue.Kind? {
    if isAccessor { return .accessorWithoutMark }
    return factory?.parameters?.contains(where: \.isDynamic) == true ? refusal(of: []) : nil
  }
}

extension InjectionIssue.Kind {
  /// A value keeps another one whose scope is shorter.
  ///
  /// - Parameter path: The arguments and properties that lead from the one to the other; empty if that is not known.
  package static func shorterScope(
    of keeper: Binding, keeping held: Binding, through path: [String]
  ) -> InjectionIssue.Kind {
    let through = path.isEmpty ? "" : ", through \(IssueText.shortened(path))"
    let what =
      "has the scope \(keeper.lifetime.name), and keeps \(held.key), whose scope "
      + "\(held.lifetime.name) is shorter\(through)."
    return .other("shorterScope") { issue in
      IssueWords(
        "\(issue.key) \(what)",
        toFix: "keep both in one scope, or let it ask for the other when it is needed.",
        related: "keeps")
    }
  }
}

extension RegistryEntry {
  @inline(never)  // Only reports need it, in many places.
  package init(binding: Binding) { self.init(binding.key, at: binding.location, binding.module) }
}
