import Synchronization

/// An override that is in force for a task and its child tasks.
///
/// Calls of the injector that it was derived from go to its own injector. A value that an injector keeps is made within
/// the override that the injector itself was made within, so that no fake gets into a value that outlives the override.
package final class Override: Sendable {
  /// The innermost override of the current task.
  @TaskLocal package static var current: Override?

  /// How many overrides there are in the process: while there is none, no call asks its task for one.
  private static let count = Atomic(0)
  /// How many of them are overrides of the shared injector.
  fileprivate static let countOfShared = Atomic(0)

  /// Called when the shared injector is used outside of an override that another task has, with the
  /// place of the call.
  package static let onMiss = Lock<(@Sendable (CodeLocation) -> Void)?>(nil)

  /// The injector that was derived for it.
  package let first: PropertyInjector
  /// Those that have taken its place since, each with more than the one before.
  private let later = Lock<[PropertyInjector]>([])
  /// The address of the last of them, which each call reads, without the lock; 0 while there is none.
  private let last = PublishedWord()
  private let outer: Override?
  /// Whether it takes the calls of the shared injector, too, if its injector was derived from another one.
  private let takesShared: Bool

  /// - Parameter outer: The override around it, which it goes before.
  package init(
    _ injector: PropertyInjector, within outer: Override?, takesShared: Bool = false
  ) {
    first = injector
    self.outer = outer
    self.takesShared = takesShared
    changeCounts(by: 1)
  }

  // When no task has it any more: a task that was started in the operation may outlive it.
  deinit { changeCounts(by: -1) }

  /// The injector that takes the calls: the last one.
  package var injector: PropertyInjector {
    UnsafeRawPointer(bitPattern: last.value)
      .map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? first
  }

  /// The injectors that were made for it, the last one first; objects may hold any.
  package var injectors: [PropertyInjector] { later.withLock { $0.reversed() } + [first] }

  /// Registers more, for all calls that follow; the values that are kept already stay.
  package func add(on actor: (any Actor)?, _ change: (inout Registry) throws -> Void) rethrows {
    let next = try injector.derived(as: .override, adding: first, change)
    later.withLock {
      $0.append(next)
      last.publish(UInt(bitPattern: Unmanaged.passUnretained(next).toOpaque()))
    }
    next.start(on: actor)
  }

  private func changeCounts(by change: Int) {
    Self.count.add(change, ordering: .relaxed)
    if first.overrides(where: \.isShared) {
      Self.countOfShared.add(change, ordering: .relaxed)
    }
  }

  /// Whether an override is in force in some task.
  @inline(__always)
  static var mayBeInForce: Bool { count.load(ordering: .relaxed) != 0 }

  /// The injector that takes a call of another one; nil if none does.
  fileprivate func replacement(for other: PropertyInjector) -> PropertyInjector? {
    let injector = injector
    return takesShared && other.isShared || injector.overrides { $0.isSame(as: other) }
      ? injector : outer?.replacement(for: other)
  }

  /// Runs code that makes a value which an injector keeps: only the overrides that the injector was made within apply.
  @inline(never)  // The code would stand twice in its callers.
  static func makingValue(of owner: PropertyInjector, _ body: () -> Void) {
    guard mayBeInForce || owner.role.isOverride else { return body() }
    let current = current
    if current?.injector === owner { return body() }
    let outer = owner.madeWithin?.object
    let own = owner.role.isOverride ? Override(owner, within: outer) : outer
    if own === current { body() } else { $current.withValue(own, operation: body) }
  }
}

extension PropertyInjector {
  /// Derives an injector whose eager singletons are not made.
  ///
  /// - Parameters:
  ///   - reportsAsParent: Whether its issues are reported once with those of this one.
  ///   - first: The first injector of an override, if this one adds to that: the new one keeps the same values. It is
  ///     the parent, so that many of them are no chain.
  package func derived(
    as role: Role = .own, reportsAsParent: Bool = false, adding first: PropertyInjector? = nil,
    _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let parent = replacementOrSelf
    var registry = parent.registry
    registry.derive()
    try change(&registry)
    return PropertyInjector(
      consume registry, role: role, parent: first ?? parent,
      reporter: reportsAsParent ? parent.reporter : nil, keeping: first?.values)
  }

  /// Whether it is the shared injector, or stands for it until there is one.
  fileprivate var isShared: Bool { role == .shared || role == .unconfigured }

  /// Whether it is this injector, or both are for one override, or both are the shared one, which may have been
  /// configured since, or again.
  package func isSame(as other: PropertyInjector) -> Bool {
    values === other.values || isShared && other.isShared
  }

  /// Whether the injector of an override takes the calls of one that the condition is true of: of the one that it was
  /// derived from, and those that this one overrides.
  fileprivate func overrides(where condition: (PropertyInjector) -> Bool) -> Bool {
    guard role.isOverride, let parent else { return false }
    return condition(parent) || parent.overrides(where: condition)
  }

  /// Whether calls of this injector may go to another one.
  @inline(__always)
  var mayBeOverridden: Bool { Override.mayBeInForce || role == .unconfigured }

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
    // A value that is kept is made without the overrides around it.
    if isShared, Override.countOfShared.load(ordering: .relaxed) > 0,
      ResolutionChain.calling?.innermostMaking == nil
    {
      Override.onMiss.withLock { $0 }?(location)
    }
    return self
  }

  /// The injector that does the work in place of this one; nil if none does.
  @inline(never)
  private var replacement: PropertyInjector? {
    if let injector = Override.current?.replacement(for: self) { return injector }
    guard role == .unconfigured else { return nil }
    let shared = SharedInjector.current.takeUnretainedValue()
    return shared === self ? nil : shared
  }
}

/// Tells a module that watches injections of each property that is filled; the module that tests use does.
package enum InjectionWatch {
  /// How many there are that want to know: while there is none, no injection asks.
  package static let count = Atomic(0)

  @inline(__always)
  static var isOn: Bool { count.load(ordering: .relaxed) != 0 }

  /// Called for each property that has just been filled, on the thread that has filled it.
  package static let watch = Lock<(@Sendable (InjectionPoint, PropertyInjector) -> Void)?>(nil)
}

/// The shared injector of the process: set once, read without a lock.
package enum SharedInjector {
  /// The address of the injector; 0 until it is configured.
  private static let address = PublishedWord()
  private static let unconfigured = PropertyInjector(Registry(), role: .unconfigured)
  private static let monitor = Monitor()
  /// The configuration that is running.
  nonisolated(unsafe)  // Guarded by the monitor.
    private static var running: (thread: UInt, location: CodeLocation)?

  static var current: Unmanaged<PropertyInjector> {
    UnsafeRawPointer(bitPattern: address.value)
      .map(Unmanaged.fromOpaque) ?? .passUnretained(unconfigured)
  }

  /// - Parameter again: Whether a configuration takes the place of the one before.
  package static func configure<Thrown: Error>(
    on actor: (any Actor)?, at location: CodeLocation, again: Bool = false,
    _ configure: (inout Registry) throws(Thrown) -> Void
  ) throws(Thrown) {
    if let first = begin(at: location, again: again) {
      return reportAgain(.configuredTwice, first: first, location)
    }
    let injector: PropertyInjector
    do {
      defer { end() }
      var registry = Registry()
      try configure(&registry)
      injector = PropertyInjector(registry, role: .shared, configuredAt: location)
      address.publish(UInt(bitPattern: Unmanaged.passRetained(injector).toOpaque()))
    }
    injector.start(on: actor)
  }

  /// Takes the turn to configure, after other threads; returns the place of the configuration that forbids it.
  private static func begin(at location: CodeLocation, again: Bool) -> CodeLocation? {
    monitor.lock()
    defer { monitor.unlock() }
    while let running {
      // It may be the own one, or wait for a value that this thread is making.
      if running.thread == CurrentThread.id || ResolutionChain.calling?.innermostMaking != nil {
        return running.location
      }
      monitor.wait()
    }
    if !again, address.value != 0 {
      return current.takeUnretainedValue().configuredAt ?? location
    }
    running = (CurrentThread.id, location)
    return nil
  }

  private static func end() {
    monitor.lock()
    running = nil
    monitor.broadcast()
    monitor.unlock()
  }

  /// Reports that a call has not configured the injector again.
  static func reportAgain(
    _ kind: InjectionIssue.Kind, first: CodeLocation? = nil, _ location: CodeLocation
  ) {
    let injector = current.takeUnretainedValue()
    var issue = InjectionIssue(kind)
    issue.location = first ?? injector.configuredAt
    issue.injectionLocation = location
    injector.reporter.report(issue)
  }
}
