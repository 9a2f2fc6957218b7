/// The identity of a configuration; each injector has its own.
final class RegistryOrigin: Sendable {
  /// How many injectors the configuration is derived from.
  let layer: Int
  /// The bindings that have answered a look-up; nil if it is not to be known.
  private let use: BindingUse?

  /// - Parameter notesUse: Whether ``isUsed(_:)`` is to be known.
  init(layer: Int = 0, notesUse: Bool = false) {
    self.layer = layer
    use = notesUse ? BindingUse() : nil
  }

  /// Notes that a look-up has led to a binding.
  func noteUse(of binding: Binding) {
    use?.bindings.withLock { _ = $0.insert(ObjectIdentifier(binding.root)) }
  }

  /// Whether a look-up has led to a binding.
  func isUsed(_ binding: Binding) -> Bool {
    use?.bindings.withLock { $0.contains(ObjectIdentifier(binding.root)) } ?? true
  }
}

/// The bindings that look-ups have led to.
private final class BindingUse: Sendable {
  let bindings = Lock<Set<ObjectIdentifier>>([])
}
