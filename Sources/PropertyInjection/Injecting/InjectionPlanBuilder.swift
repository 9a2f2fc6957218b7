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

  init(_ registry: Registry, for type: Any.Type) {
    self.registry = registry
    self.type = type
    properties = registry.declarations.properties(of: type)
    hook = InjectionHook.of(type)
    let confinements = TypeHierarchy.levels(of: type).compactMap {
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
      declared: properties.map {
        InjectionStep($0, .none(.isolation) { InjectionIssue(.wrongActor) })
      },
      marked: [])
  }

  /// The whole plan.
  ///
  /// Walks the object unless its type is set apart from that.
  ///
  /// - Parameter isOfProduct: Whether nobody has asked for the injection: then it is no issue that
  ///   there is nothing to inject, until somebody does.
  mutating func plan(for subject: Any, isOfProduct: Bool) -> InjectionPlan {
    let children =
      registry.contents.unreflected.contains(ObjectIdentifier(type))
      ? [] : PropertyReflection(of: subject, leavingOut: registry.contents.unreflected).children
    let declaredNames = Set(properties.map(\.name))
    var lazyNames: Set<String> = []
    var marked: [(step: InjectionStep, place: PropertyReflection.Place)] = []
    for child in children {
      switch child.content {
      case .marked(let property) where !declaredNames.contains(child.name):
        let property = property.property(named: child.name, ownerType: child.ownerType)
        if type is AnyClass {
          marked.append((step(for: property), child.place))
        } else {
          issues.append(InjectionIssue(.markedPropertyOfValue, property: property))
        }
      case .optional(let wrapped, isNil: true) where !declaredNames.contains(child.name):
        audit(child, wrapped)
      case .lazyStorage:
        lazyNames.insert(child.name)
      case .marked, .optional, .other:
        break
      }
    }
    let declared = properties.map { property in
      isLazy(property, lazyNames, among: children) ? lazyStep(for: property) : step(for: property)
    }
    let isEmpty = properties.isEmpty && marked.isEmpty && issues.isEmpty
    if isEmpty && !isOfProduct {
      var issue = InjectionIssue(.nothingDeclared)
      issue.ownerType = type
      issues.append(issue)
    }
    return InjectionPlan(
      type: type, hook: hook, isolations: isolations, declared: declared, marked: marked,
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
    func open<Value>(_ type: Value.Type) -> InjectionStep { step(for: property, type) }
    return _openExistential(property.valueType, do: open)
  }

  private func step<Value>(for property: InjectableProperty, _ type: Value.Type) -> InjectionStep {
    switch registry.bindings.lookUp(property.bindingName, type) {
    case .found(let binding):
      let step = InjectionStep(
        property,
        .binding(binding) { call, step, root in
          let provided = call.injector.provide(type, from: binding, for: call) { value in
            _ = withUnsafePointer(to: value) { step.access(root, .store($0)) }
          }
          if case .value = provided { step.settle(binding, as: type) }
          return provided
        })
      step.settle(binding, as: type)
      return step
    case .nothing:
      return InjectionStep(property, .none(.boundToNothing) { nil })
    case let miss:
      let bindings = registry.bindings
      return InjectionStep(
        property,
        .none(miss.reason) {
          var issue = miss.issue(lookingFor: property.bindingName, type, in: bindings)
          issue.describe(property)
          return issue
        })
    }
  }

  /// A nil property that nobody declared, though a binding fits it.
  private mutating func audit(_ child: PropertyReflection.Child, _ type: Any.Type) {
    func open<Value>(_ type: Value.Type) -> Binding? {
      guard case .found(let binding) = registry.bindings.lookUp(child.name, type) else {
        return nil
      }
      return binding
    }
    guard let binding = _openExistential(type, do: open) else { return }
    var issue = InjectionIssue(.undeclaredProperty)
    issue.name = child.name
    issue.ownerType = child.ownerType
    issue.valueType = type
    issue.related = [InjectionIssue.Related(binding: binding)]
    issues.append(issue)
  }
}
