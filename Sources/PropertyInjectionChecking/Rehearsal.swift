import PropertyInjection

/// Makes all values of a configuration and fills its samples, in an override of which nothing stays.
enum Rehearsal {
  static func report(
    of injector: PropertyInjector, on actor: isolated (any Actor)?
  ) -> ValidationReport {
    let isolation = Isolation(actor: actor)
    let reported = Lock<[InjectionIssue]>([])
    var findings: [ValidationReport.Finding] = []
    injector.withOverrides { registry in
      registry.issueHandler = { issue in reported.withLock { $0.append(issue) } }
      registry.injectionHandler = nil
    } operation: {
      let wiring = Wiring(injector.replacementOrSelf)
      for binding in wiring.bindings.registered.inOrder(by: { $0.order < $1.order })
      where binding.isFactory && binding.refusal == nil
        && wiring.answer(binding.key).binding === binding
      {
        guard binding.isolation.admits(isolation) else {
          findings.append(.init(.unverified, binding.issueOfActor(isolation)))
          continue
        }
        wiring.injector.rehearse(binding, on: actor)
      }
      for (sample, object) in wiring.declaredSamples(on: isolation) {
        guard var object else {
          findings.append(.init(.unverified, sample.issueOfActor(isolation)))
          continue
        }
        wiring.injector.injectDependencies(
          to: &object, fileID: sample.location.file, line: sample.location.line)
      }
    }
    // What several ask for is one finding.
    var headlines: Set<String> = []
    findings += reported.withLock { $0 }
      .filter { headlines.insert($0.words.headline).inserted }.map { .init(rehearsed: $0) }
    return ValidationReport(findings: findings.inOrder)
  }
}

extension ValidationReport.Finding {
  /// A finding of something that has happened.
  fileprivate init(rehearsed issue: InjectionIssue) {
    switch issue.kind {
    // Where there is no request or session, there is no value of one.
    case .outOfScope: severity = .unverified
    case .ambiguousName, .overrideDoesNotFit, .weakValue, .undeclaredProperty: severity = .warning
    default: severity = .error
    }
    self.issue = issue
  }
}

extension TypeSample {
  /// The issue of a sample that belongs to another actor than the check runs on.
  func issueOfActor(_ actual: Isolation) -> InjectionIssue {
    var issue = InjectionIssue(.leftOut("The sample of \(TypeName.of(type))", isolation, actual))
    issue.ownerType = type
    issue.location = location
    return issue
  }
}

extension Binding {
  fileprivate func issueOfActor(_ actual: Isolation) -> InjectionIssue {
    InjectionIssue(.leftOut("\(key)", isolation, actual), binding: self)
  }
}
