import PropertyInjection

/// Which bindings of a configuration something asks for, and which nothing does; also what may be meant by a name that
/// nothing has.
struct BindingUses {
  private let wiring: Wiring
  /// The bindings that something asks for, aliases included.
  private var used: Set<ObjectIdentifier> = []
  /// How many properties and arguments ask for a binding whose values are made.
  private var askers: [ObjectIdentifier: Int] = [:]
  /// The properties that have no value of their own name, but that of their type alone: of each binding the first of a
  /// name.
  private var byType: [(row: PropertyWiring, binding: Binding)] = []
  private var namesByType: [ObjectIdentifier: Set<String>] = [:]
  /// The lists that something asks for, by the type of their values: that, and the orders of the bindings in them.
  private var lists: [ObjectIdentifier: (element: Any.Type, members: Set<UInt64>)] = [:]
  /// The optional properties that nothing answers.
  private var leftNil: [PropertyWiring] = []

  init(in wiring: Wiring) { self.wiring = wiring }

  /// Notes that something asks for a binding; false if that was known.
  @discardableResult
  mutating func note(_ binding: Binding) -> Bool {
    used.insert(ObjectIdentifier(binding.registration)).inserted
  }

  /// Counts a property, an argument or a look-up that asks for a binding, or for a list.
  mutating func count(_ route: Route) {
    guard let binding = route.binding, binding.isFactory else {
      // A list without values is none; some may be thought to be in it.
      if let element = route.key.type.flatMap({ TypeMetadata($0).listedType }), route.isMistake {
        lists[ObjectIdentifier(element)] = (element, [])
      }
      return
    }
    askers[ObjectIdentifier(binding.registration), default: 0] += 1
    if let element = binding.elementType, lists[ObjectIdentifier(element)] == nil {
      let members = wiring.bindings.collected(by: binding).map(\.order)
      lists[ObjectIdentifier(element)] = (element, Set(members))
    }
  }

  /// Notes a property, if its type alone leads to its binding, but not its key.
  mutating func note(_ row: PropertyWiring) {
    guard row.isByType, row.key.isOwnName, let binding = row.route.first else { return }
    let isNew = namesByType[ObjectIdentifier(binding), default: []].insert(row.name).inserted
    if isNew { byType.append((row, binding)) }
  }

  /// Notes an optional property that nothing answers.
  mutating func note(leftNil row: PropertyWiring) { leftNil.append(row) }

  /// Whether something asks for a list with the value of a binding, in the form of its key.
  func asksForList(with binding: Binding) -> Bool {
    binding.type.flatMap { lists[ObjectIdentifier($0)] }?.members.contains(binding.order) == true
  }

  private func isUsed(_ binding: Binding) -> Bool {
    used.contains(ObjectIdentifier(binding.registration))
  }

  /// The findings, when all is noted.
  ///
  /// - Parameter findings: The other ones: a binding that is near a mistake is told there.
  func findings(beside findings: [ValidationReport.Finding]) -> [ValidationReport.Finding] {
    let own = slips + nearNames + ofTypesAlone + withoutScope + unlisted
    let told = Set((findings + own).flatMap(\.issue.related))
    return own + unused(besides: told)
  }

  /// The bindings of overrides that hide a misspelt name: nothing else has their name, and a near one is unused.
  private var slips: [ValidationReport.Finding] {
    let overrides = sequence(first: wiring.injector) { $0.parent }.prefix { $0.role == .override }
    let own = overrides.flatMap {
      $0.registry.bindings.bindings(writtenIn: $0.registry.configuration)
    }
    if own.isEmpty { return [] }
    let others = wiring.registered.filter { other in
      !isUsed(other) && !own.contains { $0 === other.registration }
    }
    return own.compactMap { binding in
      guard let name = binding.name, wiring.bindings[name].count == 1,
        wiring.bindings[name][0] === binding
      else { return nil }
      let near = others.filter { $0.isSlip(name) }
      return near.isEmpty ? nil : .init(.warning, .hidesSlip, of: binding, related: near)
    }
  }

  /// The properties of whose names nothing is registered, beside bindings that fit and may be meant: their names are near, or
  /// the property stays nil, and nothing asks for them.
  private var nearNames: [ValidationReport.Finding] {
    /// The bindings that fit a type, which is asked for by a name or alone.
    var fitting: [BindingKey: [Binding]] = [:]
    func finding(
      _ severity: ValidationReport.Severity, _ kind: InjectionIssue.Kind, _ row: PropertyWiring,
      orMeant isMeant: (Binding) -> Bool = { _ in false }
    ) -> ValidationReport.Finding? {
      let key = BindingKey(row.key.name.map { _ in "" }, row.key.type)
      let known = fitting[key] ?? wiring.registered.filter { $0.surelyFits(key) }
      fitting[key] = known
      let near = known.filter { isMeant($0) || $0.isSlip(row.key.name ?? "") }
      return near.isEmpty ? nil : .init(severity, kind, of: row.property, related: near)
    }
    // An alias that leads nowhere has a finding of its own.
    return leftNil.filter { $0.route.isMistake && $0.route.aliases.isEmpty }.compactMap { row in
      // That a text is a text tells nothing.
      let isTelling = !TypeName.isCommon(row.valueType)
      return finding(.warning, .nearOptional, row) { isTelling && !isUsed($0) }
    } + byType.compactMap { finding(.note, .nearName, $0.row) }
  }

  /// The bindings without a name that are the values of properties by their type alone, and may not be meant to be.
  private var ofTypesAlone: [ValidationReport.Finding] {
    let overrides = wiring.registered.filter { $0.name != nil && $0.layer > 0 }
    return Dictionary(grouping: byType) { ObjectIdentifier($0.binding) }.values.flatMap { uses in
      let (binding, rows) = (uses[0].binding, uses.map(\.row))
      var findings: [ValidationReport.Finding] = []
      if rows.count > 1, binding.type.map(TypeName.isCommon) == true {
        let kind = InjectionIssue.Kind.sharedByType(by: rows.map(\.fullName))
        findings.append(.init(.warning, kind, of: binding))
      }
      for override in overrides
      where override.goesBefore(binding) && override.fits(binding)
        && !wiring.bindings.overridesItsName(override)
      {
        let others = rows.filter { $0.name != override.name }.map(\.fullName)
        if others.isEmpty { continue }
        let kind = InjectionIssue.Kind.overridesOneName(not: others)
        findings.append(.init(.warning, kind, of: override, related: [binding]))
      }
      return findings
    }
  }

  /// The objects with a state of which each of several askers gets one of its own, though no scope says so; of a protocol,
  /// if only objects adopt it.
  private var withoutScope: [ValidationReport.Finding] {
    wiring.registered.compactMap { binding in
      // All lists count as one: each may well have plug-ins of its own.
      let isListed = lists.values.contains { $0.members.contains(binding.order) }
      let count = askers[ObjectIdentifier(binding.registration), default: 0] + (isListed ? 1 : 0)
      guard count > 1, binding.lifetime.isUnique, binding.isFactory, !binding.hasScope,
        let type = binding.type, binding.factory?.isPerCall != true,
        binding.isOfProtocol ? FoundTypes.areObjects(adopting: type) : TypeShape.isObject(type)
      else { return nil }
      return .init(.warning, .madeForEach(count), of: binding)
    }
  }

  /// The bindings of a protocol that refines that of a list, which are not in it.
  private var unlisted: [ValidationReport.Finding] {
    wiring.registered.compactMap { binding in
      guard let type = binding.type, binding.isFactory || binding.instance != nil else {
        return nil
      }
      let missed = lists.values.filter { list in
        !list.members.contains(binding.order) && TypeMetadata.refines(type, list.element)
      }
      let names = missed.map { TypeName.of($0.element) }.sorted()
      return names.isEmpty ? nil : .init(.note, .notListed(names), of: binding)
    }
  }

  /// The bindings that nothing asks for: overrides each, the others in one note.
  private func unused(besides told: Set<RegistryEntry>) -> [ValidationReport.Finding] {
    var findings: [ValidationReport.Finding] = []
    var unused: [Binding] = []
    // A binding that a newer layer overrides is unused on purpose.
    for binding in wiring.registered
    where !isUsed(binding) && !binding.lifetime.isEager && wiring.bindings.isNewest(binding) {
      var inherited = Array((binding.name.map(wiring.bindings.byLayer) ?? []).dropFirst().joined())
      if inherited.isEmpty, binding.layer > 0 {
        // It may be meant for one with another key: with a name, or without.
        inherited = wiring.registered.filter { other in
          (other.name == nil) != (binding.name == nil) && binding.goesBefore(other)
            && binding.fits(other)
        }
      }
      if !inherited.isEmpty {
        findings.append(.init(.warning, .unusedOverride, of: binding, related: inherited))
      } else if !told.contains(RegistryEntry(binding: binding)) {
        unused.append(binding)
      }
    }
    let inOrder = unused.inOrder(of: \.key.description)
    if let first = inOrder.first {
      let kind = InjectionIssue.Kind.unused(inOrder.map(\.key.description))
      findings.append(.init(.note, kind, of: first))
    }
    return findings
  }
}

extension [Binding] {
  /// The bindings, as reports show them.
  var entries: [RegistryEntry] { map(RegistryEntry.init(binding:)) }

  /// The first ones: as many as a report shows of those that are near.
  var nearest: [RegistryEntry] { Array(prefix(NearMisses.limit)).entries }
}

extension Binding {
  /// Whether a name may be meant to be that of the binding.
  fileprivate func isSlip(_ name: String) -> Bool {
    self.name.map { NearMisses.isSlip(name, of: $0) } == true
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
      var issue = InjectionIssue(kind, binding: taken, related: related.nearest)
      issue.key = BindingKey(name, key.type)
      return issue
    }
    let layers = byLayer(name)
    // By type a look-up demands that one binding fits best, and tells itself if several do.
    let layer = key.name == nil ? nil : layers.first { $0.contains { $0 === taken } }
    let equal = layer.map { key.bestFits(among: $0) } ?? []
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

extension TypeMetadata {
  /// Whether each value of one protocol type is one of another: a protocol of the first refines that of the second.
  fileprivate static func refines(_ type: Any.Type, _ other: Any.Type) -> Bool {
    let (own, wanted) = (TypeMetadata(type).protocols, TypeMetadata(other).protocols)
    var found = Set(own)
    var next = own
    while let record = next.popLast() {
      next += refined(by: record).filter { found.insert($0).inserted }
    }
    return type != other && !wanted.isEmpty && found.isSuperset(of: wanted)
  }

  /// The records of the protocols that one names after its colon.
  private static func refined(by address: UnsafeRawPointer) -> [UnsafeRawPointer] {
    // ProtocolDescriptor: flags, context, name, number of requirements in the signature, number of requirements, names of
    // associated types; then the signature, of flags, a subject and a protocol each.
    let count = Int(address.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).compactMap { index in
      let requirement = address + 24 + index * 12
      let flags = requirement.load(as: UInt32.self)
      // GenericRequirementFlags: the kind in five bits, 0 for a protocol. The subject is `Self`, not an associated type.
      guard flags & 0x1F == 0, let subject = TypeMetadata.target(of: requirement + 4),
        subject.load(as: UInt8.self) == UInt8(ascii: "x"),
        subject.load(fromByteOffset: 1, as: UInt8.self) == 0
      else { return nil }
      return ImageRecords.target(of: requirement + 8)
    }
  }
}
