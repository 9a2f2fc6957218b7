import PropertyInjection
import TestSupport

/// How often each rule was met, so that nobody takes a check for one that checks nothing.
package struct Coverage: Sendable {
  package enum Rule: Int, CaseIterable, Sendable {
    case fillExact, fillBySubclass, fillByProtocol, fillByAny, fillByMaybe
    case fillInstance, fillFactory, fillKept, fillAlias, fillByType, fillMarked, fillLazy
    case typeAlone
    case leftAlone, hook, noHook, inherited, overridden
    case unknownName, noFittingType, unknownType, ambiguousType
    case factoryGaveNil, productDoesNotFit, cycle, deadEnd, notMade, boundToNil, skipped
    case valueGone, decided
    case duplicate, replaced, nothingReplaced, emptyName, nilInstance, duplicateDeclaration
    case setScope, decorated, passedWrapper, nothingToDecorate, reset, madePlain
    case module, moduleAgain, moduleReplaced, uninstalled
    case foundByLookUp, missedByLookUp, derived, contained, notContained, keptForRequest
    case filledLater, incomplete
    case overrode, hiddenByOwn, ambiguousName, overrideDoesNotFit, override, keptApart
    case withinAnotherOverride
    case initialized, wrongArguments
    case foreseenFilled, foreseenNil, unverified
    /// Sequences that were given up, because the rules do not say what comes next.
    case undetermined
  }

  private var counts = [Int](repeating: 0, count: Rule.allCases.count)

  package init() {}

  package subscript(rule: Rule) -> Int { counts[rule.rawValue] }

  mutating func count(_ rule: Rule) { counts[rule.rawValue] += 1 }

  /// Counts a property that was filled.
  mutating func count(
    _ fit: Fit, _ binding: ModelBinding, _ token: Token, _ key: Key, _ slot: SlotShape
  ) {
    switch fit {
    case .exact: count(.fillExact)
    case .known where key.type.isClass: count(.fillBySubclass)
    case .known where key.type == .any || key.type == .anyObject: count(.fillByAny)
    case .known: count(.fillByProtocol)
    case .maybe: count(.fillByMaybe)
    }
    switch binding.binding.provider {
    case .instance: count(.fillInstance)
    case .alias: count(.fillAlias)
    default: count(.fillFactory)
    }
    if key.name == nil { count(.fillByType) }
    if slot.isMarked { count(.fillMarked) }
  }

  /// Counts a property that stayed nil.
  mutating func count(unfilled reason: Reason) {
    let rules: [(Reason, Rule)] = [
      (.unknownName, .unknownName), (.noFittingType, .noFittingType),
      (.unknownType, .unknownType), (.ambiguousType, .ambiguousType),
      (.factoryGaveNil, .factoryGaveNil), (.productDoesNotFit, .productDoesNotFit),
      (.cycle, .cycle), (.deadEnd, .deadEnd), (.notMade, .notMade),
      (.boundToNil, .boundToNil), (.skipped, .skipped), (.valueGone, .valueGone),
    ]
    if let rule = rules.first(where: { $0.0 == reason })?.1 { count(rule) }
  }

  package static func += (sum: inout Coverage, other: Coverage) {
    for index in sum.counts.indices { sum.counts[index] += other.counts[index] }
  }
}

/// A mistake that the model can be made to make, to see that it would be found.
package enum Mutation: String, CaseIterable, Sendable {
  case fillsSetProperties, ignoresSubclasses, lastRegistrationWins, alwaysCallsHook
  case neverCallsHook, forgetsFactoryCalls, ignoresExactness, laterRegistrationsFirst
  case boxesValues, baseDeclarationWins, guessesAmbiguities, keepsNothing, sharesNothing
  case forgetsToInjectWhatItMakes, inheritedFirst, overridesShareWhatIsKept
  case typeAloneNeverAnswers
}
