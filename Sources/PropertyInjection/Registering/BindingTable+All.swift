extension BindingTable {
  /// The bindings that give a value of a type, in the order of registration.
  ///
  /// A factory counts by its declared type, as in a look-up by type. A binding is left out if a newer
  /// layer has one of its name that gives such a value, too. Other keys for a binding, and bindings to
  /// nothing, add nothing.
  func all(fitting type: Any.Type) -> [Binding] {
    let key = BindingKey(nil, type)
    var fitting: [Binding] = []
    forEach { binding in
      guard binding.kind == .instance || binding.kind == .factory, !binding.isBuiltIn,
        let fit = binding.fit(key), fit < .possible
      else { return }
      fitting.append(binding)
    }
    let newest = Dictionary(
      fitting.compactMap { binding in binding.name.map { ($0, binding.rank) } },
      uniquingKeysWith: max)
    return fitting.filter { binding in binding.name.map { newest[$0] == binding.rank } ?? true }
      .sorted { $0.number < $1.number }
  }
}
