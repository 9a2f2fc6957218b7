extension ArgumentReader {
  /// The injector that a factory is handed.
  @usableFromInline
  var injector: PropertyInjector { call.injector }

  /// The point that the value is made for.
  var point: InjectionPoint {
    let entry = RegistryEntry(binding: binding)
    // The factory is the link that is running now.
    switch ResolutionChain.calling?.asker ?? .lookUp(binding.key) {
    case .property(let reference, _):
      let property = reference.property
      return InjectionPoint(
        property.kind, of: property.property, in: property.objectType, from: entry,
        at: call.location)
    case .argument(let reference, let position):
      let maker = reference.maker
      return InjectionPoint(
        maker.argumentKey(at: position), of: maker.key.type, argument: position, from: entry,
        at: call.location)
    case .lookUp(let key):
      return InjectionPoint(key, from: entry, at: call.location)
    }
  }
}

extension PropertyInjector: ValueSource {
  func provideArgument(
    _ key: BindingKey, isOptional: Bool, at position: Int, of binding: Binding,
    for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) throws {
    let question = ArgumentQuestion(key, isOptional: isOptional, at: position, of: binding)
    var miss: BindingLookup?
    guard let found = find(key, orMiss: &miss) else {
      call.reportMiss(miss ?? .unknownName, question)
      if miss?.isProvisional == true { throw ArgumentReader.Unresolved(dependsOn: 0) }
      return
    }
    let provided = provide(from: found, for: call.asking(), question.asker, use)
    if case .value = provided { return }
    if case .failed(let refusal) = provided,
      ResolutionChain.calling?.mayComeLater(refusal) == true
    {
      throw ArgumentReader.Unresolved(cycle: refusal)
    }
    call.report(provided, of: found._withUnsafeGuaranteedRef { $0.binding }, question)
    if let depth = provided.dependsOn, depth <= ResolutionChain.currentDepth {
      throw ArgumentReader.Unresolved(dependsOn: depth)
    }
  }
}

/// The look-up of an argument, while it lasts.
private struct ArgumentQuestion {
  let key: BindingKey
  /// Whether the parameter takes nil.
  let isOptional: Bool
  let position: Int
  // Not retained: the call that asks the binding holds it.
  unowned(unsafe) let binding: Binding

  init(_ key: BindingKey, isOptional: Bool, at position: Int, of binding: Binding) {
    self.key = key
    self.isOptional = isOptional
    self.position = position
    self.binding = binding
  }

  var asker: Asker { .argument(Asker.MakerReference(maker: binding), position: position) }

  func missing(because reason: UnfilledReason) -> MissingArgument {
    MissingArgument(
      position: position, key: key, isOptional: isOptional, signature: binding.signature,
      reason: reason)
  }

  func issue(_ missing: MissingArgument, related: [RegistryEntry]) -> InjectionIssue {
    var issue = InjectionIssue(.unresolvedArgument(missing), binding: binding, related: related)
    issue.lookedUpName = key.name
    return issue
  }
}

extension InjectionCall {
  // Issues are large: each is built in a function of its own, off the stack of nested factories.

  @inline(never)
  fileprivate func reportMiss(_ miss: BindingLookup, _ question: ArgumentQuestion) {
    if case .nothing = miss, question.isOptional { return }
    let asker = question.asker
    guard reporter.isNew(Occurrence(miss, for: asker)) else { return }
    let bindings = injector.registry.bindings
    if miss.isProvisional {
      return report(miss.issue(lookingFor: question.key, in: bindings), for: asker)
    }
    let near = miss.near(question.key, in: bindings)
    var missing = question.missing(because: miss.reason)
    missing.suggestion = near.suggestedName
    missing.chain = miss.chain
    report(question.issue(missing, related: near.related), for: asker)
  }

  @inline(never)
  fileprivate func report(
    _ provided: ProvisionResult, of found: Binding, _ question: ArgumentQuestion
  ) {
    let reason: UnfilledReason
    switch provided {
    // The factory has said that there is no value.
    case .nothing where question.isOptional: return
    case .nothing: reason = .factoryGaveNil
    case .failed(.misfit): reason = .issue(.productDoesNotFit)
    case .failed(.accessors): reason = .issue(.accessorWithoutMark)
    default:
      asking().report(provided, of: found, for: question.asker)
      return
    }
    let asker = question.asker
    let occurrence = Occurrence(.unresolvedArgument, provided, of: found, for: asker, in: self)
    guard reporter.isNew(occurrence) else { return }
    var missing = question.missing(because: reason)
    if case .failed(.misfit(let foundType)) = provided { missing.found = foundType }
    report(question.issue(missing, related: [RegistryEntry(binding: found)]), for: asker)
  }
}
