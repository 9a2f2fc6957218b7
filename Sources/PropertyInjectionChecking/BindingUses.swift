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
    let own = overrides.flatMap {
      $0.registry.bindings.bindings(writtenIn: $0.registry.configuration)
    }
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

/// The bindings without a name that are the values of properties by their type alone, and what may not be meant by that.
struct TypeUses {
  /// A binding, and the first property of each name that it fills.
  private struct Use {
    let binding: Binding
    var names: Set<String> = []
    var properties: [InjectableProperty] = []
  }

  private var uses: [Use] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var nearNames: [ValidationReport.Finding] = []
  /// The bindings with a name that fit a type.
  private var named: [ObjectIdentifier: [Binding]] = [:]

  /// Notes a property that has no value of its own name.
  mutating func note(_ row: PropertyWiring, in bindings: BindingTable) {
    guard row.isByType, row.key.isOwnName,
      let binding = row.answer.aliases.first ?? row.answer.binding
    else { return }
    let id = ObjectIdentifier(binding)
    let position = positions[id] ?? uses.count
    if position == uses.count {
      positions[id] = position
      uses.append(Use(binding: binding))
    }
    guard uses[position].names.insert(row.name).inserted else { return }
    uses[position].properties.append(row.property)
    noteNearName(of: row, in: bindings)
  }

  /// Notes that the property's name is nearly that of a binding which fits: it may be a slip.
  private mutating func noteNearName(of row: PropertyWiring, in bindings: BindingTable) {
    let type = ObjectIdentifier(row.valueType)
    if named[type] == nil {
      named[type] = bindings.registered.filter { other in
        other.name != nil && other.fit(row.key).map { $0 <= .known } ?? false
      }.inOrder { $0.order < $1.order }
    }
    let near = (named[type] ?? []).filter {
      $0.name.map { NearMisses.isSlip(row.name, of: $0) } == true
    }
    if near.isEmpty { return }
    let related = near.prefix(NearMisses.limit).map(RegistryEntry.init(binding:))
    nearNames.append(
      .init(.note, InjectionIssue(.nearName, property: row.property, related: related)))
  }

  /// The findings, when all properties are noted.
  func findings(in bindings: BindingTable) -> [ValidationReport.Finding] {
    let overrides = bindings.registered.filter { $0.name != nil && $0.layer > 0 }
      .inOrder { $0.order < $1.order }
    return nearNames
      + uses.flatMap { use in
        let names = use.properties.map(\.fullName)
        var findings: [ValidationReport.Finding] = []
        if names.count > 1, use.binding.type.map(TypeName.isCommon) == true {
          findings.append(
            .init(.warning, InjectionIssue(.sharedByType(by: names), binding: use.binding)))
        }
        for override in overrides where override.goesBefore(use.binding) {
          let others = use.properties.filter { $0.name != override.name }.map(\.fullName)
          guard !others.isEmpty, override.fits(use.binding) else { continue }
          let related = [RegistryEntry(binding: use.binding)]
          findings.append(
            .init(
              .warning,
              InjectionIssue(.overridesOneName(not: others), binding: override, related: related)))
        }
        return findings
      }
  }
}

extension InjectionIssue.Kind {
  static func sharedByType(by properties: [String]) -> InjectionIssue.Kind {
    .other("sharedByType") { issue in
      IssueWords(
        "\(issue.typeText) is registered without a name, and properties of different names take it: "
          + "\(IssueText.shortened(properties, by: ", ")).",
        toFix: "register it under a name, and let the properties that it is for ask for that.")
    }
  }

  static func overridesOneName(not properties: [String]) -> InjectionIssue.Kind {
    .other("overridesOneName") { issue in
      let type = issue.related.first.map(\.key.typeName) ?? "?"
      return IssueWords(
        "\(issue.key) is for its name only: by its type \(IssueText.shortened(properties, by: ", ")) "
          + "\(properties.count == 1 ? "keeps" : "keep") \(type).",
        toFix: "register it without a name, as \(type), if it is for all of that type.",
        related: "inherited")
    }
  }
}

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
