/// The properties of a type that an injection considers, by the declarations of a registry and the type's shape.
///
/// No object is needed. Injections and checks ask it alike, so that they agree. A derived injector that declares nothing
/// shares those of its parent.
package final class TypeSurvey {
  package let shape: TypeShape
  /// The declared properties, superclasses' first.
  package let properties: [InjectableProperty]
  /// The actors of the declared properties, and those that the type is confined to.
  ///
  /// An injection has to run on all of them.
  package let actors: [Isolation]
  /// Whether the type, or a sample of it, is declared, so that it may have nothing to fill.
  let isDeclared: Bool
  /// Whether the type says itself what is filled.
  private let isWhole: Bool
  /// The stored properties that are not declared.
  private var undeclared: [StoredField] = []

  package convenience init(_ type: Any.Type, in registry: borrowing Registry) {
    self.init(.of(type, TypeHierarchy.levels(of: type)), in: registry)
  }

  package init(_ shape: TypeShape, in registry: borrowing Registry) {
    self.shape = shape
    let levels = shape.levels
    let declarations = registry.contents.declarations
    properties = declarations.properties(of: levels)
    var actors: [Isolation] = []
    func add(_ isolation: Isolation) {
      if isolation.actor != nil, !actors.contains(isolation) { actors.append(isolation) }
    }
    for property in properties { add(property.isolation) }
    for level in levels { declarations.isolations(of: level).forEach(add) }
    self.actors = actors
    isDeclared = !declarations.isolations(of: shape.type).isEmpty
    isWhole = declarations.isWhole(shape.type)
    undeclared =
      properties.isEmpty
      ? fields
      : fields.filter { field in
        if case .marked(let mark) = shape.mark(of: field) {
          return !properties.contains { property in
            property.name == mark.name && self.field(storing: property)?.position == field.position
          }
        }
        let names = field.propertyNames
        return !properties.contains { names.contains($0.name) }
      }
  }

  package var type: Any.Type { shape.type }
  package var levels: [Any.Type] { shape.levels }
  package var fields: [StoredField] { shape.fields }

  /// The names of the declared and the marked properties, in order.
  var names: [String] { properties.map(\.name) + markedFields.map(\.name) }

  package var markedFields: [MarkedField] {
    undeclared.compactMap { field in
      if case .marked(let mark) = shape.mark(of: field) { mark } else { nil }
    }
  }

  /// Whether no property is declared or marked.
  package var isEmpty: Bool { properties.isEmpty && !shape.isMarked }

  /// Whether a field is weak, as one may be that is to be declared.
  package var hasWeakField: Bool { fields.contains { !$0.isStrong } }

  /// Whether it is an actor with properties to fill, which does not say that it injects itself.
  package var isLeftToItself: Bool { shape.isActor && !isDeclared && !isEmpty }

  /// The role of a stored property that is not declared.
  package enum Role {
    case marked(MarkedField)
    /// It is not injected, and why: its mark cannot be reached, or it is not declared, though this binding fits it.
    case leftAlone(name: String, valueType: Any.Type, InjectionIssue.Kind, Binding?)
  }

  /// The roles of the fields, in order; fields that are declared, or do not matter, have none.
  ///
  /// Not kept: with many types they take much memory.
  ///
  /// - Parameter byType: Whether a property that is not marked matters, beside others that are, or if it is weak, if its type
  ///   alone has a binding: to learn the type takes long.
  package func roles(
    in bindings: BindingTable, byType: Bool = false
  ) -> [(field: StoredField, role: Role)] {
    undeclared.compactMap { field in
      shape.role(
        of: field, isWhole: isWhole, in: bindings, byType: byType && (!isEmpty || !field.isStrong)
      ).map { (field, $0) }
    }
  }

  /// The field in which a declared property is stored; nil if there is none.
  ///
  /// It belongs to the class that the property was declared for, or to the nearest superclass that
  /// has such a field.
  package func field(storing property: InjectableProperty) -> StoredField? {
    let levels =
      property.ownerType == type ? levels : TypeHierarchy.levels(of: property.ownerType)
    return fields.last { field in
      field.mayStore(property.name) && levels.contains { $0 == field.ownerType }
    }
  }
}

// Which code may inject objects of the type; the same for all its objects.
extension TypeSurvey {
  /// Whether there is nothing to fill, and the type is not declared as a whole: then nothing is refused.
  var hasNothing: Bool { isEmpty && !isDeclared }

  /// The hook; nil if there is none, or no property whose injection would call it.
  package var hook: InjectionHook? { hasNothing ? nil : shape.hook }

  /// Whether injections are admitted on each actor and on none.
  var isOpen: Bool {
    !shape.isActor && (hasNothing || actors.isEmpty) && hook?.belongsToActor != true
  }

  /// The issue that forbids an injection on this actor; nil if it is admitted.
  ///
  /// Reads no property.
  package func issue(
    injectedOn isolation: Isolation, _ root: UnsafeMutableRawPointer
  ) -> InjectionIssue? {
    // The name of a type takes longer than all the rest.
    var actual: String? { isolation.name }
    var issue: InjectionIssue
    if shape.isActor {
      let actor = root.load(as: AnyObject.self) as? any Actor
      if let actor, Isolation(actor: actor) == isolation { return nil }
      // A distributed actor is no `Actor`, so no isolation can name it.
      let required = actor.flatMap { Isolation(actor: $0).name } ?? TypeName.of(type)
      issue = InjectionIssue(.wrongActor(required: required, actual: actual))
    } else if !hasNothing, let required = actors.first(where: { !$0.admits(isolation) }) {
      issue = InjectionIssue(.wrongActor(required: required.text, actual: actual))
      if let property = properties.first(where: { $0.isolation == required }) {
        issue.describe(property)
      }
    } else if let hook, !hook.isCallable(on: isolation, root) {
      issue = InjectionIssue(.hookOnAnotherActor(actual: actual))
    } else {
      return nil
    }
    issue.ownerType = type
    return issue
  }

  /// The result of a call that may not touch an object, which is reported; nil if it may.
  ///
  /// Reads no property.
  func refusal(
    of call: borrowing InjectionCall, _ root: UnsafeMutableRawPointer
  ) -> InjectionResult? {
    guard let issue = issue(injectedOn: call.isolation, root) else { return nil }
    call.report(issue)
    return InjectionResult(refusing: names, for: issue.kind)
  }
}

/// The facts about a type that no registry changes: learnt once, for all injectors and checks of the process.
package final class TypeShape: CacheEntry, @unchecked Sendable {
  // Unchecked: all is constant, or published once.
  package let type: Any.Type
  /// The type and its superclasses, from the root class down.
  package let levels: [Any.Type]
  /// The stored properties, superclasses' first.
  package let fields: [StoredField]
  /// The marks of the fields, at the same places; none if no field has one.
  private let marks: [MarkedField.Reach?]
  let isActor: Bool
  /// Nil if no field has a mark.
  private let firstMarks: CachedValue?
  private let foundHook = CachedValue(of: InjectionHook?.self)

  var key: ObjectIdentifier { ObjectIdentifier(type) }

  private init(_ type: Any.Type, _ levels: [Any.Type]) {
    self.type = type
    self.levels = levels
    fields = StoredField.all(of: type, levels)
    let marks = fields.map { MarkedField.find($0, inObject: type is AnyClass) }
    self.marks = marks.contains { $0 != nil } ? marks : []
    firstMarks = self.marks.isEmpty ? nil : CachedValue(of: [MarkedField.Mark?].self)
    isActor = TypeMetadata(type).isActor
  }

  /// The shape of a type, learnt at the first call.
  ///
  /// - Parameter levels: The type and its superclasses, if it is not the type itself that tells them.
  package static func of(_ type: Any.Type, _ levels: @autoclosure () -> [Any.Type]) -> TypeShape {
    let shape = all.entry(for: ObjectIdentifier(type)) ?? all.insert(TypeShape(type, levels()))
    return shape.takeUnretainedValue()
  }

  private static let all = LockFreeCache<TypeShape>()

  /// The mark of a field; nil if it has none.
  func mark(of field: StoredField) -> MarkedField.Reach? {
    marks.isEmpty ? nil : marks[field.position]
  }

  /// The role of a field that is not declared; nil if it does not matter.
  ///
  /// - Parameter isWhole: Whether the type says itself what is filled.
  func role(
    of field: StoredField, isWhole: Bool = false, in bindings: BindingTable, byType: Bool = false
  ) -> TypeSurvey.Role? {
    if field.isLazyStorage { return nil }
    switch mark(of: field) {
    case .marked(let mark): return .marked(mark)
    case .unreachable:
      return .leftAlone(
        name: field.propertyNames.last ?? "", valueType: field.fieldType, .hiddenMark, nil)
    // A `let` has its value from the initializer.
    case nil: guard field.isVariable, !isWhole else { return nil }
    }
    for name in field.propertyNames where !bindings[name].isEmpty {
      guard let type = TypeMetadata(field.fieldType).wrappedType,
        case .success(let binding) = bindings.lookUp(BindingKey(name, type))
      else { continue }
      let kind = binding.isAccessor ? InjectionIssue.Kind.accessorWithoutMark : .undeclaredProperty
      return .leftAlone(name: name, valueType: type, kind, binding)
    }
    guard byType, let name = field.propertyNames.last,
      let type = TypeMetadata(field.fieldType).wrappedType, !TypeName.isCommon(type),
      // Of a type that is not common: a registered value, a list, or a look-up.
      let binding = bindings.lookUp(BindingKey(.named(name), type, isOwnName: true)).binding,
      !binding.isBuiltIn || binding.elementType != nil || binding.lookedUpKey != nil
    else { return nil }
    return .leftAlone(name: name, valueType: type, .undeclaredProperty, binding)
  }

  /// Whether a field is marked.
  var isMarked: Bool { marks.contains { if case .marked? = $0 { true } else { false } } }

  /// The marks at the places of their fields, as in the first object that was injected.
  ///
  /// - Parameter root: Points at the variable of an object of the type, which may be read.
  func marks(in root: UnsafeMutableRawPointer) -> [MarkedField.Mark?] {
    firstMarks?.value(or: MarkedField.marks(of: marks, in: root)) ?? []
  }

  /// The hook of the type; asked for only where there is something to fill, see ``InjectionHook/of(_:_:)``.
  var hook: InjectionHook? { foundHook.value(or: InjectionHook.of(type, levels)) }
}
