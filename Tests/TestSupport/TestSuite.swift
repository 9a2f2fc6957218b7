import Foundation
import PropertyInjection
import PropertyInjectionSettings

/// A suite of real user defaults for one test, gone with it.
package final class TestSuite: @unchecked Sendable {
  // Unchecked: `UserDefaults` is safe on all threads.
  package let name = "property-injection.test.\(UUID().uuidString)"
  package let defaults: UserDefaults

  package init() { defaults = UserDefaults(suiteName: name)! }

  deinit {
    defaults.removePersistentDomain(forName: name)
    defaults.synchronize()
  }

  package var store: UserDefaultsStore { .suite(name) }

  /// An injector with this store, and what it reports.
  package func injector(
    key: (@Sendable (SettingProperty) -> String)? = nil,
    configure: (inout Registry) -> Void = { _ in }
  ) -> (PropertyInjector, IssueLog) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: store, key: key)
      configure(&registry)
    }
    return (injector, log)
  }
}
