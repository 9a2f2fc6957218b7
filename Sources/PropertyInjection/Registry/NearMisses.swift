import Synchronization

/// Finds bindings that the user may have meant, for reports.
///
/// To look at every binding costs as many looks. Programs may ask for any number of names, so that
/// what is near a name is looked for as far as the configuration's budget goes.
enum NearMisses {
  /// Near bindings, and the name of one of them that would fit.
  typealias Found = (related: [RegistryEntry], suggestedName: String?)

  static let limit = 3

  // In a configuration that is larger than that, names that people write are few. And which part of
  // it would be looked at differs from run to run.
  private static let mostLookedAt = 10_000

  /// At most three bindings near a name.
  ///
  /// Those of the same name come first, then those of a fitting type and those whose name is spelt
  /// nearly alike, the nearest first. Those of the name, and the one of the type alone, are found
  /// always; the others in a configuration of at most 10,000 bindings, within the budget.
  static func ofName(
    _ name: String, _ key: BindingKey, in bindings: BindingTable, within budget: SearchBudget? = nil
  ) -> Found {
    var near: [Candidate] = []
    for binding in bindings[name] {
      keep(Candidate(binding, isOther: false, fits: fits(binding, key)), in: &near)
    }
    if bindings.count <= mostLookedAt, (budget ?? bindings.searches).take(bindings.count) {
      let spelling = Spelling(name)
      bindings.forEach { binding in
        guard binding.name != name else { return }
        let fits = fits(binding, key)
        let distance = binding.name.flatMap(spelling.distance)
        guard fits || distance != nil else { return }
        keep(Candidate(binding, isOther: true, fits: fits, distance: distance), in: &near)
      }
    } else if let binding = bindings.binding(BindingKey(nil, key.type)) {
      keep(Candidate(binding, isOther: true, fits: true), in: &near)
    }
    // A number or a text that has only its type in common is probably not what the user meant.
    let typeSaysMuch = key.type.map { TypeKind($0) != .value } ?? false
    let suggested = near.first {
      $0.isOther == 1 && $0.doesNotFit == 0 && (typeSaysMuch || $0.distance < .max)
        && $0.binding.leadsToValue(key, in: bindings)
    }
    return (near.map { RegistryEntry(binding: $0.binding) }, suggested?.binding.name)
  }

  private static func fits(_ binding: Binding, _ key: BindingKey) -> Bool {
    binding.fit(key).map { $0 <= .known } ?? false
  }

  /// At most three bindings whose type contains this one, `[Engine]` for `Engine`, or is part of
  /// it; one of the same full name comes first.
  ///
  /// It looks at every binding, as the look-up by type has done before; a program has so many types.
  static func ofType(_ type: Any.Type, in bindings: BindingTable) -> [RegistryEntry] {
    let words = Self.words(of: type)
    var farTypes: Set<ObjectIdentifier> = []
    var near: [Candidate] = []
    bindings.forEach { binding in
      guard binding.location != nil, let other = binding.type,
        !farTypes.contains(ObjectIdentifier(other))
      else { return }
      guard isNear(words, Self.words(of: other)) else {
        farTypes.insert(ObjectIdentifier(other))
        return
      }
      let distance = TypeName.isLinkedTwice(type, other) ? 0 : nil
      keep(Candidate(binding, isOther: true, fits: false, distance: distance), in: &near)
    }
    return near.map { RegistryEntry(binding: $0.binding) }
  }

  /// The first three of some bindings, in the order in which reports show them.
  static func first(of bindings: [Binding]) -> [RegistryEntry] {
    var first: [Candidate] = []
    for binding in bindings {
      keep(Candidate(binding, isOther: true, fits: true), in: &first)
    }
    return first.map { RegistryEntry(binding: $0.binding) }
  }

  @inline(never)  // Only reports need it, in four places.
  private static func keep(_ candidate: Candidate, in near: inout [Candidate]) {
    if near.count == limit {
      guard candidate < near[limit - 1] else { return }
      near.removeLast()
    }
    near.insert(candidate, at: near.firstIndex { candidate < $0 } ?? near.endIndex)
  }

  /// The words of a type's name, without the common ones.
  private static func words(of type: Any.Type) -> [Substring] {
    let common: [Substring] = ["any", "Optional", "Array", "Set", "Dictionary"]
    return TypeName.plain(type).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { !common.contains($0) }
  }

  /// Whether one type's words are all among the other's.
  private static func isNear(_ one: [Substring], _ other: [Substring]) -> Bool {
    !one.isEmpty && !other.isEmpty
      && (one.allSatisfy(other.contains) || other.allSatisfy(one.contains))
  }
}

extension Binding {
  /// Whether a look-up of its name finds a value, which an alias may not lead to.
  fileprivate func leadsToValue(_ key: BindingKey, in bindings: BindingTable) -> Bool {
    guard isAlias else { return true }
    if case .found = bindings.lookUp(BindingKey(name, key.type)) { return true }
    return false
  }
}

/// A binding that is near, and how near.
private struct Candidate {
  let binding: Binding
  let isOther: Int
  let doesNotFit: Int
  let distance: Int

  init(_ binding: Binding, isOther: Bool, fits: Bool, distance: Int? = nil) {
    self.binding = binding
    self.isOther = isOther ? 1 : 0
    doesNotFit = fits ? 0 : 1
    self.distance = isOther ? distance ?? .max : 0
  }

  static func < (one: Candidate, other: Candidate) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    let (name, otherName) = (one.binding.name ?? "", other.binding.name ?? "")
    guard name == otherName else { return name < otherName }
    return one.binding.key.typeName < other.binding.key.typeName
  }

  private var rank: (Int, Int, Int) { (isOther, doesNotFit, distance) }
}

/// A name as a person remembers it: case and underscores do not count.
private struct Spelling {
  // Longer names are not compared letter by letter: the work grows with the square.
  private static let longest = 64

  private let letters: [UInt8]
  /// A bit for each letter of the name.
  private let letterSet: UInt64
  /// How many letters may differ in a slip.
  private let allowed: Int

  init(_ name: String) {
    letters = name.utf8.count > Self.longest ? [] : Self.folded(name)
    letterSet = Self.letterSet(name)
    allowed = max(1, letters.count / 3)
  }

  private static func isCounted(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "_") }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.filter(isCounted).map(fold)
  }

  private static func letterSet(_ name: String) -> UInt64 {
    var set: UInt64 = 0
    for byte in name.utf8 where isCounted(byte) { set |= 1 << UInt64(fold(byte) & 63) }
    return set
  }

  /// Whether the letters are worth comparing: each slip changes at most two bits of the letter set.
  private func mayBeNear(_ other: String) -> Bool {
    let count = other.utf8.count
    guard !letters.isEmpty, count <= Self.longest, count + allowed >= letters.count else {
      return false
    }
    return (letterSet ^ Self.letterSet(other)).nonzeroBitCount <= 2 * allowed
  }

  /// How many letters differ, two that are swapped as one (the optimal string alignment); nil if that is
  /// more than a slip.
  func distance(to name: String) -> Int? {
    guard mayBeNear(name) else { return nil }
    let other = Self.folded(name)
    guard !other.isEmpty, abs(letters.count - other.count) <= allowed else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, letter) in letters.enumerated() {
      var row = last
      row[0] = i + 1
      for (j, otherLetter) in other.enumerated() {
        var distance = min(last[j] + (letter == otherLetter ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, letter == other[j - 1], letters[i - 1] == otherLetter {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row[j + 1] = distance
      }
      // A swap goes back over two rows.
      if !(row + last).contains(where: { $0 <= allowed }) { return nil }
      (beforeLast, last) = (last, row)
    }
    return last[other.count] <= allowed ? last[other.count] : nil
  }
}

/// How many more bindings are looked at to find near ones.
final class SearchBudget: Sendable {
  private let left: Atomic<Int>

  init(_ looks: Int) {
    left = Atomic(looks)
  }

  /// Takes so many looks; returns false if fewer are left.
  func take(_ looks: Int) -> Bool {
    left.load(ordering: .relaxed) >= looks
      && left.wrappingSubtract(looks, ordering: .relaxed).oldValue >= looks
  }
}
