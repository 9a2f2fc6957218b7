import PropertyInjection

extension BindingTable {
  /// The warnings about a look-up that has found a binding: several of the name fit equally well, or newer ones of the name,
  /// such as the fake of a test, do not fit.
  ///
  /// - Parameters:
  ///   - end: The binding that the key leads to.
  ///   - aliases: The aliases on the way to it.
  package func remarks(
    on end: Binding, foundFor key: BindingKey, through aliases: [Binding]
  ) -> [InjectionIssue] {
    let taken = (key.name == nil ? end : aliases.first ?? end).registration
    guard let name = key.name ?? taken.name else { return [] }
    func issue(_ kind: InjectionIssue.Kind, _ related: [Binding]) -> InjectionIssue? {
      if related.isEmpty { return nil }
      var issue = InjectionIssue(
        kind, binding: taken,
        related: related.prefix(NearMisses.limit).map(RegistryEntry.init(binding:)))
      issue.key = BindingKey(name, key.type)
      return issue
    }
    let layers = byLayer(name)
    // By type a look-up demands that one binding fits best, and tells itself if several do.
    let layer = key.name == nil ? nil : layers.first { $0.contains { $0 === taken } }
    let equal = layer.map { BestFits.of($0, key) } ?? []
    let unfit = layers.joined().filter { override in
      // Of a property's own name the type alone may have answered: it is not overridden by a name of its configuration.
      override.goesBefore(taken) && (taken.name != nil || override.layer > taken.layer)
        && override.fit(key) == nil && !isForAnother(override, than: taken)
    }
    return [
      issue(.ambiguousName, equal.count > 1 ? equal : []), issue(.overrideDoesNotFit, unfit),
    ].compactMap(\.self)
  }

  /// Whether a binding overrides another one of its name: it has replaced that, or fits its type or that of a decorator.
  private func isForAnother(_ binding: Binding, than taken: Binding) -> Bool {
    func isFor(_ key: BindingKey) -> Bool { key != taken.key && binding.fit(key) != nil }
    return hasReplaced(binding)
      || byLayer(binding.key.name ?? "").joined().contains {
        binding.goesBefore($0) && isFor($0.key)
      } || decoratedKeys.contains { $0.name == binding.name && isFor($0) }
  }
}
