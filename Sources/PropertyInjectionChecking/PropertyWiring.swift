import PropertyInjection

/// One property of a type, and the binding that its key leads to.
@dynamicMemberLookup
struct PropertyWiring {
  /// The property, with the key that is looked up: of a marked property an assumed one, if its mark is not known.
  let property: InjectableProperty
  let kind: InjectionPoint.Kind
  /// Where it is stored; nil if that is not known.
  let field: StoredField?
  let answer: Wiring.Answer
  /// The type that the property was looked up for.
  let survey: TypeSurvey
  /// The place of its mark; nil if it is not marked.
  var mark: StoragePlace?
  /// Whether its mark is not known: no object has been seen.
  var isAssumed = false
  /// Why the property is left alone; nil if it is injected.
  var mistake: InjectionIssue.Kind?

  subscript<Value>(dynamicMember member: KeyPath<InjectableProperty, Value>) -> Value {
    property[keyPath: member]
  }

  /// The first of the actors that an injection of the type has to run on; nil if none is declared.
  var actor: Isolation? { survey.actors.first }

  /// Whether nothing is wrong if it stays nil: no binding is found for an optional property, as an injection takes
  /// it, too.
  var mayStayNil: Bool {
    self.isOptional && answer.binding == nil && answer.miss != .placeholder
  }

  /// Whether its type alone has led to its binding.
  var isByType: Bool {
    guard kind != .setting, let binding = answer.binding else { return false }
    return self.key.isAnsweredByType(through: answer.aliases.first ?? binding)
  }

  /// Whether an injection of its object asks its binding.
  var isFilledAtOnce: Bool { mistake == nil && kind != .lazy && kind != .setting }

  /// Whether an object without its value is of no use, as far as its mark is known.
  var isNeeded: Bool { mark?.isRequired == true && !isAssumed && !self.isOptional }

  /// Whether it keeps the value of its binding.
  var keepsValue: Bool {
    mistake == nil && kind != .intercepted && kind != .setting && field?.isStrong != false
  }

  /// For reports: `Player.clock`.
  var text: String { "\(TypeName.of(self.ownerType)).\(TypeName.shown(self.name))" }

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
  /// - Parameter marks: The marks, as far as they are known.
  func properties(of survey: TypeSurvey, marks: KnownMarks) -> [PropertyWiring] {
    func row(
      _ property: InjectableProperty, _ kind: InjectionPoint.Kind, _ field: StoredField?
    ) -> PropertyWiring {
      PropertyWiring(
        property: property, kind: kind, field: field, answer: answer(property.key), survey: survey)
    }
    func leftAlone(
      _ name: String, _ type: Any.Type, _ kind: InjectionPoint.Kind, _ field: StoredField,
      _ mistake: InjectionIssue.Kind
    ) -> PropertyWiring {
      let property = InjectableProperty(
        name: name, key: BindingKey(name, type), ownerType: field.ownerType, valueType: type)
      var row = row(property, kind, field)
      row.mistake = mistake
      return row
    }
    func marked(_ mark: MarkedField, _ field: StoredField) -> PropertyWiring {
      let known = marks[BindingKey(mark.name, mark.ownerType)]
      let key =
        mark.wrapper.map { BindingKey(nil, $0.sourceType) }
        ?? known?.key ?? assumedKey(of: mark)
      let property = InjectableProperty(
        name: mark.name, key: key, ownerType: field.ownerType, valueType: mark.valueType,
        location: known?.location, isOptional: known?.isOptional == true)
      let answer = answer(key)
      let kind = InjectionPoint.Kind(ofMarked: answer.binding, isLazy: known?.isLazy == true)
      return PropertyWiring(
        property: property, kind: mark.wrapper == nil ? kind : .setting, field: field,
        answer: answer, survey: survey, mark: mark.place,
        isAssumed: mark.wrapper == nil && known == nil,
        mistake: answer.miss == nil ? nil : mark.wrapper?.problem)
    }
    let declared = survey.properties.map { property in
      let field = survey.fields.first { field in
        field.mayStore(property.name)
          && survey.property(storedIn: field, named: property.name) != nil
      }
      var row = row(property, .declared, field)
      if field?.isLazyStorage == true { row.mistake = .lazyProperty }
      return row
    }
    return declared
      + survey.findings.map { field, finding in
        switch finding {
        case .marked(let mark): marked(mark, field)
        case .leftAlone(let name, let type, let kind, _):
          leftAlone(name, type, kind == .hiddenMark ? .marked : .undeclared, field, kind)
        }
      }
  }

  /// The key that a mark asks for of which nothing is known: its property's name; of a list, if nothing answers that, all
  /// values of its type.
  private func assumedKey(of mark: MarkedField) -> BindingKey {
    let own = BindingKey(.named(mark.name), mark.valueType, isOwnName: true)
    let all = BindingKey(.all, mark.valueType)
    guard case .success(let list)? = BindingTable.unregistered(all), answer(own).isMistake,
      !bindings.collected(by: list).isEmpty
    else { return own }
    return all
  }
}
