import Synchronization

/// The shared injector of the process: set once, read without a lock.
enum SharedInjector {
  private static let unconfigured = PropertyInjector(.withBuiltInBindings(), role: .unconfigured)
  /// Made like a scoped instance: once, by one thread; other threads wait, but never in a cycle.
  private static let configuration = ScopedValue(confinedTo: .none)

  static var current: Unmanaged<PropertyInjector> {
    UnsafeRawPointer(bitPattern: PublishedWord.sharedInjector.value)
      .map(Unmanaged.fromOpaque) ?? .passUnretained(unconfigured)
  }

  private static var isConfigured: Bool { PublishedWord.sharedInjector.value != 0 }

  /// - Parameter again: Whether a configuration takes the place of the one before.
  static func configure<Thrown: Error>(
    on actor: (any Actor)?, at location: CodeLocation, again: Bool = false,
    _ configure: (inout Registry) throws(Thrown) -> Void
  ) throws(Thrown) {
    var thrown: Thrown?
    self.configure(on: actor, at: location, again: again) { registry in
      do throws(Thrown) {
        try configure(&registry)
      } catch {
        thrown = error
      }
      return thrown == nil
    }
    if let thrown { throw thrown }
  }

  /// - Parameter configure: Fills the registry; false if it has failed.
  private static func configure(
    on actor: (any Actor)?, at location: CodeLocation, again: Bool,
    _ configure: (inout Registry) -> Bool
  ) {
    let link = ResolutionChain.Link.configuration(location)
    var first: CodeLocation?
    var injector: PropertyInjector?
    var hasRun = false
    if again || !isConfigured {
      // Its value is not kept, so each thread that has waited for another one comes to its own.
      let outcome = MakingThread.ask(configuration, link) { _ in
        // Another thread may have configured it just before.
        if !hasRun, again || !isConfigured {
          hasRun = true
          injector = make(at: location, configure)
        }
        return .failure(Failure(.notConfigured))
      }
      if case .failed(let failure) = outcome, case .cycle = failure.kind {
        first = ResolutionChain.calling?.configuredAt
      }
    }
    if let injector { return injector.start(on: actor) }
    if hasRun { return }
    first = first ?? current.takeUnretainedValue().configuredAt
    reportAgain(.configuredTwice, first: first, location)
  }

  private static func make(
    at location: CodeLocation, _ configure: (inout Registry) -> Bool
  ) -> PropertyInjector? {
    var registry = Registry.withBuiltInBindings()
    guard configure(&registry) else { return nil }
    let injector = PropertyInjector(registry, role: .shared, configuredAt: location)
    PublishedWord.sharedInjector.publish(
      UInt(bitPattern: Unmanaged.passRetained(injector).toOpaque()))
    return injector
  }

  /// Reports that a call has not configured the injector again.
  static func reportAgain(_ kind: InjectionIssue.Kind, _ location: CodeLocation) {
    reportAgain(kind, first: current.takeUnretainedValue().configuredAt, location)
  }

  private static func reportAgain(
    _ kind: InjectionIssue.Kind, first: CodeLocation?, _ location: CodeLocation
  ) {
    var issue = InjectionIssue(kind)
    issue.location = first
    issue.injectionLocation = location
    current.takeUnretainedValue().reporter.report(issue)
  }
}
