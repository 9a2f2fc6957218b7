extension Scenario {
  /// The sequence without the steps and changes that a difference does not need.
  package func shrunk(mutation: Mutation? = nil) -> Scenario {
    guard let what = difference(with: mutation)?.what else { return self }
    var smallest = self
    while let smaller = smallest.smaller.first(where: { scenario in
      scenario.difference(with: mutation)?.what == what
    }) {
      smallest = smaller
    }
    return smallest
  }

  private func difference(with mutation: Mutation?) -> Difference? {
    var coverage = Coverage()
    return Check.run(self, mutation: mutation, coverage: &coverage)
  }

  /// The sequences with one step or one change less.
  private var smaller: [Scenario] {
    let places = steps.indices.flatMap { index -> [[Step]] in
      guard case .configure(let injector, let source, let changes) = steps[index] else { return [] }
      return changes.indices.map { change in
        var fewer = changes
        fewer.remove(at: change)
        return replacing(index, by: [.configure(injector: injector, from: source, fewer)])
      }
    }
    let modules = steps.flatMap(\.modules).flatMap { module in
      module.changes.map { change in
        steps.map { $0.without(change, inModule: module.id) }
      }
    }
    return (steps.indices.map { replacing($0, by: []) } + places + modules).map { steps in
      var scenario = self
      scenario.steps = steps
      return scenario
    }
  }

  private func replacing(_ index: Int, by replacement: [Step]) -> [Step] {
    var copy = steps
    copy.replaceSubrange(index...index, with: replacement)
    return copy
  }
}

extension Step {
  /// The modules that are installed, with what they do.
  fileprivate var modules: [(id: Int, changes: [Change])] {
    guard case .configure(_, _, let changes) = self else { return [] }
    return changes.flatMap(\.modules)
  }

  /// The step without a change that a module makes, wherever that is installed.
  fileprivate func without(_ change: Change, inModule id: Int) -> Step {
    guard case .configure(let injector, let source, let changes) = self else { return self }
    return .configure(
      injector: injector, from: source, changes.map { $0.without(change, inModule: id) })
  }
}

extension Change {
  fileprivate var modules: [(id: Int, changes: [Change])] {
    guard case .install(let id, let changes) = self else { return [] }
    return [(id, changes)] + changes.flatMap(\.modules)
  }

  fileprivate func without(_ change: Change, inModule id: Int) -> Change {
    guard case .install(let module, var changes) = self else { return self }
    if module == id { changes.removeAll { $0 == change } }
    return .install(module: module, changes.map { $0.without(change, inModule: id) })
  }
}
