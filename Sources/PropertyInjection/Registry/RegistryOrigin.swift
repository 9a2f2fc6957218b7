/// The identity of a configuration; each injector has its own.
final class RegistryOrigin: Sendable {
  /// How many injectors the configuration is derived from.
  let layer: Int
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
  func isUsed(_ binding: Binding) -> Bool {
    !notesUse || used.withLock { $0.contains(ObjectIdentifier(binding.root)) }
  }
}

/// The changes of a derived injector to the configuration that it is derived from, as far as plans and look-ups
/// depend on it.
struct LayerChanges {
  /// The names whose bindings have been added, replaced or removed.
  private(set) var names: [String] = []
  /// Whether more has changed than the bindings of a few names.
  private(set) var isWide = false
  /// Whether no binding has changed.
  private(set) var isNone = true

  // Each look-up and each plan compares all of them.
  private static let most = 64

  mutating func note(_ change: Registry.Change) {
    switch change {
    case .handle: return
    case .bind, .remove, .setScope:
      // A change of a type alone changes no look-up of a name that leads to a binding of that name.
      if let name = change.subject?.name { note(name) }
    case .declare, .declareType, .watch, .makePlaceholders: isWide = true
    }
    isNone = false
  }

  private mutating func note(_ name: String) {
    guard !isWide, !names.contains(name) else { return }
    if names.count < Self.most { names.append(name) } else { isWide = true }
  }

  mutating func noteAll() { (isWide, isNone) = (true, false) }
}
