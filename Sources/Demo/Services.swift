import Synchronization

/// An instance that everybody shares.
struct Timetable: Sendable {
  let departures: [String]
}

/// The product of a factory, a new one each time.
struct Ticket {
  let number: Int
}

/// Counts the tickets.
final class TicketCounter: Sendable {
  private let number = Mutex(0)

  func next() -> Ticket {
    number.withLock { number in
      number += 1
      return Ticket(number: number)
    }
  }
}

/// A service that is asked for by protocol.
protocol Clock: Sendable {
  var now: String { get }
}

struct StationClock: Clock {
  let now = "08:02"
}
