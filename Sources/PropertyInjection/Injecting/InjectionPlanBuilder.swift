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
  ///   - mayBeEmpty: Whether nobody has asked for the injection: then it is no issue that there is
  ///     nothing to inject, until somebody does.
  ///   - subject: Gives what the variable holds to a walk.
  mutating func plan(
    for root: UnsafeMutableRawPointer, mayBeEmpty: Bool,
    subject: @escaping (UnsafeMutableRawPointer) -> Any
  ) -> InjectionPlan {
    var children: [PropertyReflection.Child] = []
    var refusal: Provided.Refusal?
    if !registry.contents.unreflected.contains(ObjectIdentifier(type)) {
      let reflection = PropertyReflection(
        of: subject(root), leavingOut: registry.contents.unreflected)
      children = reflection.children
      refusal = reflection.refusal
    }
    if let refusal { issues.append(InjectionIssue(reflecting: type, refusal)) }
    let storing = declarations(among: children)
    let names = Set(properties.map(\.name))
    var places: [String: (storage: any MarkedStorage, place: StoragePlace)] = [:]
    var wrapped: Set<String> = []
    var lazyNames: Set<String> = []
    var marked: [InjectionStep] = []
    for (index, child) in children.enumerated() {
      switch child.content {
      case .marked(let wrapper):
        let storage = wrapper.storageObject
        let place = StoragePlace(
          of: storage, Swift.type(of: wrapper), in: root, at: child.place, subject: subject)
        let declared = storing[index]
        if let declared, !storage.needsWrapper(declared, in: registry.bindings) {
          places[declared.name] = (storage, place)
        } else {
          if let declared { wrapped.insert(declared.name) }
          let property = InjectableProperty(child, storage, declaredAs: declared)
          marked.append(step(for: property, storage, at: place))
        }
      case .optional(let wrapped, let isNil) where !names.contains(child.name):
        audit(child, wrapped, isNil: isNil)
      case .lazyStorage:
        if let declared = storing[index] { lazyNames.insert(declared.name) }
      case .optional, .other:
        break
      }
    }
    let steps = properties.filter { !wrapped.contains($0.name) }.map { property in
      if lazyNames.contains(property.name) { return lazyStep(for: property) }
      guard let (storage, place) = places[property.name] else { return step(for: property) }
      return step(for: property.behind(storage.access(at: place)), at: place)
    }
    for step in steps {
      if case .none(.accessorWithoutMark, let issue) = step.source, let issue = issue(),
        step.shouldReportMiss()
      {
        issues.append(issue)
      }
    }
    let isEmpty = steps.isEmpty && marked.isEmpty && issues.isEmpty
    if isEmpty && !mayBeEmpty {
      var issue = InjectionIssue(.nothingDeclared)
      issue.ownerType = type
      issues.append(issue)
    }
    return InjectionPlan(
      type: type, hook: hook, isolations: isolations, steps: steps + marked,
      mustReportEmpty: isEmpty && mayBeEmpty, isForNow: refusal != nil)
  }

  /// The declared properties, by the child that stores them: at the level of the class that they were
  /// declared for, or the nearest above.
  private func declarations(
    among children: [PropertyReflection.Child]
  ) -> [Int: InjectableProperty] {
    let places = Dictionary(grouping: children.indices) { children[$0].name }
    var declarations: [Int: InjectableProperty] = [:]
    for property in properties {
      guard let own = places[property.name] else { continue }
      let levels = TypeHierarchy.levels(of: property.ownerType)
      let nearest = own.last { place in levels.contains { $0 == children[place].ownerType } }
      if let nearest { declarations[nearest] = property }
    }
    return declarations
  }

  /// A step that does not even ask whether the property is nil: that would run its initializer.
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
      .step(for: property, type, in: registry.bindings, at: place)
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
