import PropertyInjection

final class Owner: Sendable {}

final class House {
  let owner: Owner
  init(owner: Owner) { self.owner = owner }
}

// expected-complete-note@+1 3 {{class 'Draft' does not conform to the 'Sendable' protocol}}
final class Draft {
  var title: String?
}

@MainActor final class Screen {
  var title: String?
}

// In Swift 5 mode: a reference to an initializer, and a key path of the main actor, whatever is checked.
func warned(_ registry: inout Registry) {
  registry.register("house", .initializer(House.init(owner:)))
  // expected-warning@-1 {{converting non-Sendable function value to '@isolated(any) @Sendable (Owner) throws -> House?' may introduce data races}}
  registry.register("described", .initializer(House.init(owner:)))
  // expected-warning@-1 {{converting non-Sendable function value to '@isolated(any) @Sendable (Owner) throws -> House?' may introduce data races}}
  registry.register("closure", .initializer { House(owner: $0) })
  registry.declare("title", \Draft.title)
  registry.declare("title", \Screen.title)
  // expected-warning@-1 {{cannot form key path to main actor-isolated property 'title'}}
}

// Values that threads share, with complete checking.
func warnedIfComplete(_ registry: inout Registry) {
  let draft = Draft()
  registry.register("draft", instance: draft)
  // expected-complete-warning@-1 {{type 'Draft' does not conform to the 'Sendable' protocol}}
  registry.register("kept", in: .singleton) { Draft() }
  // expected-complete-warning@-1 {{type 'Draft' does not conform to the 'Sendable' protocol}}
  registry.register("captured") { draft }
  // expected-complete-warning@-1 {{capture of 'draft' with non-Sendable type 'Draft' in a '@Sendable' closure}}
}
