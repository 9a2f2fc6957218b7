/// What became of asking for a value.
///
/// Small and without the value: it lies on the stack of every nested factory, and a type for each type
/// of value would have to be looked up each time.
enum ProvisionResult {
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
    case cycle([String], OnceCreation?, dependsOn: Int)
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

extension ProvisionResult {
  init(_ misfit: Misfit) {
    switch misfit {
    case .type(let type): self = .misfit(type)
    case .onActorOnly: self = .refused(.isolation)
    }
  }
}
