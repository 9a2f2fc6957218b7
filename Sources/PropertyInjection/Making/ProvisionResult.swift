/// The outcome of asking for a value.
///
/// It is small, because it lies on the stack of every nested factory. It does not hold the value:
/// it would be generic then, and the runtime would have to look up its type each time.
enum ProvisionResult {
  /// The value was handed over.
  case value
  /// The factory returned nil.
  case nothing
  case failed(ProvisionFailure)

  /// The depth of the outermost link without which the outcome might differ.
  ///
  /// 0 if it might differ elsewhere, on another actor for example; nil if it is always the same. A
  /// circle that lies wholly within the request is the same for every caller.
  var dependsOn: Int? {
    switch self {
    case .failed(.cycle(_, _, let depth)), .failed(.incomplete(let depth)): depth
    case .failed(.unresolvedArgument(let depth)): depth
    case .failed(.isolation), .failed(.tooDeep), .failed(.outOfScope), .failed(.refusedProduct): 0
    default: nil
    }
  }

  init(_ misfit: Misfit) {
    switch misfit {
    case .type(let type): self = .failed(.misfit(type))
    case .onActorOnly: self = .failed(.isolation)
    }
  }
}

/// Why a binding has given no value.
enum ProvisionFailure {
  // It was not asked.

  case isolation
  /// The keys that lead back to the first of them.
  ///
  /// Also the creation of the shared value to which they lead back, if it is one, and the depth
  /// of its link.
  case cycle([String], OnceCreation?, dependsOn: Int)
  case tooDeep([String])
  /// The scope is asked outside its time.
  case outOfScope(any Error)
  /// The arguments of the call do not match the parameters.
  case arguments
  /// The binding gives accessors to marked properties, and no value.
  case accessors
  /// The value would be made, or accessors run, where the struct that has the property may have
  /// left the binding's actor.
  case mayLeaveActor

  // It was asked.

  /// The product's dynamic type is not one that the property takes.
  case misfit(Any.Type)
  /// The initializer, the factory or the provider has thrown.
  case threw(any Error)
  /// The initializer is failable and has failed.
  case initializerGaveNil
  /// An argument could not be found; that has been reported.
  case unresolvedArgument(dependsOn: Int?)
  /// The value lacks a property that could not be filled here and now; that has been reported.
  case incomplete(dependsOn: Int)
  /// The value was made, and belongs to an actor that the injection does not run on; that has
  /// been reported.
  case refusedProduct
}
