import PropertyInjection

/// An object or a value at hand, as checks read it: the marks of its properties, and which are nil.
struct Sample {
  let survey: TypeSurvey
  /// Points at the variable that holds the object, or at the value.
  private let root: UnsafeMutableRawPointer
  /// Whether the calling code may inject it, and so may read it.
  private let isReadable: Bool

  /// Hands a sample to a closure; nil if there is no value in it.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code.
  ///   - isNew: Whether nothing else knows the object, so that it is read wherever the code runs.
  static func open<Result>(
    _ subject: Any, in wiring: Wiring, on isolation: Isolation, isNew: Bool = false,
    _ body: (Sample) -> Result
  ) -> Result? {
    guard let content = TypeMatching.flatten(subject) else { return nil }
    func open<Content>(_ content: Content) -> Result {
      let survey = wiring.survey(of: type(of: content))
      var content = content
      return withUnsafeMutablePointer(to: &content) {
        let root = UnsafeMutableRawPointer($0)
        let isReadable = isNew || survey.issue(injectedOn: isolation, root) == nil
        return body(Sample(survey: survey, root: root, isReadable: isReadable))
      }
    }
    return _openExistential(content, do: open)
  }

  /// The marks of its properties; none if it may not be read.
  var marks: [KnownMark] {
    guard isReadable else { return [] }
    return survey.markedFields.map { field in
      let (request, location) = field.mark(in: root)
      return (
        field.place, request.form(of: field.name), request.isLazy, request.isOptional, location
      )
    }
  }

  /// The stored structs that have marks of their own which are not filled, with the names of these.
  func uninjectedParts(in wiring: Wiring) -> [(name: String, marks: [String])] {
    let marks = Set(survey.markedFields.map { "_\($0.name)" })
    return survey.fields.compactMap { field in
      let type = field.fieldType
      guard !(type is AnyClass), !marks.contains(field.label) else { return nil }
      let place = StoragePlace(isInObject: survey.type is AnyClass, offset: field.offset)
      let part = place.address(in: root)
      let names = wiring.survey(of: type).markedFields
        .filter { mark in
          mark.place.slot(of: mark.valueType, in: part).isFree && !mark.request(in: part).isOptional
        }
        .map(\.name)
      return names.isEmpty ? nil : (field.label, names)
    }
  }

  /// Whether a property is nil, without calling code of the program.
  ///
  /// A mark is read, and the storage of a declared property; nothing else. What cannot be told to be
  /// one of them is not read.
  func state(of row: PropertyWiring) -> InjectionExplanation.State {
    guard isReadable else { return .notRead }
    if let mark = row.mark {
      return mark.slot(of: row.valueType, in: root).isFree ? .isNil : .isSet
    }
    guard row.kind == .declared, let field = storage(of: row) else { return .notRead }
    let place = StoragePlace(isInObject: survey.type is AnyClass, offset: field.offset)
    // Nothing is copied.
    return ValueWitnesses(row.valueType).isNil(place.address(in: root)) ? .isNil : .isSet
  }

  /// The field of a declared property; nil if that cannot be told to be its own.
  ///
  /// A computed property may keep its value in a field of nearly the same name, or of the same name
  /// in a superclass, and a subclass may override a stored one: behind a lock, perhaps.
  private func storage(of row: PropertyWiring) -> StoredField? {
    let type = survey.type
    guard row.ownerType == type,
      let field = survey.fields.first(where: { $0.ownerType == type && $0.label == row.name }),
      field.isStrong, TypeMetadata(field.fieldType).wrappedType == row.valueType
    else { return nil }
    let offset = survey.properties.first { $0.name == row.name }?.offset
    return offset == nil || offset == field.offset ? field : nil
  }
}

extension Wiring {
  /// The types of some samples, whose marks are learnt from them; of types themselves.
  func types(
    of subjects: [Any], on isolation: Isolation, areNew: Bool = false
  ) -> [Any.Type] {
    subjects.compactMap { subject in
      if let type = TypeMatching.flatten(subject) as? Any.Type { return type }
      return Sample.open(subject, in: self, on: isolation, isNew: areNew) { sample in
        search.marks[ObjectIdentifier(sample.survey.type), default: []] += sample.marks
        return sample.survey.type
      }
    }
  }

  /// The samples that the configuration declares, made here, and the findings about those that are not made.
  ///
  /// A sample that injects itself in its initializer stays as it is.
  ///
  /// - Parameter type: Of this type; nil for all.
  func declaredSamples(
    on isolation: Isolation, of type: Any.Type? = nil
  ) -> (made: [(sample: TypeSample, object: Any)], findings: [ValidationReport.Finding]) {
    let idle = Override(
      injector.derived(as: .idle) { _ in }, within: .current, takesShared: true)
    return Override.$current.withValue(idle) { samples(on: isolation, of: type) }
  }

  /// The samples, made in the override that is in force.
  func samples(
    on isolation: Isolation, of type: Any.Type? = nil
  ) -> (made: [(sample: TypeSample, object: Any)], findings: [ValidationReport.Finding]) {
    var made: [(TypeSample, Any)] = []
    var findings: [ValidationReport.Finding] = []
    for sample in injector.registry.declarations.samples where type == nil || sample.type == type {
      if !sample.isolation.admits(isolation) {
        let kind = InjectionIssue.Kind.leftOut(sample.text, sample.isolation, isolation)
        findings.append(sample.finding(.unverified, kind))
      } else if let object = TypeMatching.flatten(sample.make()) {
        made.append((sample, object))
      } else {
        findings.append(
          sample.finding(
            .warning, .leftOut("\(sample.text) is nil.", toFix: "let the closure give an object.")))
      }
    }
    return (made, findings)
  }
}

extension TypeSample {
  var text: String { "The sample of \(TypeName.of(type))" }

  func finding(
    _ severity: ValidationReport.Severity, _ kind: InjectionIssue.Kind
  ) -> ValidationReport.Finding {
    var issue = InjectionIssue(kind)
    issue.ownerType = type
    issue.location = location
    return ValidationReport.Finding(severity, issue)
  }
}
