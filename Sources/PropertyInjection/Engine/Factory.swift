/// Makes the values of a binding: a factory closure, an initializer, or a provider object.
package protocol Factory: AnyObject, Sendable {
  /// Whether a value is for one call only: it depends on the ``InjectionPoint``, or on run-time arguments.
  var isPerCall: Bool { get }

  /// The parameters of the function that makes the value; nil if it takes any arguments.
  var parameters: [Parameter]? { get }

  /// Makes a value and hands over its address as a value of a type, or returns why there is none.
  func provide(
    as target: Any.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure?

  /// Makes a value that is shared.
  ///
  /// It is handed over twice: to `early` before its properties are filled, for values that need
  /// each other, and to `use` when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> Failure?
}

/// Makes a value and hands it over, unless there is none.
///
/// The value is handed over, not returned: an optional of a type known only at run time is slow.
@usableFromInline
typealias ValueMaker<Value> = (inout ArgumentReader, (Value) -> Void) throws -> Void

/// A factory that knows the type of its values, and injects them before other code sees them.
final class ValueFactory<Value>: Factory, @unchecked Sendable {
  // Unchecked: the function is `@Sendable`, or its binding is confined to an actor that is checked
  // before every call.
  private let make: ValueMaker<Value>
  /// Whether no value means that an initializer has failed.
  private let isInitializer: Bool
  /// Whether its values are those of the program.
  private let injectsProduct: Bool
  let isPerCall: Bool
  let parameters: [Parameter]?
  /// How many arguments the caller supplies; nil if the function checks them itself.
  private let dynamicCount: Int?
  private let mayHoldNil = TypeKind(Value.self).mayHoldNil
  private let isOfClass = Value.self is AnyClass

  /// A factory with these parameters; nil if the function checks its arguments itself.
  init(
    parameters: [Parameter]? = [], isInitializer: Bool = false, injectsProduct: Bool = true,
    isPerCall: Bool = false, make: @escaping ValueMaker<Value>
  ) {
    self.parameters = parameters
    dynamicCount = parameters?.count(where: \.isDynamic)
    self.isInitializer = isInitializer
    self.injectsProduct = injectsProduct
    self.isPerCall = isPerCall || dynamicCount ?? 0 > 0
    self.make = make
  }

  /// The same factory, whose function belongs to an actor and is released there.
  func confined(to isolation: Isolation) -> ValueFactory {
    guard isolation.actor != nil else { return self }
    let confined = Confined(make, to: isolation)
    return ValueFactory(
      parameters: parameters, isInitializer: isInitializer, injectsProduct: injectsProduct,
      isPerCall: isPerCall
    ) { try confined.content(&$0, $1) }
  }

  func provide(
    as target: Any.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    var misfit: Misfit?
    let isOnActor = call.isOnActor
    let failure = make(for: call, from: binding, early: { _ in }) { product in
      misfit = TypeMatching.hand(product, as: target, isOnActor: isOnActor, to: use)
    }
    return misfit.map { Failure($0, on: call) } ?? failure
  }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> Failure? {
    // Class instances only: a copy of a struct is not filled with the original.
    make(
      for: call, from: binding,
      early: { if type(of: $0 as Any) is AnyClass { early(StoredInstance($0)) } }
    ) { use(StoredInstance($0)) }
  }

  private func make(
    for call: borrowing InjectionCall, from binding: Binding, early: (Value) -> Void,
    _ use: (Value) -> Void
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
          if mayHoldNil, TypeMatching.flatten(product) == nil { return }
          isMade = true
          // It is neither shown nor injected: its factory is called again.
          if ResolutionChain.calling?.isAwaiting == true { return }
          guard injectsProduct else { return use(product) }
          early(product)
          failure = inject(product, for: call, use)
        }
        return isMade ? failure : Failure(isInitializer ? .initializerGaveNil : .factoryGaveNil)
      } catch let missing as Failure {
        return missing
      } catch {
        let isReported = ResolutionChain.calling?.hasThrown(error, to: call.pointee.reporter)
        return Failure(.threw(ThrownError(error)), isReported: isReported == true)
      }
    }
  }

  /// Injects a product and hands it over, or returns why it may not be injected here.
  @inline(__always)
  private func inject(
    _ product: Value, for call: UnsafePointer<InjectionCall>, _ use: (Value) -> Void
  ) -> Failure? {
    if isOfClass {
      // Not a cast: it would look for a box first.
      let object = unsafeBitCast(product, to: Unmanaged<AnyObject>.self)
      if let refusal = call.pointee.injector.injectProduct(object, for: call.pointee) {
        return Failure(refusal)
      }
      use(product)
    } else {
      var product = product
      if let refusal = call.pointee.injector.injectProduct(&product, for: call.pointee) {
        return Failure(refusal)
      }
      use(product)
    }
    return nil
  }
}
