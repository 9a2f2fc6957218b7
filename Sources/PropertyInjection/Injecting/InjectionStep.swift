import Synchronization

/// One property of a plan, and what fills it.
///
/// The injecting loop reaches it without counting references.
final class InjectionStep: Supply, @unchecked Sendable {
  // Unchecked: the closures run only under the isolation that property and binding name.

  /// Where the value comes from.
  enum Source {
    /// From a binding, which is asked each time until its value is at hand.
    ///
    /// The closure stores what it gets into the property.
    case binding(Binding, Store)
    /// From the wrapper itself, which the closure asks.
    case own(Store)
    /// From nowhere: the reason, and the issue that explains it once the property is found to be nil,
    /// if it is one.
    case none(InjectionResult.Reason, () -> InjectionIssue?)
  }

  typealias Store = (borrowing InjectionCall, InjectionStep, UnsafeMutableRawPointer) -> Provided

  typealias StorageAccess = (UnsafeMutableRawPointer) -> (any MarkedStorage)?

  let property: InjectableProperty
  let source: Source
  let access: PropertyAccess
  /// The storage of a marked property, in an object of the type.
  let storage: StorageAccess?
  /// Whether there may be a value once what is running now has ended.
  let isForNow: Bool

  private let isMissReported = Atomic(false)
  private let isGoneReported = Atomic(false)

  init(
    _ property: InjectableProperty, _ source: Source,
    storage: StorageAccess? = nil, isForNow: Bool = false
  ) {
    self.property = property
    self.isForNow = isForNow
    self.source = source
    self.storage = storage
    access = property.access
    super.init()
  }

  /// True for one caller only: the one that reports that nothing is found for the property.
  func shouldReportMiss() -> Bool { Self.isFirst(isMissReported) }

  /// True for one caller only: the one that reports that the property did not keep what was stored.
  func shouldReportGone() -> Bool { Self.isFirst(isGoneReported) }

  private static func isFirst(_ isReported: borrowing Atomic<Bool>) -> Bool {
    !isReported.load(ordering: .relaxed)
      && isReported.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
  }

  /// The reason that belongs to an outcome of this step; nil if the property did not stay nil.
  func reason(for outcome: PropertyOutcomes.Outcome) -> InjectionResult.Reason? {
    switch outcome {
    case .untouched, .filled: return nil
    case .unmatched:
      guard case .none(let reason, _) = source else { return nil }
      return reason
    case .factoryGaveNil: return .factoryGaveNil
    case .productDoesNotFit: return .productDoesNotFit
    case .valueGone: return .valueGone
    case .cycle: return .cycle
    case .isolation: return .isolation
    case .notMade: return .notMade
    case .noAccessors: return .noSettingsStore
    case .skipped: return .skipped
    }
  }
}
