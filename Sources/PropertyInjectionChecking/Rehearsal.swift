import PropertyInjection

/// Makes all values of a configuration and fills its samples, in an override of which nothing stays.
enum Rehearsal {
  static func report(
    of injector: PropertyInjector, on actor: isolated (any Actor)?
  ) -> ValidationReport {
    let isolation = Isolation(actor: actor)
    let reported = Lock<[InjectionIssue]>([])
    var findings: [ValidationReport.Finding] = []
    var (made, filled) = (0, 0)
    let override = injector.makeOverride(isolation: actor) { registry in
      registry.issueHandler = { issue in reported.withLock { $0.append(issue) } }
    }
    // What injects itself asks the shared injector, also where another one is rehearsed.
    let ofShared = Override(override.injector, within: .current, takesShared: true)
    Override.$current.withValue(ofShared) {
      let wiring = Wiring(override.injector)
      for binding in wiring.bindings.registered.inOrder(by: { $0.order < $1.order })
      where binding.isFactory && binding.refusal == nil && wiring.bindings.isNewest(binding)
        && wiring.answer(binding.key).binding === binding
      {
        guard binding.isolation.admits(isolation) else {
          let kind = InjectionIssue.Kind.leftOut("\(binding.key)", binding.isolation, isolation)
          findings.append(.init(.unverified, InjectionIssue(kind, binding: binding)))
          continue
        }
        wiring.injector.rehearse(binding, on: actor)
        made += 1
      }
      let samples = wiring.samples(on: isolation)
      // A sample that injects itself, and lacks something, has a report.
      let owners = reported.withLock { issues in
        Set(issues.compactMap(\.ownerType).map { ObjectIdentifier($0) })
      }
      findings += samples.findings.filter { finding in
        finding.severity != .warning
          || finding.issue.ownerType.map { owners.contains(ObjectIdentifier($0)) } != true
      }
      for (sample, new) in samples.made {
        if new is any Actor {
          let headline = "\(sample.text) was not injected: it is an actor, which injects itself."
          findings.append(
            sample.finding(.unverified, .leftOut(headline, toFix: "test what it injects.")))
          continue
        }
        var object = new
        filled += 1
        wiring.injector.injectDependencies(to: &object, at: sample.location)
        let parts = Sample.open(object, in: wiring, on: isolation, isNew: true) {
          $0.uninjectedParts(in: wiring)
        }
        for (part, marks) in parts ?? [] {
          findings.append(sample.finding(.warning, .uninjectedPart(part, lacking: marks)))
        }
      }
    }
    // What several ask for is one finding.
    var headlines: Set<String> = []
    findings += reported.withLock { $0 }
      .filter { headlines.insert($0.words.headline).inserted }.map { .init(rehearsed: $0) }
    return ValidationReport(
      findings: findings.inOrder,
      extent: ValidationReport.text(made, "value", "values") + " and "
        + ValidationReport.text(filled, "sample", "samples"))
  }
}

extension BindingTable {
  /// Whether no newer layer has a binding of its name, such as the fake of a test.
  func isNewest(_ binding: Binding) -> Bool {
    binding.name.flatMap { byLayer($0).first }?.contains { newest in
      newest === binding || newest.wrapped.contains { $0 === binding }
    } ?? true
  }
}

extension ValidationReport.Finding {
  /// A finding of something that has happened.
  fileprivate init(rehearsed issue: InjectionIssue) {
    var cause = issue.kind
    while case .unresolvedArgument(_, let reason) = cause { cause = reason }
    switch cause {
    // Where there is no request or session, there is no value of one; and the program may run on another actor.
    // A value that is incomplete comes elsewhere or later; what it lacks has a report.
    case .outOfScope, .wrongActor, .hookOnAnotherActor, .bindingOnAnotherActor,
      .conformanceOnAnotherActor, .incomplete:
      severity = .unverified
    case .ambiguousName, .overrideDoesNotFit, .weakValue, .undeclaredProperty: severity = .warning
    default: severity = .error
    }
    self.issue = issue
  }
}
