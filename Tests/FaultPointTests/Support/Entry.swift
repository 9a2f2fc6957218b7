import PropertyInjection
import TestSupport
import Testing

/// A public entry point, used from within user code.
struct Entry: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether it asks for what the outer operation is about.
  let asksAgain: Bool
  /// What it reports itself.
  let kinds: Set<KindName>
  /// Uses an injector, and tells the stage what was not done.
  let use: @Sendable (Stage, PropertyInjector) -> Void

  init(
    _ name: String, asksAgain: Bool = false, reports kinds: Set<KindName> = [],
    use: @escaping @Sendable (Stage, PropertyInjector) -> Void
  ) {
    self.name = name
    self.asksAgain = asksAgain
    self.kinds = kinds
    self.use = use
  }

  var testDescription: String { name }

  static let all = injecting + asking + configuring + accessing
}

/// Which injector is used from within.
enum Reach: String, CaseIterable, Sendable {
  case same, derived, unrelated, shared
}

/// On which thread it is used, while the user code waits for it.
enum Manner: String, CaseIterable, Sendable {
  case here, onAnotherThread

  func run(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .here: body()
    case .onAnotherThread: Threads.run(1) { _ in body() }
    }
  }
}
