import PropertyInjection

/// Which bindings of a configuration something asks for, and which nothing does.
struct BindingUses {
  /// The bindings that something asks for, aliases included.
  private var used: Set<ObjectIdentifier> = []

  /// Notes that something asks for a binding; false if that was known.
  @discardableResult
  mutating func note(_ binding: Binding) -> Bool {
    used.insert(ObjectIdentifier(binding.registration)).inserted
  }

  private func contains(_ binding: Binding) -> Bool {
    used.contains(ObjectIdentifier(binding.registration))
  }

  /// The bindings of overrides that hide a misspelt name: nothing else has their name, and a near one is unused.
  func slips(in wiring: Wiring) -> [InjectionIssue] {
    let overrides = sequence(first: wiring.injector) { $0.parent }.prefix { $0.role == .override }
    let own = overrides.flatMap { $0.registry.bindings.bindings(writtenIn: $0.registry.origin) }
    if own.isEmpty { return [] }
    let others = wiring.bindings.registered.filter { other in
      !contains(other) && !own.contains { $0 === other.registration }
    }
    return own.compactMap { binding in
      guard let name = binding.name else { return nil }
      let ofName = wiring.bindings[name]
      guard ofName.count == 1, ofName[0] === binding else { return nil }
      let near = others.filter { $0.name.map { NearMisses.isSlip(name, of: $0) } ?? false }
      return near.isEmpty
        ? nil
        : InjectionIssue(
          .hidesSlip, binding: binding, related: near.map(RegistryEntry.init(binding:)))
    }
  }

  /// The bindings that an optional property may be meant to have, which nothing answers: those that fit and that nothing
  /// asks for, or whose names are near.
  func candidates(for row: PropertyWiring, in bindings: BindingTable) -> [RegistryEntry] {
    guard row.answer.miss?.isQuiet == false else { return [] }
    // That a text is a text tells nothing.
    let isTelling = !TypeName.isCommon(row.valueType)
    let fitting = bindings.registered.filter { binding in
      guard let fit = binding.fit(row.key), fit <= .known else { return false }
      return isTelling && !contains(binding)
        || binding.name.map { NearMisses.isSlip(row.key.name ?? "", of: $0) } == true
    }
    return fitting.inOrder { $0.order < $1.order }.prefix(NearMisses.limit)
      .map(RegistryEntry.init(binding:))
  }

  /// The bindings that nothing asks for: overrides each, the others in one note.
  func unused(
    of bindings: [Binding], in wiring: Wiring, besides told: Set<RegistryEntry>
  ) -> [ValidationReport.Finding] {
    var findings: [ValidationReport.Finding] = []
    var unused: [Binding] = []
    for binding in bindings where !contains(binding) && !binding.lifetime.isEager {
      let layers = binding.name.map(wiring.bindings.byLayer) ?? []
      let position = layers.firstIndex { $0.contains { $0 === binding.registration } } ?? 0
      // A binding that a newer layer overrides is unused on purpose.
      guard position == 0 else { continue }
      var inherited = Array(layers.dropFirst().joined().prefix(NearMisses.limit))
      if inherited.isEmpty, binding.layer > 0 {
        // It may be meant for one with another key: with a name, or without.
        inherited = bindings.filter { other in
          (other.name == nil) != (binding.name == nil) && binding.goesBefore(other)
            && binding.fits(other)
        }.inOrder { $0.order < $1.order }
      }
      if inherited.isEmpty {
        if !told.contains(RegistryEntry(binding: binding)) { unused.append(binding) }
      } else {
        let related = inherited.prefix(NearMisses.limit).map(RegistryEntry.init(binding:))
        findings.append(
          .init(.warning, InjectionIssue(.unusedOverride, binding: binding, related: related)))
      }
    }
    let inOrder = unused.inOrder(of: \.key.description)
    if let first = inOrder.first {
      let kind = InjectionIssue.Kind.unused(inOrder.map(\.key.description))
      findings.append(.init(.note, InjectionIssue(kind, binding: first)))
    }
    return findings
  }
}
