/// Follows aliases, and collects those that lead nowhere.
final class AliasCheck {
  private let wiring: Wiring
  /// The binding that each alias leads to, as far as it is known; nil if it leads to none.
  private var ends: [ObjectIdentifier: Binding?] = [:]
  /// The aliases that lead nowhere, each the last one of its chain.
  private var wrong: [(alias: Binding, answer: Wiring.Answer)] = []
  /// The aliases whose mistake has its finding.
  private var explained: Set<ObjectIdentifier> = []

  init(_ wiring: Wiring) {
    self.wiring = wiring
  }

  /// Follows an alias, up to one that has been followed; the bindings that it leads to.
  ///
  /// Of a chain the last key is looked up, and the aliases for whose types its value is of no use, so that long
  /// chains cost no more than short ones.
  func follow(_ alias: Binding) -> [Binding] {
    var way = [alias]
    var met: Set<ObjectIdentifier> = [ObjectIdentifier(alias)]
    var end: Binding?
    var used: [Binding] = []
    while let last = way.last, case .key(let key) = last.target {
      let next = key.type == nil ? nil : wiring.registry.bindings.binding(key)
      if let next, let known = ends[ObjectIdentifier(next)] {
        end = known
        used = [next]
        break
      }
      // In a cycle the look-up tells.
      if let next, next.isAlias, met.insert(ObjectIdentifier(next)).inserted {
        way.append(next)
        continue
      }
      let answer = wiring.answer(key.typed(as: last.type))
      if answer.miss != nil { note(last) }
      end = answer.binding
      used = answer.way
      break
    }
    for alias in way {
      ends[ObjectIdentifier(alias)] = .some(end)
      if let end, alias.type != end.type, end.fit(alias.key) == nil { note(alias) }
    }
    return way.dropFirst() + used
  }

  private func note(_ alias: Binding) {
    let answer = wiring.answer(alias.key)
    if answer.miss != nil { wrong.append((alias, answer)) }
  }

  /// Notes that something else has met the mistake of aliases, and has a finding that says more.
  func noteFinding(of answer: Wiring.Answer) {
    for alias in answer.aliases { explained.insert(ObjectIdentifier(alias)) }
  }

  /// The mistakes that nothing else has met, one for each chain and each cycle: the alias, and why its key has no
  /// value.
  func unmet() -> [(alias: RegistryEntry, answer: Wiring.Answer)] {
    var unmet: [(alias: RegistryEntry, answer: Wiring.Answer)] = []
    for (last, answer) in wrong where !explained.contains(ObjectIdentifier(last)) {
      noteFinding(of: answer)
      guard case .aliasCycle(let aliases)? = answer.miss else {
        unmet.append((RegistryEntry(binding: last), answer))
        continue
      }
      // The same one in each run.
      let first = aliases.min { $0.keyText < $1.keyText } ?? RegistryEntry(binding: last)
      unmet.append((first, wiring.answer(first.key)))
    }
    return unmet
  }
}
