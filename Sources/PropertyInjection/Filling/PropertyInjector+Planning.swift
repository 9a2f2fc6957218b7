// How an injector gets the plan of a type.
extension PropertyInjector {
  /// The plan of a type; throws the result of a call that may not inject the object, which is not read then.
  @inline(never)
  func plan(
    of type: Any.Type, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) throws(InjectionResult) -> Unmanaged<InjectionPlan> {
    if let known = plans.entry(for: ObjectIdentifier(type)) { return known }
    // Only a type is read from the variable.
    let survey = TypeSurvey(.of(type, TypeHierarchy.levels(of: type, root)), in: registry)
    if let refusal = call.refusal(by: survey, root) { throw refusal }
    guard role != .unconfigured else {
      call.reportNotConfigured()
      leaveLazyProperties(of: survey, root, call)
      throw InjectionResult(refusing: survey.names, for: .notConfigured)
    }
    var issues: [InjectionIssue] = []
    let steps = steps(of: survey, root, &issues)
    let plan = plans.insert(
      InjectionPlan(
        survey, steps: steps,
        mustReportEmpty: steps.isEmpty && !survey.isDeclared && issues.isEmpty, for: self))
    for issue in issues { call.report(issue) }
    return plan
  }

  /// Leaves the lazy properties of an object to their first read, when the shared injector may be configured.
  private func leaveLazyProperties(
    of survey: TypeSurvey, _ root: UnsafeMutableRawPointer, _ call: borrowing InjectionCall
  ) {
    for field in survey.markedFields where field.wrapper == nil {
      let mark = field.mark(in: root)
      guard mark.request.isLazy, field.access(root, .probe) == .isNil else { continue }
      let point = PropertyPoint(InjectableProperty(field, mark), .lazy, at: field.place)
      point.objectType = survey.type
      let source = LazySource(point, self, call.origin(at: field.place))
      func wait<Value>(_: Value.Type) {
        MarkedSlot<Value>(field.place.address(in: root)).intercept(with: LazyGate(source))
      }
      _openExistential(field.valueType, do: wait)
    }
  }

  /// The steps of a type: the declared properties, then the marked ones.
  ///
  /// The stored properties are learnt from the type's metadata; an object is read only for the requests of its marks.
  ///
  /// - Parameter issues: Gets the issues of stored properties that cannot be injected.
  private func steps(
    of survey: TypeSurvey, _ root: UnsafeMutableRawPointer, _ issues: inout [InjectionIssue]
  ) -> [InjectionStep] {
    let hasLazyVars = survey.fields.contains(where: \.isLazyStorage)
    var steps = survey.properties.map { property in
      // A lazy var is not read, because a read would run its initializer.
      hasLazyVars && survey.isLazyVar(property)
        ? InjectionStep(
          PropertyPoint(property, .declared), nil, failure: Failure(.lazyProperty),
          access: { _, _ in .isNil })
        : .step(for: property, in: self, isLazy: false)
    }
    let marks = survey.shape.marks(in: root)
    for (field, finding) in survey.findings {
      switch finding {
      case .marked(let marked):
        guard let mark = marks[field.position] else { continue }
        steps.append(
          .step(
            for: InjectableProperty(marked, mark), in: self, at: marked.place,
            isLazy: mark.request.isLazy, asking: marked.wrapper))
      case .leftAlone(let name, let type, let kind, let binding):
        issues.append(issue(kind, leaving: BindingKey(name, type), of: field.ownerType, binding))
      }
    }
    return steps
  }

  /// The issue is about the type, because the property may not be read.
  @inline(never)  // Nearly no plan needs it.
  private func issue(
    _ kind: InjectionIssue.Kind, leaving key: BindingKey, of owner: Any.Type, _ binding: Binding?
  ) -> InjectionIssue {
    var issue = InjectionIssue(kind)
    issue.key = key
    issue.ownerType = owner
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    return issue
  }
}
