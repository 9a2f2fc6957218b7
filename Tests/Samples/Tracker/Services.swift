import Foundation
import Synchronization

package struct Ticket: Codable, Equatable, Sendable {
  package let number: Int
  package var title: String
  package let opened: Date
  package var closed: Date?

  package init(number: Int, title: String, opened: Date, closed: Date? = nil) {
    self.number = number
    self.title = title
    self.opened = opened
    self.closed = closed
  }
}

package protocol TicketStore: Sendable {
  func load() throws -> [Ticket]
  func save(_ tickets: [Ticket]) throws
}

package struct FileTicketStore: TicketStore {
  private let url: URL

  package init(url: URL) { self.url = url }

  package func load() throws -> [Ticket] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try JSONDecoder().decode([Ticket].self, from: Data(contentsOf: url))
  }

  package func save(_ tickets: [Ticket]) throws {
    try JSONEncoder().encode(tickets).write(to: url, options: .atomic)
  }
}

package protocol TimeSource: Sendable {
  var now: Date { get }
}

package struct SystemTime: TimeSource {
  package var now: Date { Date() }
}

/// Numbers for new tickets; the program has one of it.
package final class TicketNumbers: Sendable {
  private let last: Mutex<Int>

  package init(startingAt first: Int) { last = Mutex(first - 1) }

  package func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}
