/// The properties of a type that an injection considers, and what the type stores.
///
/// Learnt from the declarations and the type's metadata; no object is needed. Injections and checks
/// ask it alike, so that they agree. Used by one thread.
final class TypeSurvey {
  let type: Any.Type
  /// The type and its superclasses, from the root class down.
  let levels: [Any.Type]
  /// The declared properties, superclasses' first.
  let properties: [InjectableProperty]
  /// The stored properties, superclasses' first.
  let fields: [StoredField]
  /// The actors of the declared properties, and those that the type is confined to.
  ///
  /// An injection has to run on all of them.
  let actors: [Isolation]
  /// Whether the type is declared as a whole, so that it may have nothing to fill.
  let isDeclared: Bool
  private let bindings: BindingTable

  /// - Parameter levels: The type and its superclasses, if it is not the type itself that tells them.
  init(_ type: Any.Type, _ levels: [Any.Type]? = nil, in registry: borrowing Registry) {
    self.type = type
    let levels = levels ?? TypeHierarchy.levels(of: type)
    self.levels = levels
    bindings = registry.bindings
    let declarations = registry.contents.declarations
    properties = declarations.properties(of: levels)
    fields = StoredField.all(of: type, levels)
    let ofTypes = levels.compactMap { declarations.isolation(of: $0) }
    var actors: [Isolation] = []
    for isolation in properties.map(\.isolation) + ofTypes
    where isolation.actor != nil && !actors.contains(isolation) {
      actors.append(isolation)
    }
    self.actors = actors
    isDeclared = declarations.isolation(of: type) != nil
  }

  /// The names of the declared and the marked properties, in order.
  var names: [String] {
    let marked = findings.compactMap { field, finding -> String? in
      guard case .marked(let mark) = finding, property(storedIn: field, named: mark.name) == nil
      else { return nil }
      return mark.name
    }
    return properties.map(\.name) + marked
  }

  var markedFields: [MarkedField] {
    findings.compactMap { if case .marked(let mark) = $0.finding { mark } else { nil } }
  }

  /// Whether no property is declared or marked.
  var isEmpty: Bool {
    // Not by the marked fields, which would be copied.
    properties.isEmpty
      && !findings.contains { if case .marked = $0.finding { true } else { false } }
  }

  /// The classification of a stored property that is not declared, or is marked as well.
  enum Finding {
    case marked(MarkedField)
    /// It is marked, but the mark cannot be reached.
    case unreachable(Problem, name: String)
    /// It is not declared, though a binding fits it.
    case undeclared(name: String, valueType: Any.Type, Binding)
    /// No binding has a name that would fit it.
    case unbound(names: [String])
  }

  /// The findings in the fields, in order; fields that are declared, or do not matter, have none.
  ///
  /// Learnt once, and only if needed: the runtime builds the types of wrappers from their names.
  private(set) lazy var findings: [(field: StoredField, finding: Finding)] = {
    var findings: [(field: StoredField, finding: Finding)] = []
    findings.reserveCapacity(fields.count)
    for field in fields {
      if let finding = finding(in: field) { findings.append((field, finding)) }
    }
    return findings
  }()

  private func finding(in field: StoredField) -> Finding? {
    if field.isLazyStorage { return nil }
    return switch MarkedField.find(field, inObject: type is AnyClass) {
    case .marked(let marked): .marked(marked)
    case .unreachable(let problem): unreachable(problem, field)
    case nil: undeclared(field)
    }
  }

  private func unreachable(_ problem: Problem, _ field: StoredField) -> Finding? {
    guard let name = field.propertyNames.last, !isDeclared(name) else { return nil }
    return .unreachable(problem, name: name)
  }

  /// A `let` does not matter: it has its value from the initializer.
  private func undeclared(_ field: StoredField) -> Finding? {
    guard field.isVariable else { return nil }
    let names = field.propertyNames
    guard !names.contains(where: isDeclared) else { return nil }
    for name in names where bindings.has(name) {
      guard let type = TypeMetadata(field.fieldType).wrappedType,
        case .found(let binding) = bindings.lookUp(BindingKey(name, type))
      else { continue }
      return .undeclared(name: name, valueType: type, binding)
    }
    return .unbound(names: names)
  }

  private func isDeclared(_ name: String) -> Bool { properties.contains { $0.name == name } }

  /// The declared property that is stored in a field; nil if there is none.
  ///
  /// The field belongs to the class that the property was declared for, or to the nearest
  /// superclass that has such a field.
  func property(storedIn field: StoredField, named name: String) -> InjectableProperty? {
    guard let property = properties.first(where: { $0.name == name }) else { return nil }
    let levels = TypeHierarchy.levels(of: property.ownerType)
    let nearest = fields.last { other in
      other.mayStore(name) && levels.contains { $0 == other.ownerType }
    }
    return nearest?.position == field.position ? property : nil
  }

  /// Whether a declared property is a `lazy var`.
  func isLazyVar(_ property: InjectableProperty) -> Bool {
    fields.contains { field in
      field.isLazyStorage && field.mayStore(property.name)
        && self.property(storedIn: field, named: property.name) != nil
    }
  }
}

extension InjectionIssue {
  /// The issue of a stored property that is neither declared nor marked as it should be.
  init(_ problem: Problem, field: StoredField, _ name: String, _ type: Any.Type? = nil) {
    self.init(problem)
    self.name = name
    ownerType = field.ownerType
    valueType = type
  }

  /// The issue about a stored property that is not declared, though a binding fits it.
  init(undeclared field: StoredField, _ name: String, _ type: Any.Type, _ binding: Binding) {
    self.init(
      binding.isAccessor ? .accessorWithoutMark : .undeclaredProperty, field: field, name, type)
    related = [RegistryEntry(binding: binding)]
  }
}

/// The stored properties of a type that have the names of properties declared for it.
///
/// A key path does not tell the name of the property that it leads to. That of a struct tells an
/// offset. That of a class shows it with the first object of the type: what was stored through the
/// key path lies in the field of that name, or elsewhere. Only fields that share their type with
/// another field are looked at: the types of fields are costly to learn.
final class DeclaredFields {
  private let isOfClass: Bool
  /// All stored properties of the type.
  private let stored: [StoredField]
  private let fields: [String: StoredField]

  /// The fields to look at; nil if there are none.
  ///
  /// A property of a superclass is left out: a subclass may override it.
  init?(of survey: TypeSurvey) {
    isOfClass = survey.type is AnyClass
    stored = survey.fields
    var fields: [String: StoredField] = [:]
    for property in survey.properties where property.ownerType == survey.type {
      guard let field = survey.fields.last(where: { $0.isLabelled(property.name) }),
        field.ownerType == survey.type, Self.hasTwin(field, in: survey), field.isStrong,
        TypeMetadata(field.fieldType).wrappedType == property.valueType
      else { continue }
      fields[property.name] = field
    }
    if fields.isEmpty { return nil }
    self.fields = fields
  }

  private static func hasTwin(_ field: StoredField, in survey: TypeSurvey) -> Bool {
    survey.fields.contains { $0.position != field.position && $0.surelyHasType(of: field) }
  }

  /// Whether the field of a step's name has a value; nil if it is not looked at.
  func isSet(_ step: InjectionStep, in root: UnsafeMutableRawPointer) -> Bool? {
    guard step.point.kind == .declared, let field = fields[step.property.name] else { return nil }
    return !ValueWitnesses(step.property.valueType).isNil(address(of: field, in: root))
  }

  /// The issue of a step that has just filled its property; nil if the value has gone into the field of its
  /// name.
  ///
  /// - Parameter wasSet: Whether that field had a value before.
  func issue(
    after step: InjectionStep, _ root: UnsafeMutableRawPointer, wasSet: Bool
  ) -> InjectionIssue? {
    guard let field = fields[step.property.name], let isSet = isSet(step, in: root),
      wasSet || !isSet
    else { return nil }
    let others = stored.filter { other in
      other.position != field.position && other.surelyHasType(of: field)
    }
    return InjectionIssue(
      .misdirectedKeyPath(to: others.map(\.label)), property: step.property)
  }

  /// The issues of the properties of a struct whose key paths lead elsewhere, found without a value.
  static func issues(of survey: TypeSurvey) -> [InjectionIssue] {
    // None for a class.
    guard survey.properties.contains(where: { $0.offset != nil }) else { return [] }
    let fields = DeclaredFields(of: survey)?.fields ?? [:]
    return survey.properties.compactMap { property in
      guard let offset = property.offset, let field = fields[property.name],
        field.offset != offset
      else { return nil }
      let others = survey.fields.filter { $0.offset == offset && $0.surelyHasType(of: field) }
      return InjectionIssue(.misdirectedKeyPath(to: others.map(\.label)), property: property)
    }
  }

  private func address(
    of field: StoredField, in root: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    StoragePlace(isInObject: isOfClass, offset: field.offset).address(in: root)
  }
}
