import PropertyInjection

extension PropertyInjector {
  /// What an injection gives each property of an object, or of a type.
  func explanation(of subject: Any, on isolation: Isolation) -> InjectionExplanation {
    let wiring = Wiring(self, on: isolation)
    if let type = TypeMatching.flatten(subject) as? Any.Type {
      let samples = wiring.declaredSamples(on: isolation, of: type)
      _ = wiring.types(of: samples.made.map(\.object), on: isolation, areNew: true)
      let metatype: Any.Type = Swift.type(of: type)
      let levels = TypeHierarchy.levels(of: type).map { Swift.type(of: $0) as Any.Type }
      let statics = TypeSurvey(.of(metatype, levels), in: registry)
      return InjectionExplanation(
        type: type,
        properties: explained(wiring.properties(of: type), of: type, wiring)
          + explained(wiring.properties(of: statics, marks: [:]), of: metatype, wiring))
    }
    let types = wiring.types(of: [subject], on: isolation)
    let explanation = Sample.open(subject, in: wiring, on: isolation) { sample in
      InjectionExplanation(
        type: types[0],
        properties: explained(wiring.properties(of: types[0]), of: types[0], wiring, sample))
    }
    return explanation ?? InjectionExplanation(type: type(of: subject), properties: [])
  }

  private func explained(
    _ rows: [PropertyWiring], of type: Any.Type, _ wiring: Wiring, _ sample: Sample? = nil
  ) -> [InjectionExplanation.Property] {
    let steps = steps(of: type)
    let issueOfActor = wiring.issueOfActor(type)
    return rows.map { row in
      let binding = row.answer.binding
      // Without an object a mark may ask for another key.
      var verdict =
        row.isAssumed && !row.answer.isMistake ? .unverified : wiring.verdict(of: row).kind
      var issue = wiring.finding(for: row)?.issue
      if sample == nil, issue == nil, let kept = wiring.findingOfKept(row)?.issue {
        (verdict, issue) = (kept.kind, kept)
      }
      let gaveNil = steps.contains { $0.gaveNil && $0.property.name == row.name }
      let reason =
        gaveNil && issue == nil ? .factoryGaveNil : verdict ?? issueOfActor.map { $0.kind }
      return InjectionExplanation.Property(
        point: InjectionPoint(
          row.kind, row.property.key, of: type, property: row.property,
          from: binding.map(RegistryEntry.init(binding:)), isByType: row.isByType, at: nil),
        location: row.location, state: sample?.state(of: row) ?? .notRead, reason: reason,
        aliases: row.answer.aliases.map(RegistryEntry.init(binding:)),
        wrapped: binding?.wrapped.map(RegistryEntry.init(binding:)) ?? [],
        scope: binding.flatMap(\.scopeName), layer: binding.map { max(0, $0.layer) },
        issue: issue ?? issueOfActor)
    }
  }

  /// The marks of the objects that have been injected, by this injector or one that keeps values for it.
  var knownMarks: KnownMarks {
    var marks: KnownMarks = parent?.knownMarks ?? [:]
    for step in injectedTypes.flatMap(steps) where step.point.place != nil {
      let property = step.property
      marks[BindingKey(property.name, property.ownerType)] = (
        property.key, step.point.kind == .lazy, property.isOptional, property.location
      )
    }
    return marks
  }
}
