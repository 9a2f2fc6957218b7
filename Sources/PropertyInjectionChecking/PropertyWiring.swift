import PropertyInjection

/// A property of a type, and the binding that its key leads to.
@dynamicMemberLookup
struct PropertyWiring {
  /// The property, with the key that is looked up: of a marked property an assumed one, if its mark is not known.
  let property: InjectableProperty
  /// How it gets its value; `.lookUp` of a ``Lookup``, which asks for the key itself.
  let kind: InjectionPoint.Kind
  /// Where it is stored; nil if that is not known.
  let field: StoredField?
  let route: Route
  /// The type that the property was looked up for.
  let survey: TypeSurvey
  /// The place of its mark; nil if it is not marked.
  var mark: StoragePlace?
  /// A detail of its wrapper that only an object has, such as the key of a setting; nil if none is known.
  var wrapperDetail: String?
  /// Whether its mark is not known: no object has been seen.
  var isAssumed = false
  /// Why the property is left alone; nil if it is injected.
  let mistake: InjectionIssue.Kind?

  subscript<Value>(dynamicMember member: KeyPath<InjectableProperty, Value>) -> Value {
    property[keyPath: member]
  }

  /// The first of the actors that an injection of the type has to run on; nil if none is declared.
  var actor: Isolation? { survey.actors.first }

  /// Whether nothing is wrong if it stays nil: no binding is found for an optional property, as an injection takes
  /// it, too.
  var mayStayNil: Bool {
    self.isOptional && route.binding == nil && route.miss != .placeholder
  }

  /// Whether its type alone has led to its binding, which is no list.
  var isByType: Bool {
    guard kind != .setting, let binding = route.binding, binding.elementType == nil,
      let first = route.first
    else { return false }
    return self.key.isAnsweredByType(through: first)
  }

  /// Whether an injection of its object asks its binding.
  var isFilledAtOnce: Bool { mistake == nil && ![.lazy, .setting, .lookUp].contains(kind) }

  /// Whether an object without its value is of no use, as far as its mark is known.
  var isNeeded: Bool { mark?.isRequired == true && !isAssumed && !self.isOptional }

  /// Whether it refers to the value of its binding as long as its object lives.
  var refersToValue: Bool { mistake == nil && ![.intercepted, .setting, .lookUp].contains(kind) }

  /// Whether it keeps that value.
  var keepsValue: Bool { refersToValue && field?.isStrong != false }

  /// How it gets or holds its value, for pictures, if that is unusual, as far as its mark is known.
  var detail: String? {
    switch kind {
    case .lazy: "lazy"
    case .declared where field?.isStrong == false: "weak"
    default: wrapperDetail
    }
  }

  /// Whether a binding is used after the injection.
  func isUsedLater(_ binding: Binding) -> Bool {
    kind == .intercepted || kind == .setting || kind == .lazy && binding.isFactory
  }
}

extension Wiring {
  /// The properties of a type, declared ones first; superclasses' first.
  ///
  /// - Parameter marks: The marks, as far as they are known; nil for what the check has learnt.
  func properties(of survey: TypeSurvey, marks: KnownMarks? = nil) -> [PropertyWiring] {
    let marks = marks ?? check.marks
    func row(_ mark: MarkedField, _ field: StoredField) -> PropertyWiring {
      let known = marks[BindingKey(mark.name, mark.ownerType)]
      let key =
        mark.wrapper.map { BindingKey(nil, $0.sourceType) }
        ?? known?.property.key
        ?? BindingKey(.named(mark.name), mark.valueType, isOwnName: true)
      let own = route(of: key)
      let asked = own.binding?.lookedUpKey
      let route = asked.map(route(of:)) ?? own
      let kind =
        asked == nil
        ? InjectionPoint.Kind(ofMarked: route.binding, isLazy: known?.isLazy == true) : .lookUp
      return PropertyWiring(
        property: InjectableProperty(
          name: mark.name, key: asked ?? key, ownerType: field.ownerType, valueType: mark.valueType,
          location: known?.property.location, isOptional: known?.property.isOptional == true),
        kind: mark.wrapper == nil ? kind : .setting, field: field, route: route, survey: survey,
        mark: mark.place, wrapperDetail: known?.detail,
        isAssumed: mark.wrapper == nil && known == nil,
        mistake: route.miss == nil || route.miss == .placeholder ? nil : mark.wrapper?.problem)
    }
    let declared = survey.properties.map { property in
      let field = survey.field(storing: property)
      return PropertyWiring(
        property: property, kind: .declared, field: field, route: route(of: property.key),
        survey: survey, mistake: field?.isLazyStorage == true ? .lazyProperty : nil)
    }
    return declared
      + survey.roles(in: bindings, byType: true).map { field, role in
        switch role {
        case .marked(let mark): return row(mark, field)
        case .leftAlone(let name, let type, let mistake, _):
          let property = InjectableProperty(
            name: name, key: BindingKey(name, type), ownerType: field.ownerType, valueType: type)
          return PropertyWiring(
            property: property, kind: mistake == .hiddenMark ? .marked : .undeclared, field: field,
            route: route(of: property.key), survey: survey, mistake: mistake)
        }
      }
  }
}
