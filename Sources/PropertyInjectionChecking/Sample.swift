import PropertyInjection

/// An object or a value at hand, as checks read it: the marks of its properties, and which are nil.
struct Sample {
  let survey: TypeSurvey
  /// Points at the variable that holds the object, or at the value.
  private let root: UnsafeMutableRawPointer
  /// Whether the calling code may inject it, and so may read it.
  private let isReadable: Bool
  private let isNew: Bool

  /// Hands a sample to a closure; nil if there is no value in it.
  ///
  /// - Parameter isNew: Whether nothing else knows the object, so that it is read wherever the code runs.
  static func open<Result>(
    _ subject: Any, in wiring: Wiring, isNew: Bool = false, _ body: (Sample) -> Result
  ) -> Result? {
    guard let content = TypeMatching.flatten(subject) else { return nil }
    func open<Content>(_ content: Content) -> Result {
      let survey = wiring.survey(of: type(of: content))
      var content = content
      return withUnsafeMutablePointer(to: &content) {
        let root = UnsafeMutableRawPointer($0)
        let isReadable = isNew || survey.issue(injectedOn: wiring.check.caller, root) == nil
        return body(Sample(survey: survey, root: root, isReadable: isReadable, isNew: isNew))
      }
    }
    return _openExistential(content, do: open)
  }

  /// The marks of its properties; none if it may not be read.
  var marks: KnownMarks {
    guard isReadable else { return [:] }
    var marks: KnownMarks = [:]
    for field in survey.markedFields {
      let mark = field.mark(in: root)
      marks[BindingKey(field.name, field.ownerType)] = (
        InjectableProperty(field, mark), mark.request.isLazy, field.detail(in: root)
      )
    }
    return marks
  }

  /// The stored structs that have marks of their own which are not filled, with the names of these.
  func uninjectedParts(in wiring: Wiring) -> [(name: String, marks: [String])] {
    survey.plainFields.compactMap { field in
      let type = field.fieldType
      guard !(type is AnyClass) else { return nil }
      let part = address(of: field)
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
  /// A mark is read, and the storage of a declared property; of a new object also a field that looks as if it should be
  /// one. What cannot be told to be one of them is not read.
  func state(of row: PropertyWiring) -> InjectionExplanation.State {
    guard isReadable else { return .notRead }
    if let mark = row.mark {
      return mark.slot(of: row.valueType, in: root).isFree ? .isNil : .isSet
    }
    guard let field = isNew && row.kind == .undeclared ? row.field : storage(of: row) else {
      return .notRead
    }
    // Nothing is copied. A weak reference that is not 0 may be nil again.
    let address = address(of: field)
    if !field.isStrong { return address.load(as: UInt.self) == 0 ? .isNil : .notRead }
    return ValueWitnesses(row.valueType).isNil(address) ? .isNil : .isSet
  }

  private func address(of field: StoredField) -> UnsafeMutableRawPointer {
    StoragePlace(isInObject: survey.type is AnyClass, offset: field.offset).address(in: root)
  }

  /// The field of a declared property; nil if that cannot be told to be its own.
  ///
  /// A computed property may keep its value in a field of nearly the same name, or of the same name
  /// in a superclass, and a subclass may override a stored one: behind a lock, perhaps.
  private func storage(of row: PropertyWiring) -> StoredField? {
    let type = survey.type
    guard row.kind == .declared, row.ownerType == type,
      let field = survey.fields.first(where: { $0.ownerType == type && $0.label == row.name }),
      TypeMetadata(field.fieldType).wrappedType == row.valueType,
      // That of a struct or an enum is not stored as its metadata says.
      TypeKind(row.valueType) != .metatype
    else { return nil }
    return row.offset == nil || row.offset == field.offset ? field : nil
  }
}

extension Wiring {
  /// The types of some samples, whose marks are learnt from them; of types themselves.
  func types(of subjects: [Any], areNew: Bool = false) -> [Any.Type] {
    subjects.compactMap { subject in
      if let type = TypeMatching.flatten(subject) as? Any.Type { return type }
      return Sample.open(subject, in: self, isNew: areNew) { sample in
        check.marks.merge(sample.marks) { $1 }
        return sample.survey.type
      }
    }
  }

  /// The samples that the configuration declares, made here.
  ///
  /// - Parameter type: Of this type; nil for all.
  func declaredSamples(of type: Any.Type? = nil) -> DeclaredSamples {
    samples(of: type) { sample in
      let checking = injector.derived(as: .check) { registry in
        // What a look-up lacks is told at once: the code of the sample may end the process because of it.
        registry.issueHandler = { [tell = registry.issueHandler] issue in
          if issue.ownerType == nil { tell(issue) }
        }
        registry.injectionHandler = nil
      }
      let override = Override(checking, within: .current, takesShared: true)
      let object = try Override.$current.withValue(override) { try sample.make() }
      let type: Any.Type = Swift.type(of: TypeMatching.flatten(object) ?? object)
      if checking.injectedTypes.contains(where: { $0 == type }) {
        check.selfInjected.insert(ObjectIdentifier(type))
      }
      return object
    }
  }

  /// The samples, made by a closure.
  func samples(
    of type: Any.Type? = nil, make: (TypeSample) throws -> Any
  ) -> DeclaredSamples {
    var samples = DeclaredSamples()
    // What they tell is not known yet.
    let wiring = Wiring(Check(injector, on: check.caller))
    wiring.check.failed = check.failed
    for sample in injector.registry.declarations.samples where type == nil || sample.type == type {
      if !sample.isolation.admits(check.caller) {
        let kind = InjectionIssue.Kind.leftOut(sample.text, sample.isolation, check.caller)
        samples.findings.append(sample.finding(.unverified, kind))
      } else if var row = wiring.gap(in: sample.type) {
        // Whichever key its mark asks for.
        row.isAssumed = false
        // Its initializer may inject it, and read the property.
        let own = row.survey.type == sample.type ? wiring.finding(for: row) : nil
        // Outside of a request there is no value of one.
        let gaveNil =
          row.route.binding.flatMap { check.failed[ObjectIdentifier($0)] } == .factoryGaveNil
        let kind = InjectionIssue.Kind.leftOut(sample, lacking: row, on: check.caller)
        let finding =
          own.flatMap { $0.severity == .error ? $0 : nil }
          ?? sample.finding(gaveNil ? .warning : .unverified, kind)
        check.incomplete[ObjectIdentifier(sample.type)] = finding.severity
        // What several samples lack is told of the first.
        if check.lacking.insert(BindingKey(row.name, row.ownerType)).inserted {
          samples.findings.append(finding)
        }
      } else {
        var thrown: ThrownError?
        do {
          if let object = TypeMatching.flatten(try make(sample)) {
            samples.made.append((sample, object))
            continue
          }
        } catch {
          thrown = ThrownError(error)
        }
        samples.findings.append(sample.finding(.warning, .leftOut(sample, thrown)))
      }
    }
    return samples
  }

  /// A required property that certainly gets no value, of a type or of what its objects store.
  private func gap(in type: Any.Type, depth: Int = 2) -> PropertyWiring? {
    let own = properties(of: type).first(where: staysNil)
    if own != nil || depth == 0 { return own }
    return survey(of: type).plainFields.lazy.compactMap {
      self.gap(in: $0.fieldType, depth: depth - 1)
    }.first
  }

  /// Whether a required property certainly gets no value, for whichever key its mark asks.
  private func staysNil(_ row: PropertyWiring) -> Bool {
    func mayGive(_ binding: Binding) -> Bool {
      binding.refusal(on: check.caller) == nil && forecast(of: binding).obstacle == nil
        && check.failed[ObjectIdentifier(binding)] == nil
    }
    guard row.mark?.isRequired == true else { return false }
    let asked = [row.route.binding, route(of: BindingKey(nil, row.valueType)).binding]
    let all = asked.compactMap(\.self) + bindings.all(fitting: row.valueType)
    return !all.contains(where: mayGive)
  }
}

extension TypeSurvey {
  /// The stored properties that are no marks.
  fileprivate var plainFields: [StoredField] {
    let marks = Set(markedFields.map { "_\($0.name)" })
    return fields.filter { !marks.contains($0.label) }
  }
}

/// The samples of a configuration that were made.
struct DeclaredSamples {
  var made: [(sample: TypeSample, object: Any)] = []
  /// The findings about those that were not.
  var findings: [ValidationReport.Finding] = []
}

extension TypeSample {
  var text: String { "The sample of \(TypeName.of(type))" }

  func finding(
    _ severity: ValidationReport.Severity, _ kind: InjectionIssue.Kind
  ) -> ValidationReport.Finding {
    var issue = InjectionIssue(kind, of: type)
    issue.location = location
    return ValidationReport.Finding(severity, issue)
  }
}
