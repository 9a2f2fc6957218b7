import Synchronization

/// An override that is in force for a task and its child tasks, a recording, or a barrier.
///
/// While an override is in force, calls of its injector go to the injector that was derived for it. A
/// barrier is in force while an injector makes a value that it keeps: the overrides around it do not
/// apply, unless the injector was made within them. So no fake gets into a value that outlives the
/// override.
package final class ActiveOverride: Sendable {
  /// The innermost override of the current task.
  @TaskLocal static var current: ActiveOverride?

  /// The innermost override, not retained; the task keeps it while the override is in force.
  ///
  /// A third of the time: the task local itself reads its value through the type's metadata.
  private static var innermost: Unmanaged<ActiveOverride>? {
    let key = UnsafeRawPointer(Unmanaged.passUnretained($current).toOpaque())
    return taskLocalValue(key)?.assumingMemoryBound(to: Unmanaged<ActiveOverride>?.self).pointee
  }

  /// Called when the shared injector is used outside of an override that another task has, with the
  /// place of the call.
  package static let onMiss = Lock<(@Sendable (CodeLocation) -> Void)?>(nil)

  let injector: PropertyInjector
  /// The injector that it was derived from, or the injector itself, for a recording or a barrier.
  private let base: PropertyInjector
  private let recorder: (any InjectionRecorder)?
  /// The numbers of the overrides around a barrier that still apply; nil if it is no barrier.
  private let admitted: [UInt64]?
  private let outer: ActiveOverride?

  /// - Parameters:
  ///   - injector: An injector that was derived from the base for an override; the base itself, if
  ///     it is recorded only.
  ///   - base: The injector whose calls go to the other one.
  ///   - recorder: Sees what is injected.
  init(
    _ injector: PropertyInjector, of base: PropertyInjector,
    recorder: (any InjectionRecorder)? = nil
  ) {
    self.injector = injector
    self.base = base
    self.recorder = recorder
    admitted = nil
    outer = Self.innermost?.takeUnretainedValue()
    if injector !== base, outer?.recorder(for: injector) != nil {
      injector.overrides.add(1, ordering: .relaxed)
    }
    changeCounts(by: 1)
  }

  /// A barrier around the making of a value that an injector keeps.
  private init(around injector: PropertyInjector) {
    self.injector = injector
    base = injector
    recorder = nil
    outer = Self.innermost?.takeUnretainedValue()
    admitted = outer?.numbersInForce.filter(injector.wasMade(within:)) ?? []
    changeCounts(by: 1)
  }

  // When no task has it any more: a task that was started in the operation may outlive it.
  deinit { changeCounts(by: -1) }

  /// Counts the override, which begins or ends, for the injectors whose calls look for one: those that are
  /// overridden, and where it records, all parents, because they make the values that both keep.
  private func changeCounts(by change: Int) {
    for injector in bases(all: recorder != nil) {
      injector.overrides.add(change, ordering: .relaxed)
      if injector.isShared { SharedInjector.changeCount(for: injector, by: change) }
    }
  }

  /// The base and the injectors that it overrides itself, or all that it is derived from.
  private func bases(all: Bool = false) -> some Sequence<PropertyInjector> {
    sequence(first: base) { all || $0.role == .override ? $0.parent : nil }
  }

  /// Runs code for which the override is in force.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self) { try operation() }
  }

  /// Runs asynchronous code for which the override is in force.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) { try await operation() }
  }

  /// The injector that takes a call in place of another one; nil if none does.
  static func replacement(for other: PropertyInjector) -> PropertyInjector? {
    innermost?._withUnsafeGuaranteedRef { $0.replacement(for: other) }
  }

  /// - Parameter admitted: The numbers that a barrier further in lets through; nil if there is none.
  private func replacement(
    for other: PropertyInjector, _ admitted: [UInt64]? = nil
  ) -> PropertyInjector? {
    if base === other || replaces(other), admitted?.contains(injector.overrideNumber) != false {
      return injector
    }
    return outer?.replacement(for: other, admitted ?? self.admitted)
  }

  /// The numbers of the overrides in force, innermost first.
  static var numbersInForce: [UInt64] {
    innermost?._withUnsafeGuaranteedRef { $0.numbersInForce } ?? []
  }

  private var numbersInForce: [UInt64] {
    admitted ?? (injector === base ? [] : [injector.overrideNumber]) + (outer?.numbersInForce ?? [])
  }

  /// Whether the current code makes a value that an injector keeps, in a task with an override.
  static var isBarrierInForce: Bool {
    innermost?._withUnsafeGuaranteedRef { $0.isWithinBarrier } ?? false
  }

  private var isWithinBarrier: Bool { admitted != nil || outer?.isWithinBarrier == true }

  /// Runs code that makes a value which an injector keeps: calls of that injector are not overridden.
  @inline(__always)
  static func withBarrier(around injector: PropertyInjector, _ body: () -> Void) {
    if innermost == nil && injector.role != .override {
      body()
    } else {
      runWithBarrier(around: injector, body)
    }
  }

  @inline(never)
  private static func runWithBarrier(around injector: PropertyInjector, _ body: () -> Void) {
    ActiveOverride(around: injector).run(body)
  }

  /// The recorder of the injections of an injector; nil if they are not recorded.
  static func recorder(for injector: PropertyInjector) -> (any InjectionRecorder)? {
    innermost?._withUnsafeGuaranteedRef { $0.recorder(for: injector) }
  }

  private func recorder(for injector: PropertyInjector) -> (any InjectionRecorder)? {
    if let recorder, injector.isDerived(from: base) || base.isDerived(from: injector) {
      return recorder
    }
    return outer?.recorder(for: injector)
  }

  private func replaces(_ other: PropertyInjector) -> Bool {
    bases().contains { $0 === other || $0.isShared && other.isShared }
  }
}

extension PropertyInjector {
  /// Whether it is the shared injector, or stands for it until there is one.
  fileprivate var isShared: Bool { role == .shared || role == .unconfigured }

  /// The injector that does the work: this one, unless an override is in force.
  ///
  /// A reference to the shared injector that was taken before `configure` uses the configured one.
  package var replacementOrSelf: PropertyInjector { mayBeOverridden ? replacement ?? self : self }

  /// The injector that does the work of a call.
  ///
  /// If the shared injector is overridden, but not for the task of the call, that is noted.
  @inline(never)
  func replacementOrSelf(calledAt location: CodeLocation) -> PropertyInjector {
    guard mayBeOverridden else { return self }
    if let replacement { return replacement }
    if isShared, isOverriddenForOthers, !ActiveOverride.isBarrierInForce {
      ActiveOverride.onMiss.withLock { $0 }?(location)
    }
    return self
  }

  /// Whether an override of it is in force, for other tasks than the present one.
  ///
  /// The caller knows that the present task has none.
  package var isOverriddenForOthers: Bool {
    role != .override && overrides.load(ordering: .relaxed) > (role == .unconfigured ? 1 : 0)
  }

  /// The recorder of the injector's injections in the present task; nil if they are not recorded.
  var recorder: (any InjectionRecorder)? {
    mayBeOverridden ? ActiveOverride.recorder(for: self) : nil
  }

  /// Whether it is another injector, or is derived from it.
  fileprivate func isDerived(from other: PropertyInjector) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other || $0.isShared && other.isShared }
  }

  /// Whether calls of this injector may go to another one.
  @inline(__always)
  var mayBeOverridden: Bool { overrides.load(ordering: .relaxed) != 0 }

  /// The injector that does the work in place of this one; nil if none does.
  @inline(never)
  private var replacement: PropertyInjector? {
    if let injector = ActiveOverride.replacement(for: self) { return injector }
    guard role == .unconfigured else { return nil }
    let shared = SharedInjector.current.takeUnretainedValue()
    return shared === self ? nil : shared
  }
}

// The injector that makes and keeps a scoped instance.
extension PropertyInjector {
  /// The injector that makes and keeps a scoped instance: the innermost override, or else the injector that the
  /// binding was registered with.
  ///
  /// So a value that production code keeps is made anew for an override, from what that registers, and goes with it.
  package func owner(of binding: Binding) -> PropertyInjector {
    sequence(first: self, next: \.parent).first { injector in
      injector.registry.origin === binding.origin
        || injector.role == .override && binding.shared != nil
    } ?? self
  }

  /// The value of a binding that an injector keeps.
  func value(of binding: Binding) -> ScopedValue {
    // Only bindings that keep their values are asked for one.
    let own = binding.shared.unsafelyUnwrapped
    let owner = owner(of: binding)
    guard owner.registry.origin !== binding.origin, let values = owner.values else { return own }
    return values.value(of: binding, with: owner) {
      ScopedValue(own.lifetime, confinedTo: own.isolation)
    }
  }

  /// Forgets the values in the scope `cached`.
  func forgetCached() {
    registry.bindings.forEach { binding in
      // An override does not touch the values that others keep.
      if case .cached = binding.lifetime { value(of: binding).reset() }
    }
  }
}

// The function that a task local itself calls; the concurrency library has exported it since Swift 5.5.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
