import PropertyInjection

/// The bindings of a test's trait that no case of the test has used.
final class OverrideUse: Sendable {
  private struct State {
    var isForSuite = false
    /// The bindings, and whether one of the cases has used each.
    var bindings: [RegistryEntry: Bool] = [:]
    /// The bindings that may be meant instead of unused ones.
    var near: [RegistryEntry: RegistryEntry] = [:]
  }

  private let state = Lock(State())

  /// Whether the trait is that of a suite, whose tests need not use everything.
  var isForSuite: Bool {
    get { state.withLock { $0.isForSuite } }
    set { state.withLock { $0.isForSuite = newValue } }
  }

  /// Starts a run of the test.
  func begin() { state.withLock { $0.bindings = [:] } }

  /// Notes what a case has not used of its override.
  func note(_ override: ActiveOverride) {
    let (used, unused) = override.bindingsByUse
    state.withLock { state in
      for binding in used { state.bindings[binding] = true }
      for binding in unused where state.bindings[binding] == nil {
        state.bindings[binding] = false
        state.near[binding] = override.near(binding)
      }
    }
  }

  /// The bindings that no case has used, in the order of their places; none for a suite.
  var unused: [(entry: RegistryEntry, near: RegistryEntry?)] {
    state.withLock { state -> [(entry: RegistryEntry, near: RegistryEntry?)] in
      if state.isForSuite { return [] }
      let unused = state.bindings.filter { !$0.value }.map(\.key)
      return unused.map { ($0, state.near[$0]) }
    }.sorted { $0.entry.description < $1.entry.description }
  }
}
