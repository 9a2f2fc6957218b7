// How an issue and its entries describe a binding.
extension InjectionIssue {
  init(_ problem: Problem, binding: Binding, related: [RegistryEntry] = []) {
    self.init(problem)
    key = binding.key
    location = binding.location
    module = binding.module?.name
    self.related = related
  }
}

extension RegistryEntry {
  init(binding: Binding) {
    self.init(binding.key, at: binding.location, binding.module)
  }
}

extension Problem {
  /// Run-time arguments that do not match the parameters of a binding.
  ///
  /// - Parameter isLookUp: Whether the program asks, which can give arguments.
  static func wrongArguments(given: [Any?], to binding: Binding, isLookUp: Bool) -> Problem {
    let wanted = binding.factory?.parameters?.filter(\.isDynamic).map(\.type) ?? []
    return binding.shared == nil
      ? .wrongArguments(
        wanted: wanted, given: given, to: binding.signature, isLookUp: isLookUp)
      : .argumentsOfKeptValue(wanted: wanted, given: given, to: binding.signature)
  }
}
