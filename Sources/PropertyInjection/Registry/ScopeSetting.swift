/// A scope that was set for a key, and the bindings that result from it.
///
/// For each binding there is one result, also if several derived injectors apply the setting again,
/// so that they all share the scoped instance.
struct ScopeSetting: Sendable {
  let lifetime: Lifetime
  let key: BindingKey
  let origin: RegistryOrigin
  let module: ModuleTag?
  let location: CodeLocation
  /// The actor that the scoped instance belongs to, unless its binding belongs to another.
  let isolation: Isolation
  /// Whether values of any type may be kept, because they belong to an actor or the program vouches
  /// for them.
  let isVouchedFor: Bool
  private let results = BindingsBySource()

  /// Whether values of a binding as it was registered may be handed to every thread, as far as that is known.
  ///
  /// At run time `Counter & Sendable` is the type `Counter`. So the key of the scope does not prove what the factory
  /// gives; a scope that was given with the factory does.
  func mayKeepValues(of binding: Binding) -> Bool {
    lifetime.isUnique || isVouchedFor || binding.isProven || !binding.isUnconfined
  }

  /// A binding, as it was registered, with this scope: other scopes that were set for it do not count.
  func result(for binding: Binding) -> Binding {
    // The result retains the binding, so no other object gets its identity.
    let source = ObjectIdentifier(binding)
    return results[source] ?? results.keep(binding.with(self), of: source)
  }

  /// The issue about a key whose scope cannot be set.
  ///
  /// It has no binding, its binding makes nothing, its factory makes a value for each request, or
  /// nothing proves that its values may be shared.
  func issue(about binding: Binding?) -> InjectionIssue {
    var issue = InjectionIssue(
      binding?.factory.map { $0.isPerCall ? .scopeOfCalls : .scopeOfUnproven } ?? .nothingToScope)
    issue.key = key
    issue.location = location
    issue.related = binding.map { [RegistryEntry(binding: $0)] } ?? []
    issue.module = module?.name
    return issue
  }
}
