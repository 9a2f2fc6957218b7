// For the module that tests use.
extension PropertyInjector {
  /// Records what is injected, as long as the result is in force.
  package func recording(_ make: ((any InjectionRecorder)?) -> any InjectionRecorder)
    -> ActiveOverride
  {
    let base = replacementOrSelf
    return ActiveOverride(base, of: base, recorder: make(base.recorder))
  }

  /// Replaces the shared injector of the process; the one before is never freed.
  package static func configureAgain(
    isolation: isolated (any Actor)?, at location: CodeLocation,
    _ configure: (inout Registry) throws -> Void
  ) rethrows {
    try SharedInjector.configure(on: isolation, at: location, again: true, configure)
  }
}

extension ActiveOverride {
  /// The bindings that the override has registered itself: those that look-ups have led to, and the
  /// others.
  ///
  /// All count as used, unless its registry has been told to note their use.
  package var bindingsByUse: (used: [RegistryEntry], unused: [RegistryEntry]) {
    let origin = injector.registry.origin
    let bindings = injector.registry.bindings.bindings(writtenIn: origin)
    var (used, unused): ([RegistryEntry], [RegistryEntry]) = ([], [])
    for binding in bindings {
      let entry = RegistryEntry(binding: binding)
      if origin.isUsed(binding) || binding.lifetime.isEager {
        used.append(entry)
      } else {
        unused.append(entry)
      }
    }
    return (used, unused)
  }

  /// A binding that may be meant where another one is not used; nil if there is none.
  package func near(_ entry: RegistryEntry) -> RegistryEntry? {
    guard let name = entry.name else { return nil }
    let key = BindingKey(name, entry.type)
    return NearMisses.ofName(name, key, in: injector.registry.bindings).related
      .first { $0.name != name }
  }
}
