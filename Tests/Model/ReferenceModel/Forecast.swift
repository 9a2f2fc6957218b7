import PropertyInjection

/// What `explain` says of an object's properties before they are injected.
struct Forecast {
  private let properties: [String: InjectionExplanation.Property]
  private let text: String
  private let injector: PropertyInjector
  private let type: Any.Type

  init(of subject: any Subject, with injector: PropertyInjector) {
    self.injector = injector
    type = subject.type
    let explanation = injector.explain(subject.type)
    text = explanation.description
    // The last one is that of the subclass.
    properties = Dictionary(
      explanation.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The properties of a kind, as far as it is known once an object was injected.
  private func kinds(_ kind: InjectionCandidate.Kind) -> Set<String> {
    Set(injector.explain(type).properties.filter { $0.kind == kind }.map(\.name))
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
      if properties[name]?.outcome ?? .staysNil == .staysNil {
        return ("\(name) stays nil: \(text)", "it was filled")
      }
    }
    for property in result.unfilled {
      coverage.count(properties[property.name]?.outcome == .staysNil ? .foreseenNil : .unverified)
      if properties[property.name]?.outcome == .filled, !property.reason.isOfFactory(isSurprised) {
        return ("\(property.name) is filled: \(text)", "\(property.reason)")
      }
    }
    return nil
  }
}

extension InjectionIssue.Kind {
  /// Whether a factory has decided it, or the property itself: a `weak` one does not hold a value.
  fileprivate func isOfFactory(_ isSurprised: Bool) -> Bool {
    [.factoryGaveNil, .valueGone].contains(self)
      || isSurprised && [.cycle, .notMade].contains(self)
  }
}
