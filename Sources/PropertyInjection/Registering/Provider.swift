/// What a binding gets its value from.
///
/// A small struct: it lies in its binding without memory of its own.
protocol Provider: Sendable {
  /// Whether providing runs code of the user's.
  var isFactory: Bool { get }

  /// Whether it has no value, but accessors for marked properties.
  var isAccessor: Bool { get }

  /// Whether the injector injects what is made, before anybody sees it.
  var injectsProduct: Bool { get }

  /// Whether what is made depends on for what it is made.
  var asksForWhat: Bool { get }

  /// Where a look-up goes on from here.
  var lead: Lead { get }

  /// The parameters of what makes the value; nil where any arguments are taken.
  var parameters: [Parameter]? { get }

  /// Hands over the value if it exists already, for code that runs on an actor or on none.
  ///
  /// No code of the user's runs.
  func useExistingValue<Target>(as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void)

  /// How well the value fits, without making it.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// Hands over the value, made now if need be.
  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> Provided

  /// Makes a value that is to be shared.
  ///
  /// What the injector makes is handed over twice: `early`, before its properties are filled, for
  /// those that need each other, and when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Provider) -> Void, _ use: (any Provider) -> Void
  ) -> Provided
}

extension Provider {
  var isAccessor: Bool { false }
  var injectsProduct: Bool { false }
  var asksForWhat: Bool { false }
}

/// Where a look-up that has found a binding goes on.
enum Lead {
  /// Here: the binding gives the value.
  case here
  /// Nowhere: it is bound to nothing.
  case nothing
  /// To another key; one for any type has the type that is asked for.
  case to(BindingKey)
}

/// What became of asking for a value.
///
/// Small and without the value: it lies on the stack of every nested factory, and a type for each type
/// of value would have to be looked up each time.
enum Provided {
  /// The value was handed over.
  case value
  /// The factory returned nil.
  case nothing
  /// The product's dynamic type is not one that the property takes.
  case misfit(Any.Type)
  /// The binding was not asked.
  case refused(Refusal)
  /// The binding was asked, and could not make the value.
  case failed(Failure)

  /// Why a binding was not asked.
  enum Refusal {
    case isolation
    /// The bindings that lead back to the first of them; the making of the shared value that it is; and
    /// the depth of the link that it is.
    case cycle([String], Creation?, dependsOn: Int)
    case tooDeep([String])
    /// The scope is asked outside its time.
    case outOfScope(any Error)
  }

  /// Why a value was not made.
  enum Failure {
    /// The initializer, the factory or the provider has thrown.
    case threw(any Error)
    /// The initializer is failable and has failed.
    case initializerGaveNil
    /// The arguments of the call are not those that are wanted.
    case arguments
    /// An argument could not be found; that has been reported.
    case unresolvedArgument(dependsOn: Int?)
    /// The value would be kept with a property that could not be filled here and now; that has been
    /// reported.
    case incomplete(dependsOn: Int)
    /// The value was made, and belongs to an actor that the injection does not run on; that has been
    /// reported.
    case refusedProduct
    /// The binding gives accessors to marked properties, and no value.
    case accessors
  }

  /// The depth of the outermost link without which the answer might be another one; 0 if it might be
  /// elsewhere, and nil if it always is the same.
  ///
  /// A circle within what was asked for is the same for each that asks.
  var dependsOn: Int? {
    switch self {
    case .refused(.cycle(_, _, let depth)), .failed(.incomplete(let depth)): depth
    case .failed(.unresolvedArgument(let depth)): depth
    case .refused, .failed(.refusedProduct): 0
    default: nil
    }
  }
}

/// Makes a value and hands it over, unless there is none.
///
/// It is handed over, not returned: an optional of a type that is known at run time only is slow.
@usableFromInline
typealias ValueMaker<Value> = (inout ArgumentReader, (Value) -> Void) throws -> Void

/// Makes a value with the user's code: a factory, an initializer, a provider object.
struct FactoryProvider<Value>: Provider, @unchecked Sendable {
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
  func confined(to isolation: Isolation) -> FactoryProvider {
    guard isolation.actor != nil else { return self }
    let confined = Confined(make, to: isolation)
    return FactoryProvider(
      parameters: parameters, injectsProduct: injectsProduct, asksForWhat: asksForWhat
    ) {
      try confined.content(&$0, $1)
    }
  }

  var isFactory: Bool { true }

  var lead: Lead { .here }

  func useExistingValue<Target>(
    as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) {}

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    TypeMatching.fit(of: Value.self, to: target)
  }

  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> Provided {
    var misfit: Misfit?
    let isOnActor = call.isOnActor
    let provided = make(for: call, from: binding, early: nil) { product in
      misfit = Self.hand(product, as: target, isOnActor: isOnActor, to: use)
    }
    return misfit.map(\.provided) ?? provided
  }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Provider) -> Void, _ use: (any Provider) -> Void
  ) -> Provided {
    withoutActuallyEscaping(early) { early in
      make(for: call, from: binding, early: { early(InstanceProvider($0)) }) {
        use(InstanceProvider($0))
      }
    }
  }

  private func make(
    for call: borrowing InjectionCall, from binding: Binding, early: ((Value) -> Void)?,
    _ use: (Value) -> Void
  ) -> Provided {
    guard
      takesNoArguments ? call.arguments.isEmpty : takes(call.arguments, isOnActor: call.isOnActor)
    else {
      return .failed(.arguments)
    }
    var reader = ArgumentReader(call, binding, parameters ?? [])
    var provided = injectsProduct ? Provided.failed(.initializerGaveNil) : .nothing
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
        guard call.injector.injectProduct(&product, for: call) else {
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

  /// Hands the product over, or says why it does not fit.
  private static func hand<Target>(
    _ product: Value, as target: Target.Type, isOnActor: Bool, to use: (Target) -> Void
  ) -> Misfit? {
    guard Value.self == target else {
      return convert(product, to: target, isOnActor: isOnActor, for: use)
    }
    // The same type: the bytes are what they are, and no cast needs to look at them.
    withUnsafePointer(to: product) { product in
      product.withMemoryRebound(to: target, capacity: 1) { use($0.pointee) }
    }
    return nil
  }

  // Not inlined: it needs types that the runtime has to put together.
  @inline(never)
  private static func convert<Target>(
    _ product: Value, to target: Target.Type, isOnActor: Bool, for use: (Target) -> Void
  ) -> Misfit? {
    guard let content = TypeMatching.flatten(product) else { return .type(Value.self) }
    switch TypeMatching.match(content, as: target, isOnActor: isOnActor) {
    case .value(let value): use(value)
    case .onActorOnly: return .onActorOnly
    case .misfit: return .type(type(of: content))
    }
    return nil
  }
}

/// Why a product was not handed over.
///
/// Small, for it lies on the stack of every nested factory; and not within the generic type, for which the
/// runtime would have to put it together.
private enum Misfit {
  case type(Any.Type)
  case onActorOnly

  var provided: Provided {
    switch self {
    case .type(let type): .misfit(type)
    case .onActorOnly: .refused(.isolation)
    }
  }
}
