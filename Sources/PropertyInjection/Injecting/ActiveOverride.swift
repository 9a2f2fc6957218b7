import Synchronization

/// An override that is in force for a task and its child tasks.
///
/// While it is, calls of the injector that it is for go to the one that was derived for it.
final class ActiveOverride: Sendable {
  /// The innermost override of the current task.
  @TaskLocal static var current: ActiveOverride?

  /// The same, not retained; the task keeps it while the override is in force.
  ///
  /// A third of the time: the task local itself reads its value through the type's metadata.
  private static var innermost: Unmanaged<ActiveOverride>? {
    let key = UnsafeRawPointer(Unmanaged.passUnretained($current).toOpaque())
    return taskLocalValue(key)?.assumingMemoryBound(to: Unmanaged<ActiveOverride>?.self).pointee
  }

  private let injector: PropertyInjector
  /// The injector that it was derived from.
  private let base: PropertyInjector
  private let outer: ActiveOverride?

  /// - Parameter injector: An injector that was derived from this one for an override.
  init(_ injector: PropertyInjector, of base: PropertyInjector) {
    self.injector = injector
    self.base = base
    outer = ActiveOverride.current
    forEachReplaced { $0.diversions.add(1, ordering: .relaxed) }
  }

  // When no task has it any more: one that was started in the operation may outlive it.
  deinit {
    forEachReplaced { $0.diversions.subtract(1, ordering: .relaxed) }
  }

  /// Visits the injectors whose calls go to the derived one: its base, and those that the base itself
  /// overrides.
  private func forEachReplaced(_ visit: (PropertyInjector) -> Void) {
    var next: PropertyInjector? = base
    while let replaced = next {
      visit(replaced)
      next = replaced.role == .override ? replaced.parent : nil
    }
  }

  /// The injector to which a call of another one goes; nil if it goes to that one itself.
  static func injector(insteadOf other: PropertyInjector) -> PropertyInjector? {
    innermost?._withUnsafeGuaranteedRef { $0.injector(insteadOf: other) }
  }

  private func injector(insteadOf other: PropertyInjector) -> PropertyInjector? {
    base === other || replaces(other) ? injector : outer?.injector(insteadOf: other)
  }

  private func replaces(_ other: PropertyInjector) -> Bool {
    var isFound = false
    forEachReplaced { if $0 === other || $0.isShared && other.isShared { isFound = true } }
    return isFound
  }
}

extension PropertyInjector {
  /// Whether it is the shared injector, or stands for it until there is one.
  fileprivate var isShared: Bool { role == .shared || role == .unconfigured }

  /// The injector that does the work: this one, unless an override is in force.
  ///
  /// A reference to the shared injector that was taken before `configure` uses the configured one.
  var effective: PropertyInjector { isDiverted ? diverted : self }

  /// Whether calls of this injector may go to another one.
  @inline(__always)
  var isDiverted: Bool { diversions.load(ordering: .relaxed) != 0 }

  @inline(never)
  private var diverted: PropertyInjector {
    if let injector = ActiveOverride.injector(insteadOf: self) { return injector }
    return role == .unconfigured ? SharedInjector.current.takeUnretainedValue() : self
  }
}

// What a task local itself calls; the concurrency library has exported it since Swift 5.5.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
