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
  var marks: KnownMarks {
    guard isReadable else { return [:] }
    var marks: KnownMarks = [:]
    for field in survey.markedFields {
      let (request, location) = field.mark(in: root)
      marks[BindingKey(field.name, field.ownerType)] = (
        request.key(of: field), request.isLazy, request.isOptional, location
      )
    }
    return marks
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
        check.marks.merge(sample.marks) { $1 }
        return sample.survey.type
      }
    }
  }

  /// The samples that the configuration declares, made here, and the findings about those that are not made; also the
  /// types of those that have injected themselves, so that their properties are set.
  ///
  /// - Parameter type: Of this type; nil for all.
  func declaredSamples(
    on isolation: Isolation, of type: Any.Type? = nil
  ) -> (
    made: [(sample: TypeSample, object: Any)], findings: [ValidationReport.Finding],
    injected: Set<ObjectIdentifier>
  ) {
    var injected: Set<ObjectIdentifier> = []
    let samples = samples(on: isolation, of: type) { sample in
      let checking = injector.derived(as: .check) { registry in
        registry.issueHandler = { _ in }
        registry.injectionHandler = nil
      }
      let override = Override(checking, within: .current, takesShared: true)
      let object = Override.$current.withValue(override) { sample.make() }
      let type: Any.Type = Swift.type(of: TypeMatching.flatten(object) ?? object)
      if checking.injectedTypes.contains(where: { $0 == type }) {
        injected.insert(ObjectIdentifier(type))
      }
      return object
    }
    return (samples.made, samples.findings, injected)
  }

  /// The samples, made by a closure, and the findings about those that are not made.
  ///
  /// - Parameter gives: Whether a binding is known to give a value, or it is not known.
  func samples(
    on isolation: Isolation, of type: Any.Type? = nil, gives: (Binding) -> Bool = { _ in true },
    make: (TypeSample) -> Any
  ) -> (made: [(sample: TypeSample, object: Any)], findings: [ValidationReport.Finding]) {
    var made: [(TypeSample, Any)] = []
    var findings: [ValidationReport.Finding] = []
    // What the samples tell is not known yet.
    let forecast = Wiring(injector)
    for sample in injector.registry.declarations.samples where type == nil || sample.type == type {
      if !sample.isolation.admits(isolation) {
        let kind = InjectionIssue.Kind.leftOut(sample.text, sample.isolation, isolation)
        findings.append(sample.finding(.unverified, kind))
      } else if let row = forecast.gap(in: sample.type, on: isolation, gives) {
        // Its initializer may inject it, and read the property.
        let own = row.survey.type == sample.type ? forecast.finding(for: row) : nil
        findings.append(
          own.flatMap { $0.severity == .error ? $0 : nil }
            ?? sample.finding(.unverified, .leftOut(sample, lacking: row)))
      } else if let object = TypeMatching.flatten(make(sample)) {
        made.append((sample, object))
      } else {
        findings.append(
          sample.finding(
            .warning, .leftOut("\(sample.text) is nil.", toFix: "let the closure give an object.")))
      }
    }
    return (made, findings)
  }

  /// A required property that certainly gets no value, of a type or of what its objects store.
  private func gap(
    in type: Any.Type, on isolation: Isolation, depth: Int = 2, _ gives: (Binding) -> Bool
  ) -> PropertyWiring? {
    let own = properties(of: type).first { staysNil($0, on: isolation, gives) }
    if own != nil || depth == 0 { return own }
    let marks = Set(survey(of: type).markedFields.map { "_\($0.name)" })
    for field in survey(of: type).fields where !marks.contains(field.label) {
      if let row = gap(in: field.fieldType, on: isolation, depth: depth - 1, gives) { return row }
    }
    return nil
  }

  /// Whether a required property certainly gets no value, for whichever key its mark asks.
  private func staysNil(
    _ row: PropertyWiring, on isolation: Isolation, _ gives: (Binding) -> Bool
  ) -> Bool {
    func mayGive(_ binding: Binding) -> Bool {
      binding.refusal(on: isolation) == nil && forecast(of: binding).obstacle == nil
        && gives(binding)
    }
    guard row.mark?.isRequired == true else { return false }
    let asked = [row.route.binding, route(of: BindingKey(nil, row.valueType)).binding]
    let all = asked.compactMap(\.self) + bindings.all(fitting: row.valueType)
    // A list may be asked for as all values of a type.
    return !all.contains(where: mayGive)
      && BindingTable.unregistered(BindingKey(.all, row.valueType)) == nil
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
