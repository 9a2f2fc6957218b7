/// Finds the arguments of an initializer or a factory, one after the other.
struct ArgumentReader: ~Copyable {
  /// An argument could not be found; that has been reported.
  struct Unresolved: Error {}

  private let call: InjectionCall
  // Not counted: whoever asks the binding holds it.
  private unowned(unsafe) let binding: Binding
  private var position = 0
  private var dynamicPosition = 0

  init(_ call: borrowing InjectionCall, _ binding: Binding) {
    self.call = call.copy()
    self.binding = binding
  }

  /// What a factory is handed.
  var resolver: Resolver { Resolver(injector: call.injector) }

  /// What the caller supplied.
  var arguments: [Any?] { call.arguments }

  /// The value of the next argument.
  mutating func value<Value>(_ argument: InjectionArgument<Value>) throws -> Value {
    position += 1
    switch argument.source {
    case .constant(let value):
      return value
    case .dynamic:
      return try dynamicValue(Value.self)
    case .key(let name):
      guard let wrapped = (Value.self as? any OptionalType.Type)?.wrappedType else {
        guard let value = find(name, Value.self, isOptional: false) else { throw Unresolved() }
        return value
      }
      return optionalValue(name, wrapped)
    }
  }

  /// The value of the next argument that the caller supplies.
  ///
  /// Number and types have been looked at before.
  mutating func dynamicValue<Value>(_ type: Value.Type) throws -> Value {
    defer { dynamicPosition += 1 }
    guard call.arguments.indices.contains(dynamicPosition),
      let value = TypeMatching.argument(call.arguments[dynamicPosition], as: type)
    else { throw Unresolved() }
    return value
  }

  private func optionalValue<Value>(_ name: String?, _ wrapped: Any.Type) -> Value {
    func open<Wrapped>(_ type: Wrapped.Type) -> Value {
      let found = find(name, type, isOptional: true)
      // `Value` is `Wrapped?`, which only the types at run time know.
      return withUnsafePointer(to: found) {
        $0.withMemoryRebound(to: Value.self, capacity: 1) { $0.pointee }
      }
    }
    return _openExistential(wrapped, do: open)
  }

  private func find<Value>(
    _ name: String?, _ type: Value.Type, isOptional: Bool
  ) -> Value? {
    let found: Binding
    switch call.injector.lookUp(name, type) {
    case .found(let binding): found = binding
    case .nothing where isOptional: return nil
    case let miss:
      report(miss, name, type, isOptional: isOptional)
      return nil
    }
    var value: Value?
    let asked = InjectionCall(asking: call)
    let provided = call.injector.provide(type, from: found, for: asked) { value = $0 }
    if value == nil { report(provided, of: found, name, type, isOptional: isOptional) }
    return value
  }

  // Issues are large: each is put together in a frame of its own, off the stack of nested factories.

  @inline(never)
  private func report<Value>(
    _ miss: BindingLookup, _ name: String?, _ type: Value.Type, isOptional: Bool
  ) {
    var issue = issue(miss.reason, name, type, isOptional: isOptional)
    let explanation = miss.issue(lookingFor: name, type, in: call.injector.registry.bindings)
    if !explanation.related.isEmpty { issue.related = explanation.related }
    issue.suggestedName = explanation.suggestedName
    issue.chain = explanation.chain
    if case .aliasCycle = miss { issue.kind = .cycle }
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
      issue.related = [InjectionIssue.Related(binding: found)]
      call.report(issue)
    case .misfit(let foundType):
      var issue = issue(.productDoesNotFit, name, type, isOptional: isOptional)
      issue.foundType = foundType
      issue.related = [InjectionIssue.Related(binding: found)]
      call.report(issue)
    case .refused, .failed:
      call.report(provided, of: found)
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
