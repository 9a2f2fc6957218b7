/// Finds the bindings that somebody may have meant.
enum NearMisses {
  static let limit = 3

  /// At most three: those of the same name first, then those of a fitting type and those whose name
  /// is spelt nearly alike, the nearest first.
  ///
  /// Asks every binding, so it is used for reports only.
  static func of<Value>(
    _ name: String, _ type: Value.Type, in bindings: BindingTable
  ) -> (related: [RegistryEntry], suggestedName: String?) {
    let spelling = Spelling(name)
    var near: [(binding: Binding, isOther: Int, doesNotFit: Int, distance: Int)] = []
    for binding in bindings.all where binding.location != nil {
      let isOther = binding.name == name ? 0 : 1
      let fits = binding.fit(type).map { $0 <= .known } ?? false
      let distance = binding.name.flatMap { spelling.distance(to: Spelling($0)) }
      guard isOther == 0 || fits || distance != nil else { continue }
      near.append((binding, isOther, fits ? 0 : 1, distance ?? .max))
    }
    near.sort {
      ($0.isOther, $0.doesNotFit, $0.distance, $0.binding.key)
        < ($1.isOther, $1.doesNotFit, $1.distance, $1.binding.key)
    }
    let nearest = near.prefix(limit)
    // A number or a text that has nothing but its type in common is not what was meant.
    let typeSaysMuch = TypeKind(type) != .value
    let suggested = nearest.first {
      $0.isOther == 1 && $0.doesNotFit == 0 && (typeSaysMuch || $0.distance < .max)
    }
    return (
      nearest.map { RegistryEntry(binding: $0.binding) }, suggested?.binding.name
    )
  }
}

/// A name as a person remembers it: case and underscores do not count.
private struct Spelling {
  // Longer names are not compared letter by letter: the work grows with the square.
  private static let longest = 64

  private let letters: [Character]

  init(_ name: String) {
    letters = name.utf8.count > Self.longest ? [] : Array(name.lowercased().filter { $0 != "_" })
  }

  /// How many letters differ (Levenshtein's distance); nil if that is more than a slip.
  func distance(to other: Spelling) -> Int? {
    let allowed = max(1, letters.count / 3)
    guard !letters.isEmpty, !other.letters.isEmpty,
      abs(letters.count - other.letters.count) <= allowed
    else { return nil }
    var row = Array(0...other.letters.count)
    for (i, letter) in letters.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, otherLetter) in other.letters.enumerated() {
        let substituted = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    let distance = row[other.letters.count]
    return distance <= allowed ? distance : nil
  }
}
