import PropertyInjection
import PropertyInjectionChecking

extension Registry {
  /// Removes a binding, of whichever type.
  package mutating func remove(_ binding: Binding) {
    func remove<Value>(_ type: Value.Type) {
      if let name = binding.name {
        self.remove(.named(name, type))
      } else {
        self.remove(.type(type))
      }
    }
    if let type = binding.type { _openExistential(type, do: remove) }
  }
}

extension PropertyInjector {
  /// The bindings that a check does not miss if one of them alone is taken away, and how many there are.
  package func bindingsNotMissed() -> (keys: [String], outOf: Int) {
    func count(_ injector: PropertyInjector) -> Int {
      injector.validate().findings.count { $0.severity >= .warning }
    }
    let all = registry.bindings.registered
    let whole = count(self)
    let notMissed = all.filter { binding in
      count(overriding { $0.remove(binding) }) <= whole
    }
    return (notMissed.map(\.key.description), all.count)
  }
}
