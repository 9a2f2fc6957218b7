import PropertyInjection

/// Checks a configuration: collects what is wrong with properties, bindings and types.
final class Validator {
  private let registry: Registry
  let wiring: Wiring
  /// The actor of the calling code.
  private let isolation: Isolation
  private var findings: [ValidationReport.Finding] = []
  /// The bindings that something declared asks for, aliases included.
  private var used: Set<ObjectIdentifier> = []
  /// The remarks on answers, so that each is one finding.
  private var remarks: Set<IssueDigest> = []
  /// The names of the fields that were examined, and the types that declare them.
  private var examined: Set<BindingKey> = []
  /// The aliases that were followed.
  var followed: Set<ObjectIdentifier> = []
  /// The aliases that lead nowhere, each the last one of its chain.
  var wrong: [(alias: Binding, answer: Wiring.Answer)] = []
  /// The aliases whose mistake has its finding.
  var explained: Set<ObjectIdentifier> = []
  /// The bindings that lead back to themselves; one of each cycle gets the finding.
  private var cycles: [(binding: Binding, chain: [String])] = []

  private init(_ injector: PropertyInjector, on isolation: Isolation) {
    self.isolation = isolation
    registry = injector.registry
    wiring = Wiring(injector)
  }

  /// The report on everything that is registered and declared, and on these types and objects.
  static func report(
    on injector: PropertyInjector, including subjects: [Any], from isolation: Isolation
  ) -> ValidationReport {
    let validator = Validator(injector, on: isolation)
    validator.examineChanges()
    // All are learnt from first.
    let types = subjects.compactMap { validator.wiring.learn($0, on: isolation) }
    for type in validator.wiring.types(with: types) { validator.examine(type) }
    let bindings = injector.registry.bindings.registered
    for binding in bindings { validator.examine(binding) }
    validator.examineConstructed()
    validator.addAliases()
    validator.addCycles()
    validator.examineUse(of: bindings)
    return ValidationReport(findings: validator.findings.inOrder)
  }

  @inline(never)  // A finding is large, and there are many callers.
  func add(_ severity: ValidationReport.Severity, _ issue: InjectionIssue) {
    findings.append(ValidationReport.Finding(severity, issue))
  }

  /// The mistakes that the registry has found by itself.
  private func examineChanges() {
    // Of these the change was ignored.
    let ignoring: [InjectionIssue.Kind] = [.emptyName, .nilInstance, .declaredForProtocol]
    for issue in registry.allIssues {
      add(ignoring.contains(issue.kind) ? .error : .warning, issue)
    }
  }

  // MARK: Types

  private func examine(_ type: Any.Type) {
    let survey = TypeSurvey(type, in: registry)
    let actors = survey.actors
    guard actors.count < 2 else {
      var issue = InjectionIssue(.actorsDoNotMeet(actors[0], actors[1]))
      issue.ownerType = type
      return add(.error, issue)
    }
    examineKeyPaths(of: survey)
    for row in wiring.properties(of: survey) where isNew(row, in: type) { examine(row) }
    for property in survey.properties where property.ownerType == type {
      examineShadow(of: property, survey)
    }
  }

  /// Whether a row is not examined for a superclass that is declared itself, or with another subclass.
  private func isNew(_ row: PropertyWiring, in type: Any.Type) -> Bool {
    if row.ownerType == type { return true }
    // A declared one.
    if row.location != nil { return false }
    // A field of a superclass: with the first of its subclasses.
    return examined.insert(BindingKey(row.name, row.ownerType)).inserted
  }

  private func examine(_ row: PropertyWiring) {
    use(row.answer, in: wiring)
    guard let finding = wiring.finding(for: row, wiring.verdict(of: row)) else { return }
    findings.append(finding)
    noteMistake(in: row.answer)
  }

  /// Finds key paths that lead to another property than they are declared for; those of a class do not tell.
  private func examineKeyPaths(of survey: TypeSurvey) {
    for property in survey.properties {
      guard let offset = property.offset,
        let field = survey.fields.first(where: { $0.label == property.name }),
        field.offset != offset, TypeMetadata(field.fieldType).wrappedType == property.valueType
      else { continue }
      let other = survey.fields.first { $0.offset == offset && $0.fieldType == field.fieldType }
      add(.error, InjectionIssue(.misdirectedKeyPath(to: other?.label), property: property))
    }
  }

  /// Finds a superclass's property that is never filled, because a subclass has its name.
  private func examineShadow(of property: InjectableProperty, _ survey: TypeSurvey) {
    let fields = survey.fields.filter { $0.mayStore(property.name) }
    guard fields.contains(where: { $0.ownerType == survey.type }),
      fields.contains(where: { $0.ownerType != survey.type })
    else { return }
    for level in survey.levels.dropLast() {
      guard let hidden = registry.declarations.property(property.name, of: level) else { continue }
      add(
        .warning,
        InjectionIssue(
          .shadowedProperty(hiding: property.ownerType), property: hidden,
          related: [RegistryEntry(property: property)]))
    }
  }

  // MARK: Bindings

  private func examine(_ binding: Binding) {
    if binding.isAlias {
      follow(binding)
    } else if binding.isFactory {
      examineMaking(of: binding)
    } else if case .instance(let instance) = binding.target,
      binding.isolation.admits(isolation), mayHaveProperties(instance.dynamicType),
      let value = instance.value(as: Any.self, isOnActor: isolation != .none)
    {
      examine(value, of: binding)
    }
  }

  /// Whether a type has properties to fill, or wraps a value that may have some: to open an instance takes casts.
  private func mayHaveProperties(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isOptional || !wiring.survey(of: type).isEmpty
  }

  /// Finds the nil properties of a registered instance, which the injector does not fill.
  private func examine(_ instance: Any, of binding: Binding) {
    let names = wiring.open(instance, on: isolation) { sample in
      wiring.properties(of: sample.survey, marks: sample.marks).filter { row in
        wiring.verdict(of: row) == nil && sample.state(of: row) == .isNil
      }.map(\.name)
    }
    if let names, !names.isEmpty {
      add(.warning, InjectionIssue(.uninjectedInstance(lacking: names), binding: binding))
    }
  }

  /// Examines a binding that makes its value.
  private func examineMaking(of binding: Binding) {
    let wiring = wiring.wiring(of: binding)
    if let type = binding.type, var issue = wiring.issueOfActor(type) {
      issue.related = [RegistryEntry(binding: binding)]
      add(.warning, issue)
    }
    for argument in wiring.arguments(of: binding) {
      use(argument.answer, in: wiring)
      guard let missing = wiring.missing(argument) else { continue }
      noteMistake(in: argument.answer)
      add(
        argument.isOptional ? .warning : .error,
        InjectionIssue(missing, binding: binding, related: wiring.near(argument.answer).related))
    }
    for shorter in wiring.shorter(in: binding) {
      let held = shorter.binding
      add(
        .warning,
        InjectionIssue(
          .shorterScope(
            binding.lifetime.name, keeping: held.key.description, held.lifetime.name,
            through: shorter.path),
          binding: binding, related: [RegistryEntry(binding: held)]))
    }
    if let chain = wiring.certainCycle(of: binding) { cycles.append((binding, chain)) }
  }

  private func addCycles() {
    var found: Set<String> = []
    for (binding, chain) in cycles.inOrder(of: \.binding.key.description) {
      let links = Array(chain.dropFirst()).inOrder { $0 }.joined(separator: "\n")
      guard found.insert(links).inserted else { continue }
      add(.error, InjectionIssue(.cycle(chain), binding: binding))
    }
  }

  /// Examines the types that say themselves how they are made, and are needed by others.
  private func examineConstructed() {
    var next = 0
    while next < wiring.constructed.count {
      examineMaking(of: wiring.constructed[next])
      next += 1
    }
  }

  // MARK: Use

  private func use(_ answer: Wiring.Answer, in wiring: Wiring) {
    use(answer.aliases)
    guard let end = answer.binding else { return }
    if used.insert(ObjectIdentifier(end)).inserted { use(registry.bindings.collected(by: end)) }
    if answer.isOnly { return }
    for issue in wiring.registry.bindings.remarks(on: end, foundFor: answer.key, isForecast: true)
    where remarks.insert(IssueDigest(issue.hashIdentity)).inserted {
      add(.warning, issue)
    }
  }

  func use(_ bindings: [Binding]) {
    for binding in bindings { used.insert(ObjectIdentifier(binding)) }
  }

  private func examineUse(of bindings: [Binding]) {
    for binding in bindings
    where !used.contains(ObjectIdentifier(binding)) && !binding.lifetime.isEager {
      var layers: [[Binding]] = []
      // Nothing is inherited where nothing is derived from.
      if let name = binding.name, registry.origin.layer > 0 {
        layers = registry.bindings.byLayer(name)
      }
      let position = layers.firstIndex { $0.contains { $0 === binding } } ?? 0
      // A binding that a newer layer overrides is unused on purpose.
      guard position == 0 else { continue }
      let inherited = layers.dropFirst().joined().prefix(NearMisses.limit)
      add(
        inherited.isEmpty ? .note : .warning,
        InjectionIssue(
          inherited.isEmpty ? .unusedBinding : .unusedOverride, binding: binding,
          related: inherited.map(RegistryEntry.init(binding:))))
    }
  }
}
