/// Finds the arguments of an initializer or a factory, one after the other.
@usableFromInline
struct ArgumentReader: ~Copyable {
  /// An argument could not be found; that has been reported.
  struct Unresolved: Error {
    /// The depth of the link without which it might be found; 0 if it might be elsewhere.
    var dependsOn: Int?
  }

  private let call: InjectionCall
  // Not counted: the call that asks the binding holds it.
  private unowned(unsafe) let binding: Binding
  private let parameters: [Parameter]
  private var position = 0
  private var dynamicPosition = 0

  init(_ call: borrowing InjectionCall, _ binding: Binding, _ parameters: [Parameter]) {
    self.call = call.copy()
    self.binding = binding
    self.parameters = parameters
  }

  /// What a factory is handed.
  var injector: PropertyInjector { call.injector }

  /// For what the value is made.
  var request: InjectionRequest {
    // A factory runs as a link of its own.
    InjectionRequest(
      ResolutionChain.calling?.asker ?? .lookUp(binding.key))
  }

  /// What the caller supplied.
  var arguments: [Any?] { call.arguments }

  /// The value of the next argument.
  ///
  /// What is usual is done without a type that the runtime would have to put together, such as an
  /// optional of any type: that would cost more than the rest of it all.
  @usableFromInline
  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    let index = position
    position += 1
    guard let value = valueAtHand(index) else { return try search(parameters[index], type) }
    return value.assumingMemoryBound(to: type).pointee
  }

  @inline(__always)
  private func valueAtHand(_ index: Int) -> UnsafeRawPointer? {
    parameters.withUnsafeBufferPointer { parameters in
      // Not counted: the array holds it.
      Unmanaged.passUnretained(parameters[index])._withUnsafeGuaranteedRef { parameter in
        if parameter.isDynamic { return nil }
        if let constant = parameter.constant { return constant.value }
        return call.injector.valueAtHand(parameter.key)
      }
    }
  }

  @inline(never)
  private mutating func search<Value>(_ parameter: Parameter, _ type: Value.Type) throws -> Value {
    if let wrapped = parameter.wrappedType, !parameter.isDynamic {
      return try optionalValue(parameter.wrappedKey, wrapped)
    }
    var found: Value?
    if parameter.isDynamic {
      // Number and types have been looked at before.
      if call.arguments.indices.contains(dynamicPosition) {
        found = TypeMatching.argument(
          call.arguments[dynamicPosition], as: type, isOnActor: call.isOnActor)
      }
      dynamicPosition += 1
    } else {
      try find(parameter.key, isOptional: false) { found = $0 }
    }
    guard let found else { throw Unresolved() }
    return found
  }

  private func optionalValue<Value>(_ key: BindingKey, _ wrapped: Any.Type) throws -> Value {
    func open<Wrapped>(_ type: Wrapped.Type) throws -> Value {
      var found: Wrapped?
      try find(key, isOptional: true) { found = $0 }
      // `Value` is `Wrapped?`, which only the types at run time know.
      return withUnsafePointer(to: found) {
        $0.withMemoryRebound(to: Value.self, capacity: 1) { $0.pointee }
      }
    }
    return try _openExistential(wrapped, do: open)
  }

  /// What asks for the current argument.
  private var asker: Asker { .argument(.passUnretained(binding), position: position) }

  /// Finds a value.
  ///
  /// Throws where there is one elsewhere, or later: nil would be kept by what is made, and be wrong there.
  private func find<Value>(
    _ key: BindingKey, isOptional: Bool, _ use: (Value) -> Void
  ) throws {
    var miss: BindingLookup?
    guard let binding = call.injector.find(key, orMiss: &miss) else {
      reportMiss(miss ?? .unknownName, key, isOptional: isOptional)
      if miss?.isForNow == true { throw Unresolved(dependsOn: 0) }
      return
    }
    let asked = InjectionCall(asking: call)
    let provided = call.injector.provide(
      Value.self, from: binding, for: asked, asker, use)
    if case .value = provided { return }
    report(
      provided, of: binding._withUnsafeGuaranteedRef { $0.binding }, key, isOptional: isOptional)
    if let depth = provided.dependsOn, depth <= ResolutionChain.currentDepth {
      throw Unresolved(dependsOn: depth)
    }
  }

  // Issues are large: each is put together in a frame of its own, off the stack of nested factories.

  @inline(never)
  private func reportMiss(_ miss: BindingLookup, _ key: BindingKey, isOptional: Bool) {
    if case .nothing = miss, isOptional { return }
    guard call.reporter.isNew(Occurrence(miss, for: asker)) else { return }
    let explanation = miss.issue(lookingFor: key, in: call.injector.registry.bindings)
    if miss.isForNow { return call.report(explanation, for: asker) }
    var issue = issue(miss.reason, key, isOptional: isOptional)
    if !explanation.related.isEmpty { issue.related = explanation.related }
    issue.suggestedName = explanation.suggestedName
    issue.chain = explanation.chain
    call.report(issue, for: asker)
  }

  @inline(never)
  private func report(
    _ provided: Provided, of found: Binding, _ key: BindingKey, isOptional: Bool
  ) {
    let reason: InjectionIssue.Kind
    switch provided {
    // The factory has said that there is none.
    case .nothing where isOptional: return
    case .nothing: reason = .factoryGaveNil
    case .misfit: reason = .productDoesNotFit
    case .failed(.accessors): reason = .accessorWithoutMark
    default:
      InjectionCall(asking: call).report(provided, of: found, for: asker)
      return
    }
    let occurrence = Occurrence(
      .unresolvedArgument, provided, of: found, for: asker, in: call)
    guard call.reporter.isNew(occurrence) else { return }
    var issue = issue(reason, key, isOptional: isOptional)
    if case .misfit(let foundType) = provided { issue.foundType = foundType }
    issue.related = [RegistryEntry(binding: found)]
    call.report(issue, for: asker)
  }

  private func issue(
    _ reason: InjectionIssue.Kind, _ key: BindingKey, isOptional: Bool
  ) -> InjectionIssue {
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
