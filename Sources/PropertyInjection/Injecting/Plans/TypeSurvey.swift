/// The properties of a type that an injection considers, and what the type stores.
///
/// Learnt from the declarations and the type's metadata; no object is needed. Injections and checks
/// ask it alike, so that they agree.
struct TypeSurvey {
  let type: Any.Type
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

  /// - Parameter levels: The type and its superclasses, from the root class down.
  init(_ type: Any.Type, _ levels: [Any.Type], in registry: borrowing Registry) {
    self.type = type
    bindings = registry.bindings
    properties = registry.declarations.properties(of: levels)
    fields = StoredField.all(of: type, levels)
    let all = registry.contents.declaredTypes
    let ofTypes = all.isEmpty ? [] : levels.compactMap { all[TypeIdentity(type: $0)] }
    var actors: [Isolation] = []
    for isolation in properties.map(\.isolation) + ofTypes
    where isolation.actor != nil && !actors.contains(isolation) {
      actors.append(isolation)
    }
    self.actors = actors
    isDeclared = all[TypeIdentity(type: type)] != nil
  }

  /// The names of the declared and the marked properties, in order.
  var names: [String] {
    let marked = fields.compactMap { field -> String? in
      guard case .marked(let mark)? = finding(in: field),
        property(storedIn: field, named: mark.name) == nil
      else { return nil }
      return mark.name
    }
    return properties.map(\.name) + marked
  }

  var markedFields: [MarkedField] {
    fields.compactMap { if case .marked(let field)? = finding(in: $0) { field } else { nil } }
  }

  /// Whether no property is declared or marked.
  var isEmpty: Bool {
    properties.isEmpty
      && !fields.contains { if case .marked? = finding(in: $0) { true } else { false } }
  }

  /// What a stored property is to an injection, besides being declared.
  enum Finding {
    case marked(MarkedField)
    /// It is marked, but the mark cannot be reached.
    case unreachable(Problem, name: String)
    /// It is not declared, though a binding fits it.
    case undeclared(name: String, valueType: Any.Type, Binding)
  }

  /// What is found in a field; nil if it is declared or does not matter.
  func finding(in field: StoredField) -> Finding? {
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

  /// The names that a binding would have for a field, if it is neither declared nor marked.
  ///
  /// A `let` has none: it has its value from the initializer.
  func undeclaredNames(of field: StoredField) -> [String] {
    guard field.isVariable, !field.isLazyStorage else { return [] }
    let names = field.propertyNames
    return names.contains(where: isDeclared) ? [] : names
  }

  private func undeclared(_ field: StoredField) -> Finding? {
    for name in undeclaredNames(of: field) where bindings.has(name) {
      guard let type = TypeMetadata(field.fieldType).wrappedType,
        case .found(let binding) = bindings.lookUp(BindingKey(name, type))
      else { continue }
      return .undeclared(name: name, valueType: type, binding)
    }
    return nil
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
