import PropertyInjection
import Testing

/// The bindings of a trait that nothing has used in a run of its test, or of its suite.
final class OverrideUse: Sendable {
  /// Those of the traits around the current task, by the identities of the traits.
  @TaskLocal static var running: [ObjectIdentifier: OverrideUse] = [:]

  private struct State {
    var used: Set<RegistryEntry> = []
    /// The bindings that a case has not used, each with one that may be meant.
    var unused: [RegistryEntry: RegistryEntry?] = [:]
    /// Those of them that go before another binding of their name.
    var overriding: Set<RegistryEntry> = []
  }

  private let state = Lock(State())

  /// Notes what a case has used of its override, and what it has not.
  func note(_ override: Override) {
    let (used, unused) = override.bindingsByUse
    state.withLock { state in
      state.used.formUnion(used)
      for binding in unused where state.unused[binding] == nil {
        state.unused.updateValue(override.near(binding), forKey: binding)
        if override.goesBefore(nameOf: binding) { state.overriding.insert(binding) }
      }
    }
  }

  /// Ends the run of a test or a suite, and records the bindings that no case has used.
  ///
  /// The tests of a suite need not use everything, nor do all of them always run. So of a suite only that is told which is
  /// probably misspelt.
  func end(_ test: Test) {
    let state = state.withLock { $0 }
    let unused = state.unused.filter { binding, near in
      !state.used.contains(binding)
        && (!test.isSuite || binding.isSlip(of: near) && !state.overriding.contains(binding))
    }
    for (binding, near) in unused.sorted(by: { $0.key.description < $1.key.description }) {
      TestReports.recordUnused(binding, meaning: near, in: test)
    }
  }
}

extension RegistryEntry {
  /// Whether its name may be a slip of that of another one.
  fileprivate func isSlip(of other: RegistryEntry?) -> Bool {
    guard let name, let otherName = other?.name else { return false }
    return NearMisses.isSlip(name, of: otherName)
  }
}
