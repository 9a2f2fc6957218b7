import PropertyInjection
import PropertyInjectionChecking
import Testing

/// The bindings of a trait that nothing has used in a run of its test, or of its suite.
final class OverrideUse: Sendable {
  /// Those of the traits around the current task, by the identities of the traits.
  @TaskLocal static var running: [ObjectIdentifier: OverrideUse] = [:]

  private struct State {
    var used: Set<RegistryEntry> = []
    /// The bindings that a case has not used, each with one that may be meant, and whether another test of the suite may
    /// use it.
    var unused: [RegistryEntry: (near: RegistryEntry?, isUseful: Bool)] = [:]
  }

  private let state = Lock(State())

  /// Notes what a case has used of its override, and what it has not.
  ///
  /// - Parameter isWhole: Whether the case has run to its end; else it may have used more.
  func note(_ override: Override, isWhole: Bool) {
    var (used, unused) = override.bindingsByUse
    if !isWhole { unused = [] }
    let known = state.withLock { Set($0.unused.keys) }
    // Not under the lock: it looks through the configuration.
    let new = unused.filter { !known.contains($0.entry) }.map { entry, binding in
      (entry, (near: override.near(binding), isUseful: override.hasUse(for: binding)))
    }
    state.withLock { state in
      state.used.formUnion(used)
      state.unused.merge(new) { first, _ in first }
    }
  }

  /// Ends the run of a test or a suite, and records the bindings that no case has used.
  ///
  /// The tests of a suite need not use everything, nor do all of them always run. So of a suite only that is told which
  /// nothing in the configuration asks for.
  func end(_ test: Test) {
    let state = state.withLock { $0 }
    let unused = state.unused.filter { entry, facts in
      !state.used.contains(entry) && !(test.isSuite && facts.isUseful)
    }
    for (entry, facts) in unused.sorted(by: { $0.key.description < $1.key.description }) {
      TestReports.recordUnused(entry, meaning: facts.near, in: test)
    }
  }
}

/// Notes which bindings the look-ups of a test lead to, and reports fakes that do not fit.
final class UseObserver: LookUpObserver {
  private struct State {
    /// The bindings that look-ups have led to; retained, so that no other gets the identity of one.
    var used: [ObjectIdentifier: Binding] = [:]
    /// The bindings that a report has named because they do not fit.
    var told: Set<RegistryEntry> = []
    /// The issues that a later trait of the test may mend.
    var kept: [InjectionIssue] = []
  }

  private let state = Lock(State())

  /// Keeps an issue until the configuration of the test is known.
  func keep(_ issue: InjectionIssue) { state.withLock { $0.kept.append(issue) } }

  /// The issues that were kept since the last call.
  func takeKept() -> [InjectionIssue] {
    state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
  }

  func didLookUp(
    _ key: BindingKey, in injector: PropertyInjector, through aliases: [Binding],
    to found: [Binding]
  ) {
    let bindings = injector.registry.bindings
    let remarks =
      found.first.map { bindings.remarks(on: $0, foundFor: key, through: aliases) } ?? []
    state.withLock { state in
      for binding in (aliases + found).map(\.registration) {
        state.used[ObjectIdentifier(binding)] = binding
      }
      for issue in remarks where issue.kind == .overrideDoesNotFit {
        state.told.formUnion(issue.related)
      }
    }
    for issue in remarks { injector.report(issue) }
  }

  /// Whether a look-up has led to a binding.
  func hasLookedUp(_ binding: Binding) -> Bool {
    state.withLock { $0.used[ObjectIdentifier(binding)] != nil }
  }

  /// Whether a look-up has led to a binding, or a report says that it does not fit.
  func accountsFor(_ binding: Binding) -> Bool {
    hasLookedUp(binding) || state.withLock { $0.told.contains(RegistryEntry(binding: binding)) }
  }
}
