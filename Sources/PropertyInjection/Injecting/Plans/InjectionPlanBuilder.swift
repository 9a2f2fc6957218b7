/// Makes the plan of a type, once.
///
/// The stored properties are learnt from the type's metadata. An object is read only for the
/// requests of its marked properties, and only if the injection is admitted.
struct InjectionPlanBuilder {
  private let injector: PropertyInjector
  let survey: TypeSurvey
  let admission: InjectionAdmission

  /// Issues that do not prevent the injection; the current call reports them.
  private(set) var issues: [InjectionIssue] = []

  /// - Parameter root: Points at the variable of the injected object; only a type is read from it.
  init(_ injector: PropertyInjector, for type: Any.Type, _ root: UnsafeMutableRawPointer) {
    self.injector = injector
    let shape = TypeShape.of(type, TypeHierarchy.levels(of: type, root))
    survey = TypeSurvey(shape, in: injector.registry)
    admission = InjectionAdmission(survey)
  }

  /// The plan.
  ///
  /// - Parameters:
  ///   - root: Points at the variable of the injected object.
  ///   - mayBeEmpty: Whether the program has not asked for the injection. Then an empty plan is no
  ///     issue, until the program injects an object of the type itself.
  mutating func plan(for root: UnsafeMutableRawPointer, mayBeEmpty: Bool) -> InjectionPlan {
    let marks = marks(in: root)
    let hasLazyVars = survey.fields.contains(where: \.isLazyStorage)
    var steps: [InjectionStep] = []
    steps.reserveCapacity(survey.properties.count + marks.count)
    for property in survey.properties {
      if let mark = marks.first(where: { $0.declared?.name == property.name }) {
        guard !mark.replacesDeclaration else { continue }
        let property = property.behind(mark.field.access)
        steps.append(step(for: property, at: mark.field.place))
      } else if hasLazyVars, survey.isLazyVar(property) {
        steps.append(lazyStep(for: property))
      } else {
        steps.append(step(for: property))
      }
    }
    reportAccessors(of: steps)
    for mark in marks where mark.replacesDeclaration { steps.append(step(for: mark)) }
    let isEmpty = steps.isEmpty && !survey.isDeclared && issues.isEmpty
    if isEmpty && !mayBeEmpty {
      issues.append(injector.registry.issueOfNothingDeclared(for: survey.type))
    }
    // The survey's names, without another look for the declarations of the marks.
    let names =
      survey.properties.map(\.name) + marks.filter { $0.declared == nil }.map(\.field.name)
    return InjectionPlan(
      admission, steps: steps, names: names,
      mustReportEmpty: isEmpty && mayBeEmpty, for: injector)
  }

  // MARK: Marks

  /// A marked property of the object at hand.
  ///
  /// An object, because of copies.
  private final class Mark {
    let field: MarkedField
    let request: MarkRequest
    /// The declaration of the same property.
    let declared: InjectableProperty?
    /// Whether it is reached through the wrapper; otherwise through the declaration.
    let replacesDeclaration: Bool

    init(
      _ field: MarkedField, _ request: MarkRequest, declared: InjectableProperty?,
      needsWrapper: (InjectableProperty, MarkRequest) -> Bool
    ) {
      self.field = field
      self.request = request
      self.declared = declared
      replacesDeclaration = declared.map { needsWrapper($0, request) } ?? true
    }
  }

  /// The marked properties; also notes the issues of stored properties that cannot be injected.
  private mutating func marks(in root: UnsafeMutableRawPointer) -> [Mark] {
    let requests = survey.shape.requests(in: root)
    var marks: [Mark] = []
    for (field, finding) in survey.findings {
      switch finding {
      case .marked(let marked):
        guard let request = requests[field.position] else { continue }
        marks.append(
          Mark(
            marked, request, declared: survey.property(storedIn: field, named: marked.name),
            needsWrapper: needsWrapper))
      case .unreachable(let name):
        issues.append(InjectionIssue(.hiddenMark, field: field, name, field.fieldType))
      case .undeclared(let name, let type, let binding):
        // The issue is about the type, because the property may not be read.
        issues.append(InjectionIssue(undeclared: field, name, type, binding))
      }
    }
    return marks
  }

  /// Whether the step must use the wrapper itself, though a key path is declared for the property.
  private func needsWrapper(_ property: InjectableProperty, _ request: MarkRequest) -> Bool {
    if request.isLazy || request.maker != nil { return true }
    guard case .success(let binding) = injector.registry.bindings.lookUp(property.key) else {
      return false
    }
    return binding.isAccessor
  }

  private mutating func reportAccessors(of steps: [InjectionStep]) {
    for step in steps {
      if case .none(.accessorWithoutMark, let issue) = step.source, let issue = issue(),
        step.shouldReportMiss()
      {
        issues.append(issue)
      }
    }
  }

  // MARK: Steps

  /// A step that does not read the property, because a read would run its initializer.
  private func lazyStep(for property: InjectableProperty) -> InjectionStep {
    InjectionStep(
      PropertyPoint(property.neverRead, .declared),
      .none(.lazyProperty) { InjectionIssue(.lazyProperty, property: property) }
    )
  }

  /// The step for a declared property, which may be a marked one as well.
  private func step(
    for property: InjectableProperty, at place: StoragePlace? = nil
  ) -> InjectionStep {
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(for: property, type, in: injector, at: place)
    }
    return _openExistential(property.valueType, do: open)
  }

  /// The step for a marked property, which is reached at its offset in each object.
  private func step(for mark: Mark) -> InjectionStep {
    let property = InjectableProperty(
      mark.field, mark.request, declaredAs: mark.declared)
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(
        for: property, type, markedAt: mark.field.place, mark.request, mark.field.source,
        in: injector)
    }
    return _openExistential(property.valueType, do: open)
  }
}
