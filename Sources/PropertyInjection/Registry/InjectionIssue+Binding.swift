// How an issue and its entries describe a binding.
extension InjectionIssue {
  init(_ problem: Problem, binding: Binding, related: [RegistryEntry] = []) {
    self.init(problem)
    key = binding.key
    location = binding.location
    module = binding.module?.name
    self.related = related
  }

  /// - Parameter binding: The binding whose value lacks the argument.
  init(_ missing: MissingArgument, of binding: Binding, related: [RegistryEntry]) {
    self.init(.unresolvedArgument(missing), binding: binding, related: related)
    lookedUpName = missing.key.name
  }

  mutating func add(_ near: NearMisses.Found) { (related, suggestion) = near }
}

extension RegistryEntry {
  init(binding: Binding) {
    self.init(binding.key, at: binding.location, binding.module)
  }
}
