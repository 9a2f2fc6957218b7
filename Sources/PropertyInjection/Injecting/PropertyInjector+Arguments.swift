extension ArgumentReader {
  /// The injector that a factory is handed.
  var injector: PropertyInjector { call.injector }

  /// What the value is made for.
  var request: InjectionRequest {
    // The factory is the link that is running now.
    InjectionRequest(ResolutionChain.calling?.asker ?? .lookUp(binding.key))
  }
}

extension PropertyInjector: ValueSource {
  func provideArgument<Value>(
    _ key: BindingKey, _ type: Value.Type, isOptional: Bool, at position: Int,
    of binding: Binding, for call: borrowing InjectionCall, _ use: (Value) -> Void
  ) throws {
    let question = ArgumentQuestion(key, isOptional: isOptional, at: position, of: binding)
    var miss: BindingLookup?
    guard let found = find(key, orMiss: &miss) else {
      call.reportMiss(miss ?? .unknownName, question)
      if miss?.isProvisional == true { throw ArgumentReader.Unresolved(dependsOn: 0) }
      return
    }
    let provided = provide(type, from: found, for: call.asking(), question.asker, use)
    if case .value = provided { return }
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

  func issue(_ reason: InjectionIssue.Kind) -> InjectionIssue {
    var issue = InjectionIssue(.unresolvedArgument, binding: binding)
    issue.reason = reason
    issue.lookedUpName = key.name
    issue.argumentPosition = position
    issue.argumentType = key.type
    issue.isArgumentOptional = isOptional
    issue.signature = binding.signature
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
    let explanation = miss.issue(lookingFor: question.key, in: injector.registry.bindings)
    if miss.isProvisional { return report(explanation, for: asker) }
    var issue = question.issue(miss.reason)
    if !explanation.related.isEmpty { issue.related = explanation.related }
    issue.suggestedName = explanation.suggestedName
    issue.chain = explanation.chain
    report(issue, for: asker)
  }

  @inline(never)
  fileprivate func report(
    _ provided: ProvisionResult, of found: Binding, _ question: ArgumentQuestion
  ) {
    let reason: InjectionIssue.Kind
    switch provided {
    // The factory has said that there is no value.
    case .nothing where question.isOptional: return
    case .nothing: reason = .factoryGaveNil
    case .misfit: reason = .productDoesNotFit
    case .failed(.accessors): reason = .accessorWithoutMark
    default:
      asking().report(provided, of: found, for: question.asker)
      return
    }
    let asker = question.asker
    let occurrence = Occurrence(.unresolvedArgument, provided, of: found, for: asker, in: self)
    guard reporter.isNew(occurrence) else { return }
    var issue = question.issue(reason)
    if case .misfit(let foundType) = provided { issue.foundType = foundType }
    issue.related = [RegistryEntry(binding: found)]
    report(issue, for: asker)
  }
}
