/// Finds the arguments of an initializer or a factory, one after the other.
@usableFromInline
struct ArgumentReader: ~Copyable {
  // Not copied: the call that asks the binding lasts longer.
  private let address: UnsafePointer<InjectionCall>
  var call: InjectionCall { _read { yield address.pointee } }
  // Not retained: the call that asks the binding holds it.
  unowned(unsafe) let binding: Binding
  private let parameters: [Parameter]
  private var position = 0
  private var dynamicPosition = 0

  init(_ call: UnsafePointer<InjectionCall>, _ binding: Binding, _ parameters: [Parameter]) {
    address = call
    self.binding = binding
    self.parameters = parameters
  }

  /// The arguments that the caller supplies.
  var arguments: [Any?] { call.arguments }

  /// The value of the next argument.
  ///
  /// The common path uses no type that the runtime would have to build, such as `Value?`: building
  /// it would cost more than the rest.
  @usableFromInline
  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    let index = position
    position += 1
    if let value = valueAtHand(index) { return value.assumingMemoryBound(to: type).pointee }
    // Told apart here: a function in between would lie on the stack of each nested initializer.
    let parameter = parameters[index]
    if let wrapped = parameter.wrappedType, !parameter.isDynamic {
      return try optionalValue(parameter.wrappedKey, wrapped)
    }
    return try search(parameter, type)
  }

  @inline(__always)
  private func valueAtHand(_ index: Int) -> UnsafeRawPointer? {
    parameters.withUnsafeBufferPointer { parameters in
      // Not retained: the array holds it.
      Unmanaged.passUnretained(parameters[index])._withUnsafeGuaranteedRef { parameter in
        if parameter.isDynamic { return nil }
        if let constant = parameter.constant { return constant.value }
        return call.injector.valueAtHand(parameter.key)
      }
    }
  }

  @inline(never)
  private mutating func search<Value>(_ parameter: Parameter, _ type: Value.Type) throws -> Value {
    var found: Value?
    if parameter.isDynamic {
      // The number has been checked before.
      found = TypeMatching.argument(
        call.arguments[dynamicPosition], as: type, isOnActor: call.isOnActor)
      dynamicPosition += 1
    } else {
      let failure = find(parameter.key, isOptional: false) {
        found = $0.assumingMemoryBound(to: type).pointee
      }
      if let failure { throw failure }
    }
    guard let found else { throw Failure(binding.refusal(of: call.arguments)) }
    return found
  }

  /// The value of an argument whose type is an optional of the wrapped type.
  @inline(never)
  private func optionalValue<Value>(_ key: BindingKey, _ wrapped: Any.Type) throws -> Value {
    let witnesses = ValueWitnesses(wrapped)
    // Not on the stack: what gives memory there builds the type of its result, which takes longer.
    let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { value.deallocate() }
    witnesses.makeNil(value)
    let failure = find(key, isOptional: true) { witnesses.fill(value, with: $0) }
    if let failure { throw failure }
    return value.move()
  }

  private func find(
    _ key: BindingKey, isOptional: Bool, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    call.injector.provideArgument(
      key, isOptional: isOptional, at: position, of: binding, for: call, use)
  }
}

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
      provide(answer, for: call.asking(), question.asker, use)
        .flatMap { call.failure($0, of: answer.found, question) }
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

  /// The reason why there is no value of the binding.
  func missing(
    because kind: InjectionIssue.Kind, suggestion: String? = nil
  ) -> InjectionIssue.Kind {
    // The innermost missing argument is the cause.
    if case .unresolvedArgument = kind { return kind }
    var argument = InjectionIssue.Argument(
      position, key, isOptional: isOptional, of: binding.signature)
    argument.suggestion = suggestion
    return .unresolvedArgument(argument, because: kind)
  }
}

extension InjectionCall {
  // Issues are large: each is built in a function of its own, off the stack of nested factories.

  /// The failure of a value that lacks an argument; nil if the value takes nil.
  ///
  /// It is reported, unless the argument may come later.
  ///
  /// - Parameter found: The binding of the argument; nil if there is none.
  @inline(never)
  fileprivate func failure(
    _ failure: Failure, of found: Binding?, _ question: ArgumentQuestion
  ) -> Failure? {
    if failure.later != nil { return failure }
    report(failure, of: found, question)
    let depth = failure.dependsOn.flatMap { $0 <= ResolutionChain.currentDepth ? $0 : nil }
    // Where another attempt may get the argument, the value would keep a wrong nil.
    if question.isOptional, depth == nil { return nil }
    return Failure(question.missing(because: failure.kind), dependsOn: depth, isReported: true)
  }

  private func report(
    _ failure: Failure, of found: Binding?, _ question: ArgumentQuestion
  ) {
    let (kind, asker) = (failure.kind, question.asker)
    if question.isOptional, kind.isQuiet { return }
    switch kind {
    case .factoryGaveNil, .productDoesNotFit, .accessorWithoutMark, .wrongArguments:
      break
    default:
      if found != nil || kind.isProvisional {
        return asking().report(failure, of: found, for: asker)
      }
    }
    guard reporter.isNew(IssueDigest(kind, for: asker, of: found)) else { return }
    let near: NearMisses.Found =
      found.map { ([RegistryEntry(binding: $0)], nil) }
      ?? injector.registry.bindings.near(question.key, without: kind)
    report(
      InjectionIssue(
        question.missing(because: kind, suggestion: near.suggestedName),
        binding: question.binding, related: near.related), for: asker)
  }
}
