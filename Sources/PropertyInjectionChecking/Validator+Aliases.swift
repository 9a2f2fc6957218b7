import PropertyInjection

// Aliases, and those that lead nowhere.
extension Validator {
  /// Follows an alias, up to an alias that has been followed; the bindings that it leads to are used.
  ///
  /// Of a chain only its last one is looked up, so that long chains cost no more than short ones.
  func follow(_ alias: Binding) {
    var last = alias
    var way: Set<ObjectIdentifier> = [ObjectIdentifier(alias)]
    defer { followed.formUnion(way) }
    while case .key(let key) = last.target, key.type == alias.type,
      let next = wiring.registry.bindings.binding(key), next.isAlias
    {
      use([next])
      if followed.contains(ObjectIdentifier(next)) { return }
      // A cycle, which the look-up tells.
      guard way.insert(ObjectIdentifier(next)).inserted else { break }
      last = next
    }
    let answer = wiring.answer(last.key)
    if answer.isMistake { wrong.append((last, answer)) }
    use(answer.way.filter { $0 !== last })
  }

  /// Notes that something else has met the mistake of aliases, and has a finding that says more.
  func noteMistake(in answer: Wiring.Answer) {
    guard answer.binding == nil else { return }
    for alias in answer.aliases { explained.insert(ObjectIdentifier(alias)) }
  }

  /// Adds the mistakes that nothing else has met, one for each chain and each cycle.
  func addAliases() {
    // The nearest to the end of a chain first, in each run: the finding of a longer way stands for all on it.
    let inOrder = wrong.inOrder { $0.answer.aliases.count < $1.answer.aliases.count }
    for (last, answer) in inOrder where !explained.contains(ObjectIdentifier(last)) {
      noteMistake(in: answer)
      var alias = RegistryEntry(binding: last)
      // The same one in each run.
      if case .aliasCycle? = answer.miss {
        let cycle = answer.aliases.map(RegistryEntry.init(binding:))
        alias = cycle.min { $0.key.description < $1.key.description } ?? alias
      }
      let answer = wiring.answer(alias.key)
      use(answer.aliases)
      guard let miss = answer.miss else { continue }
      var issue = InjectionIssue(miss, lookingFor: alias.key, near: wiring.near(answer))
      issue.location = alias.location
      issue.module = alias.module
      add(.error, issue)
    }
  }
}
