import Foundation
import PropertyInjection
import PropertyInjectionSettings

/// A suite of real user defaults for one test, gone with it.
final class TestSuite: @unchecked Sendable {
  // Unchecked: `UserDefaults` is safe on all threads.
  let name = "property-injection.test.\(UUID().uuidString)"
  let defaults: UserDefaults

  init() { defaults = UserDefaults(suiteName: name)! }

  deinit {
    defaults.removePersistentDomain(forName: name)
    defaults.synchronize()
  }

  var store: UserDefaultsStore { .suite(name) }

  /// An injector with this store, and what it reports.
  func injector(
    key: (@Sendable (SettingProperty) -> String)? = nil,
    configure: (inout Registry) -> Void = { _ in }
  ) -> (PropertyInjector, IssueLog) {
    let log = IssueLog()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { log.append($0) }
      registry.useSettings(in: store, key: key)
      configure(&registry)
    }
    return (injector, log)
  }
}

/// Collects what an injector reports.
final class IssueLog: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var collected: [InjectionIssue] = []

  var issues: [InjectionIssue] { lock.withLock { collected } }
  var kinds: [InjectionIssue.Kind] { issues.map(\.kind) }

  func append(_ issue: InjectionIssue) { lock.withLock { collected.append(issue) } }
}
