import Synchronization

/// One property of a plan, and the source of its value.
///
/// The injecting loop uses it without reference counting.
final class InjectionStep: AskingProperty, @unchecked Sendable {
  // Unchecked: the closures run only under the isolation of the property and the binding; what
  // changes is atomic.

  /// Where the value comes from.
  enum Source {
    /// A binding, which is asked each time unless its value is constant.
    ///
    /// The closure puts a lazy value or accessors before the property; nil if its value is stored.
    case binding(FoundBinding, Store?)
    /// The wrapper itself, which the closure asks for accessors; the reason if it has none.
    case own(Store, otherwise: InjectionIssue.Kind)
    /// None: the reason, and its issue, which is reported when the property is found to be nil.
    ///
    /// The issue is nil if the reason is no mistake.
    case none(UnfilledReason, () -> InjectionIssue?)
  }

  /// The binding that is asked; nil if none is.
  var binding: Binding? { if case .binding(let found, _) = source { found.binding } else { nil } }

  typealias Store = (borrowing InjectionCall, InjectionStep, UnsafeMutableRawPointer) ->
    ProvisionResult

  // The fields that the loop reads come first, so that they lie together.

  // The address of the value, once there is a constant one; else 0. The found binding keeps the
  // value.
  private let valueAddress = PublishedWord()
  let access: PropertyAccess
  let property: InjectableProperty
  /// The type of the objects, which may be a subclass of the property's owner.
  ///
  /// The plan sets this and `isForAnyActor` before the step is used.
  var objectType: Any.Type
  /// Whether neither the objects nor their hook belong to an actor.
  var isForAnyActor = false
  let kind: InjectionPoint.Kind
  let source: Source
  /// The binding whose value is stored; the source retains it.
  let found: Unmanaged<FoundBinding>?
  /// Where the mark of a marked property lies; nil for one that is only declared.
  let place: StoragePlace?
  /// Whether the property may have a value once the calls that are running now have ended.
  let isProvisional: Bool

  private let hasGoneAstray = Atomic(false)
  private let hasGivenNil = Atomic(false)
  private let isMissReported = Atomic(false)
  private let isGoneReported = Atomic(false)

  init(
    _ property: InjectableProperty, _ source: Source, _ kind: InjectionPoint.Kind = .declared,
    at place: StoragePlace? = nil, isProvisional: Bool = false
  ) {
    self.property = property
    self.kind = kind
    objectType = property.ownerType
    self.isProvisional = isProvisional
    self.source = source
    self.place = place
    access = property.access
    if case .binding(let found, nil) = source {
      self.found = .passUnretained(found)
    } else {
      found = nil
    }
    if case .binding(let found, _) = source { adoptValue(of: found) }
  }

  /// The same step for another injector, of which nothing is noted.
  var copy: InjectionStep {
    InjectionStep(property, source, kind, at: place, isProvisional: isProvisional)
  }

  /// The value, once there is a constant one; else nil.
  @inline(__always)
  var value: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: valueAddress.value)
  }

  /// Uses the value without asking from now on, if the binding has a constant one.
  func adoptValue(of found: FoundBinding) {
    guard let value = found.value else { return }
    valueAddress.publish(UInt(bitPattern: value))
  }

  /// Notes that its key path leads to another property than its name says.
  func noteMisdirected() { hasGoneAstray.store(true, ordering: .relaxed) }

  /// Whether its key path was found to lead to another property than its name says.
  var isMisdirected: Bool { hasGoneAstray.load(ordering: .relaxed) }

  /// Notes that its factory has given nil, for explanations.
  func noteNil() { hasGivenNil.store(true, ordering: .relaxed) }

  var gaveNil: Bool { hasGivenNil.load(ordering: .relaxed) }

  /// True for one caller only: the one that reports that nothing is found for the property.
  func shouldReportMiss() -> Bool { Self.isFirst(isMissReported) }

  /// True for one caller only: the one that reports that the property did not keep what was stored.
  func shouldReportGone() -> Bool { Self.isFirst(isGoneReported) }

  private static func isFirst(_ isReported: borrowing Atomic<Bool>) -> Bool {
    !isReported.load(ordering: .relaxed)
      && isReported.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
  }

  /// The reason that belongs to an outcome of this step; nil if the property did not stay nil.
  func reason(for outcome: PropertyOutcomes.Outcome) -> UnfilledReason? {
    switch outcome {
    case .untouched: return nil
    case .filled:
      return isMisdirected ? .issue(.misdirectedKeyPath) : nil
    case .unmatched:
      guard case .none(let reason, _) = source else { return nil }
      return reason
    case .factoryGaveNil: return .factoryGaveNil
    case .productDoesNotFit: return .issue(.productDoesNotFit)
    case .valueGone: return .issue(.valueGone)
    case .cycle, .pending: return .issue(.cycle)
    case .bindingOnAnotherActor: return .issue(.bindingOnAnotherActor)
    case .wrongActor: return .issue(.wrongActor)
    case .notMade: return .issue(.notMade)
    case .noAccessors:
      guard case .own(_, let kind) = source else { return nil }
      return .issue(kind)
    case .skipped: return .skipped
    }
  }
}

extension InjectionStep {
  /// The storage of a marked property, in the object in the pointer's variable; nil for one that is only declared.
  func slot(in root: UnsafeMutableRawPointer) -> (any AnyMarkedSlot)? {
    place?.slot(of: property.valueType, in: root)
  }

  /// The property as an injection point.
  ///
  /// - Parameter kind: The kind that the property has had, when it is made plain.
  func point(at location: CodeLocation, as kind: InjectionPoint.Kind? = nil) -> InjectionPoint {
    InjectionPoint(
      kind ?? self.kind, of: property, in: objectType,
      from: binding.map(RegistryEntry.init(binding:)), at: location)
  }
}
