import Synchronization

/// How objects of one type are injected: everything that does not depend on the object.
///
/// Immutable but for what it remembers of the hook, and shared by all threads.
final class InjectionPlan: @unchecked Sendable {
  // Unchecked: steps hold key paths and values that run only under the isolation that they name.

  let type: Any.Type
  /// Whether the type is an actor, which only its own code injects.
  let isActor: Bool
  let hook: InjectionHook?
  /// The actors of the declared properties.
  ///
  /// An injection has to run on all of them.
  let isolations: [Isolation]
  /// Whether objects of the type are values, which the root pointer points at directly.
  let isOfValueType: Bool
  /// How many steps there are, declared and marked.
  let count: Int

  // Raw memory, so that the loop reads the steps without counting references.
  private let steps: UnsafeMutablePointer<Unmanaged<InjectionStep>>
  private let declaredCount: Int
  private let markedPlaces: [PropertyReflection.Place]
  // The address of the one actor that the type belongs to; 0 for none, and an address that no actor has
  // where only a closer look can tell.
  private let requiredActor: UInt
  // The actor on which the hook was found callable first, by address; 0 for none yet.
  private let hookActor = Atomic<UInt>(0)

  init(
    type: Any.Type, hook: InjectionHook?, isolations: [Isolation], declared: [InjectionStep],
    marked: [(step: InjectionStep, place: PropertyReflection.Place)]
  ) {
    self.type = type
    self.hook = hook
    self.isolations = isolations
    isActor = type is any Actor.Type
    isOfValueType = !(type is AnyClass)
    let actors = isolations.compactMap(\.actor).map { UInt(bitPattern: ObjectIdentifier($0)) }
    requiredActor = isActor || actors.count > 1 ? .max : actors.first ?? 0
    count = declared.count + marked.count
    declaredCount = declared.count
    markedPlaces = marked.map(\.place)
    steps = .allocate(capacity: count)
    for (index, step) in (declared + marked.map(\.step)).enumerated() {
      (steps + index).initialize(to: .passRetained(step))
    }
  }

  deinit {
    for index in 0..<count { steps[index].release() }
    steps.deallocate()
  }

  func step(at index: Int) -> InjectionStep { steps[index].takeUnretainedValue() }

  /// Whether an injection on this actor, 0 for none, may go on without further questions.
  @inline(__always)
  func surelyAdmits(_ actor: UInt) -> Bool {
    (requiredActor == 0 || requiredActor == actor)
      && (hook == nil || (actor != 0 && hookActor.load(ordering: .relaxed) == actor))
  }

  /// Fills the nil properties of what the pointer's variable holds.
  ///
  /// `subject` gives the object to a walk, if marked properties make one necessary.
  @inline(__always)
  func fill(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    for index in 0..<declaredCount { fill(index, root, for: call, &outcomes) }
    if !markedPlaces.isEmpty { fillMarked(root, for: call, &outcomes) }
    return outcomes
  }

  @inline(__always)
  private func fill(
    _ index: Int, _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    _ outcomes: inout PropertyOutcomes
  ) {
    steps[index]._withUnsafeGuaranteedRef { step in
      guard let value = step.value else { return outcomes.set(index, call.fill(step, root)) }
      switch step.access(root, .fill(value)) {
      case .alreadySet, .isNil: break
      case .filled: outcomes.setFilled(index)
      case .gone: outcomes.set(index, call.valueGone(step))
      }
    }
  }

  /// The owner of a marked property's value is its storage object, which only a walk can reach.
  @inline(never)
  private func fillMarked(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall,
    _ outcomes: inout PropertyOutcomes
  ) {
    let object = root.assumingMemoryBound(to: AnyObject.self).pointee
    let storages = PropertyReflection.markedProperties(of: object, at: markedPlaces)
    for (number, storage) in storages.enumerated() {
      guard var storage else { continue }
      withUnsafeMutablePointer(to: &storage) { storage in
        fill(declaredCount + number, UnsafeMutableRawPointer(storage), for: call, &outcomes)
      }
    }
  }

  /// Whether an injection on this actor may call the hook.
  ///
  /// What an actor was told once holds for it; code that belongs to no actor is told anew, because
  /// it may run anywhere.
  func admitsHook(on isolation: Isolation, _ root: UnsafeMutableRawPointer) -> Bool {
    guard let hook else { return true }
    guard let actor = isolation.actor else { return hook.isCallableHere(root) }
    let address = UInt(bitPattern: ObjectIdentifier(actor))
    if hookActor.load(ordering: .relaxed) == address { return true }
    guard hook.isCallableHere(root) else { return false }
    if isolations.contains(isolation) {
      // Only an actor that the plan itself keeps alive: another's address may be used again.
      hookActor.store(address, ordering: .relaxed)
    }
    return true
  }
}
