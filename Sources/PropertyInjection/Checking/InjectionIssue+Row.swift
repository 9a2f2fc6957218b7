// How an issue describes a property of a check.
extension InjectionIssue {
  init(_ problem: Problem, _ row: PropertyWiring, related: [RegistryEntry] = []) {
    self.init(problem)
    self.related = related
    describe(row)
  }

  mutating func describe(_ row: PropertyWiring) {
    name = row.name
    ownerType = row.ownerType
    valueType = row.valueType
    location = row.location
    module = row.module?.name
    lookedUpName = row.key.name
  }
}

extension Lifetime {
  /// The scope's name in code.
  var name: String {
    switch self {
    case .unique: ".unique"
    case .singleton(eager: false): ".singleton"
    case .singleton(eager: true): ".singleton(eager: true)"
    case .weak: ".weak"
    case .cached: ".cached"
    case .graph: ".graph"
    case .custom: ".custom"
    }
  }

  /// How long it keeps a value, compared to others; nil if it keeps none.
  var rank: Int? {
    switch self {
    case .unique: nil
    case .graph: 1
    case .weak, .cached, .custom: 2
    case .singleton: 3
    }
  }
}
