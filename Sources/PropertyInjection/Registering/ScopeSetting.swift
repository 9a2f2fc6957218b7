/// Tells configurations apart: a new one for each injector.
final class RegistryOrigin: Sendable {
  /// How many injectors it is derived from.
  let layer: Int

  init(layer: Int = 0) {
    self.layer = layer
  }
}

/// A scope that was set for a key, and what has come of it.
///
/// What a binding becomes by it is one binding, also where several injectors do it again: what it keeps is kept
/// by all.
final class ScopeSetting: Sendable {
  let lifetime: Lifetime
  let key: BindingKey
  let origin: RegistryOrigin
  let module: ModuleTag?
  let location: CodeLocation
  /// The actor that what is kept belongs to, unless its binding says another.
  let isolation: Isolation
  private let results = Lock<[ObjectIdentifier: Binding]>([:])

  init(
    _ lifetime: Lifetime, _ key: BindingKey, origin: RegistryOrigin,
    module: ModuleTag?, isolation: Isolation, at location: CodeLocation
  ) {
    self.lifetime = lifetime
    self.key = key
    self.origin = origin
    self.module = module
    self.location = location
    self.isolation = isolation
  }

  /// What a binding becomes.
  func result(for binding: Binding) -> Binding {
    // The result keeps the root, so nothing else gets its identity.
    results.withLock { results in
      if let known = results[ObjectIdentifier(binding.root)] { return known }
      let result = binding.with(self)
      results[ObjectIdentifier(binding.root)] = result
      return result
    }
  }

  /// What is wrong with a key that has no binding, one that makes nothing, or one that makes a value for
  /// each that asks.
  func issue(about binding: Binding?) -> InjectionIssue {
    var issue = InjectionIssue(.nothingToScope)
    issue.key = key
    issue.location = location
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    issue.module = module?.name
    issue.isAboutKeptValue = binding?.factory?.asksForWhat == true
    return issue
  }
}
