/// Finds the arguments of an initializer or a factory, one after the other.
@usableFromInline
struct ArgumentReader: ~Copyable {
  /// An argument could not be found; that has been reported.
  struct Unresolved: Error {}

  private let call: InjectionCall
  // Not counted: whoever asks the binding holds it.
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
  var resolver: Resolver { Resolver(injector: call.injector) }

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
    guard let value = valueAtHand(index, type) else { return try search(parameters[index], type) }
    return value.assumingMemoryBound(to: type).pointee
  }

  @inline(__always)
  private func valueAtHand(_ index: Int, _ type: Any.Type) -> UnsafeRawPointer? {
    parameters.withUnsafeBufferPointer { parameters in
      // Not counted: the array holds it.
      Unmanaged.passUnretained(parameters[index])._withUnsafeGuaranteedRef { parameter in
        if parameter.isDynamic { return nil }
        if let constant = parameter.constant { return constant.value }
        return call.injector.valueAtHand(parameter.name, type)
      }
    }
  }

  @inline(never)
  private mutating func search<Value>(_ parameter: Parameter, _ type: Value.Type) throws -> Value {
    var isRefused = false
    var found: Value?
    if parameter.isDynamic {
      // Number and types have been looked at before.
      if call.arguments.indices.contains(dynamicPosition) {
        found = TypeMatching.argument(
          call.arguments[dynamicPosition], as: type, isOnActor: call.isOnActor)
      }
      dynamicPosition += 1
    } else if let wrapped = parameter.wrappedType {
      return try optionalValue(parameter.name, wrapped)
    } else {
      found = find(parameter.name, type, isOptional: false, isRefused: &isRefused)
    }
    guard let found else { throw Unresolved() }
    return found
  }

  private func optionalValue<Value>(_ name: String?, _ wrapped: Any.Type) throws -> Value {
    func open<Wrapped>(_ type: Wrapped.Type) throws -> Value {
      var isRefused = false
      let found = find(name, type, isOptional: true, isRefused: &isRefused)
      // Elsewhere there is a value: nil would be kept by what is made, and be wrong there.
      if isRefused { throw Unresolved() }
      // `Value` is `Wrapped?`, which only the types at run time know.
      return withUnsafePointer(to: found) {
        $0.withMemoryRebound(to: Value.self, capacity: 1) { $0.pointee }
      }
    }
    return try _openExistential(wrapped, do: open)
  }

  private func find<Value>(
    _ name: String?, _ type: Value.Type, isOptional: Bool, isRefused: inout Bool
  ) -> Value? {
    var miss: BindingLookup?
    guard let binding = call.injector.find(name, type, orMiss: &miss) else {
      reportMiss(miss ?? .unknownName, name, type, isOptional: isOptional)
      return nil
    }
    var value: Value?
    let asked = InjectionCall(asking: call)
    let provided = call.injector.provide(type, from: binding, for: asked) { value = $0 }
    if value == nil {
      let found = binding._withUnsafeGuaranteedRef { $0.binding }
      if case .refused(.isolation) = provided { isRefused = true }
      if case .failed(.refusedProduct) = provided { isRefused = true }
      report(provided, of: found, name, type, isOptional: isOptional)
    }
    return value
  }

  // Issues are large: each is put together in a frame of its own, off the stack of nested factories.

  @inline(never)
  private func reportMiss<Value>(
    _ miss: BindingLookup, _ name: String?, _ type: Value.Type, isOptional: Bool
  ) {
    if case .nothing = miss, isOptional { return }
    if miss.isForNow { return call.report(miss, lookingFor: name, type) }
    var issue = issue(miss.reason, name, type, isOptional: isOptional)
    let explanation = miss.issue(lookingFor: name, type, in: call.injector.registry.bindings)
    if !explanation.related.isEmpty { issue.related = explanation.related }
    issue.suggestedName = explanation.suggestedName
    issue.chain = explanation.chain
    call.report(issue)
  }

  @inline(never)
  private func report(
    _ provided: Provided, of found: Binding, _ name: String?, _ type: Any.Type, isOptional: Bool
  ) {
    switch provided {
    case .value: break
    case .nothing:
      var issue = issue(.factoryGaveNil, name, type, isOptional: isOptional)
      issue.related = [RegistryEntry(binding: found)]
      call.report(issue)
    case .misfit(let foundType):
      var issue = issue(.productDoesNotFit, name, type, isOptional: isOptional)
      issue.foundType = foundType
      issue.related = [RegistryEntry(binding: found)]
      call.report(issue)
    case .failed(.accessors):
      var issue = issue(.accessorWithoutMark, name, type, isOptional: isOptional)
      issue.related = [RegistryEntry(binding: found)]
      call.report(issue)
    case .refused, .failed:
      InjectionCall(asking: call).report(provided, of: found)
    }
  }

  private func issue(
    _ reason: InjectionResult.Reason, _ name: String?, _ type: Any.Type, isOptional: Bool
  ) -> InjectionIssue {
    var issue = InjectionIssue(.unresolvedArgument, binding: binding)
    issue.reason = reason
    issue.lookedUpName = name
    issue.argumentPosition = position
    issue.argumentType = type
    issue.isArgumentOptional = isOptional
    issue.signature = TypeName.signature(of: binding)
    return issue
  }
}
