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
