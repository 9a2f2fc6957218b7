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

  /// The explanation of a type, or of its static properties if there are only those.
  private func explanation(ofType type: Any.Type) -> InjectionExplanation {
    let levels = TypeHierarchy.levels(of: type)
    let marks = knownMarks(of: type)
    var explanations = Explanations(type, levels, in: self, marks: marks)
    let instance = explanations.explanation(of: nil)
    var statics = Explanations(
      Swift.type(of: type), levels.map { Swift.type(of: $0) }, in: self, marks: [:])
    return InjectionExplanation(
      type: type, properties: instance.properties + statics.explanation(of: nil).properties)
  }

  private func explanation(
    of type: Any.Type, _ root: UnsafeMutableRawPointer, on isolation: Isolation
  ) -> InjectionExplanation {
    let levels = TypeHierarchy.levels(of: type)
    let survey = TypeSurvey(type, levels, in: registry)
    let admission = InjectionAdmission(
      type, survey.properties, confinements: survey.confinements)
    let isReadable =
      admission.issue(injectedOn: isolation, root, calling: .injecting) == nil
    var marks = knownMarks(of: type)
    if isReadable {
      for field in survey.markedFields {
        marks[field.name] = KnownMark(field.mark(in: root).request, of: field.name)
      }
    }
    var explanations = Explanations(type, levels, in: self, marks: marks)
    return explanations.explanation(of: isReadable ? root : nil)
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
