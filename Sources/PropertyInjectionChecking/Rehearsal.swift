import PropertyInjection

/// Makes all values of a configuration and fills its samples, in an override of which nothing stays.
enum Rehearsal {
  static func report(
    of injector: PropertyInjector, on actor: isolated (any Actor)?
  ) -> ValidationReport {
    let isolation = Isolation(actor: actor)
    let reported = Lock<[InjectionIssue]>([])
    var findings: [ValidationReport.Finding] = []
    /// The types of the samples that were filled.
    var filled: [Any.Type] = []
    /// The bindings that were asked for values, each by a key that leads to it.
    var asked: [(binding: Binding, key: BindingKey)] = []
    /// The bindings with run-time arguments.
    var leftOut: [Binding] = []
    func inOverride<Result>(of injector: PropertyInjector, _ body: (Wiring) -> Result) -> Result {
      let override = injector.makeOverride(as: .check, isolation: actor) { registry in
        registry.issueHandler = { issue in reported.withLock { $0.append(issue) } }
        registry.observer = RemarkReporter(around: registry.observer)
      }
      // What injects itself asks the shared injector, also where another one is rehearsed.
      let ofShared = Override(override.injector, within: .current, takesShared: true)
      return Override.$current.withValue(ofShared) {
        body(Wiring(Check(override.injector, on: isolation)))
      }
    }
    let check = inOverride(of: injector) { wiring in
      // Needed only beside a binding that another one hides from look-ups by type.
      lazy var keys = wiring.keysByType
      for binding in wiring.registered
      where binding.isFactory && wiring.bindings.isNewest(binding) {
        let isFound = wiring.route(of: binding.key).binding === binding
        guard let key = isFound ? binding.key : keys[ObjectIdentifier(binding)] else { continue }
        if binding.refusal != nil {
          leftOut.append(binding)
        } else if !binding.isolation.admits(isolation) {
          let kind = InjectionIssue.Kind.leftOut("\(binding.key)", binding.isolation, isolation)
          findings.append(.init(.unverified, kind, of: binding))
        } else {
          asked.append((binding, key))
          // What another injector keeps is made with that one's bindings, below.
          if binding.lifetime.isOfInjector, injector.owner(of: binding) !== injector { continue }
          let failure = wiring.injector.rehearse(binding, by: key, on: actor)
          wiring.check.failed[ObjectIdentifier(binding)] = failure
        }
      }
      let samples = wiring.samples { try $0.make() }
      _ = wiring.types(of: samples.made.map(\.object), areNew: true)
      // A sample that injects itself, and lacks something, has a report.
      let reports = reported.withLock { $0 }
      findings += samples.findings.filter { new in
        new.severity != .warning || !reports.contains { $0.ownerType == new.issue.ownerType }
      }
      for (sample, new) in samples.made {
        if new is any Actor {
          let headline = "\(sample.text) was not injected: it is an actor, which injects itself."
          findings.append(
            sample.finding(.unverified, .leftOut(headline, toFix: "test what it injects.")))
          continue
        }
        var object = new
        filled.append(type(of: new))
        wiring.injector.injectDependencies(to: &object, at: sample.location)
        let parts = Sample.open(object, in: wiring, isNew: true) {
          $0.uninjectedParts(in: wiring)
        }
        for (part, marks) in parts ?? [] {
          findings.append(sample.finding(.warning, .uninjectedPart(part, lacking: marks)))
        }
      }
      return wiring.check
    }
    // Values that another injector keeps may lack what only this one has.
    for (binding, key) in asked where binding.lifetime.isOfInjector {
      let owner = injector.owner(of: binding)
      if owner !== injector {
        inOverride(of: owner) { _ = $0.injector.rehearse(binding, by: key, on: actor) }
      }
    }
    if let first = leftOut.first {
      let keys = leftOut.map(\.key.description).joined(separator: ", ")
      let kind = InjectionIssue.Kind.leftOut(
        "Not made, because of their run-time arguments: \(keys).",
        toFix: "make them in a test, with arguments.")
      findings.append(.init(.note, kind, of: first))
    }
    // The places of the rehearsal's own calls; the others are in code of the program, on its actor.
    let samplePlaces = injector.registry.declarations.samples.map(\.location)
    let places = Set(asked.compactMap(\.binding.location) + samplePlaces)
    // What several ask for is one finding, and what a factory throws.
    var headlines: Set<String> = []
    var thrown: Set<IssueDigest> = []
    findings += reported.withLock { $0 }
      .filter { issue in
        headlines.insert(issue.words.headline).inserted
          && issue.thrown.map { thrown.insert($0).inserted } ?? true
      }
      .map { .init(rehearsed: $0, isOfProgram: $0.injectionLocation.map(places.contains) == false) }
    // No object of these is at hand: they are checked as `validate` does, with what the samples have told.
    let wiring = Wiring(check, of: injector)
    let known = Set((asked.compactMap(\.binding.type) + filled).map { ObjectIdentifier($0) })
    let others = wiring.foundTypes.filter { !known.contains(ObjectIdentifier($0)) }
    findings +=
      others.flatMap(wiring.properties(of:)).compactMap { wiring.finding(for: $0) }
      .filter { $0.severity >= .warning } + wiring.findingsOfLookUps
      + wiring.findingsOfConfiguration
    return ValidationReport(
      findings: findings.inOrder, omittedModules: wiring.omittedModules,
      extent: ValidationReport.text(asked.count, "value", "values") + ", "
        + ValidationReport.text(filled.count, "sample", "samples"),
      omitted: ValidationReport.listed(
        others.map(TypeName.of), "type of which no sample was filled",
        "types of which no sample was filled")
        + wiring.omitted(besides: filled + others))
  }
}

extension Wiring {
  /// Keys of properties that lead by their types to bindings, which look-ups by type may not lead to.
  fileprivate var keysByType: [ObjectIdentifier: BindingKey] {
    let declared = injector.registry.declarations
    var keys: [ObjectIdentifier: BindingKey] = [:]
    for type in foundTypes + declared.ownerTypes + declared.types {
      for row in properties(of: type) where row.isByType {
        if let binding = row.route.binding { keys[ObjectIdentifier(binding)] = row.key }
      }
    }
    return keys
  }
}

/// Reports the remarks on the look-ups of a rehearsal.
package final class RemarkReporter: LookUpObserver {
  /// The observer of the test in which the rehearsal runs.
  private let outer: (any LookUpObserver)?

  package init(around outer: (any LookUpObserver)? = nil) { self.outer = outer }

  package func didLookUp(
    _ key: BindingKey, in injector: PropertyInjector, through aliases: [Binding],
    to found: [Binding]
  ) {
    outer?.didLookUp(key, in: injector, through: aliases, to: found)
    guard let end = found.first else { return }
    for issue in injector.registry.bindings.remarks(on: end, foundFor: key, through: aliases) {
      injector.report(issue)
    }
  }
}

extension InjectionIssue {
  /// The identity of an error that a factory has thrown, whichever value has asked for it; nil for other issues.
  fileprivate var thrown: IssueDigest? {
    guard case .threw = kind, ownerType == nil || !related.isEmpty else { return nil }
    return IssueDigest { hasher in
      hasher.combine(kind)
      hasher.combine(ownerType == nil ? key : related[0].key)
      hasher.combine(ownerType == nil ? location : related[0].location)
    }
  }
}

extension BindingTable {
  /// Whether no newer layer has a binding of its name, such as the fake of a test.
  func isNewest(_ binding: Binding) -> Bool {
    binding.name.flatMap { byLayer($0).first }?.contains { $0 === binding.registration } ?? true
  }
}

extension ValidationReport.Finding {
  /// A finding of something that has happened.
  fileprivate init(rehearsed issue: InjectionIssue, isOfProgram: Bool) {
    switch issue.kind.cause {
    // Where there is no request or session, there is no value of one.
    // A value that is incomplete comes elsewhere or later; what it lacks has a report.
    case .outOfScope, .incomplete: severity = .unverified
    // The program may make its calls on another actor than the rehearsal.
    case .wrongActor, .hookOnAnotherActor, .bindingOnAnotherActor, .conformanceOnAnotherActor:
      severity = isOfProgram ? .error : .unverified
    case .ambiguousName, .overrideDoesNotFit, .weakValue, .undeclaredProperty: severity = .warning
    default: severity = .error
    }
    self.issue = issue
  }
}
