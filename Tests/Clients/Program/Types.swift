import PropertyInjection

// What the program injects, and injects with. It compiles in every language mode and under every
// default isolation, so what several actors share says that it belongs to none.

nonisolated protocol Clock: Sendable {
  var now: String { get }
}

nonisolated struct StationClock: Clock {
  let now = "08:02"
}

nonisolated final class Timetable: Sendable {
  let next = "08:15"
}

nonisolated final class Ticket: Sendable {
  let passenger: String
  let seat: Int

  init(passenger: String, seat: Int) {
    self.passenger = passenger
    self.seat = seat
  }
}

nonisolated class Display {
  var clock: (any Clock)?
  var title: String?
}

nonisolated final class Board: Display, InjectionAware, Injectable {
  var timetable: Timetable?
  var platform: Int? {
    didSet { changes += 1 }
  }
  private var secret: String?
  private(set) var changes = 0
  private(set) var hooks = 0

  func didInjectDependencies() { hooks += 1 }

  /// What it holds, in one line.
  var contents: String {
    "\(clock?.now ?? "-") \(title ?? "-") \(timetable?.next ?? "-") \(platform ?? 0) \(secret ?? "-")"
  }

  static func declareProperties(in registry: inout Registry) {
    registry.declare("secret", \Board.secret)
  }
}

nonisolated struct Label: InjectionAware {
  var clock: (any Clock)?
  var text = ""

  mutating func didInjectDependencies() { text = "It is \(clock?.now ?? "-")." }
}

@MainActor final class Screen: @MainActor InjectionAware {
  var title: String?
  private(set) var hooks = 0

  func didInjectDependencies() { hooks += 1 }
}

@globalActor actor Archive {
  static let shared = Archive()
}

@Archive final class Record {
  var title: String?
}

nonisolated let ticketModule = InjectionModule("Ticket") { registry in
  registry.register("passenger", instance: "Jenny")
  registry.register(
    .type(Ticket.self),
    .initializer({ Ticket(passenger: $0, seat: $1) }, .key("passenger"), .dynamic))
}
