import PropertyInjection

/// The bindings without a name that are the values of properties by their type alone, and what may not be meant by that.
struct TypeUses {
  /// A binding, and the first property of each name that it fills.
  private struct Use {
    let binding: Binding
    var names: Set<String> = []
    var properties: [InjectableProperty] = []
  }

  private var uses: [Use] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var nearNames: [ValidationReport.Finding] = []
  /// The bindings with a name that fit a type.
  private var named: [ObjectIdentifier: [Binding]] = [:]

  /// Notes a property that has no value of its own name.
  mutating func note(_ row: PropertyWiring, in bindings: BindingTable) {
    guard row.isByType, row.key.isOwnName,
      let binding = row.answer.aliases.first ?? row.answer.binding
    else { return }
    let id = ObjectIdentifier(binding)
    let position = positions[id] ?? uses.count
    if position == uses.count {
      positions[id] = position
      uses.append(Use(binding: binding))
    }
    guard uses[position].names.insert(row.name).inserted else { return }
    uses[position].properties.append(row.property)
    noteNearName(of: row, in: bindings)
  }

  /// Notes that the property's name is nearly that of a binding which fits: it may be a slip.
  private mutating func noteNearName(of row: PropertyWiring, in bindings: BindingTable) {
    let type = ObjectIdentifier(row.valueType)
    if named[type] == nil {
      named[type] = bindings.registered.filter { other in
        other.name != nil && other.fit(row.key).map { $0 <= .known } ?? false
      }.inOrder { $0.order < $1.order }
    }
    let near = (named[type] ?? []).filter {
      $0.name.map { NearMisses.isSlip(row.name, of: $0) } == true
    }
    if near.isEmpty { return }
    let related = near.prefix(NearMisses.limit).map(RegistryEntry.init(binding:))
    nearNames.append(
      .init(.note, InjectionIssue(.nearName, property: row.property, related: related)))
  }

  /// The findings, when all properties are noted.
  func findings(in bindings: BindingTable) -> [ValidationReport.Finding] {
    let overrides = bindings.registered.filter { $0.name != nil && $0.layer > 0 }
      .inOrder { $0.order < $1.order }
    return nearNames
      + uses.flatMap { use in
        let names = use.properties.map(\.fullName)
        var findings: [ValidationReport.Finding] = []
        if names.count > 1, use.binding.type.map(TypeName.isCommon) == true {
          findings.append(
            .init(.warning, InjectionIssue(.sharedByType(by: names), binding: use.binding)))
        }
        for override in overrides where override.goesBefore(use.binding) {
          let others = use.properties.filter { $0.name != override.name }.map(\.fullName)
          guard !others.isEmpty, override.fits(use.binding) else { continue }
          let related = [RegistryEntry(binding: use.binding)]
          findings.append(
            .init(
              .warning,
              InjectionIssue(.overridesOneName(not: others), binding: override, related: related)))
        }
        return findings
      }
  }
}

extension InjectionIssue.Kind {
  static func sharedByType(by properties: [String]) -> InjectionIssue.Kind {
    .other("sharedByType") { issue in
      IssueWords(
        "\(issue.typeText) is registered without a name, and properties of different names take it: "
          + "\(IssueText.shortened(properties, by: ", ")).",
        toFix: "register it under a name, and let the properties that it is for ask for that.")
    }
  }

  static func overridesOneName(not properties: [String]) -> InjectionIssue.Kind {
    .other("overridesOneName") { issue in
      let type = issue.related.first.map(\.key.typeName) ?? "?"
      return IssueWords(
        "\(issue.key) is for its name only: by its type \(IssueText.shortened(properties, by: ", ")) "
          + "\(properties.count == 1 ? "keeps" : "keep") \(type).",
        toFix: "register it without a name, as \(type), if it is for all of that type.",
        related: "inherited")
    }
  }
}
