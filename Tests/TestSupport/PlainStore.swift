import PropertyInjection
import PropertyInjectionSettings

/// Keeps what it is given as it is: the values of a custom scope, and settings.
package final class PlainStore: InjectionScopeStore, SettingsStore {
  private let instances = Locked<[InjectionScopeKey: ScopedInstance]>([:])
  private let objects = Locked<[String: Any]>([:])

  package init() {}

  package var keys: [InjectionScopeKey] { instances.withLock { Array($0.keys) } }

  package func instance(for key: InjectionScopeKey) -> ScopedInstance? {
    instances.withLock { $0[key] }
  }
  package func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
    change { $0[key] = instance }
  }
  package func forget(_ key: InjectionScopeKey) { change { $0[key] = nil } }
  /// Forgets the values of the scope.
  package func forget() { change { $0 = [:] } }

  private func change(_ body: (inout [InjectionScopeKey: ScopedInstance]) -> Void) {
    // What goes is released after the lock: its end takes locks of the library.
    let before = instances.withLock { instances in
      defer { body(&instances) }
      return instances
    }
    withExtendedLifetime(before) {}
  }

  package func object(forKey key: String) -> Any? { objects.withLock { $0[key] } }
  package func setObject(_ object: Any, forKey key: String) {
    objects.withLock { $0[key] = object }
  }
  package func removeObject(forKey key: String) { objects.withLock { $0[key] = nil } }
}
