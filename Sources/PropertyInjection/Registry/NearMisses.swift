/// Finds bindings that the user may have meant, for reports.
package enum NearMisses {
  /// Near bindings, and the name of one of them that would fit.
  package typealias Found = (related: [RegistryEntry], suggestedName: String?)

  package static let limit = 3

  // In a configuration that is larger than that, names that people write are few.
  private static let mostNames = 2_000

  /// At most three bindings near a name.
  ///
  /// Those of the same name come first, then those of a fitting type and those whose name is spelt
  /// nearly alike, or their type, the nearest first. Those of the name, and the one of the type alone, are found
  /// always; the others in a configuration of at most 2,000 names. Of a key without a name those of a fitting type count.
  package static func ofName(_ key: BindingKey, in bindings: BindingTable) -> Found {
    let name = key.name
    var near = (name.map { bindings[$0] } ?? [])
      .map { Candidate(binding: $0, kind: $0.surelyFits(key) ? 0 : 1) }
    // That a number or a text adopts a protocol tells nothing.
    let ownType = key.type.flatMap { TypeName.isCommon($0) ? nil : $0 }
    let typeName = ownType.map(TypeName.of)
    if bindings.count <= mostNames {
      for binding in bindings.visible().joined() where binding.name != name {
        // The library's own binding is no answer to `AnyObject`.
        let fits = !binding.isBuiltIn && binding.surelyFits(key)
        let distance = name.flatMap { name in binding.name.flatMap { slip(name, $0) } }
        guard
          fits || distance != nil || binding.isOfProtocolOf(ownType)
            || typeName != nil && binding.type.map(TypeName.of) == typeName
        else { continue }
        near.append(Candidate(binding: binding, kind: fits ? 2 : 3, distance: distance ?? .max))
      }
    } else if let binding = bindings.binding(BindingKey(nil, key.type)) {
      near.append(Candidate(binding: binding, kind: 2))
    }
    near = nearest(near)
    // A number or a text that has only its type in common is probably not what the user meant.
    let typeSaysMuch = key.type.map { TypeKind($0) != .value } ?? false
    let suggested = near.first {
      $0.kind == 2 && (typeSaysMuch || $0.distance < .max)
        && (!$0.binding.isAlias || bindings.leadsToValue(BindingKey($0.binding.name, key.type)))
    }
    return (near.map { RegistryEntry(binding: $0.binding) }, suggested?.binding.name)
  }

  /// Whether one name may be a slip of the other: numbers in names are different on purpose.
  package static func isSlip(_ name: String, of other: String) -> Bool {
    slip(name, other) != nil && name.filter(\.isNumber) == other.filter(\.isNumber)
  }

  /// At most three bindings whose type contains this one, `[Engine]` for `Engine`, or is part of it.
  ///
  /// It looks at every binding, as the look-up by type has done before; a program has so many types.
  static func ofType(_ type: Any.Type, in bindings: BindingTable) -> [RegistryEntry] {
    let words = words(of: type)
    let near = bindings.visible().joined().filter { binding in
      binding.location != nil && binding.type.map { isNear(words, self.words(of: $0)) } ?? false
    }
    return nearest(near.map { Candidate(binding: $0, kind: 3) })
      .map { RegistryEntry(binding: $0.binding) }
  }

  private static func nearest(_ near: [Candidate]) -> [Candidate] {
    Array(near.inOrder(by: <).prefix(limit))
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

/// A binding that is near, and how near.
private struct Candidate {
  let binding: Binding
  /// Of the name 0, and 1 if it does not fit; of another name 2, and 3 if it does not fit.
  let kind: Int
  var distance = Int.max

  private var rank: (Int, Int, String) { (kind, distance, binding.name ?? "") }

  static func < (one: Candidate, other: Candidate) -> Bool {
    one.rank == other.rank
      ? one.binding.key.typeName < other.binding.key.typeName : one.rank < other.rank
  }
}

// Longer names are not compared letter by letter: the work grows with the square.
private let longest = 64

/// The letters of a name as a person remembers it: case and underscores do not count.
///
/// None of a name that is not compared.
private func letters(of name: String, isWhole: Bool) -> [UInt8] {
  if name.utf8.count > longest { return [] }
  let part = isWhole ? name[...] : name[(name.lastIndex(of: ".") ?? name.startIndex)...]
  return part.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ".") }
}

/// How far one name is from another one; nil if that is more than a slip.
///
/// If one of them has a namespace alone, `network.interval`, it does not count.
private func slip(_ name: String, _ other: String) -> Int? {
  let isWhole = name.contains(".") == other.contains(".")
  return slip(letters(of: name, isWhole: isWhole), letters(of: other, isWhole: isWhole))
}

/// How many letters differ or have changed places, the edit distance; nil if that is more than a slip in the first name.
private func slip(_ letters: [UInt8], _ other: [UInt8]) -> Int? {
  let allowed = max(1, letters.count / 3)
  guard !letters.isEmpty, !other.isEmpty, abs(letters.count - other.count) <= allowed else {
    return nil
  }
  var row = Array(0...other.count)
  var (rowBefore, next) = (row, row)
  for (i, letter) in letters.enumerated() {
    next[0] = i + 1
    for (j, otherLetter) in other.enumerated() {
      var distance = min(row[j] + (letter == otherLetter ? 0 : 1), next[j] + 1, row[j + 1] + 1)
      if i > 0, j > 0, letter == other[j - 1], otherLetter == letters[i - 1] {
        distance = min(distance, rowBefore[j - 1] + 1)
      }
      next[j + 1] = distance
    }
    guard next.contains(where: { $0 <= allowed }) else { return nil }
    swap(&rowBefore, &row)
    swap(&row, &next)
  }
  // Two names of one letter have nothing in common.
  let distance = row[other.count]
  return distance <= allowed && distance < max(letters.count, other.count) ? distance : nil
}

extension InjectionIssue {
  /// The issue of a look-up that has found nothing, or of a property, with the bindings that are near.
  ///
  /// - Parameters:
  ///   - kind: Why nothing is found.
  ///   - key: The key that was looked up.
  @inline(never)  // Only reports need it, in many places.
  package init(_ kind: Kind, lookingFor key: BindingKey, near: NearMisses.Found) {
    self.init(kind)
    add(near)
    self.key = key
    lookedUpName = key.name
    asksOwnName = key.isOwnName
  }

  package init(_ kind: Kind, binding: Binding, related: [RegistryEntry] = []) {
    self.init(kind)
    key = binding.key
    location = binding.location
    module = binding.module?.name
    note(maker: binding)
    if case .unresolvedArgument(let argument, _) = kind { lookedUpName = argument.name }
    self.related = related
  }

  /// Notes the function that makes the value, if that is the cause.
  package mutating func note(maker: Binding) {
    switch kind {
    case .unresolvedArgument(let argument, _): signature = argument.signature
    case .threw, .initializerGaveNil, .wrongArguments, .surplusArguments:
      signature = maker.signature
    default: break
    }
  }

  /// Notes that another injector keeps the value that lacks a property, if the asking injector has a binding for it.
  package mutating func note(keeper: Binding, lacking binding: Binding?) {
    guard let binding else { return }
    (related, suggestion, self.keeper) = ([RegistryEntry(binding: binding)], nil, keeper.key)
  }

  package mutating func add(_ near: NearMisses.Found) { (related, suggestion) = near }
}

extension Binding {
  /// Whether it is registered as a protocol to which a type conforms.
  fileprivate func isOfProtocolOf(_ type: Any.Type?) -> Bool {
    guard isOfProtocol, let type, let own = self.type else { return false }
    return TypeKind(type).isConcrete && Conformance.find(type, to: own) == .anywhere
  }
}

extension RegistryEntry {
  @inline(never)  // Only reports need it, in many places.
  package init(binding: Binding) { self.init(binding.key, at: binding.location, binding.module) }
}
