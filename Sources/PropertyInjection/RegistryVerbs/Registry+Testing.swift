// For the module that tests use.
extension Registry {
  /// Notes which bindings of this configuration look-ups lead to, from now on.
  package mutating func noteUse() {
    origin = RegistryOrigin(layer: origin.layer, notesUse: true)
  }

  /// Makes placeholders of the bindings that this configuration inherits, and of those that its
  /// modules register.
  package mutating func makePlaceholders() {
    record(.makePlaceholders(below: Binding.rank(inLayer: origin.layer, isOfModule: false)))
  }
}
