// How a check names and compares scopes.
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

extension Binding {
  /// The name of its scope; nil if its values are not made.
  var scopeName: String? { isFactory ? lifetime.name : nil }
}
