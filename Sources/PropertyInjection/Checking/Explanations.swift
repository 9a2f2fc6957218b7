/// Explains what fills the properties of one type.
struct Explanations {
  private let survey: TypeSurvey
  private let rows: [PropertyWiring]
  private var explainer: Explainer

  init(_ type: Any.Type, _ levels: [Any.Type], in injector: PropertyInjector, marks: KnownMarks) {
    survey = TypeSurvey(type, levels, in: injector.registry)
    rows = Wiring(injector).properties(of: survey, marks: marks)
    explainer = Explainer(injector.registry.bindings)
  }

  /// The explanation.
  ///
  /// - Parameter root: Points at the variable of an object that may be read here.
  mutating func explanation(of root: UnsafeMutableRawPointer?) -> InjectionExplanation {
    let fields = survey.fields
    let properties = rows.map { row in
      let field = row.field.map { fields[$0] }
      return property(row, field.flatMap { root.map($0.state(in:)) } ?? .notRead)
    }
    return InjectionExplanation(type: survey.type, properties: properties)
  }

  private mutating func property(
    _ row: PropertyWiring, _ state: InjectionExplanation.State
  ) -> InjectionExplanation.Property {
    let finding = explainer.finding(for: row)
    let outcome: InjectionExplanation.Outcome =
      switch row.verdict {
      case .filled: .filled
      case .nothing, .missing: .staysNil
      case .uncertain: .unverified
      }
    let binding = row.answer.binding
    return InjectionExplanation.Property(
      name: row.name, declaringType: row.ownerType, valueType: row.valueType, kind: row.kind,
      location: row.location, state: row.kind == .undeclared ? .notRead : state,
      outcome: outcome, binding: binding.map(RegistryEntry.init(binding:)),
      aliases: row.answer.aliases.map(RegistryEntry.init(binding:)),
      scope: binding.flatMap { $0.isFactory ? $0.lifetime.name : nil },
      layer: binding.map { max(0, $0.layer) }, issue: finding?.issue)
  }
}

extension StoredField {
  /// Whether the property that is stored here is nil, without calling code of the program.
  ///
  /// - Parameter root: Points at the variable that holds the object, or at the value.
  fileprivate func state(in root: UnsafeMutableRawPointer) -> InjectionExplanation.State {
    let isObject = ownerType is AnyClass
    if case .marked(let mark)? = MarkedField.find(self, inObject: isObject) {
      return mark.slot(in: root).isFree ? .isNil : .isSet
    }
    let type = fieldType
    guard isStrong, let wrapped = TypeMetadata(type).wrappedType else { return .notRead }
    let address = StoragePlace(inObject: isObject, offset: offset).address(in: root)
    func open<Value>(_: Value.Type) -> Bool {
      address.assumingMemoryBound(to: Optional<Value>.self).pointee == nil
    }
    return _openExistential(wrapped, do: open) ? .isNil : .isSet
  }
}
