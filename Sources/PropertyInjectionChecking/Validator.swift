import PropertyInjection

/// Checks a configuration: collects what is wrong with properties, bindings and types.
final class Validator {
  let wiring: Wiring
  private var findings: [ValidationReport.Finding] = []
  private var uses: BindingUses
  /// The types that were examined, by the injector in which their properties are looked up.
  private var examined: Set<[ObjectIdentifier]> = []
  /// These types once more, by themselves.
  private(set) var types: [ObjectIdentifier: Any.Type] = [:]
  /// The names of the fields that were examined, and the types that declare them.
  private var fields: Set<BindingKey> = []
  /// The properties that samples have a value for, and no binding: the code that makes the object sets them.
  private var setByProgram: Set<BindingKey> = []
  /// The types of which marks are taken to ask for what answers their names, types or elements: only an object tells
  /// their keys.
  private var assumed: [ObjectIdentifier: Any.Type] = [:]
  /// The findings about arguments that may not come.
  private var doubts: [ValidationReport.Finding] = []
  /// The types that the program makes, with a mark that holds a value of a request or the like: a factory for a protocol may
  /// make one of them, and its scope keep it too long.
  private var holders: [Any.Type] = []
  private lazy var registeredTypes = Set(
    wiring.registered.compactMap { $0.type.map(ObjectIdentifier.init) })
  /// The protocols of which that has been told.
  private var toldHolders: Set<ObjectIdentifier> = []
  /// The values of requests that hold themselves, and have a finding.
  private var unreleased: Set<ObjectIdentifier> = []
  /// The decorated bindings that only lists ask for.
  private var listed: [Binding] = []
  /// The aliases whose mistake has its finding.
  private var explained: Set<ObjectIdentifier> = []

  /// Examines everything that is registered and declared, and these types and objects.
  init(_ injector: PropertyInjector, including subjects: [Any], on isolation: Isolation) {
    wiring = Wiring(Check(injector, on: isolation))
    uses = BindingUses(in: wiring)
    examineAll(subjects)
  }

  private var registry: Registry { wiring.injector.registry }

  /// The report on all that was examined.
  var report: ValidationReport {
    let types = Array(types.values)
    let hidden = wiring.registered.filter { $0.isFactory && $0.isOfProtocol }
    return ValidationReport(
      findings: findings.inOrder, omittedModules: wiring.omittedModules,
      extent: "\(wiring.text(of: types)), "
        + ValidationReport.text(wiring.registered.count, "binding", "bindings"),
      omitted: wiring.omitted(besides: types)
        + ValidationReport.listed(
          assumed.values.map(TypeName.of).sorted(),
          "type without a sample, as far as its marks write out keys",
          "types without a sample, as far as their marks write out keys")
        + ValidationReport.listed(
          hidden.map(\.key.description).sorted(), "value whose own type only rehearse() sees",
          "values whose own types only rehearse() sees"))
  }

  private func examineAll(_ subjects: [Any]) {
    findings += wiring.findingsOfConfiguration
    // All are learnt from first; what is known counts before what is assumed.
    let samples = wiring.declaredSamples()
    let known =
      wiring.types(of: samples.made.map(\.object), areNew: true)
      + wiring.types(of: subjects)
      + wiring.injector.injectedTypes.inOrder(of: TypeName.qualified)
    let declared = registry.declarations
    for (_, object) in samples.made
    where !wiring.check.selfInjected.contains(ObjectIdentifier(type(of: object))) {
      examine(new: object)
    }
    for type in known + declared.ownerTypes + declared.types.inOrder(of: TypeName.qualified) {
      examine(type, in: wiring)
    }
    // What a binding makes is examined with the injector that keeps it.
    let made = Set(
      wiring.registered.compactMap { $0.isFactory ? $0.type.map(ObjectIdentifier.init) : nil })
    for type in wiring.foundTypes where !made.contains(ObjectIdentifier(type)) {
      examine(type, in: wiring)
    }
    for entry in declared.lookUps {
      let route = wiring.route(of: entry.key)
      use(route, in: wiring)
      uses.count(route)
      noteMistake(in: route)
    }
    findings += wiring.findingsOfLookUps
    for module in registry.modules where module.isMadeAgain {
      findings.append(.init(.note, InjectionIssue(leavingOut: module)))
    }
    findings += samples.findings
    var next = 0
    while next < wiring.all.count {
      examine(wiring.all[next])
      next += 1
    }
    for binding in listed where uses.asksForList(with: binding) { examineKept(by: binding) }
    for new in doubts {
      // The finding of a property may say so.
      let isTold = findings.contains {
        $0.issue.kind == .unverified && $0.issue.related == new.issue.related
      }
      if !isTold { findings.append(new) }
    }
    addAliases()
    addCircles()
    for key in wiring.injector.askedKeys { use(wiring.route(of: key), in: wiring) }
    findings += uses.findings(beside: findings)
  }

  // MARK: Types

  /// - Parameter maker: The binding that makes objects of the type; nil if the program makes them.
  private func examine(_ type: Any.Type, in place: Wiring, maker: Binding? = nil) {
    let id = [ObjectIdentifier(type), ObjectIdentifier(place.injector)]
    guard examined.insert(id).inserted else { return }
    types[id[0]] = type
    // Not remembered: of all declared types that would be much memory.
    let survey = TypeSurvey(type, in: place.injector.registry)
    let rows = place.properties(of: survey)
    // Of a type that is declared for an actor each property has its own finding.
    let needed =
      [maker?.isolation].compactMap { $0?.actor == nil ? nil : $0 } + place.actors(neededBy: rows)
    let actors = survey.actors.isEmpty ? needed : survey.actors
    if let first = actors.first, let other = actors.first(where: { $0 != first }) {
      findings.append(.init(.error, InjectionIssue(.actorsDoNotMeet(first, other), of: type)))
      if !survey.actors.isEmpty { return }
    } else if maker == nil, survey.actors.isEmpty, let actor = needed.first,
      actor != wiring.check.caller, !TypeMetadata(type).isActor,
      survey.hook?.belongsToActor != true,
      let row = rows.first(where: { !place.actors(neededBy: [$0]).isEmpty })
    {
      // It is taken to belong to the actor of its values, and the check does not run there.
      let kind = InjectionIssue.Kind.unverifiedActor(actor, of: row)
      findings.append(.init(.unverified, InjectionIssue(kind, of: type)))
    }
    findings += survey.misdirectedKeyPaths.map { .init(.error, $0) }
    if maker == nil,
      rows.contains(where: { $0.route.binding?.isOfRequest == true && $0.refersToValue })
    {
      holders.append(type)
    }
    let keeper = place === wiring ? nil : maker
    for row in rows where keeper != nil || isNew(row, in: type) {
      // The program has filled it since.
      if let keeper, !place.isNil(row, in: keeper) { continue }
      use(row.route, in: place, by: row.isOptional ? nil : row.fullName)
      if let taken = place.findingOfName(of: row) { findings.append(taken) }
      uses.count(row.route)
      uses.note(row)
      if setByProgram.contains(BindingKey(row.name, row.ownerType)) { continue }
      guard let finding = place.finding(for: row, keeper: keeper) else {
        if row.mayStayNil { uses.note(leftNil: row) }
        if row.isAssumed, !wiring.hasSample(of: row) {
          assumed[ObjectIdentifier(row.ownerType)] = row.ownerType
        }
        continue
      }
      findings.append(finding)
      // A mark that may ask for another key does not say what is wrong with an alias.
      if finding.severity == .error { noteMistake(in: row.route) }
    }
    findings += survey.shadowedProperties(in: registry.declarations).map { .init(.warning, $0) }
  }

  /// Whether a row is not examined for a superclass that is declared itself, or with another subclass.
  private func isNew(_ row: PropertyWiring, in type: Any.Type) -> Bool {
    if row.kind == .declared { return row.ownerType == type }
    // A field: with the first type of the hierarchy.
    return fields.insert(BindingKey(row.name, row.ownerType)).inserted
  }

  /// Finds the properties of a new object that have a value, so that no injection fills them.
  private func examine(new object: Any) {
    _ = Sample.open(object, in: wiring, isNew: true) { sample in
      for row in wiring.properties(of: sample.survey.type) where row.kind != .setting {
        let property = BindingKey(row.name, row.ownerType)
        if sample.state(of: row) != .isSet {
          // Of several samples the last one counts.
          setByProgram.remove(property)
        } else if row.route.binding == nil {
          // A binding would be one too many for a property that the program sets, and a mark.
          setByProgram.insert(property)
        } else if row.kind != .undeclared {
          findings.append(.init(.warning, .setFromTheStart, of: row.property))
        }
      }
    }
  }

  // MARK: Bindings

  private func examine(_ binding: Binding) {
    if let inner = binding.inner { uses.note(inner) }
    if binding.isAlias {
      let route = wiring.route(of: binding.key)
      for other in route.aliases.dropFirst() { uses.note(other) }
      if let end = route.binding { uses.note(end) }
    } else if binding.isFactory {
      if case .weak = binding.lifetime, binding.type.map(TypeKind.init) == .value {
        findings.append(.init(.warning, .weakValue, of: binding))
      }
      examineMaking(of: binding)
    } else if let instance = binding.instance, binding.isolation.admits(wiring.check.caller),
      wiring.mayHaveProperties(instance.dynamicType),
      let value = instance.value(as: Any.self, isOnActor: wiring.check.caller != .none)
    {
      examine(value, of: binding)
    }
  }

  /// Finds the nil properties of a registered instance, which the injector does not fill.
  private func examine(_ instance: Any, of binding: Binding) {
    let names = Sample.open(instance, in: wiring) { sample in
      wiring.properties(of: sample.survey, marks: sample.marks)
        .filter { wiring.verdict(of: $0) == nil && sample.state(of: $0) == .isNil }
        .map(\.name)
    }
    if let names, !names.isEmpty {
      findings.append(.init(.warning, .uninjectedInstance(lacking: names), of: binding))
    }
  }

  /// Examines a binding that makes its value, and the properties of the value.
  private func examineMaking(of binding: Binding) {
    let place = wiring.wiring(of: binding)
    if let type = binding.type {
      if var issue = place.issueOfActor(type) {
        issue.related = [RegistryEntry(binding: binding)]
        findings.append(.init(.warning, issue))
      }
      if wiring.mayHaveProperties(type) || wiring.survey(of: type).hasWeakField {
        examine(type, in: place, maker: binding)
      }
    }
    for argument in place.parts(of: binding) where argument.position != nil {
      use(argument.route, in: place, by: argument.isOptional ? nil : argument.text)
      uses.count(argument.route)
      // What a newer layer overrides is not made.
      guard wiring.bindings.isNewest(binding) else { continue }
      if let missing = place.missing(argument) {
        noteMistake(in: argument.route)
        let near = place.near(argument.route).related
        let issue = InjectionIssue(missing, binding: binding, related: near)
        findings.append(.init(argument.isOptional ? .warning : .error, issue))
      } else if !argument.isOptional,
        let doubt = place.doubt(of: argument, on: place.forecast(of: binding).actor)
      {
        let culprit = [doubt.binding].compactMap(\.self)
        doubts.append(.init(.unverified, .unverified(doubt), of: binding, related: culprit))
      }
    }
    if binding.inner != nil, wiring.route(of: binding.key).binding !== binding {
      listed.append(binding)
    } else {
      examineKept(by: binding)
    }
  }

  /// Examines what a binding's scope keeps with its value.
  private func examineKept(by binding: Binding) {
    let place = wiring.wiring(of: binding)
    let (held, parts) = place.held(by: binding)
    if binding.lifetime.isHeldByInjector, place.injector.role == .own,
      !held.contains(where: \.binding.isBuiltIn),
      let injector = binding.type.flatMap({ place.property(of: $0, storing: PropertyInjector.self) }
      )
    {
      findings.append(.init(.note, .keptInjector(through: [injector]), of: binding))
    }
    for (held, path) in held {
      // What an injection reports as well.
      findings.append(
        held.isBuiltIn
          ? .init(.warning, .keptInjector(through: path), of: binding)
          : .init(
            held.lifetime.isOfStore ? .error : .warning,
            .shorterScope(of: binding, keeping: held, through: path), of: binding, related: [held]))
    }
    if !unreleased.contains(ObjectIdentifier(binding)), let circle = place.circle(holding: binding)
    {
      unreleased.formUnion(circle.map { ObjectIdentifier($0.binding) })
      let kind = InjectionIssue.Kind.neverReleased(through: circle.map(\.place))
      findings.append(.init(.note, kind, of: binding))
    }
    if binding.lifetime.isOfStore,
      let store = binding.type.flatMap({ place.property(of: $0, storing: ScopedValues.self) })
    {
      findings.append(.init(.note, .mayHoldStore(store), of: binding))
    }
    addHolders(in: parts, of: binding, in: place)
  }

  /// Adds the types that a kept value, or a part of it, may have if it is of a protocol, and with which it would keep another
  /// value too long.
  private func addHolders(in parts: [Binding], of binding: Binding, in place: Wiring) {
    guard let rank = binding.lifetime.rank, !holders.isEmpty else { return }
    for part in parts where part.isOfProtocol {
      guard let type = part.type, type != Any.self, type != AnyObject.self,
        !toldHolders.contains(ObjectIdentifier(type))
      else { continue }
      let found = holders.compactMap { holder in
        Conformance.find(holder, to: type).map { $0 != .none } == true
          && !registeredTypes.contains(ObjectIdentifier(holder))
          ? place.held(by: binding, assuming: (part, holder)).values
            .first { $0.binding.lifetime.rank ?? rank < rank }.map { (holder: holder, held: $0) }
          : nil
      }
      guard let first = found.first?.held else { continue }
      toldHolders.insert(ObjectIdentifier(type))
      let kind = InjectionIssue.Kind.mayKeep(
        binding, in: part, as: found.map(\.holder), first.binding, through: first.path)
      findings.append(.init(.warning, kind, of: binding, related: [first.binding]))
    }
  }

  /// Adds the bindings that lead back to themselves, one finding for each circle.
  private func addCircles() {
    for binding in wiring.all where binding.isFactory { _ = wiring.forecast(of: binding) }
    var found: Set<Set<String>> = []
    for circle in wiring.check.circles.inOrder(of: { $0.chain.joined() }) {
      if circle.obstacle == .cycle(circle.chain) || circle.hasList && circle.properties.isEmpty {
        if found.insert(Set(circle.chain)).inserted {
          findings.append(.init(.error, .cycle(circle.chain), of: circle.binding))
        }
      } else if circle.obstacle == nil,
        // Of the properties in it one stays nil, by the value that is asked for first: the same is told in each run.
        let (row, binding) = circle.properties.min(by: { $0.0.fullName < $1.0.fullName }),
        found.insert(Set(circle.chain)).inserted
      {
        let kind = InjectionIssue.Kind.cycle(circle.chain).toldFrom(binding)
        findings.append(
          .init(circle.isAssumed ? .unverified : .error, kind, of: row.property, related: [binding])
        )
      }
    }
  }

  // MARK: Aliases that lead nowhere

  /// Notes that something else has met the mistake of aliases, and has a finding that says more.
  private func noteMistake(in route: Route) {
    guard route.binding == nil else { return }
    for alias in route.aliases { explained.insert(ObjectIdentifier(alias)) }
  }

  /// Adds the mistakes that nothing else has met, one for each chain and each cycle.
  private func addAliases() {
    for alias in wiring.registered
    where alias.isAlias && !explained.contains(ObjectIdentifier(alias)) {
      let route = wiring.route(of: alias.key)
      guard route.isMistake, let miss = route.miss else { continue }
      for other in route.aliases { uses.note(other) }
      // Of a chain the last one, of a cycle the same in each run.
      let isTold =
        if case .aliasCycle = miss {
          route.aliases.allSatisfy { $0.key.description >= alias.key.description }
        } else {
          route.aliases.dropFirst().first?.type != alias.type
        }
      if !isTold { continue }
      var issue = InjectionIssue(miss, lookingFor: alias.key, near: wiring.near(route))
      (issue.location, issue.module) = (alias.location, alias.module?.name)
      findings.append(.init(.error, issue))
    }
  }

  // MARK: Use

  /// - Parameter asker: The property or the argument that needs a value: its text takes long.
  private func use(
    _ route: Route, in place: Wiring, by asker: @autoclosure () -> String? = nil
  ) {
    for alias in route.aliases { uses.note(alias) }
    guard let end = route.binding else { return }
    if let key = end.lookedUpKey {
      let asked = place.route(of: key)
      use(asked, in: place)
      uses.count(asked)
      if let asker = asker(), let finding = place.finding(ofLookUp: asked, by: asker) {
        findings.append(finding)
      }
      return
    }
    if uses.note(end) {
      for binding in wiring.bindings.collected(by: end) { uses.note(binding) }
    }
    if let taken = place.findingOfName(of: route, end.registration) { findings.append(taken) }
    if route.isOnly { return }
    let remarks = place.bindings.remarks(on: end, foundFor: route.key, through: route.aliases)
    findings += remarks.map { .init(.warning, $0) }
  }
}
