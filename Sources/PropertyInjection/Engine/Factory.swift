/// Makes a value and hands over its address, unless there is none.
///
/// The value is handed over, not returned: an optional of a type known only at run time is slow.
@usableFromInline
typealias ValueMaker = (inout ArgumentReader, (UnsafeRawPointer) -> Void) throws -> Void

/// Makes the values of a binding, by a closure, an initializer, or a provider object, and injects them before other code
/// sees them.
///
/// Not generic: the runtime would have to make a class for the type of each binding.
package final class Factory: @unchecked Sendable {
  // Unchecked: the function is `@Sendable`, or its binding is confined to an actor that is checked
  // before every call.
  private let make: ValueMaker
  private let type: Any.Type
  private let kind: TypeKind
  /// Whether no value means that an initializer has failed.
  private let isInitializer: Bool
  /// Whether a value is for one call only: it depends on the ``InjectionPoint``, or on run-time arguments.
  package let isPerCall: Bool
  /// The parameters of the function that makes the value; nil if it takes any arguments.
  package let parameters: [Parameter]?
  /// How many arguments the caller supplies; nil if the function checks them itself.
  private let dynamicCount: Int?

  /// A factory with these parameters; nil if the function checks its arguments itself.
  init(
    of type: Any.Type, parameters: [Parameter]? = [], isInitializer: Bool = false,
    isPerCall: Bool = false, make: @escaping ValueMaker
  ) {
    (self.type, kind) = (type, TypeKind(type))
    self.parameters = parameters
    dynamicCount = parameters?.count(where: \.isDynamic)
    self.isInitializer = isInitializer
    self.isPerCall = isPerCall || dynamicCount ?? 0 > 0
    self.make = make
  }

  /// A factory of values that wrap those of a binding.
  convenience init<Value>(
    decorating inner: Binding, with wrap: @escaping (PropertyInjector, Value) throws -> Value
  ) {
    // It is found by its key, so that a value which is made once is asked for as any code of the program asks.
    let isMadeEachTime = inner.isFactory && inner.lifetime.isUnique
    self.init(
      of: Value.self,
      parameters: inner.isFactory ? inner.factory?.parameters?.filter(\.isDynamic) : [],
      isPerCall: inner.factory?.isPerCall == true
    ) { reader, use in
      var value: Value?
      let failure = reader.injector.provide(
        Value.self, from: inner, for: reader.call,
        isMadeEachTime ? reader.asker : .lookUp(inner.key)
      ) { value = $0.assumingMemoryBound(to: Value.self).pointee }
      if let failure { throw failure }
      reader.binding.noteDecorating()
      if let value { hand(try wrap(reader.injector, value), to: use) }
    }
  }

  /// The same factory, whose function belongs to an actor and is released there.
  func confined(to isolation: Isolation) -> Factory {
    guard isolation.actor != nil else { return self }
    let confined = Confined(make, to: isolation)
    return Factory(
      of: type, parameters: parameters, isInitializer: isInitializer,
      isPerCall: isPerCall
    ) { try confined.content(&$0, $1) }
  }

  /// Makes a value and hands over its address as a value of a type, or returns why there is none.
  func makeProduct(
    as target: Any.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    var misfit: Misfit?
    let isOnActor = call.isOnActor
    let failure = make(for: call, from: binding, early: { _ in }) { product in
      // The injection of the product may have got nil, too: then it is not used, whether it fits or not.
      if ResolutionChain.calling?.isDropped == true { return }
      misfit = TypeMatching.hand(
        product, of: type, kind, as: target, isOnActor: isOnActor, to: use)
    }
    return misfit.map { Failure($0, on: call) } ?? failure
  }

  /// Makes a value that is shared.
  ///
  /// It is handed over twice: to `early` before its properties are filled, for values that need
  /// each other, and to `use` when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (Instance) -> Void, _ use: (Instance) -> Void
  ) -> Failure? {
    // Class instances only: a copy of a struct is not filled with the original.
    var shown: Instance?
    return make(
      for: call, from: binding,
      early: {
        let instance = Instance(of: type, kind, copyOf: $0, on: binding.isolation)
        guard kind == .class || instance.dynamicType is AnyClass else { return }
        shown = instance
        early(instance)
      }
    ) { use(shown ?? Instance(of: type, kind, copyOf: $0, on: binding.isolation)) }
  }

  private func make(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (UnsafeRawPointer) -> Void, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if let dynamicCount, dynamicCount != call.arguments.count {
      return Failure(binding.refusal(of: call.arguments))
    }
    return withUnsafePointer(to: call) { call in
      var reader = ArgumentReader(call, binding, parameters ?? [])
      var failure: Failure?
      var isMade = false
      do {
        try make(&reader) { product in
          if kind.mayHoldNil, TypeMatching.isNil(product, of: type) { return }
          isMade = true
          // It is neither shown nor injected: its factory is called again.
          if ResolutionChain.calling?.isDropped == true { return }
          // Its values are those of the program, and the injector.
          if binding.isBuiltIn { return use(product) }
          failure = inject(product, for: call, early, use)
        }
        return isMade
          ? failure : ResolutionChain.failure(isInitializer ? .initializerGaveNil : .factoryGaveNil)
      } catch let missing as Failure {
        return missing
      } catch {
        let isReported = ResolutionChain.calling?.hasThrown(error, to: call.pointee.reporter)
        return ResolutionChain.failure(.threw(ThrownError(error)), isReported: isReported == true)
      }
    }
  }

  /// Injects a product and hands it over, or returns why it may not be injected here.
  @inline(__always)
  private func inject(
    _ product: UnsafeRawPointer, for call: UnsafePointer<InjectionCall>,
    _ early: (UnsafeRawPointer) -> Void, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if kind == .class {
      // Not a cast: it would look for a box first.
      let object = product.load(as: Unmanaged<AnyObject>.self)
      let injector = call.pointee.injector
      // Most products have nothing to fill, and nothing can need them before they are finished.
      if !object._withUnsafeGuaranteedRef({ injector.hasNothingToFill(Swift.type(of: $0)) }) {
        early(product)
        if let refusal = injector.injectProduct(object, for: call.pointee) {
          return Failure(refusal)
        }
      }
      use(product)
      return nil
    }
    early(product)
    func open<Value>(_: Value.Type) -> Failure? {
      var product = product.assumingMemoryBound(to: Value.self).pointee
      if let refusal = call.pointee.injector.injectProduct(&product, for: call.pointee) {
        return Failure(refusal)
      }
      hand(product, to: use)
      return nil
    }
    return _openExistential(type, do: open)
  }
}

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
    // A value that is kept would lack it in the next request, too.
    if isOptional, case .outOfScope = failure.kind,
      ResolutionChain.calling?.isWithinScopedValue != true
    {
      return nil
    }
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
    call.report(ifNew: IssueDigest(kind, for: asker), for: asker) {
      let near: NearMisses.Found =
        found.map { ([RegistryEntry(binding: $0)], nil) }
        ?? injector.registry.bindings.near(key, without: kind)
      return InjectionIssue(
        binding.reason(lacking: position, because: kind, suggestion: near.suggestedName),
        binding: binding, related: near.related)
    }
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
    return switch asker {
    case .property(let point, _, _):
      point.takeUnretainedValue().injectionPoint(from: entry, at: call.location)
    case .argument(let maker, let position):
      InjectionPoint(
        .argument, asker.key, of: maker.takeUnretainedValue().key.type, argument: position,
        from: entry, at: call.location)
    case .lookUp(let key): InjectionPoint(.lookUp, key, from: entry, at: call.location)
    }
  }
}
