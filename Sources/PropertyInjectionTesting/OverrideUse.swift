import PropertyInjection

/// The bindings of a test's trait that no case of the test has used.
final class OverrideUse: Sendable {
  private struct State {
    var isForSuite = false
    var used: Set<RegistryEntry> = []
    /// The bindings that a case has not used, each with one that may be meant.
    var unused: [RegistryEntry: RegistryEntry?] = [:]
  }

  private let state = Lock(State())

  /// Whether the trait is that of a suite, whose tests need not use everything.
  var isForSuite: Bool {
    get { state.withLock { $0.isForSuite } }
    set { state.withLock { $0.isForSuite = newValue } }
  }

  /// Starts a run of the test.
  func begin() { state.withLock { $0 = State(isForSuite: $0.isForSuite) } }

  /// Notes what a case has used of its override, and what it has not.
  func note(_ override: Override) {
    let (used, unused) = override.bindingsByUse
    state.withLock { state in
      state.used.formUnion(used)
      for binding in unused where state.unused[binding] == nil {
        state.unused.updateValue(override.near(binding), forKey: binding)
      }
    }
  }

  /// The bindings that no case has used, in the order of their texts; none for a suite.
  var unused: [(binding: RegistryEntry, near: RegistryEntry?)] {
    let state = state.withLock { $0 }
    if state.isForSuite { return [] }
    return state.unused.filter { !state.used.contains($0.key) }
      .map { (binding: $0.key, near: $0.value) }
      .sorted { $0.binding.description < $1.binding.description }
  }
}
