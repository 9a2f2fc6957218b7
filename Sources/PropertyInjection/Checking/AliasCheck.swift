/// Follows aliases, and collects those that lead nowhere.
final class AliasCheck {
  private let wiring: Wiring
  private var followed: Set<ObjectIdentifier> = []
  /// The aliases that lead nowhere, each the last one of its chain.
  private var wrong: [(alias: Binding, answer: Wiring.Answer)] = []
  /// The aliases whose mistake has its finding.
  private var explained: Set<ObjectIdentifier> = []

  init(_ wiring: Wiring) {
    self.wiring = wiring
  }

  /// Follows an alias, up to one that has been followed; the bindings that it leads to.
  ///
  /// Of a chain only its last one is looked up, so that long chains cost no more than short ones.
  func follow(_ alias: Binding) -> [Binding] {
    var last = alias
    var way: Set<ObjectIdentifier> = [ObjectIdentifier(alias)]
    var used: [Binding] = []
    defer { followed.formUnion(way) }
    while case .key(let key) = last.target, key.type == alias.type,
      let next = wiring.registry.bindings.binding(key), next.isAlias
    {
      used.append(next)
      if followed.contains(ObjectIdentifier(next)) { return used }
      // A cycle, which the look-up tells.
      guard way.insert(ObjectIdentifier(next)).inserted else { break }
      last = next
    }
    let answer = wiring.answer(last.key)
    if answer.miss != nil { wrong.append((last, answer)) }
    return used + answer.way.filter { $0 !== last }
  }

  /// Notes that something else has met the mistake of aliases, and has a finding that says more.
  func noteFinding(of answer: Wiring.Answer) {
    guard answer.binding == nil else { return }
    for alias in answer.aliases { explained.insert(ObjectIdentifier(alias)) }
  }

  /// The mistakes that nothing else has met, one for each chain and each cycle: the alias, and why its key has no
  /// value.
  func unmet() -> [(alias: RegistryEntry, answer: Wiring.Answer)] {
    var unmet: [(alias: RegistryEntry, answer: Wiring.Answer)] = []
    // The nearest to the end of a chain first, in each run: the finding of a longer way stands for all on it.
    let inOrder = wrong.inOrder { $0.answer.aliases.count < $1.answer.aliases.count }
    for (last, answer) in inOrder where !explained.contains(ObjectIdentifier(last)) {
      noteFinding(of: answer)
      var alias = RegistryEntry(binding: last)
      // The same one in each run.
      if case .aliasCycle(let aliases)? = answer.miss {
        alias = aliases.min { $0.keyText < $1.keyText } ?? alias
      }
      unmet.append((alias, wiring.answer(alias.key)))
    }
    return unmet
  }
}
