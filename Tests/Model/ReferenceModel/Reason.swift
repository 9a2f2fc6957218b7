import PropertyInjection

/// Why there is no value, or what is wrong in a configuration, as far as the rules tell kinds apart.
enum Reason: String, Sendable {
  case ambiguousName, ambiguousType, boundToNil, cycle, deadEnd, duplicateBinding
  case duplicateDeclaration, emptyName, factoryGaveNil, nilInstance, noFittingType, notMade
  case nothingReplaced, nothingToDecorate, nothingToScope, overrideDoesNotFit
  case productDoesNotFit, skipped
  case unknownModule, unknownName, unknownType, valueGone
  case accessorWithoutMark, bindingOnAnotherActor, lazyProperty, weakValue, wrongActor
  /// A kind that the rules do not tell.
  case other

  init(_ kind: InjectionIssue.Kind) {
    switch kind {
    // Why nothing was made is told apart in reports, and not in the rules.
    case .threw, .initializerGaveNil, .requiredNil, .unresolvedArgument, .wrongArguments,
      .incomplete, .outOfScope, .sessionEnded, .injectorGone:
      self = .notMade
    case .aliasCycle, .tooDeep: self = .cycle
    case .scopeOfCalls, .scopeOfUnproven: self = .nothingToScope
    default: self = Reason(rawValue: kind.name) ?? .other
    }
  }

  /// The reason as a report says it; nil for one that is no mistake.
  var reported: Reason? {
    [.factoryGaveNil, .boundToNil, .skipped].contains(self) ? nil : self
  }
}
