/// The identity of a configuration; each injector has its own.
package final class RegistryOrigin: Sendable {
  /// How many injectors the configuration is derived from.
  package let layer: Int
  private let notesUse: Bool
  /// The bindings that have answered a look-up, if that is to be known.
  private let used = Lock<Set<ObjectIdentifier>>([])

  /// - Parameter notesUse: Whether ``isUsed(_:)`` is to be known.
  init(layer: Int = 0, notesUse: Bool = false) {
    self.layer = layer
    self.notesUse = notesUse
  }

  /// Notes that a look-up has led to a binding.
  func noteUse(of binding: Binding) {
    if notesUse { used.withLock { _ = $0.insert(ObjectIdentifier(binding.root)) } }
  }

  /// Whether a look-up has led to a binding.
  package func isUsed(_ binding: Binding) -> Bool {
    !notesUse || used.withLock { $0.contains(ObjectIdentifier(binding.root)) }
  }
}
