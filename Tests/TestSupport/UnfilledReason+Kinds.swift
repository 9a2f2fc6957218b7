import PropertyInjection

// In tests a reason is written as the kind of its issue.
extension UnfilledReason {
  package static var accessorWithoutMark: UnfilledReason { .issue(.accessorWithoutMark) }
  package static var ambiguousType: UnfilledReason { .issue(.ambiguousType) }
  package static var bindingOnAnotherActor: UnfilledReason { .issue(.bindingOnAnotherActor) }
  package static var cycle: UnfilledReason { .issue(.cycle) }
  package static var deadEnd: UnfilledReason { .issue(.deadEnd) }
  package static var hookOnAnotherActor: UnfilledReason { .issue(.hookOnAnotherActor) }
  package static var lazyProperty: UnfilledReason { .issue(.lazyProperty) }
  package static var noFittingType: UnfilledReason { .issue(.noFittingType) }
  package static var notMade: UnfilledReason { .issue(.notMade) }
  package static var placeholder: UnfilledReason { .issue(.placeholder) }
  package static var productDoesNotFit: UnfilledReason { .issue(.productDoesNotFit) }
  package static var unknownName: UnfilledReason { .issue(.unknownName) }
  package static var unknownType: UnfilledReason { .issue(.unknownType) }
  package static var valueGone: UnfilledReason { .issue(.valueGone) }
  package static var wrongActor: UnfilledReason { .issue(.wrongActor) }
}
