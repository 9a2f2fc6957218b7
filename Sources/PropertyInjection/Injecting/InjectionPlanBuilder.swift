/// Makes the plan of a type, once, with an object of the type at hand.
struct InjectionPlanBuilder {
  private let registry: Registry
  private let type: Any.Type
  private let properties: [InjectableProperty]
  /// The actors that the type's properties were declared on, and those it is confined to.
  private let isolations: [Isolation]
  private let hook: InjectionHook?

  /// What was found that keeps nobody from injecting, for the call that is under way to report.
  private(set) var issues: [InjectionIssue] = []

  /// - Parameter levels: The type and its superclasses.
  init(_ registry: Registry, for type: Any.Type, levels: [Any.Type]) {
    self.registry = registry
    self.type = type
    properties = registry.declarations.properties(of: levels)
    hook = InjectionHook.of(type)
    let confinements = levels.compactMap {
      registry.contents.confinements[ObjectIdentifier($0)]
    }
    var isolations: [Isolation] = []
    for isolation in properties.map(\.isolation) + confinements
    where isolation != .none && !isolations.contains(isolation) {
      isolations.append(isolation)
    }
    self.isolations = isolations
  }

  /// A plan that only knows which actors the type belongs to and what its properties are called.
  ///
  /// No object is looked at.
  func outline() -> InjectionPlan {
    InjectionPlan(
      type: type, hook: hook, isolations: isolations,
      steps: properties.map {
        InjectionStep($0, .none(.isolation) { InjectionIssue(.wrongActor) })
      })
  }

  /// The whole plan.
  ///
  /// Walks the object unless its type is set apart from that.
  ///
  /// - Parameters:
  ///   - root: Points at the variable that holds the object.
  ///   - isOfProduct: Whether nobody has asked for the injection: then it is no issue that there is
  ///     nothing to inject, until somebody does.
  ///   - subject: Gives what the variable holds to a walk.
  mutating func plan(
    for root: UnsafeMutableRawPointer, isOfProduct: Bool,
    subject: @escaping (UnsafeMutableRawPointer) -> Any
  ) -> InjectionPlan {
    let children =
      registry.contents.unreflected.contains(ObjectIdentifier(type))
      ? []
      : PropertyReflection(of: subject(root), leavingOut: registry.contents.unreflected).children
    var declared = properties
    var lazyNames: Set<String> = []
    var marked: [InjectionStep] = []
    for child in children {
      let place = declared.firstIndex { $0.name == child.name }
      switch child.content {
      case .marked(let wrapper):
        let storage = wrapper.storageObject
        if let place, !storage.needsWrapper(declared[place], in: registry.bindings) { continue }
        let property = InjectableProperty(child, storage, declaredAs: place.map { declared[$0] })
        if let place { declared.remove(at: place) }
        let found = StoragePlace(of: storage, in: root, at: child.place, subject: subject)
        marked.append(step(for: property, storage, at: found))
      case .optional(let wrapped, let isNil) where place == nil:
        audit(child, wrapped, isNil: isNil)
      case .lazyStorage:
        lazyNames.insert(child.name)
      case .optional, .other:
        break
      }
    }
    let steps = declared.map { property in
      isLazy(property, lazyNames, among: children) ? lazyStep(for: property) : step(for: property)
    }
    for step in steps {
      if case .none(.accessorWithoutMark, let issue) = step.source, let issue = issue(),
        step.shouldReport()
      {
        issues.append(issue)
      }
    }
    let isEmpty = steps.isEmpty && marked.isEmpty && issues.isEmpty
    if isEmpty && !isOfProduct {
      var issue = InjectionIssue(.nothingDeclared)
      issue.ownerType = type
      issues.append(issue)
    }
    return InjectionPlan(
      type: type, hook: hook, isolations: isolations, steps: steps + marked,
      mustReportEmpty: isEmpty && isOfProduct)
  }

  /// Whether a declared property is a `lazy var`: what the object stores under its name, at the level
  /// of the class it was declared for or the nearest above.
  private func isLazy(
    _ property: InjectableProperty, _ lazyNames: Set<String>,
    among children: [PropertyReflection.Child]
  ) -> Bool {
    guard lazyNames.contains(property.name) else { return false }
    let levels = TypeHierarchy.levels(of: property.ownerType)
    let nearest = children.last { child in
      child.name == property.name && levels.contains { $0 == child.ownerType }
    }
    if case .lazyStorage? = nearest?.content { return true }
    return false
  }

  /// A step that does not even ask whether the property is nil: that would run its initializer.
  private func lazyStep(for property: InjectableProperty) -> InjectionStep {
    InjectionStep(
      property.neverRead, .none(.lazyProperty) { InjectionIssue(.lazyProperty, property: property) }
    )
  }

  private func step(for property: InjectableProperty) -> InjectionStep {
    func open<Value>(_ type: Value.Type) -> InjectionStep {
      .step(for: property, type, in: registry.bindings)
    }
    return _openExistential(property.valueType, do: open)
  }

  /// The step for a marked property, which is reached where it lies in each object.
  private func step(
    for property: InjectableProperty, _ storage: any MarkedStorage, at place: StoragePlace
  ) -> InjectionStep {
    var property = property
    property.access = storage.access(at: place)
    return storage.step(for: property, at: place, in: registry.bindings)
  }

  /// A nil property that nobody declared, though a binding fits it.
  ///
  /// Accessors do not fit it, whatever it holds.
  private mutating func audit(
    _ child: PropertyReflection.Child, _ type: Any.Type, isNil: Bool
  ) {
    func open<Value>(_ type: Value.Type) -> Binding? {
      guard case .found(let binding) = registry.bindings.lookUp(child.name, type) else {
        return nil
      }
      return binding
    }
    guard let binding = _openExistential(type, do: open) else { return }
    guard isNil || binding.provider.isAccessor else { return }
    var issue = InjectionIssue(
      binding.provider.isAccessor ? .accessorWithoutMark : .undeclaredProperty)
    issue.name = child.name
    issue.ownerType = child.ownerType
    issue.valueType = type
    issue.related = [RegistryEntry(binding: binding)]
    issues.append(issue)
  }
}
