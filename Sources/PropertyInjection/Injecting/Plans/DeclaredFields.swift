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
