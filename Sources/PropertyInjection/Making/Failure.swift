/// The outcome of asking a binding for its value.
///
/// It is small, because it lies on the stack of every nested factory. It does not hold the value:
/// it would be generic then, and the runtime would have to look up its type each time.
package enum ProvisionResult {
  /// The value was handed over.
  case value
  /// The factory returned nil.
  case nothing
  case failed(Failure)

  init(_ misfit: Misfit) {
    switch misfit {
    case .type(let type): self = .failed(.misfit(type))
    case .onActorOnly: self = .failed(.isolation)
    }
  }
}

/// The reason why a look-up, a binding that was asked, or a binding in a check gives no value.
///
/// It is made where the cause is known, and put into words by `problem`, in one place.
package enum Failure: Sendable {
  // No binding is found.

  /// The shared injector has none, because it is not configured; a check tells.
  case notConfigured
  /// No binding has the name.
  case unknownName
  /// Bindings have the name; none fits the type.
  case noFittingType
  /// By type alone: no binding fits.
  case unknownType
  /// By type alone: several fit equally well; the first ones.
  case ambiguousType([RegistryEntry])
  /// The key leads through these aliases to a last key that has no value of the type.
  indirect case deadEnd([RegistryEntry], last: BindingKey)
  /// The key leads through these aliases back to one of them.
  case aliasCycle([RegistryEntry])
  /// The binding is inherited, and only bindings of newer layers are to be used.
  indirect case placeholder(RegistryEntry)

  // The binding was not asked.

  /// It belongs to an actor, or its value fits on an actor only.
  case isolation
  /// The keys that lead back to the first of them.
  ///
  /// Also the creation of the shared value to which they lead back, if it is one, and the depth
  /// of its link.
  case cycle([String], OnceCreation?, dependsOn: Int)
  /// The code that is running, and how deep it is nested.
  case tooDeep([String], depth: Int)
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

extension Failure {
  /// The kind of its issue.
  var kind: InjectionIssue.Kind {
    switch self {
    case .notConfigured: .notConfigured
    case .unknownName: .unknownName
    case .noFittingType: .noFittingType
    case .unknownType: .unknownType
    case .ambiguousType: .ambiguousType
    case .deadEnd: .deadEnd
    case .placeholder: .placeholder
    case .isolation, .mayLeaveActor: .bindingOnAnotherActor
    case .cycle, .aliasCycle: .cycle
    case .tooDeep: .tooDeep
    case .outOfScope: .outOfScope
    case .arguments: .wrongArguments
    case .accessors: .accessorWithoutMark
    case .misfit: .productDoesNotFit
    case .threw, .initializerGaveNil: .notMade
    case .unresolvedArgument: .unresolvedArgument
    case .incomplete: .incomplete
    case .refusedProduct: .wrongActor
    }
  }

  /// The reason that a result or a missing argument names.
  package var reason: UnfilledReason {
    if case .tooDeep = self { .issue(.cycle) } else { .issue(kind) }
  }

  /// Whether there may be a binding when the calls that are running now have ended.
  ///
  /// Of a look-up: nothing else of it depends on them.
  var isProvisional: Bool {
    switch self {
    case .cycle, .tooDeep: true
    default: false
    }
  }

  /// Whether a binding is there, which is only to report that it is asked for.
  package var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }

  /// Whether its cause has been reported, so that it needs no report of its own.
  var isReported: Bool {
    switch self {
    case .unresolvedArgument, .refusedProduct: true
    // What a look-up of the factory requires has been reported by that look-up.
    case .threw(let error): error is InjectionIssue
    default: false
    }
  }

  /// The depth of the outermost link on which the failure depends.
  ///
  /// 0 if another place might get the value, on another actor for example; nil if the failure is
  /// final. A cycle that lies wholly within the request is the same for every caller.
  var dependsOn: Int? {
    switch self {
    case .cycle(_, _, let depth), .incomplete(let depth): depth
    case .unresolvedArgument(let depth): depth
    case .isolation, .tooDeep, .outOfScope, .refusedProduct: 0
    default: nil
    }
  }

  /// The keys that were followed, or the calls that are running.
  package var chain: [String] {
    switch self {
    case .deadEnd(let aliases, let last): aliases.map(\.keyText) + [last.description]
    case .aliasCycle(let aliases): aliases.map(\.keyText)
    case .cycle(let chain, _, _), .tooDeep(let chain, _): chain
    default: []
    }
  }
}
