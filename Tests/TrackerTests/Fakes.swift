import Foundation
import Synchronization
import Tracker

nonisolated final class FakeStore: TicketStore {
  private let saved: Mutex<[Ticket]>

  init(_ tickets: [Ticket] = []) { saved = Mutex(tickets) }

  func load() -> [Ticket] { saved.withLock { $0 } }
  func save(_ tickets: [Ticket]) { saved.withLock { $0 = tickets } }
}

nonisolated struct FixedTime: TimeSource {
  let now: Date

  init(day: Double) { now = Date(timeIntervalSince1970: day * 86_400) }
}

nonisolated extension Ticket {
  static let first = Ticket(number: 1, title: "It hangs", opened: FixedTime(day: 1).now)
  static let old = Ticket(
    number: 2, title: "It fails", opened: FixedTime(day: 1).now, closed: FixedTime(day: 2).now)
}
