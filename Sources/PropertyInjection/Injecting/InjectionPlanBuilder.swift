/// Makes the plan of a type, once.
///
/// The stored properties are learnt from the type's metadata. An object is read only for the
/// requests of its marked properties, and only if the injection is admitted.
struct InjectionPlanBuilder {
  private let injector: PropertyInjector
  private let type: Any.Type
  private let properties: [InjectableProperty]
  private let fields: [StoredField]
  let admission: InjectionAdmission

  /// Issues that do not prevent the injection; the current call reports them.
  private(set) var issues: [InjectionIssue] = []

  /// - Parameter root: Points at the variable of the injected object; only a type is read from it.
  init(_ injector: PropertyInjector, for type: Any.Type, _ root: UnsafeMutableRawPointer) {
    self.injector = injector
    self.type = type
    let levels = TypeHierarchy.levels(of: type, root)
    properties = injector.registry.declarations.properties(of: levels)
    fields = StoredField.all(of: type, levels)
    let confinements = injector.registry.contents.confinements
    admission = InjectionAdmission(
      type, properties,
      confinements: confinements.isEmpty
        ? [] : levels.compactMap { confinements[ObjectIdentifier($0)] })
  }

  /// The names of the declared and the marked properties, in order.
  var names: [String] {
    let declared = properties.map(\.name)
    let marked = markedFields.map(\.name).filter { !declared.contains($0) }
    return declared + marked
  }

  private var markedFields: [MarkedField] {
    fields.compactMap {
      if case .marked(let field)? = MarkedField.find($0, inObject: isClass) { field } else { nil }
    }
  }

  private var isClass: Bool { type is AnyClass }

  private var bindings: BindingTable { injector.registry.bindings }

  /// The plan.
  ///
  /// - Parameters:
  ///   - root: Points at the variable of the injected object.
  ///   - mayBeEmpty: Whether the program has not asked for the injection. Then an empty plan is no
  ///     issue, until the program injects an object of the type itself.
  mutating func plan(for root: UnsafeMutableRawPointer, mayBeEmpty: Bool) -> InjectionPlan {
    let marks = marks(in: root)
    var steps: [InjectionStep] = []
    for property in properties {
      if let mark = marks.first(where: { $0.declared?.name == property.name }) {
        guard !mark.replacesDeclaration else { continue }
        let property = property.behind(mark.slot.access(at: mark.field.place))
        steps.append(step(for: property, at: mark.field.place))
      } else if isLazyVar(property) {
        steps.append(lazyStep(for: property))
      } else {
        steps.append(step(for: property))
      }
    }
    reportAccessors(of: steps)
    steps += marks.filter(\.replacesDeclaration).map(step(for:))
    let isEmpty = steps.isEmpty && issues.isEmpty
    if isEmpty && !mayBeEmpty {
      var issue = InjectionIssue(.nothingDeclared)
      issue.ownerType = type
      issues.append(issue)
    }
    return InjectionPlan(
      admission, steps: steps, mustReportEmpty: isEmpty && mayBeEmpty,
      needsRequest: injector.registry.contents.hasGraphs)
  }

  // MARK: What the type stores

  /// A marked property of the object at hand.
  private struct Mark {
    let field: MarkedField
    let slot: any AnyMarkedSlot
    let request: MarkRequest
    /// The declaration of the same property.
    let declared: InjectableProperty?
    /// Whether it is reached through the wrapper; otherwise through the declaration.
    let replacesDeclaration: Bool
  }

  /// The marked properties; also reports stored properties that cannot be injected.
  private mutating func marks(in root: UnsafeMutableRawPointer) -> [Mark] {
    var marks: [Mark] = []
    for field in fields where !field.isLazyStorage {
      let finding = MarkedField.find(field, inObject: isClass)
      switch finding {
      case .marked(let marked):
        marks.append(mark(marked, field, root))
      case .hidden:
        report(.hiddenMark, field)
      case .ofAnotherCopy:
        report(.linkedTwice, field)
      case nil:
        audit(field)
      }
    }
    return marks
  }

  private func mark(
    _ marked: MarkedField, _ field: StoredField, _ root: UnsafeMutableRawPointer
  ) -> Mark {
    let (slot, request) = marked.mark(in: root)
    let declared = property(storedIn: field, named: marked.name)
    return Mark(
      field: marked, slot: slot, request: request, declared: declared,
      replacesDeclaration: declared.map { needsWrapper($0, request) } ?? true)
  }

  /// Whether the step must use the wrapper itself, though a key path is declared for the property.
  private func needsWrapper(_ property: InjectableProperty, _ request: MarkRequest) -> Bool {
    if request.isLazy || request.maker != nil { return true }
    guard case .found(let binding) = bindings.lookUp(property.key) else { return false }
    return binding.isAccessor
  }

  /// The declared property that is stored in a field; nil if there is none.
  ///
  /// The field belongs to the class that the property was declared for, or to the nearest
  /// superclass that has such a field.
  private func property(storedIn field: StoredField, named name: String) -> InjectableProperty? {
    guard let property = properties.first(where: { $0.name == name }) else { return nil }
    let levels = TypeHierarchy.levels(of: property.ownerType)
    let nearest = fields.last { other in
      other.propertyNames.contains(name) && levels.contains { $0 == other.ownerType }
    }
    return nearest?.position == field.position ? property : nil
  }

  /// Whether a declared property is a `lazy var`.
  private func isLazyVar(_ property: InjectableProperty) -> Bool {
    fields.contains { field in
      field.isLazyStorage && field.propertyNames.contains(property.name)
        && self.property(storedIn: field, named: property.name) != nil
    }
  }

  /// Reports a stored property that is not declared, though a binding fits it.
  ///
  /// The issue is about the type, because the property may not be read. A `let` is left out: it has
  /// its value from the initializer.
  private mutating func audit(_ field: StoredField) {
    let names = field.propertyNames
    guard field.isVariable, !names.contains(where: isDeclared) else { return }
    for name in names where !bindings[name].isEmpty {
      guard let type = TypeMetadata(field.fieldType).wrappedType,
        case .found(let binding) = bindings.lookUp(BindingKey(name, type))
      else { continue }
      var issue = InjectionIssue(
        binding.isAccessor ? .accessorWithoutMark : .undeclaredProperty)
      issue.name = name
      issue.ownerType = field.ownerType
      issue.valueType = type
      issue.related = [RegistryEntry(binding: binding)]
      issues.append(issue)
      return
    }
  }

  private func isDeclared(_ name: String) -> Bool { properties.contains { $0.name == name } }

  private mutating func report(_ problem: Problem, _ field: StoredField) {
    guard let name = field.propertyNames.last, !isDeclared(name) else { return }
    var issue = InjectionIssue(problem)
    issue.name = name
    issue.ownerType = field.ownerType
    issues.append(issue)
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
      property.neverRead, .none(.lazyProperty) { InjectionIssue(.lazyProperty, property: property) }
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
      mark.field, mark.slot, mark.request, declaredAs: mark.declared)
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(for: property, type, markedAt: mark.field.place, mark.request, in: injector)
    }
    return _openExistential(property.valueType, do: open)
  }
}
