import PropertyInjection

// What is declared in a plain registry may be filled on every thread.

@MainActor final class Screen {
  var title: String?
  static var shared: String?
}

final class Board {
  var title: String?

  subscript(place: Place) -> String? {
    get { nil }
    set { place.count += 1 }
  }

  subscript(number: Int) -> String? {
    get { nil }
    set {}
  }
}

// expected-note@+1 2 {{class 'Place' does not conform to the 'Sendable' protocol}}
final class Place: Hashable {
  var count = 0
  static func == (one: Place, other: Place) -> Bool { one === other }
  func hash(into hasher: inout Hasher) {}
}

func configure(_ registry: inout Registry, _ place: Place) {
  // expected-error@+1 {{cannot form key path to main actor-isolated property 'title'}}
  registry.declare("title", \Screen.title)
  // expected-error@+1 {{cannot form key path to main actor-isolated static property 'shared'}}
  registry.declare("title", \Screen.Type.shared)
  // expected-error@+1 {{implicit capture of 'place' requires that 'Place' conforms to 'Sendable'}}
  registry.declare("title", \Board[place])
  registry.declare("title", \Board.title)
  registry.declare("other", \Board[3], from: "title")
}

// It does not matter which actor the configuration runs on.
@MainActor func configureThere(_ registry: inout Registry, _ place: Place) {
  // expected-error@+1 {{cannot form key path to main actor-isolated property 'title'}}
  registry.declare("title", \Screen.title)
  // expected-error@+1 {{implicit capture of 'place' requires that 'Place' conforms to 'Sendable'}}
  registry.declare("title", \Board[place])
  registry.declare("title", \Board.title)
  registry.onMainActor { registry in
    registry.declare("title", \Screen.title)
    registry.declare("other", \Board[place], from: "title")
  }
}
