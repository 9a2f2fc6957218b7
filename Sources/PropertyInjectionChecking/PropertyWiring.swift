import PropertyInjection

/// One property of a type, and the binding that its key leads to.
@dynamicMemberLookup
final class PropertyWiring {
  /// The property, with the key that is looked up: of a marked property an assumed one, if its mark is not known.
  let property: InjectableProperty
  let kind: InjectionPoint.Kind
  /// Where it is stored; nil if that is not known.
  let field: StoredField?
  let answer: Wiring.Answer
  /// The actors that an injection of the type has to run on.
  let actors: [Isolation]
  /// Why the property is left alone; nil if it is injected.
  fileprivate(set) var mistake: InjectionIssue.Kind?
  /// The place of its mark; nil if it is not marked.
  fileprivate(set) var mark: StoragePlace?
  /// Whether its mark is not known: no object has been seen.
  fileprivate(set) var isAssumed = false

  fileprivate init(
    _ property: InjectableProperty, _ kind: InjectionPoint.Kind, _ field: StoredField?,
    _ answer: Wiring.Answer, on actors: [Isolation] = [], mistake: InjectionIssue.Kind? = nil
  ) {
    self.property = property
    self.kind = kind
    self.field = field
    self.answer = answer
    self.actors = actors
    self.mistake = mistake
  }

  subscript<Value>(dynamicMember member: KeyPath<InjectableProperty, Value>) -> Value {
    property[keyPath: member]
  }

  /// Whether nothing is wrong if it stays nil: no binding is found for an optional property, as an injection takes
  /// it, too.
  var mayStayNil: Bool {
    self.isOptional && answer.binding == nil && answer.miss != .placeholder
  }

  /// Whether an injection of its object asks its binding.
  var isFilledAtOnce: Bool { mistake == nil && kind != .lazy && kind != .setting }

  /// Whether it keeps the value of its binding, as far as that is known.
  var keepsValue: Bool {
    mistake == nil && !isAssumed && kind != .intercepted && kind != .setting
      && field?.isStrong != false
  }

  /// Whether a binding is used after the injection, when the struct that has the property may have left the
  /// binding's actor.
  func isUsedLater(_ binding: Binding) -> Bool {
    mark?.isInObject == false
      && (kind == .intercepted || kind == .setting || kind == .lazy && binding.isFactory)
  }
}

extension Wiring {
  /// The properties of a type, declared ones first; superclasses' first.
  ///
  /// - Parameter marks: The marks of the type's properties, as far as they are known; the last of a place counts.
  func properties(of survey: TypeSurvey, marks: [KnownMark]) -> [PropertyWiring] {
    let others = survey.findings.map { field, finding in
      switch finding {
      case .marked(let mark):
        row(mark, field, marks.last { $0.place == mark.place }, on: survey.actors)
      case .unreachable(let name): row(name, field.fieldType, .marked, field, .hiddenMark)
      case .undeclared(let name, let type, let binding):
        row(
          name, type, .undeclared, field,
          binding.isAccessor ? .accessorWithoutMark : .undeclaredProperty)
      }
    }
    return survey.properties.map { row($0, in: survey) } + others
  }

  private func row(_ property: InjectableProperty, in survey: TypeSurvey) -> PropertyWiring {
    let field = survey.fields.first { field in
      field.mayStore(property.name)
        && survey.property(storedIn: field, named: property.name) != nil
    }
    return PropertyWiring(
      property, .declared, field, answer(property.key), on: survey.actors,
      mistake: field?.isLazyStorage == true ? .lazyProperty : nil)
  }

  /// A stored property that is left alone.
  private func row(
    _ name: String, _ type: Any.Type, _ kind: InjectionPoint.Kind, _ field: StoredField,
    _ mistake: InjectionIssue.Kind
  ) -> PropertyWiring {
    let property = InjectableProperty(
      name: name, key: BindingKey(name, type), ownerType: field.ownerType, valueType: type)
    return PropertyWiring(property, kind, field, answer(property.key), mistake: mistake)
  }

  /// A marked property.
  private func row(
    _ mark: MarkedField, _ field: StoredField, _ known: KnownMark?, on actors: [Isolation]
  ) -> PropertyWiring {
    let key =
      mark.wrapper.map { BindingKey(nil, $0.sourceType) }
      ?? BindingKey(known.map(\.form) ?? .named(mark.name), mark.valueType)
    let answer = answer(key)
    let kind =
      mark.wrapper != nil
      ? .setting
      : InjectionPoint.Kind(ofMarked: answer.binding, isLazy: known?.isLazy == true)
    let property = InjectableProperty(
      name: mark.name, key: key, ownerType: field.ownerType, valueType: mark.valueType)
    let row = PropertyWiring(property, kind, field, answer, on: actors)
    row.mark = mark.place
    row.isAssumed = kind != .setting && known == nil
    if let wrapper = mark.wrapper, case .unknownType? = answer.miss {
      row.mistake = wrapper.problem
    }
    return row
  }
}

/// The request of a mark, as far as a check needs it: its place, because a superclass may have a private property of the
/// same name, and the form of the key that it asks for.
typealias KnownMark = (place: StoragePlace, form: BindingKey.Form, isLazy: Bool)
