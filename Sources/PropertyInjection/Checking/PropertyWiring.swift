/// One property of a type, and what is certain about its value.
struct PropertyWiring: DescribedProperty {
  let name: String
  /// The type that declares it.
  let ownerType: Any.Type
  /// The type of the property, without the optional.
  let valueType: Any.Type
  let kind: InjectionPoint.Kind
  let location: CodeLocation?
  let module: ModuleTag?
  let isOptional: Bool
  /// The key that is looked up; of a marked property an assumed one, if its mark is not known.
  let key: BindingKey
  /// The position of its field among the stored properties; nil if it is not known.
  let field: Int?
  let answer: Wiring.Answer
  let verdict: Wiring.Verdict

  /// Whether nothing is wrong if it stays nil: no binding is found for an optional property, as an injection takes
  /// it, too.
  var mayStayNil: Bool {
    isOptional && answer.binding == nil && answer.miss?.isPlaceholder != true
  }

  /// - Parameter property: Its declaration; nil for one that is not declared.
  fileprivate init(
    _ name: String, _ valueType: Any.Type, of ownerType: Any.Type, _ kind: InjectionPoint.Kind,
    declaredAs property: InjectableProperty? = nil, isOptional: Bool = false,
    key: BindingKey? = nil, _ field: StoredField?, _ answer: Wiring.Answer,
    _ verdict: Wiring.Verdict
  ) {
    self.name = name
    self.ownerType = ownerType
    self.valueType = valueType
    self.kind = kind
    location = property?.location
    module = property?.module
    self.isOptional = isOptional
    self.key = key ?? BindingKey(name, valueType)
    self.field = field?.position
    self.answer = answer
    self.verdict = verdict
  }

  fileprivate init(
    _ property: InjectableProperty, _ kind: InjectionPoint.Kind, _ field: StoredField?,
    _ answer: Wiring.Answer, _ verdict: Wiring.Verdict
  ) {
    self.init(
      property.name, property.valueType, of: property.ownerType, kind, declaredAs: property,
      isOptional: property.isOptional, key: property.key, field, answer, verdict)
  }
}

extension Wiring {
  /// The properties of a type, declared ones first; superclasses' first.
  ///
  /// - Parameter marks: The marks of the type's properties, as far as they are known.
  func properties(of survey: TypeSurvey, marks: KnownMarks) -> [PropertyWiring] {
    var rows: [PropertyWiring] = []
    var others: [PropertyWiring] = []
    for (field, finding) in survey.findings {
      switch finding {
      case .marked(let mark):
        let property = survey.property(storedIn: field, named: mark.name)
        let row = row(mark, field, declaredAs: property, marks[mark.place], survey.actors)
        if property == nil { others.append(row) } else { rows.append(row) }
      case .unreachable(let problem, let name):
        let type = TypeMetadata(field.fieldType).wrappedType ?? field.fieldType
        others.append(row(name, type, .marked, field, problem))
      case .undeclared(let name, let type, let binding):
        let problem = binding.isAccessor ? Problem.accessorWithoutMark : .undeclaredProperty
        others.append(row(name, type, .undeclared, field, problem))
      case .unbound: break
      }
    }
    let declared = survey.properties.map { property in
      rows.first { $0.name == property.name } ?? row(property, in: survey)
    }
    return declared + others
  }

  private func row(_ property: InjectableProperty, in survey: TypeSurvey) -> PropertyWiring {
    let field = survey.fields.first { field in
      field.mayStore(property.name)
        && survey.property(storedIn: field, named: property.name) != nil
    }
    let answer = answer(property.key)
    return PropertyWiring(
      property, .declared, field, answer,
      field?.isLazyStorage == true
        ? .mistake(.lazyProperty, .error)
        : verdict(of: property.key, answer, isMarked: false, on: survey.actors))
  }

  /// A stored property that is left alone.
  private func row(
    _ name: String, _ type: Any.Type, _ kind: InjectionPoint.Kind, _ field: StoredField,
    _ problem: Problem
  ) -> PropertyWiring {
    PropertyWiring(
      name, type, of: field.ownerType, kind, field, answer(BindingKey(name, type)),
      .mistake(problem, .warning))
  }

  /// A marked property, which may be declared as well.
  private func row(
    _ mark: MarkedField, _ field: StoredField, declaredAs property: InjectableProperty?,
    _ known: KnownMark?, _ actors: [Isolation]
  ) -> PropertyWiring {
    if let source = mark.source { return row(mark, source, property, field, actors) }
    let key =
      property?.key ?? BindingKey(known.map(\.bindingName) ?? mark.name, mark.valueType)
    let answer = answer(key)
    let kind = InjectionPoint.Kind(
      ofMarked: answer.binding, isLazy: known?.isLazy == true, isDeclared: property != nil)
    var verdict = verdict(of: key, answer, isMarked: true, on: actors)
    if property == nil, known == nil {
      verdict = guess(verdict, of: key)
    } else {
      verdict = departure(answer, kind, mark) ?? verdict
    }
    return property.map { PropertyWiring($0, kind, field, answer, verdict) }
      ?? PropertyWiring(
        mark.name, mark.valueType, of: field.ownerType, kind, key: key, field, answer, verdict)
  }

  /// A property whose wrapper makes its accessors.
  private func row(
    _ mark: MarkedField, _ source: AccessorSource, _ property: InjectableProperty?,
    _ field: StoredField, _ actors: [Isolation]
  ) -> PropertyWiring {
    let key = BindingKey(nil, source.type)
    let answer = answer(key)
    let verdict =
      if case .unknownType? = answer.miss {
        Verdict.mistake(source.problem, .warning)
      } else {
        departure(answer, .setting, mark) ?? verdict(of: key, answer, isMarked: false, on: actors)
      }
    return PropertyWiring(
      mark.name, mark.valueType, of: field.ownerType, .setting, declaredAs: property, key: key,
      field, answer, verdict)
  }

  /// The verdict on a property of a struct whose binding would be used after the injection, where the
  /// struct may have left the binding's actor; nil if that cannot be.
  private func departure(
    _ answer: Answer, _ kind: InjectionPoint.Kind, _ mark: MarkedField
  ) -> Verdict? {
    guard mark.place.isInValue, let binding = answer.binding, binding.isolation.isBeyondCheck,
      kind == .intercepted || kind == .setting || kind == .lazy && binding.isFactory
    else { return nil }
    return .failed(.mayLeaveActor)
  }

  /// What is known of a mark of which no object has been seen: a key is missing for certain only if nothing of the
  /// property's type is registered.
  private func guess(_ verdict: Verdict, of key: BindingKey) -> Verdict {
    if case .failed = verdict, answer(key).binding == nil {
      if case .unknownType? = answer(BindingKey(nil, key.type)).miss, !mayComeFromAnyName(key) {
        return verdict
      }
    }
    return .uncertain(.mark)
  }

  /// Whether a binding of any name fits the type of a key, or it is the type of a collection of all values.
  private func mayComeFromAnyName(_ key: BindingKey) -> Bool {
    let type = BindingKey(nil, key.type)
    return BindingTable.unregistered(BindingKey(BindingKey.nameOfAll, key.type)) != nil
      || registry.bindings.all.contains { $0.fit(type) != nil }
  }
}

/// The request of a mark, as far as a check needs it.
struct KnownMark {
  /// The name that it asks for; nil for the type alone.
  let bindingName: String?
  let isLazy: Bool
}

/// What is known of the marks of a type, by their places: a superclass may have a private property of the same name.
typealias KnownMarks = [StoragePlace: KnownMark]
