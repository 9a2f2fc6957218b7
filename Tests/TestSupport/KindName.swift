import PropertyInjection

/// The kind of an issue without what it carries, for tests that expect the kind only.
package enum KindName: String, Sendable {
  case emptyName
  case nilInstance
  case duplicateBinding
  case nothingReplaced
  case overrideDoesNotFit
  case ambiguousName
  case duplicateDeclaration
  case declaredForProtocol
  case configuredTwice
  case notReconfigured
  case nothingToDecorate
  case nothingToScope
  case scopeOfCalls
  case scopeOfUnproven
  case weakValue
  case unknownModule
  case notConfigured
  case unknownName
  case noFittingType
  case unknownType
  case ambiguousType
  case deadEnd
  case aliasCycle
  case placeholder
  case nothingDeclared
  case moduleLeftOut
  case undeclaredProperty
  case lazyProperty
  case hiddenMark
  case accessorWithoutMark
  case valueGone
  case wrongActor
  case hookOnAnotherActor
  case actorNotInjected
  case bindingOnAnotherActor
  case conformanceOnAnotherActor
  case mayLeaveActor
  case accessedOnAnotherActor
  case productDoesNotFit
  case cycle
  case tooDeep
  case threw
  case initializerGaveNil
  case requiredNil
  case injectorGone
  case incomplete
  case outOfScope
  case sessionEnded
  case overridesOneName
  case unresolvedArgument
  case wrongArguments
  case surplusArguments
  case factoryGaveNil
  case boundToNil
  case skipped
  case actorsDoNotMeet
  case answeredByName
  case hidesSlip
  case keptInjector
  case madeForEach
  case leftOut
  case misdirectedKeyPath
  case nearName
  case neverReleased
  case nothingCollected
  case notListed
  case noSettingsStore
  case setFromTheStart
  case settingKeyClash
  case shadowedProperty
  case sharedByType
  case shorterScope
  case uninjectedInstance
  case uninjectedPart
  case unreadableSetting
  case unusedBinding
  case unusedOverride
  case unverified
  case unwrittenSetting
  /// A kind that the list lacks.
  case unlisted

  package init(_ kind: InjectionIssue.Kind) {
    self = KindName(rawValue: kind.name) ?? .unlisted
  }
}

extension InjectionIssue {
  package var kindName: KindName { KindName(kind) }
}

extension InjectionResult.Property {
  package var reasonName: KindName? { reason.map(KindName.init) }
}

// What the kind of an issue carries, for tests that expect some of it.
extension InjectionIssue {
  /// Why an argument is missing.
  package var argumentReason: KindName? {
    if case .unresolvedArgument(_, let reason) = kind { KindName(reason) } else { nil }
  }

  package var argumentPosition: Int? { argument?.position }

  package var argumentType: Any.Type? { argument?.type.type }

  private var argument: Argument? {
    if case .unresolvedArgument(let argument, _) = kind { argument } else { nil }
  }

  package var chain: [String] {
    switch kind {
    case .cycle(let chain), .aliasCycle(let chain), .deadEnd(let chain), .tooDeep(let chain, _):
      chain
    case .unresolvedArgument(_, .deadEnd(let chain)),
      .unresolvedArgument(_, .aliasCycle(let chain)):
      chain
    default: []
    }
  }

  package var underlyingError: (any Error)? { kind.thrown?.error }

  package var foundType: Any.Type? {
    switch kind {
    case .productDoesNotFit(let found),
      .unresolvedArgument(_, .productDoesNotFit(let found)):
      found.type
    case .other(let other): other.found?.type
    default: nil
    }
  }

  package var requiredActor: String? {
    switch kind {
    case .wrongActor(let required, _), .bindingOnAnotherActor(let required, _),
      .accessedOnAnotherActor(let required), .mayLeaveActor(let required):
      required
    default: nil
    }
  }

  package var actualActor: String? {
    switch kind {
    case .wrongActor(_, let actual), .bindingOnAnotherActor(_, let actual),
      .conformanceOnAnotherActor(let actual), .hookOnAnotherActor(let actual):
      actual
    default: nil
    }
  }

  package var wantedTypes: [Any.Type] {
    if case .wrongArguments(let wanted, _) = kind { wanted.map(\.type) } else { [] }
  }

  package var givenTypes: [Any.Type?] {
    if case .wrongArguments(_, let given) = kind { given.map { $0?.type } } else { [] }
  }
}
