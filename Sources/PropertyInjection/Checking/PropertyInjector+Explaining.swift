extension PropertyInjector {
  /// The explanation of an object, a value or a type.
  func explanation(of subject: Any, on isolation: Isolation) -> InjectionExplanation {
    if let type = TypeMatching.flatten(subject) as? Any.Type {
      return explanation(ofType: type, on: isolation)
    }
    let explanation = Sample.open(subject, in: registry, on: isolation) { sample in
      InjectionExplanation(
        type: sample.survey.type,
        properties: properties(
          sample.survey, knownMarks(of: sample.survey.type).merging(sample.marks) { $1 },
          of: sample.isReadable ? sample.root : nil, on: isolation))
    }
    return explanation ?? InjectionExplanation(type: type(of: subject), properties: [])
  }

  /// The explanation of a type: what its objects have, then its static properties.
  private func explanation(
    ofType type: Any.Type, on isolation: Isolation
  ) -> InjectionExplanation {
    let levels = TypeHierarchy.levels(of: type)
    let statics = levels.map { Swift.type(of: $0) as Any.Type }
    return InjectionExplanation(
      type: type,
      properties: properties(
        TypeSurvey(type, levels, in: registry), knownMarks(of: type), of: nil, on: isolation)
        + properties(
          TypeSurvey(Swift.type(of: type), statics, in: registry), [:], of: nil, on: isolation))
  }

  /// The rows of a type.
  ///
  /// - Parameter root: Points at the variable of an object that may be read here.
  private func properties(
    _ survey: TypeSurvey, _ marks: KnownMarks, of root: UnsafeMutableRawPointer?,
    on isolation: Isolation
  ) -> [InjectionExplanation.Property] {
    let wiring = Wiring(self, on: isolation)
    let gaveNil = namesOfNil(in: survey.type)
    return wiring.properties(of: survey, marks: marks).map { row in
      let state = root.map { survey.state(of: row, in: $0) } ?? .notRead
      return InjectionExplanation.Property(
        row, of: survey.type, state, wiring.finding(for: row)?.issue,
        gaveNil: gaveNil.contains(row.name))
    }
  }

  /// The properties of a type whose factories have given nil.
  private func namesOfNil(in type: Any.Type) -> [String] {
    guard let plan = plans.entry(for: TypeKey(type: type)) else { return [] }
    return plan._withUnsafeGuaranteedRef { plan in
      (0..<plan.count).map(plan.step(at:)).filter(\.gaveNil).map(\.property.name)
    }
  }

  /// The marks of a type's properties, if an object of it has been injected.
  func knownMarks(of type: Any.Type) -> KnownMarks {
    guard let plan = plans.entry(for: TypeKey(type: type)) else { return [:] }
    return plan._withUnsafeGuaranteedRef { plan in
      var marks: KnownMarks = [:]
      for step in (0..<plan.count).map(plan.step(at:)) {
        guard let place = step.place else { continue }
        marks[place] = KnownMark(
          bindingName: step.property.key.name, isLazy: step.kind == .lazy)
      }
      return marks
    }
  }
}

extension KnownMark {
  init(_ request: MarkRequest, of name: String) {
    bindingName = request.bindingName(of: name)
    isLazy = request.isLazy
  }
}

extension InjectionExplanation.Property {
  fileprivate init(
    _ row: PropertyWiring, of type: Any.Type, _ state: InjectionExplanation.State,
    _ issue: InjectionIssue?, gaveNil: Bool
  ) {
    let binding = row.answer.binding
    self.init(
      point: InjectionPoint(
        row.kind, of: row, in: type, from: binding.map(RegistryEntry.init(binding:)), at: nil),
      location: row.location, state: state,
      outcome: gaveNil && issue == nil ? .gaveNil : InjectionExplanation.Outcome(row.verdict),
      aliases: row.answer.aliases.map(RegistryEntry.init(binding:)),
      scope: binding.flatMap(\.scopeName), layer: binding.map { max(0, $0.layer) }, issue: issue)
  }
}

extension InjectionExplanation.Outcome {
  fileprivate init(_ verdict: Wiring.Verdict) {
    self =
      switch verdict {
      case .filled: .filled
      case .nothing, .failed, .mistake: .staysNil
      case .uncertain: .unverified
      }
  }
}
