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
