import PropertyInjection

/// The source of each property of a type or an object, or the reason why it has none.
///
/// ```swift
/// print(injector.explain(player))
/// ```
///
/// Made by `explain` of an injector.
public struct InjectionExplanation: Sendable {
  /// Whether a property has a value.
  public enum State: String, Sendable {
    /// It is nil.
    case isNil
    /// It has a value, or accessors stand before it.
    case isSet
    /// It was not read: there is no object, it belongs to another actor, or it is not told to be
    /// stored under its name.
    ///
    /// A computed or a weak property is not, nor is one that is declared for a superclass or inherited
    /// from it: a subclass may override it.
    case notRead
  }

  /// A property of the type that is explained.
  public struct Property: Sendable {
    /// The injection point of the property: its types, the way in which it is filled, and the binding that fills
    /// it, or that was found and does not.
    public let point: InjectionPoint
    /// The property's name.
    public var name: String { point.name ?? "" }
    /// Where the property is declared; nil for a property that is only marked.
    public let location: CodeLocation?
    /// Whether the property is nil now.
    public let state: State
    /// Why the property stays nil, or may stay nil, if it is nil now; nil if it is filled, unless the factory of its
    /// binding returns nil or throws.
    ///
    /// `.unverified` stands for what cannot be told before, and
    /// `.factoryGaveNil` for a factory that has returned nil for an object
    /// of the type and may do so again.
    public let reason: InjectionIssue.Kind?
    /// The aliases that lead to the binding.
    public let aliases: [RegistryEntry]
    /// The bindings whose values it decorates, the outermost first.
    let wrapped: [RegistryEntry]
    /// The scope of the binding, as it is written: `.singleton`; nil if its values are not made.
    public let scope: String?
    /// The layer of the binding: 0 for an injector of its own, 1 for one that is derived from it.
    public let layer: Int?
    /// The report of the reason, unless that is no mistake.
    public let issue: InjectionIssue?
  }

  /// The type that is explained.
  public let type: Any.Type
  /// The properties of the type: declared ones first, and those of superclasses before others.
  public let properties: [Property]
}

extension InjectionExplanation: CustomStringConvertible {
  /// A table for a terminal, with a row for each property.
  public var description: String {
    let name = TypeName.of(type)
    guard !properties.isEmpty else { return "\(name): no property is declared or marked." }
    var rows = [["property", "kind", "type", "now", "filled by"]] + properties.map(\.cells)
    for column in 0..<4 {
      let width = rows.map { $0[column].count }.max() ?? 0
      for row in rows.indices {
        let space = width - rows[row][column].count
        rows[row][column] += String(repeating: " ", count: space)
      }
    }
    return ([name] + rows.map { "  " + $0.joined(separator: "  ") }).joined(separator: "\n")
  }
}

extension InjectionExplanation.Property {
  fileprivate var cells: [String] {
    [TypeName.shown(name), point.kind.rawValue, TypeName.of(point.valueType), stateText, source]
  }

  private var stateText: String {
    switch state {
    case .isNil: "nil"
    case .isSet: "set"
    case .notRead: "-"
    }
  }

  private var source: String {
    if state == .isSet { return "nothing: it is set" }
    guard let issue else {
      guard let binding = point.binding else {
        return point.kind == .setting ? "its settings store" : "nothing, on purpose"
      }
      let value = ([binding] + wrapped).map(\.description).joined(separator: ", which decorates ")
      let way = (aliases.map(\.description) + [value]).joined(separator: " -> ")
      return
        ([way] + (point.isByType ? ["by its type"] : [])
        + Binding.details(scope: scope, layer: layer)).joined(separator: ", ")
        + note
    }
    let cause = cause(in: issue)
    return reason != .unverified && reason != .actorNotInjected
      ? cause : (point.binding.map { "\($0)? " } ?? "") + cause
  }

  /// Why the value is not used, if that has its report elsewhere or is no mistake.
  private var note: String {
    switch reason {
    case .factoryGaveNil: "; it has given nil"
    case .incomplete: "; it lacks a value of its own, and is not used"
    default: ""
    }
  }

  /// The headline of a report, without the name that the row has already.
  private func cause(in issue: InjectionIssue) -> String {
    let property = issue.propertyText
    return String(
      issue.words.headline.trimmingPrefix("\(property) stays nil: ")
        .trimmingPrefix("\(property) may stay nil: "))
  }
}

extension PropertyInjector {
  /// The value that an injection gives each property of an object, or of a type.
  func explanation(of subject: Any, on isolation: Isolation) -> InjectionExplanation {
    let wiring = Wiring(Check(self, on: isolation, isOfCaller: true))
    if let type = TypeMatching.flatten(subject) as? Any.Type {
      let samples = wiring.declaredSamples(of: type)
      _ = wiring.types(of: samples.made.map(\.object), areNew: true)
      let metatype: Any.Type = Swift.type(of: type)
      let levels = TypeHierarchy.levels(of: type).map { Swift.type(of: $0) as Any.Type }
      let statics = TypeSurvey(.of(metatype, levels), in: registry)
      return InjectionExplanation(
        type: type,
        properties: explained(wiring.properties(of: type), of: type, wiring)
          + explained(wiring.properties(of: statics, marks: [:]), of: metatype, wiring))
    }
    let types = wiring.types(of: [subject])
    let explanation = Sample.open(subject, in: wiring) { sample in
      InjectionExplanation(
        type: types[0],
        properties: explained(wiring.properties(of: types[0]), of: types[0], wiring, sample))
    }
    return explanation ?? InjectionExplanation(type: type(of: subject), properties: [])
  }

  private func explained(
    _ rows: [PropertyWiring], of type: Any.Type, _ wiring: Wiring, _ sample: Sample? = nil
  ) -> [InjectionExplanation.Property] {
    let steps = steps(of: type)
    let issueOfActor = wiring.issueOfActor(type)
    return rows.map { row in
      let binding = row.route.binding
      // Without an object a mark may ask for another key.
      var verdict =
        row.isAssumed && !row.route.isMistake ? .unverified : wiring.verdict(of: row)
      var issue = wiring.finding(for: row)?.issue
      if sample == nil, issue == nil, let kept = wiring.findingOfKept(row)?.issue {
        (verdict, issue) = (kept.kind, kept)
      }
      let gaveNil = steps.contains { $0.gaveNil && $0.property.name == row.name }
      let reason =
        gaveNil && issue == nil ? .factoryGaveNil : verdict ?? issueOfActor.map { $0.kind }
      return InjectionExplanation.Property(
        point: InjectionPoint(
          row.kind, row.property.key, of: type, property: row.property,
          from: binding.map(RegistryEntry.init(binding:)), isByType: row.isByType, at: nil),
        location: row.location, state: sample?.state(of: row) ?? .notRead, reason: reason,
        aliases: row.route.aliases.entries, wrapped: binding?.wrapped.entries ?? [],
        scope: binding.flatMap(\.scopeName), layer: binding.map { max(0, $0.layer) },
        issue: issue ?? issueOfActor)
    }
  }

  /// The marks of the objects that have been injected, by this injector or one that keeps values for it.
  var knownMarks: KnownMarks {
    var marks: KnownMarks = parent?.knownMarks ?? [:]
    for step in injectedTypes.flatMap(steps) where step.point.place != nil {
      let property = step.property
      let isLazy = step.point.kind == .lazy
      marks[BindingKey(property.name, property.ownerType)] = (property, isLazy, nil)
    }
    return marks
  }
}
