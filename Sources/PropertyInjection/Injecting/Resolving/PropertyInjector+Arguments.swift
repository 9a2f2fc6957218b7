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
      return reference.point.injectionPoint(from: entry, at: call.location)
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
    let question = ArgumentQuestion(
      key: key, isOptional: isOptional, position: position, binding: binding)
    var miss: Failure?
    guard let found = find(key, orMiss: &miss) else {
      call.reportMiss(miss, question)
      if miss?.isProvisional == true { throw ArgumentReader.Unresolved(dependsOn: 0) }
      return
    }
    switch provide(from: found, for: call.asking(), question.asker, use) {
    case .value: break
    case .nothing: call.report(nil, of: found, question)
    case .failed(let failure):
      if ResolutionChain.calling?.mayComeLater(failure) == true {
        throw ArgumentReader.Unresolved(cycle: failure)
      }
      call.report(failure, of: found, question)
      if let depth = failure.dependsOn, depth <= ResolutionChain.currentDepth {
        throw ArgumentReader.Unresolved(dependsOn: depth)
      }
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

  var asker: Asker { .argument(Asker.MakerReference(maker: binding), position: position) }

  func missing(because reason: UnfilledReason) -> MissingArgument {
    MissingArgument(
      position: position, key: key, isOptional: isOptional, signature: binding.signature,
      reason: reason)
  }
}

extension InjectionCall {
  // Issues are large: each is built in a function of its own, off the stack of nested factories.

  /// - Parameter miss: Why no binding is found; nil if the key is bound to nil.
  @inline(never)
  fileprivate func reportMiss(_ miss: Failure?, _ question: ArgumentQuestion) {
    if miss == nil, question.isOptional { return }
    let asker = question.asker
    let reason = miss?.reason ?? .boundToNil
    guard reporter.isNew(IssueDigest(reason, for: asker)) else { return }
    let near = (miss ?? .unknownName).near(question.key, in: injector.registry.bindings)
    if let miss, miss.isProvisional {
      return report(miss.issue(lookingFor: question.key, near: near), for: asker)
    }
    var missing = question.missing(because: reason)
    missing.suggestion = near.suggestedName
    missing.chain = miss?.chain ?? []
    report(InjectionIssue(missing, of: question.binding, related: near.related), for: asker)
  }

  /// - Parameter failure: Why the binding gives no value; nil if its factory has given nil.
  @inline(never)
  fileprivate func report(
    _ failure: Failure?, of found: Unmanaged<FoundBinding>, _ question: ArgumentQuestion
  ) {
    let binding = found._withUnsafeGuaranteedRef { $0.binding }
    let asker = question.asker
    switch failure {
    // The factory has said that there is no value.
    case nil where question.isOptional: return
    case nil, .misfit, .accessors, .arguments: break
    case let other?: return asking().report(other, of: binding, for: asker)
    }
    let digest = IssueDigest(failure, .unresolvedArgument, of: binding, for: asker, in: self)
    guard reporter.isNew(digest) else { return }
    var missing = question.missing(because: failure?.reason ?? .factoryGaveNil)
    if case .misfit(let type) = failure { missing.found = type }
    let related = [RegistryEntry(binding: binding)]
    report(InjectionIssue(missing, of: question.binding, related: related), for: asker)
  }
}
