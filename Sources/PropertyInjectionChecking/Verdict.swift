import PropertyInjection

// The facts about the value of a property before it is made, and the finding about it.
extension Wiring {
  /// Why a property's value certainly or perhaps does not come; nil if there is a binding for it, whose factory may
  /// still return nil or throw.
  ///
  /// The kind is ``InjectionIssue/Kind/unverified`` if that cannot be told.
  func verdict(of row: PropertyWiring) -> InjectionIssue.Kind? {
    if let mistake = row.mistake { return mistake }
    if row.isAssumed, row.route.isMistake,
      !check.lacking.contains(BindingKey(row.name, row.ownerType)),
      let kind = uncertainty(of: row)
    {
      return kind
    }
    guard let binding = row.route.binding else { return row.route.miss }
    if row.kind == .lookUp { return obstacle(ofLookUp: binding) }
    if row.isUsedLater(binding),
      let refusal = binding.refusal(on: binding.isolation, in: row.mark)
    {
      return refusal
    }
    if let own = row.actor {
      // First, as in an injection: a binding is asked on its actor only.
      let others = row.survey.actors + (binding.isUnconfined ? [] : [binding.isolation])
      if let other = others.first(where: { $0 != own }) { return .actorsDoNotMeet(other, own) }
    }
    if row.kind != .intercepted, let refusal = binding.refusal { return refusal }
    let forecast = foreseen(binding)
    if let obstacle = forecast?.obstacle { return obstacle.toldFrom(binding) }
    // A type of which nothing else is said belongs to the actor that its values need.
    if let needed = forecast?.actor, let own = row.actor ?? check.isolation, needed != own {
      return row.actor == nil
        ? .bindingOnAnotherActor(required: needed.text, actual: own.name)
        : .actorsDoNotMeet(needed, own)
    }
    if bindings.collected(by: binding).contains(where: bindings.isPlaceholder) {
      return .placeholder
    }
    return doubt(of: row).map { .unverified($0) }
  }

  /// Why it is not certain that the value of a property's binding comes, and fits.
  private func doubt(of row: PropertyWiring) -> Doubt? {
    row.route.binding.flatMap { binding in
      foreseen(binding)?.doubt ?? doubt(of: binding, for: row.key, on: row.actor)
    }
  }

  /// The forecast for a binding's value; nil for an instance that every thread may use, of which there are many.
  private func foreseen(_ binding: Binding) -> Forecast? {
    binding.isFactory || binding.isolation != .none ? forecast(of: binding) : nil
  }

  /// The actors that the properties of an object need which are filled at once.
  func actors(neededBy rows: [PropertyWiring]) -> [Isolation] {
    rows.compactMap { row in
      row.isFilledAtOnce ? row.route.binding.flatMap { foreseen($0)?.actor } : nil
    }
  }

  /// Why it is not certain that a property whose mark is not known lacks a value: its mark may have another key, or
  /// be optional; nil if it is certain.
  private func uncertainty(of row: PropertyWiring) -> InjectionIssue.Kind? {
    if case .notConfigured? = row.route.miss { return nil }
    let type = BindingKey(nil, row.key.type)
    guard case .unknownType? = route(of: type).miss,
      !askable.contains(where: { mayBeMeant($0, by: type) })
    else { return .unverifiedMark(hasSample: hasSample(of: row)) }
    return row.mark?.isRequired == true ? nil : .unverifiedOptional(hasSample: hasSample(of: row))
  }

  /// Whether a mark with another key than its property's name may ask for a binding: its value fits, or the wanted type is
  /// a narrower one.
  ///
  /// That a value of an unrelated type adopts a protocol besides is too far-fetched.
  private func mayBeMeant(_ binding: Binding, by key: BindingKey) -> Bool {
    guard let fit = binding.fit(key) else { return false }
    guard fit == .possible, let wanted = key.type, let own = binding.type else { return true }
    // By its type alone only what fits for certain is asked.
    if binding.name == nil { return false }
    // A subclass may adopt it.
    return TypeKind(wanted) == .class
      || TypeKind(wanted) != .existential && Conformance.find(wanted, to: own) != Conformance.none
  }

  /// Why it is not certain that a binding's value fits.
  func doubt(of binding: Binding, for key: BindingKey, on actor: Isolation?) -> Doubt? {
    guard let type = key.type, binding.type != type else { return nil }
    let isOff = isOffActors && actor == nil
    let kept = injector.keptValue(of: binding)
    if let value = kept ?? binding.instance, binding.isUnconfined {
      // That an instance fits has been decided by its own type.
      switch kept != nil || isOff ? value.hand(as: type, isOnActor: !isOff, to: { _ in }) : nil {
      case nil: return nil
      case .onActorOnly?: return .onActor
      case .type?: if kept == nil { return nil }
      }
    }
    if let own = binding.type, isOff, Conformance.find(own, to: type) == .ofActor {
      return .onActor
    }
    guard let declared = binding.type, binding.fit(key) == .possible,
      !injector.hasFitted(binding, key)
    else { return nil }
    return .product(of: binding, declared, wanted: type)
  }

  /// The finding about a property of the values that another injector keeps; nil if nothing is wrong, or if the program
  /// injects objects of the type itself.
  func findingOfKept(_ row: PropertyWiring) -> ValidationReport.Finding? {
    let type = row.survey.type
    if hasSample(of: row) { return nil }
    for binding in bindings.all() where binding.isFactory && binding.type == type {
      let place = wiring(of: binding)
      guard place !== self else { continue }
      let same = place.properties(of: type).first {
        $0.name == row.name && $0.ownerType == row.ownerType
      }
      if let same, let found = place.finding(for: same, keeper: binding),
        place.isNil(same, in: binding)
      {
        return found
      }
    }
    return nil
  }

  /// Whether a sample of the type is declared, which may not have been made.
  func hasSample(of row: PropertyWiring) -> Bool {
    injector.registry.declarations.samples.contains { $0.type == row.survey.type }
  }

  /// Whether a property is not known to be set in the value that the injector keeps of a binding.
  func isNil(_ row: PropertyWiring, in binding: Binding) -> Bool {
    let kept = injector.keptValue(of: binding)?
      .value(as: Any.self, isOnActor: check.caller != .none)
    return kept.map { Sample.open($0, in: self) { $0.state(of: row) } != .isSet } ?? true
  }

  /// The finding about a property; nil if nothing is wrong.
  ///
  /// - Parameter keeper: The binding that keeps the object in another injector than the one that is checked.
  func finding(
    for row: PropertyWiring, keeper: Binding? = nil
  ) -> ValidationReport.Finding? {
    let verdict = verdict(of: row)
    // What is incomplete has a finding of its own.
    if case .incomplete? = verdict?.cause { return nil }
    guard let verdict, verdict != .boundToNil || row.mark?.isRequired == true else { return nil }
    guard let severity = severity(of: verdict, for: row) else { return nil }
    var issue = InjectionIssue(verdict, property: row.property)
    if row.kind == .lookUp { issue.valueType = row.key.type }
    issue.isOfWeakProperty = row.field?.isStrong == false
    if let binding = row.route.binding {
      issue.note(maker: binding)
      let culprit = verdict == .unverified ? doubt(of: row)?.binding : nil
      issue.related = [culprit ?? binding].entries
    } else if row.mistake == nil {
      // A property that is left alone would stay nil with a binding, too.
      issue.add(near(row.route))
    }
    if let mark = row.mark, row.kind != .setting, row.mistake == nil {
      let isKnown = check.marks[BindingKey(row.name, row.ownerType)] != nil
      (issue.isOfPlainMark, issue.isOfUnknownMark) = (isKnown && !mark.isRequired, !isKnown)
    }
    if row.route.miss != nil, let keeper {
      issue.note(keeper: keeper, lacking: Wiring(check).route(of: row.key).binding)
    }
    return ValidationReport.Finding(severity, issue)
  }

  /// The severity if nothing answers a mark whose key a sample would tell.
  private func severity(ofAssumed row: PropertyWiring) -> ValidationReport.Severity? {
    let types = [row.survey.type, row.ownerType].map { ObjectIdentifier($0) }
    return switch types.compactMap({ check.incomplete[$0] }).max() {
    case nil: .warning
    // The sample is made when that is mended.
    case .error?: nil
    default: row.mark?.isRequired == true ? .warning : .unverified
    }
  }

  /// How much it matters that a property stays nil, or may do so; nil if it may.
  private func severity(
    of verdict: InjectionIssue.Kind, for row: PropertyWiring
  ) -> ValidationReport.Severity? {
    switch verdict {
    case .unverified where row.isAssumed && row.route.isMistake: severity(ofAssumed: row)
    case .unverified: .unverified
    case _ where row.mistake != nil: row.kind == .declared ? .error : .warning
    // The program may set it.
    case .boundToNil: .warning
    // That nothing is registered is on purpose; that it is of another type is not.
    case .noFittingType where row.isOptional: .warning
    case _ where row.mayStayNil: nil
    // The mark may ask for another key.
    default: row.isAssumed && !row.route.isMistake ? .warning : .error
    }
  }
}

// Where a name goes before what is registered for a type.
extension Wiring {
  /// The finding that a type alone leads to a binding with a name, and not to that of a module without one.
  func findingOfName(of route: Route, _ end: Binding) -> ValidationReport.Finding? {
    let key = if case .key(let target)? = route.aliases.last?.target { target } else { route.key }
    guard key.name == nil, end.name != nil,
      let unnamed = bindings.binding(BindingKey(nil, key.type)),
      unnamed.layer == end.layer, end.goesBefore(unnamed)
    else { return nil }
    return .init(.warning, .answeredByName(end.key), of: unnamed, related: [end])
  }

  /// The finding that a property gets what a module of another Swift module has registered under its name, and not what yet
  /// another module has registered for its type: a plug-in may have meant its own properties.
  func findingOfName(of row: PropertyWiring) -> ValidationReport.Finding? {
    guard row.key.isOwnName, let taken = row.route.first?.registration, taken.name != nil,
      let unnamed = bindings.binding(BindingKey(nil, row.key.type)),
      let module = taken.module, let other = unnamed.module, module !== other,
      taken.layer == unnamed.layer, let location = taken.location,
      location.moduleName != TypeName.module(of: row.ownerType),
      location.moduleName != unnamed.location?.moduleName,
      // What installs the other one knows it.
      check.injector.registry.modules.allSatisfy({ installed in
        installed.tag !== other || !installed.requesters.contains { $0 === module }
      })
    else { return nil }
    return .init(.warning, .takenByName(taken.key), of: row.property, related: [taken])
  }
}

// What is no property.
extension Wiring {
  /// The mistakes that the registry has found by itself.
  var findingsOfConfiguration: [ValidationReport.Finding] {
    injector.registry.allIssues.map { issue in
      switch issue.kind {
      // The change was ignored.
      case .emptyName, .nilInstance, .declaredForProtocol, .surplusArguments: .init(.error, issue)
      default: .init(.warning, issue)
      }
    }
  }

  /// The keys that code of the program looks up, and that give nothing.
  var findingsOfLookUps: [ValidationReport.Finding] {
    injector.registry.declarations.lookUps.compactMap {
      finding(ofLookUp: route(of: $0.key), at: $0.location)
    }
  }

  /// Why a look-up in the program's code does not get the value of a binding; nil if it does.
  private func obstacle(ofLookUp binding: Binding) -> InjectionIssue.Kind? {
    switch binding.refusal ?? forecast(of: binding).obstacle {
    // Code looks up with arguments what takes them; what a value lacks has a finding of its own.
    case .wrongArguments?, .unresolvedArgument?, .incomplete?: nil
    case let obstacle: obstacle
    }
  }

  /// The finding about a key that code of the program looks up; nil if it gives a value.
  ///
  /// - Parameters:
  ///   - location: The place that tells of it.
  ///   - asker: The property or the argument that gets a ``Lookup`` of it.
  func finding(
    ofLookUp route: Route, at location: CodeLocation? = nil, by asker: String? = nil
  ) -> ValidationReport.Finding? {
    let reason = route.miss ?? route.binding.flatMap(obstacle)
    guard let reason, reason != .boundToNil else {
      return route.binding.flatMap { binding in
        doubt(of: binding, for: route.key, on: nil).map {
          .init(.unverified, .unverified($0), of: binding)
        }
      }
    }
    var issue = InjectionIssue(reason, lookingFor: route.key, near: near(route))
    issue.injectionLocation = location
    if let asker { issue.path = [asker, route.key.description] }
    return .init(.error, issue)
  }
}

extension InjectionIssue.Kind {
  /// Why the innermost argument is missing; the kind itself if it is about no argument.
  var cause: InjectionIssue.Kind {
    if case .unresolvedArgument(_, let reason) = self { reason.cause } else { self }
  }

  /// The same cycle, told from one of its bindings; other kinds, and a cycle that the binding only leads to, as they are.
  func toldFrom(_ binding: Binding) -> InjectionIssue.Kind {
    guard case .cycle(let chain) = self,
      let start = chain.firstIndex(of: binding.key.description)
    else { return self }
    let count = chain.count - 1
    return .cycle((0...count).map { chain[(start + $0) % count] })
  }
}

// The mistakes in the declarations of a type, which need no look-up.
extension TypeSurvey {
  /// The key paths that lead to another property than they are declared for; those of a class do not tell.
  var misdirectedKeyPaths: [InjectionIssue] {
    properties.compactMap { property in
      guard let offset = property.offset,
        let field = fields.first(where: { $0.label == property.name }), field.offset != offset,
        TypeMetadata(field.fieldType).wrappedType == property.valueType,
        // Else it leads into a part of the struct, which may have a property of that name.
        let other = fields.first(where: { $0.offset == offset && $0.fieldType == field.fieldType })
      else { return nil }
      return InjectionIssue(.misdirectedKeyPath(to: other.label), property: property)
    }
  }

  /// The properties of superclasses that are never filled, because the type has declared one of their name.
  func shadowedProperties(in declarations: DeclaredProperties) -> [InjectionIssue] {
    if levels.count == 1 { return [] }
    return properties.filter { $0.ownerType == type }.flatMap { property -> [InjectionIssue] in
      let stored = fields.filter { $0.mayStore(property.name) }
      guard stored.contains(where: { $0.ownerType == type }),
        stored.contains(where: { $0.ownerType != type })
      else { return [] }
      return levels.dropLast().compactMap { level in
        declarations.property(property.name, of: level).map { hidden in
          InjectionIssue(
            .shadowedProperty(hiding: property.ownerType), property: hidden,
            related: [property.entry])
        }
      }
    }
  }
}
