/// What makes the values of a binding: a factory, an initializer, a provider object.
protocol Factory: AnyObject, Sendable {
  /// Whether the injector injects what is made, before other code sees it.
  var injectsProduct: Bool { get }

  /// Whether what is made depends on for what it is made.
  var asksForWhat: Bool { get }

  /// The parameters of what makes the value; nil where any arguments are taken.
  var parameters: [Parameter]? { get }

  /// How well a value fits, without making it.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// Makes a value and hands it over.
  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> ProvisionResult

  /// Makes a value that is to be shared.
  ///
  /// What the injector makes is handed over twice: `early`, before its properties are filled, for
  /// those that need each other, and when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> ProvisionResult
}

/// Makes a value and hands it over, unless there is none.
///
/// It is handed over, not returned: an optional of a type that is known at run time only is slow.
@usableFromInline
typealias ValueMaker<Value> = (inout ArgumentReader, (Value) -> Void) throws -> Void

/// A factory that says the type of its values.
final class ValueFactory<Value>: Factory, @unchecked Sendable {
  // Unchecked: the function is `@Sendable`, or its binding is confined to an actor that is asked for
  // before every call.
  private let make: ValueMaker<Value>
  let injectsProduct: Bool
  let asksForWhat: Bool
  let parameters: [Parameter]?
  /// Whether the caller has nothing to supply.
  private let takesNoArguments: Bool
  private let mayHoldNil = TypeKind(Value.self).mayHoldNil

  /// Makes a value with these parameters, nil if they are its own business.
  ///
  /// What no code of the user's has is injected here.
  init(
    parameters: [Parameter]? = [], injectsProduct: Bool = false, asksForWhat: Bool = false,
    make: @escaping ValueMaker<Value>
  ) {
    self.parameters = parameters
    takesNoArguments = parameters?.contains(where: \.isDynamic) == false
    self.injectsProduct = injectsProduct
    self.asksForWhat = asksForWhat
    self.make = make
  }

  /// The same provider, whose function belongs to an actor, and is released there.
  func confined(to isolation: Isolation) -> ValueFactory {
    guard isolation.actor != nil else { return self }
    let confined = Confined(make, to: isolation)
    return ValueFactory(
      parameters: parameters, injectsProduct: injectsProduct, asksForWhat: asksForWhat
    ) {
      try confined.content(&$0, $1)
    }
  }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    TypeMatching.fit(of: Value.self, to: target)
  }

  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> ProvisionResult {
    var misfit: Misfit?
    let isOnActor = call.isOnActor
    let provided = make(for: call, from: binding, early: nil) { product in
      misfit = TypeMatching.hand(product, as: target, isOnActor: isOnActor, to: use)
    }
    return misfit.map(ProvisionResult.init) ?? provided
  }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> ProvisionResult {
    withoutActuallyEscaping(early) { early in
      make(for: call, from: binding, early: { early(StoredInstance($0)) }) {
        use(StoredInstance($0))
      }
    }
  }

  private func make(
    for call: borrowing InjectionCall, from binding: Binding, early: ((Value) -> Void)?,
    _ use: (Value) -> Void
  ) -> ProvisionResult {
    guard
      takesNoArguments ? call.arguments.isEmpty : takes(call.arguments, isOnActor: call.isOnActor)
    else {
      return .failed(.arguments)
    }
    var reader = ArgumentReader(call, binding, parameters ?? [])
    var provided = injectsProduct ? ProvisionResult.failed(.initializerGaveNil) : .nothing
    do {
      try make(&reader) { product in
        if mayHoldNil, TypeMatching.flatten(product) == nil { return }
        guard injectsProduct else {
          use(product)
          provided = .value
          return
        }
        var product = product
        // A copy of a value would not be filled along with it.
        if let early, type(of: product as Any) is AnyClass { early(product) }
        guard call.source.injectProduct(&product, for: call) else {
          provided = .failed(.refusedProduct)
          return
        }
        use(product)
        provided = .value
      }
      return provided
    } catch let unresolved as ArgumentReader.Unresolved {
      return .failed(.unresolvedArgument(dependsOn: unresolved.dependsOn))
    } catch {
      return .failed(.threw(error))
    }
  }

  /// Whether the caller's arguments are what the dynamic parameters want.
  @inline(never)
  private func takes(_ arguments: [Any?], isOnActor: Bool) -> Bool {
    guard let wanted = parameters?.filter(\.isDynamic) else { return true }
    return wanted.count == arguments.count
      && zip(wanted, arguments).allSatisfy {
        TypeMatching.takes($1, for: $0.type, isOnActor: isOnActor)
      }
  }
}
