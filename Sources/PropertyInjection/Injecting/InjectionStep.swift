import Synchronization

/// One property of a plan, and what fills it.
///
/// A class with constant contents, but for a value that may come later: the injecting loop reaches it
/// without counting references.
final class InjectionStep: @unchecked Sendable {
  // Unchecked: the closures run only under the isolation that property and binding name.

  /// Where the value comes from.
  enum Supply {
    /// From a binding, which is asked each time until its value is at hand.
    ///
    /// The closure stores what it gets into the property.
    case binding(Binding, Store)
    /// From nowhere: the reason, and the issue that explains it once the property is found to be nil,
    /// if it is one.
    case none(InjectionResult.Reason, () -> InjectionIssue?)
  }

  typealias Store = (borrowing InjectionCall, InjectionStep, UnsafeMutableRawPointer) -> Provided

  let property: InjectableProperty
  let supply: Supply
  let access: PropertyAccess

  // The value to fill in and the box that holds it, by address; 0 while there is none.
  private let valueAddress = Atomic<UInt>(0)
  private let boxAddress = Atomic<UInt>(0)
  private let isReported = Atomic(false)
  private let isBeingProven = Atomic(false)

  /// The value to fill in, if there is one that serves every thread.
  @inline(__always)
  var value: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: valueAddress.load(ordering: .acquiring))
  }

  init(_ property: InjectableProperty, _ supply: Supply) {
    self.property = property
    self.supply = supply
    access = property.access
  }

  deinit {
    guard let box = UnsafeRawPointer(bitPattern: boxAddress.load(ordering: .acquiring)) else {
      return
    }
    Unmanaged<AnyObject>.fromOpaque(box).release()
  }

  /// Keeps a binding's value at hand from now on, if it has one for good and for every thread.
  func settle<Value>(_ binding: Binding, as type: Value.Type) {
    guard binding.isolation == .none, let settled = binding.settled else { return }
    if !TypeMatching.usesConformance(from: binding.type, to: type) {
      if let value = settled.existingValue(as: type) { keep(value) }
    } else if isBeingProven.compareExchange(expected: false, desired: true, ordering: .relaxed)
      .exchanged
    {
      ActorProof(settled, self, type).start()
    }
  }

  /// Keeps the value at hand from now on, for every thread.
  ///
  /// The first one stays.
  func keep<Value>(_ value: Value) {
    let box = ValueBox(value)
    let boxAddress = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    guard
      self.boxAddress.compareExchange(expected: 0, desired: boxAddress, ordering: .releasing)
        .exchanged
    else { return }
    _ = Unmanaged.passRetained(box)
    valueAddress.store(UInt(bitPattern: box.pointer), ordering: .releasing)
  }

  /// True for one caller only: the one that reports what keeps the property nil.
  func shouldReport() -> Bool {
    !isReported.load(ordering: .relaxed)
      && isReported.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
  }

  /// The reason that belongs to an outcome of this step; nil if the property did not stay nil.
  func reason(for outcome: PropertyOutcomes.Outcome) -> InjectionResult.Reason? {
    switch outcome {
    case .untouched, .filled: return nil
    case .unmatched:
      guard case .none(let reason, _) = supply else { return nil }
      return reason
    case .factoryGaveNil: return .factoryGaveNil
    case .productDoesNotFit: return .productDoesNotFit
    case .valueGone: return .valueGone
    case .cycle: return .cycle
    case .isolation: return .isolation
    case .notMade: return .notMade
    }
  }
}

/// A value of the property's type, cast once, at an address that does not move.
private final class ValueBox<Value> {
  let pointer: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
