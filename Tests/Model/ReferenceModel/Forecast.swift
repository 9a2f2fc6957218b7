import PropertyInjection
import PropertyInjectionChecking
import TestSupport

/// What `explain` and `validate` say of an object's properties before they are injected.
struct Forecast {
  private let properties: [String: InjectionExplanation.Property]
  /// The gravest findings about properties, warnings and notes left out.
  private let findings: [Place: ValidationReport.Finding]
  private let text: String
  private let injector: PropertyInjector
  private let type: Any.Type

  /// - Parameter isBySample: Whether the object itself is shown, not only its type.
  init(of subject: any Subject, with injector: PropertyInjector, isBySample: Bool) {
    self.injector = injector
    type = subject.type
    let shown: Any = isBySample ? subject.sample : subject.type
    let explanation = injector.explain(shown)
    let report = injector.validate(including: shown)
    text = "\(explanation)\n\(report)"
    findings = Dictionary(
      report.findings.filter { $0.severity == .error || $0.issue.kind == .unverified }
        .compactMap { finding in Place(finding.issue).map { ($0, finding) } },
      uniquingKeysWith: { $0.severity > $1.severity ? $0 : $1 })
    // The last one is that of the subclass.
    properties = Dictionary(
      explanation.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// A property, for findings about it.
  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let name: String

    init?(_ issue: InjectionIssue) {
      guard let owner = issue.ownerType, let name = issue.name else { return nil }
      self.owner = ObjectIdentifier(owner)
      self.name = name
    }

    init(_ property: InjectionExplanation.Property) {
      owner = ObjectIdentifier(property.point.declaringType ?? Never.self)
      name = property.name
    }
  }

  /// The severity of what `validate` says of a property; nil if it finds nothing.
  private func severity(of name: String) -> ValidationReport.Severity? {
    properties[name].flatMap { findings[Place($0)]?.severity }
  }

  /// What `validate` says and `explain` does not, or the other way round.
  private var disagreement: (expected: String, found: String)? {
    for property in properties.values where property.point.kind != .undeclared {
      let severity = severity(of: property.name)
      let agrees =
        switch property.outcome {
        case .filled, .gaveNil: severity == nil
        case .staysNil: severity == .error || property.issue == nil && severity == nil
        // A mark may ask for another key; if its own is bound, that is no finding.
        case .unverified:
          severity == .unverified || severity == .warning
            || property.location == nil && severity == nil
        }
      if !agrees {
        return (
          "\(property.name) \(property.outcome): \(text)",
          severity.map { "\($0)" } ?? "no finding"
        )
      }
    }
    return nil
  }

  /// Whether `validate` says after the injection that a property stays nil, or may do so.
  private func isFound(_ place: Place) -> Bool {
    injector.validate(including: type).findings.contains { finding in
      finding.severity > .note && finding.issue.kind.isAboutNil && Place(finding.issue) == place
    }
  }

  /// The properties of a kind, as far as it is known once an object was injected.
  private func kinds(_ kind: InjectionPoint.Kind) -> Set<String> {
    Set(injector.explain(type).properties.filter { $0.point.kind == kind }.map(\.name))
  }

  /// What was said and did not come true; nil if all did.
  ///
  /// - Parameter isSurprised: Whether a factory has given nil, thrown or asked the injector meanwhile.
  func contradiction(
    with result: InjectionResult, isSurprised: Bool, _ coverage: inout Coverage
  ) -> (expected: String, found: String)? {
    // A lazy property counts as injected before its value is there.
    let lazy = result.didInject ? kinds(.lazy) : []
    for name in result.injected where !lazy.contains(name) {
      coverage.count(properties[name]?.outcome == .filled ? .foreseenFilled : .unverified)
      if properties[name]?.outcome ?? .staysNil == .staysNil || severity(of: name) == .error {
        return ("\(name) stays nil: \(text)", "it was filled")
      }
      if let property = properties[name], isFound(Place(property)) {
        return ("no finding about \(name)", "\(injector.validate(including: type))")
      }
    }
    for property in result.unfilled {
      coverage.count(properties[property.name]?.outcome == .staysNil ? .foreseenNil : .unverified)
      if properties[property.name]?.outcome == .filled,
        let reason = property.reason.map(Reason.init),
        !reason.isOfFactory(isSurprised)
      {
        return ("\(property.name) is filled: \(text)", "\(reason)")
      }
    }
    return disagreement
  }
}

extension InjectionIssue.Kind {
  /// Whether it says that a property stays nil, not how its binding is written.
  fileprivate var isAboutNil: Bool {
    ![
      .setFromTheStart, .ambiguousName, .overrideDoesNotFit, .duplicateDeclaration,
      .shadowedProperty,
    ]
    .contains(self)
  }
}

extension Reason {
  /// Whether a factory has decided it, or the property itself: a `weak` one does not hold a value.
  fileprivate func isOfFactory(_ isSurprised: Bool) -> Bool {
    [.factoryGaveNil, .valueGone].contains(self)
      || isSurprised && [.cycle, .notMade].contains(self)
  }
}
