/// A scope that was set for a key, and the bindings that result from it.
///
/// For each binding there is one result, also if several derived injectors apply the setting again,
/// so that they all share the kept value.
final class ScopeSetting: Sendable {
  let lifetime: Lifetime
  let key: BindingKey
  let origin: RegistryOrigin
  let module: ModuleTag?
  let location: CodeLocation
  /// The actor that the kept value belongs to, unless its binding belongs to another.
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

  /// The binding with this scope.
  func result(for binding: Binding) -> Binding {
    // The result retains the root, so no other object gets the root's identity.
    results.withLock { results in
      if let known = results[ObjectIdentifier(binding.root)] { return known }
      let result = binding.with(self)
      results[ObjectIdentifier(binding.root)] = result
      return result
    }
  }

  /// The issue about a key whose scope cannot be set.
  ///
  /// It has no binding, its binding makes nothing, or its factory makes a value for each request.
  func issue(about binding: Binding?) -> InjectionIssue {
    var issue = InjectionIssue(
      .nothingToScope(isForRequest: binding?.factory?.asksForWhat == true))
    issue.key = key
    issue.location = location
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    issue.module = module?.name
    return issue
  }
}
