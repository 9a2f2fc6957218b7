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
        return call.injector.answerAtHand(parameter.key)?._withUnsafeGuaranteedRef { $0.value }
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

  /// Hands over the address of an argument's value, or returns why there is none; nil also if there is none for good,
  /// and the parameter takes nil.
  private func find(
    _ key: BindingKey, isOptional: Bool, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    injector.withAnswer(to: key) { answer in
      let asker = Asker.argument(of: .passUnretained(binding), position: position)
      return injector.provide(answer, for: call.asking(), asker, use)
        .flatMap { lack(of: key, $0, from: answer.found, isOptional, asker) }
    }
  }

  /// The failure of a value that lacks an argument; nil if the value takes nil.
  ///
  /// It is reported, unless the argument may come later.
  ///
  /// - Parameter found: The binding of the argument; nil if there is none.
  @inline(never)  // Issues are large: they are not on the stack of nested factories.
  private func lack(
    of key: BindingKey, _ failure: Failure, from found: Binding?, _ isOptional: Bool, _ asker: Asker
  ) -> Failure? {
    if failure.later != nil { return failure }
    report(key, failure, from: found, isOptional, asker)
    let depth = failure.dependsOn.flatMap { $0 <= ResolutionChain.currentDepth ? $0 : nil }
    // Where another attempt may get the argument, the value would keep a wrong nil.
    if isOptional, depth == nil { return nil }
    return Failure(
      binding.reason(lacking: position, because: failure.kind), dependsOn: depth, isReported: true)
  }

  private func report(
    _ key: BindingKey, _ failure: Failure, from found: Binding?, _ isOptional: Bool, _ asker: Asker
  ) {
    let kind = failure.kind
    if isOptional, kind.isQuiet { return }
    switch kind {
    case .factoryGaveNil, .productDoesNotFit, .accessorWithoutMark, .wrongArguments: break
    default:
      if found != nil || kind.isProvisional {
        return call.asking().report(failure, of: found, for: asker)
      }
    }
    guard call.reporter.isNew(IssueDigest(kind, for: asker, of: found)) else { return }
    let near: NearMisses.Found =
      found.map { ([RegistryEntry(binding: $0)], nil) }
      ?? injector.registry.bindings.near(key, without: kind)
    call.report(
      InjectionIssue(
        binding.reason(lacking: position, because: kind, suggestion: near.suggestedName),
        binding: binding, related: near.related), for: asker)
  }
}

extension ArgumentReader {
  /// The injector that a factory is handed.
  @usableFromInline
  var injector: PropertyInjector { call.injector }

  /// The asker of the binding, whose factory is the link that is running now.
  var asker: Asker { ResolutionChain.calling?.asker ?? .lookUp(binding.key) }

  /// The point that the value is made for.
  var point: InjectionPoint {
    let entry = RegistryEntry(binding: binding)
    switch asker {
    case .property(let point, _, _):
      return point.takeUnretainedValue().injectionPoint(from: entry, at: call.location)
    case .argument(let maker, let position):
      let maker = maker.takeUnretainedValue()
      return InjectionPoint(
        .argument, maker.argumentKey(at: position), of: maker.key.type, argument: position,
        from: entry, at: call.location)
    case .lookUp(let key):
      return InjectionPoint(.lookUp, key, from: entry, at: call.location)
    }
  }
}
