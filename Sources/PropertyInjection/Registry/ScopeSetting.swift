/// A scope that was set for a key.
final class ScopeSetting: BindingModifier {
  let lifetime: Lifetime
  let key: BindingKey
  private let origin: RegistryOrigin
  private let module: ModuleTag?
  private let location: CodeLocation
  /// The actor that the scoped instance belongs to, unless its binding belongs to another.
  private let isolation: Isolation
  /// Whether values of any type may be kept, because they belong to an actor or the program vouches
  /// for them.
  private let isVouchedFor: Bool

  init(
    _ lifetime: Lifetime, for key: BindingKey, in registry: Registry, at location: CodeLocation
  ) {
    (self.lifetime, self.key, self.location) = (lifetime, key, location)
    (origin, module, isolation) = (registry.origin, registry.module, registry.confinement)
    isVouchedFor = registry.isUnproven
  }

  /// Whether values of a binding as it was registered may be handed to every thread, as far as that is known.
  ///
  /// At run time `Counter & Sendable` is the type `Counter`. So the key of the scope does not prove what the factory
  /// gives; a scope that was given with the factory does.
  func mayKeepValues(of binding: Binding) -> Bool {
    lifetime.isUnique || isVouchedFor || binding.isProven || !binding.isUnconfined
  }

  func form(of binding: Binding) -> Binding {
    Binding(
      binding.key, to: binding.target, lifetime: lifetime,
      isolation: binding.isolation == .none ? isolation : binding.isolation, origin: origin,
      module: binding.module ?? module, formOf: binding, at: binding.location)
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
