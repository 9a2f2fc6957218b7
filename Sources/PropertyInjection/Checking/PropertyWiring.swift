/// One property of a type, and what is certain about its value.
struct PropertyWiring: DescribedProperty {
  let name: String
  let ownerType: Any.Type
  let valueType: Any.Type
  let kind: InjectionPoint.Kind
  let location: CodeLocation?
  let module: ModuleTag?
  let isOptional: Bool
  let key: BindingKey
  /// The position of its field among the stored properties; nil if it is not known.
  let field: Int?
  let answer: Wiring.Answer
  let verdict: Wiring.Verdict
}

extension Wiring {
  /// The properties of a type, declared ones first; superclasses' first.
  ///
  /// - Parameter marks: The marks of the type's properties, as far as they are known.
  func properties(of survey: TypeSurvey, marks: KnownMarks) -> [PropertyWiring] {
    let actors = survey.actors
    var rows: [PropertyWiring] = []
    var others: [PropertyWiring] = []
    for field in survey.fields {
      switch survey.finding(in: field) {
      case .marked(let mark):
        if let property = survey.property(storedIn: field, named: mark.name) {
          rows.append(row(property, field, mark, marks[mark.name], actors))
        } else {
          others.append(row(mark, field, marks[mark.name], actors))
        }
      case .unreachable(let problem, let name):
        others.append(row(problem, field, name))
      case .undeclared(let name, let type, let binding):
        others.append(row(undeclared: name, type, binding, field))
      case nil: break
      }
    }
    let declared = survey.properties.map { property in
      rows.first { $0.name == property.name } ?? row(property, in: survey, actors)
    }
    return declared + others
  }

  /// A declared property that is not marked.
  private func row(
    _ property: InjectableProperty, in survey: TypeSurvey, _ actors: [Isolation]
  ) -> PropertyWiring {
    let field = survey.fields.first { field in
      field.mayStore(property.name)
        && survey.property(storedIn: field, named: property.name) != nil
    }
    let answer = answer(property.key)
    let isLazy = field?.isLazyStorage == true
    return PropertyWiring(
      property, .declared, field, answer,
      isLazy
        ? .missing(.lazyProperty)
        : verdict(of: property.key, answer, isMarked: false, on: actors))
  }

  /// A property that is declared and marked.
  private func row(
    _ property: InjectableProperty, _ field: StoredField, _ mark: MarkedField,
    _ known: KnownMark?, _ actors: [Isolation]
  ) -> PropertyWiring {
    let answer = answer(property.key)
    let kind = kind(answer, mark, known)
    let verdict: Verdict =
      if kind == .setting {
        .uncertain(.mark)
      } else {
        departure(answer, kind, mark)
          ?? verdict(of: property.key, answer, isMarked: true, on: actors)
      }
    return PropertyWiring(
      property, kind == .marked ? .declared : kind, field, answer, verdict)
  }

  /// A marked property.
  private func row(
    _ mark: MarkedField, _ field: StoredField, _ known: KnownMark?, _ actors: [Isolation]
  ) -> PropertyWiring {
    let key = BindingKey(known.map(\.bindingName) ?? mark.name, mark.valueType)
    let answer = answer(key)
    let kind = kind(answer, mark, known)
    var verdict = verdict(of: key, answer, isMarked: true, on: actors)
    if kind == .setting {
      verdict = .uncertain(.mark)
    } else if known == nil {
      verdict = guess(verdict, of: key)
    } else {
      verdict = departure(answer, kind, mark) ?? verdict
    }
    return PropertyWiring(
      name: mark.name, ownerType: mark.ownerType, valueType: mark.valueType, kind: kind,
      location: nil, module: nil, isOptional: false, key: key, field: field.position,
      answer: answer, verdict: verdict)
  }

  /// The obstacle that a struct may have left the actor by the time that the binding is used.
  private func departure(
    _ answer: Answer, _ kind: InjectionPoint.Kind, _ mark: MarkedField
  ) -> Verdict? {
    guard mark.place.isInValue, let binding = answer.binding, binding.isolation.isBeyondCheck,
      kind == .intercepted || kind == .lazy && binding.isFactory
    else { return nil }
    return .missing(.mayLeave(binding.isolation))
  }

  /// What is certain if it is not known for which key a mark asks.
  ///
  /// Only that no binding at all fits the type.
  private func guess(_ verdict: Verdict, of key: BindingKey) -> Verdict {
    if case .missing(.notFound(let miss)) = verdict {
      let byType = answer(BindingKey(nil, key.type))
      if case .unknownType = byType.result, !mayComeFromAnyName(key) {
        return .missing(.notFound(miss))
      }
    }
    return .uncertain(.mark)
  }

  private func mayComeFromAnyName(_ key: BindingKey) -> Bool {
    let type = BindingKey(nil, key.type)
    return registry.bindings.all.contains { $0.fit(type) != nil }
  }

  /// A marked property whose mark cannot be reached.
  private func row(_ problem: Problem, _ field: StoredField, _ name: String) -> PropertyWiring {
    let type = TypeMetadata(field.fieldType).wrappedType ?? field.fieldType
    let key = BindingKey(name, type)
    return PropertyWiring(
      name: name, ownerType: field.ownerType, valueType: type, kind: .marked, location: nil,
      module: nil, isOptional: false, key: key, field: field.position, answer: answer(key),
      verdict: .missing(.property(problem)))
  }

  /// A stored property that a binding fits, and that is neither declared nor marked.
  private func row(
    undeclared name: String, _ type: Any.Type, _ binding: Binding, _ field: StoredField
  ) -> PropertyWiring {
    let key = BindingKey(name, type)
    return PropertyWiring(
      name: name, ownerType: field.ownerType, valueType: type, kind: .undeclared, location: nil,
      module: nil, isOptional: false, key: key, field: field.position, answer: answer(key),
      verdict: .missing(
        .property(binding.isAccessor ? .accessorWithoutMark : .undeclaredProperty)))
  }

  private func kind(
    _ answer: Answer, _ mark: MarkedField, _ known: KnownMark?
  ) -> InjectionPoint.Kind {
    if known?.isSetting == true || mark.makesAccessors { return .setting }
    if answer.binding?.isAccessor == true { return .intercepted }
    return known?.isLazy == true ? .lazy : .marked
  }
}

/// The request of a mark, as far as a check needs it.
struct KnownMark {
  /// The name that it asks for; nil for the type alone.
  let bindingName: String?
  let isLazy: Bool
  let isSetting: Bool
}

/// The marks of a type's properties that are known, by the properties' names.
typealias KnownMarks = [String: KnownMark]

extension PropertyWiring {
  fileprivate init(
    _ property: InjectableProperty, _ kind: InjectionPoint.Kind, _ field: StoredField?,
    _ answer: Wiring.Answer, _ verdict: Wiring.Verdict
  ) {
    self.init(
      name: property.name, ownerType: property.ownerType, valueType: property.valueType,
      kind: kind, location: property.location, module: property.module,
      isOptional: property.isOptional, key: property.key, field: field?.position,
      answer: answer, verdict: verdict)
  }
}
