extension ArgumentReader {
  /// The injector that a factory is handed.
  @usableFromInline
  var injector: PropertyInjector { call.injector }

  /// The point that the value is made for.
  var point: InjectionPoint {
    let entry = RegistryEntry(binding: binding)
    // The factory is the link that is running now.
    switch ResolutionChain.calling?.asker ?? .lookUp(binding.key) {
    case .property(let point, _, _):
      return point.takeUnretainedValue().injectionPoint(from: entry, at: call.location)
    case .argument(let maker, let position):
      let maker = maker.takeUnretainedValue()
      return InjectionPoint(
        maker.argumentKey(at: position), of: maker.key.type, argument: position, from: entry,
        at: call.location)
    case .lookUp(let key):
      return InjectionPoint(key, from: entry, at: call.location)
    }
  }
}

extension PropertyInjector {
  /// Hands over the address of an argument's value, or returns why there is none; nil also if there is none for good,
  /// and the parameter takes nil.
  func provideArgument(
    _ key: BindingKey, isOptional: Bool, at position: Int, of binding: Binding,
    for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let question = ArgumentQuestion(
      key: key, isOptional: isOptional, position: position, binding: binding)
    return withAnswer(to: key) { answer in
      if let miss = answer.miss { return call.report(miss, question) }
      return provide(answer, for: call.asking(), question.asker, use)
        .flatMap { call.failure($0, of: answer.binding, question) }
    }
  }
}

/// The look-up of an argument, while it lasts.
private struct ArgumentQuestion {
  let key: BindingKey
  /// Whether the parameter takes nil.
  let isOptional: Bool
  let position: Int
  let binding: Binding

  var asker: Asker { .argument(of: .passUnretained(binding), position: position) }

  /// The failure of the value that lacks the argument, whose cause has been reported; nil if the value takes nil.
  ///
  /// Where another attempt may get the argument, the value would keep a wrong nil.
  func failure(because kind: InjectionIssue.Kind, dependsOn depth: Int?) -> Failure? {
    if isOptional, depth == nil { return nil }
    return Failure(missing(because: kind), dependsOn: depth, isReported: true)
  }

  private func missing(
    because kind: InjectionIssue.Kind, suggestion: String? = nil
  ) -> InjectionIssue.Kind {
    // The innermost missing argument is the cause.
    if case .unresolvedArgument = kind { return kind }
    var argument = InjectionIssue.Argument(
      position, key, isOptional: isOptional, of: binding.signature)
    argument.suggestion = suggestion
    return .unresolvedArgument(argument, because: kind)
  }

  /// - Parameter near: The bindings that are near, or the one that gives no value.
  func issue(because kind: InjectionIssue.Kind, near: NearMisses.Found) -> InjectionIssue {
    InjectionIssue(
      missing(because: kind, suggestion: near.suggestedName), binding: binding,
      related: near.related)
  }
}

extension InjectionCall {
  // Issues are large: each is built in a function of its own, off the stack of nested factories.

  /// Reports that no binding is found for an argument; the failure of the value that lacks it.
  @inline(never)
  fileprivate func report(
    _ miss: InjectionIssue.Kind, _ question: ArgumentQuestion
  ) -> Failure? {
    let asker = question.asker
    if !(miss.isQuiet && question.isOptional), reporter.isNew(IssueDigest(miss, for: asker)) {
      let near = injector.registry.bindings.near(question.key, without: miss)
      report(
        miss.isProvisional
          ? InjectionIssue(miss, lookingFor: question.key, near: near)
          : question.issue(because: miss, near: near), for: asker)
    }
    return question.failure(because: miss, dependsOn: miss.isProvisional ? 0 : nil)
  }

  /// The failure of a value whose argument's binding gives none; reported, unless the argument may come later.
  @inline(never)
  fileprivate func failure(
    _ failure: Failure, of binding: Binding, _ question: ArgumentQuestion
  ) -> Failure? {
    if failure.later != nil { return failure }
    report(failure, of: binding, question)
    let depth = failure.dependsOn.flatMap { $0 <= ResolutionChain.currentDepth ? $0 : nil }
    return question.failure(because: failure.kind, dependsOn: depth)
  }

  /// Reports that the binding of an argument gives no value.
  private func report(
    _ failure: Failure, of binding: Binding, _ question: ArgumentQuestion
  ) {
    let asker = question.asker
    switch failure.kind {
    // The factory has said that there is no value.
    case .factoryGaveNil where question.isOptional: return
    case .factoryGaveNil, .productDoesNotFit, .accessorWithoutMark, .wrongArguments,
      .argumentsOfKeptValue:
      break
    default: return asking().report(failure, of: binding, for: asker)
    }
    guard reporter.isNew(IssueDigest(failure.kind, for: asker, of: binding)) else { return }
    report(
      question.issue(because: failure.kind, near: ([RegistryEntry(binding: binding)], nil)),
      for: asker)
  }
}
