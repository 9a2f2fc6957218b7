/// The shared injector of the process: set once, read without a lock.
package enum SharedInjector {
  private static let unconfigured = PropertyInjector(.withBuiltInBindings(), role: .unconfigured)
  private static let monitor = Monitor()
  /// The configuration that is running.
  nonisolated(unsafe)  // Guarded by the monitor.
    private static var running: (thread: UInt, location: CodeLocation)?

  static var current: Unmanaged<PropertyInjector> {
    UnsafeRawPointer(bitPattern: PublishedWord.sharedInjector.value)
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
      var registry = Registry.withBuiltInBindings()
      try configure(&registry)
      injector = PropertyInjector(registry, role: .shared, configuredAt: location)
      PublishedWord.sharedInjector.publish(
        UInt(bitPattern: Unmanaged.passRetained(injector).toOpaque()))
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
    if !again, PublishedWord.sharedInjector.value != 0 {
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
