extension PropertyInjector {
  /// The explanation of an object, a value or a type.
  func explanation(of subject: Any, on isolation: Isolation) -> InjectionExplanation {
    guard let content = TypeMatching.flatten(subject) else {
      return InjectionExplanation(type: type(of: subject), properties: [])
    }
    if let type = content as? Any.Type { return explanation(ofType: type) }
    if type(of: content) is AnyClass {
      var object = content as AnyObject
      let type: Any.Type = type(of: object)
      return withUnsafeMutablePointer(to: &object) {
        explanation(of: type, UnsafeMutableRawPointer($0), on: isolation)
      }
    }
    func open<Content>(_ content: Content) -> InjectionExplanation {
      var content = content
      return withUnsafeMutablePointer(to: &content) {
        explanation(of: Content.self, UnsafeMutableRawPointer($0), on: isolation)
      }
    }
    return _openExistential(content, do: open)
  }

  /// The explanation of a type: what its objects have, then its static properties.
  private func explanation(ofType type: Any.Type) -> InjectionExplanation {
    let levels = TypeHierarchy.levels(of: type)
    let statics = levels.map { Swift.type(of: $0) as Any.Type }
    return InjectionExplanation(
      type: type,
      properties: properties(
        TypeSurvey(type, levels, in: registry), knownMarks(of: type), of: nil)
        + properties(TypeSurvey(Swift.type(of: type), statics, in: registry), [:], of: nil))
  }

  private func explanation(
    of type: Any.Type, _ root: UnsafeMutableRawPointer, on isolation: Isolation
  ) -> InjectionExplanation {
    let survey = TypeSurvey(type, TypeHierarchy.levels(of: type), in: registry)
    let isReadable =
      InjectionAdmission(survey).issue(injectedOn: isolation, root, calling: .injecting) == nil
    var marks = knownMarks(of: type)
    if isReadable {
      for field in survey.markedFields {
        marks[field.name] = KnownMark(field.mark(in: root).request, of: field.name)
      }
    }
    return InjectionExplanation(
      type: type, properties: properties(survey, marks, of: isReadable ? root : nil))
  }

  /// The rows of a type.
  ///
  /// - Parameter root: Points at the variable of an object that may be read here.
  private func properties(
    _ survey: TypeSurvey, _ marks: KnownMarks, of root: UnsafeMutableRawPointer?
  ) -> [InjectionExplanation.Property] {
    var explainer = Explainer(registry.bindings)
    return Wiring(self).properties(of: survey, marks: marks).map { row in
      let state = root.map { survey.state(of: row, in: $0) } ?? .notRead
      return InjectionExplanation.Property(row, state, explainer.finding(for: row)?.issue)
    }
  }

  /// The marks of a type's properties, if an object of it has been injected.
  func knownMarks(of type: Any.Type) -> KnownMarks {
    guard let plan = plans.entry(for: TypeKey(type: type)) else { return [:] }
    return plan._withUnsafeGuaranteedRef { plan in
      var marks: KnownMarks = [:]
      for step in (0..<plan.count).map(plan.step(at:)) where step.storage != nil {
        marks[step.property.name] = KnownMark(
          bindingName: step.property.key.name, isLazy: step.kind == .lazy,
          isSetting: step.kind == .setting)
      }
      return marks
    }
  }
}

extension KnownMark {
  init(_ request: MarkRequest, of name: String) {
    bindingName = request.bindingName(of: name)
    isLazy = request.isLazy
    isSetting = request.maker != nil
  }
}

extension InjectionExplanation.Property {
  fileprivate init(
    _ row: PropertyWiring, _ state: InjectionExplanation.State, _ issue: InjectionIssue?
  ) {
    let binding = row.answer.binding
    self.init(
      name: row.name, declaringType: row.ownerType, valueType: row.valueType, kind: row.kind,
      location: row.location, state: state, outcome: InjectionExplanation.Outcome(row.verdict),
      binding: binding.map(RegistryEntry.init(binding:)),
      aliases: row.answer.aliases.map(RegistryEntry.init(binding:)),
      scope: binding.flatMap(\.scopeName), layer: binding.map { max(0, $0.layer) }, issue: issue)
  }
}

extension InjectionExplanation.Outcome {
  fileprivate init(_ verdict: Wiring.Verdict) {
    self =
      switch verdict {
      case .filled: .filled
      case .nothing, .missing: .staysNil
      case .uncertain: .unverified
      }
  }
}

extension TypeSurvey {
  /// Whether a property is nil, without calling code of the program.
  ///
  /// A mark is read, and the storage of a declared property; nothing else. What cannot be told to be
  /// one of them is not read.
  ///
  /// - Parameter root: Points at the variable that holds the object, or at the value.
  fileprivate func state(
    of row: PropertyWiring, in root: UnsafeMutableRawPointer
  ) -> InjectionExplanation.State {
    if let field = row.field, case .marked(let mark)? = finding(in: fields[field]) {
      return mark.slot(in: root).isFree ? .isNil : .isSet
    }
    guard row.kind == .declared, let field = storage(of: row) else { return .notRead }
    let place = StoragePlace(inObject: type is AnyClass, offset: field.offset)
    // Nothing is copied.
    return ValueWitnesses(row.valueType).isNil(place.address(in: root)) ? .isNil : .isSet
  }

  /// The field of a declared property; nil if that cannot be told to be its own.
  ///
  /// A computed property may keep its value in a field of nearly the same name, or of the same name
  /// in a superclass, and a subclass may override a stored one: behind a lock, perhaps.
  private func storage(of row: PropertyWiring) -> StoredField? {
    guard row.ownerType == type,
      let field = fields.first(where: { $0.ownerType == type && $0.isLabelled(row.name) }),
      field.isStrong, TypeMetadata(field.fieldType).wrappedType == row.valueType
    else { return nil }
    let offset = properties.first { $0.name == row.name }?.offset
    return offset == nil || offset == field.offset ? field : nil
  }
}
