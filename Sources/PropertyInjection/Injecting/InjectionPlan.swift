import Synchronization

/// How objects of one type are injected: everything that does not depend on the object.
///
/// Immutable but for what it remembers of the hook, and shared by all threads.
final class InjectionPlan: CacheEntry, @unchecked Sendable {
  // Unchecked: steps hold key paths and values that run only under the isolation that they name.

  let type: Any.Type
  var key: TypeKey { TypeKey(type: type) }
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
  /// Whether it is another one once what is running now has ended, so that it is not kept.
  let isForNow: Bool
  /// Whether nothing is declared or marked, and that is yet to be reported.
  private let mustReportEmpty: Bool

  // Raw memory, so that the loop reads the steps without counting references.
  private let steps: UnsafeMutablePointer<Unmanaged<InjectionStep>>
  // The address of the one actor that the type belongs to; 0 for none, and an address that no actor has
  // where only a closer look can tell.
  private let requiredActor: UInt
  private let isReportedEmpty = Atomic(false)
  // The actor on which the hook was found callable first, by address; 0 for none yet.
  private let hookActor = Atomic<UInt>(0)

  init(
    type: Any.Type, hook: InjectionHook?, isolations: [Isolation], steps: [InjectionStep],
    mustReportEmpty: Bool = false, isForNow: Bool = false
  ) {
    self.type = type
    self.isForNow = isForNow || steps.contains { $0.isForNow }
    self.mustReportEmpty = mustReportEmpty
    self.hook = hook
    self.isolations = isolations
    isActor = ActorType.includes(type)
    isOfValueType = !(type is AnyClass)
    let actors = isolations.compactMap(\.actor).map { UInt(bitPattern: ObjectIdentifier($0)) }
    requiredActor = isActor || mustReportEmpty || actors.count > 1 ? .max : actors.first ?? 0
    count = steps.count
    self.steps = .allocate(capacity: count)
    for (index, step) in steps.enumerated() {
      (self.steps + index).initialize(to: .passRetained(step))
    }
  }

  deinit {
    for index in 0..<count { steps[index].release() }
    steps.deallocate()
  }

  /// True for one caller only: the one that reports that the plan is empty.
  func shouldReportEmpty() -> Bool {
    mustReportEmpty
      && isReportedEmpty.compareExchange(expected: false, desired: true, ordering: .relaxed)
        .exchanged
  }

  func step(at index: Int) -> InjectionStep { steps[index].takeUnretainedValue() }

  /// Whether an injection on this actor, 0 for none, may go on without further questions.
  @inline(__always)
  func surelyAdmits(_ actor: UInt) -> Bool {
    (requiredActor == 0 || requiredActor == actor)
      && (hook == nil || (actor != 0 && hookActor.load(ordering: .relaxed) == actor))
  }

  /// Fills the nil properties of what the pointer's variable holds.
  @inline(__always)
  func fill(
    _ root: UnsafeMutableRawPointer, for call: borrowing InjectionCall
  ) -> PropertyOutcomes {
    var outcomes = PropertyOutcomes()
    let object = isOfValueType ? nil : root.load(as: UnsafeRawPointer.self)
    for index in 0..<count {
      fill(index, root, for: call, &outcomes)
      keep(object, in: root, index, for: call, &outcomes)
    }
    return outcomes
  }

  /// Sees to it that a step leaves the object in the variable, where it is one.
  @inline(__always)
  func keep(
    _ object: UnsafeRawPointer?, in root: UnsafeMutableRawPointer, _ index: Int,
    for call: borrowing InjectionCall, _ outcomes: inout PropertyOutcomes
  ) {
    // A setter of a protocol extension may be mutating, and put another object into the variable.
    if let object, object != root.load(as: UnsafeRawPointer.self) {
      outcomes.setAgain(index, call.putBack(object, into: root, step(at: index)))
    }
  }

  /// Fills one property as usual.
  @inline(__always)
  func fill(
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

  /// What keeps an injection on this actor from touching the object; nil if nothing does.
  ///
  /// Reads no property.
  func issue(injectedOn isolation: Isolation, _ root: UnsafeMutableRawPointer) -> InjectionIssue? {
    var issue: InjectionIssue
    if isActor {
      let actor = root.load(as: AnyObject.self) as? any Actor
      if let actor, Isolation(actor: actor) == isolation { return nil }
      issue = InjectionIssue(.wrongActor)
      // A distributed actor is no `Actor`; nobody is known to be on it.
      issue.requiredActor = actor.flatMap { Isolation(actor: $0).name } ?? TypeName.of(type)
    } else if let required = isolations.first(where: { !$0.admits(isolation) }) {
      issue = InjectionIssue(.wrongActor)
      let property = (0..<count).lazy.map { self.step(at: $0).property }
        .first { $0.isolation == required }
      if let property { issue.describe(property) }
      issue.requiredActor = required.name
    } else if !admitsHook(on: isolation, root) {
      issue = InjectionIssue(.hookOnAnotherActor)
    } else {
      return nil
    }
    issue.ownerType = type
    return issue
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

/// Actors and distributed actors.
enum ActorType {
  static func includes(_ type: Any.Type) -> Bool {
    if type is any Actor.Type { return true }
    guard let distributed else { return false }
    func open<Metatype>(_: Metatype.Type) -> Bool { type is Metatype }
    return _openExistential(distributed, do: open)
  }

  // `any DistributedActor.Type` by its mangled name: the module is not imported, and a process that
  // has not loaded it has no distributed actors.
  private static let distributed: Any.Type? = _typeByName("11Distributed0A5Actor_pXp")
}
