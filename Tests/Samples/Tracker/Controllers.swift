import Foundation
import PropertyInjection
import PropertyInjectionSettings

/// Shows the tickets.
///
/// It creates the controllers of single tickets, so it injects them.
@MainActor package final class ListController: @MainActor InjectionAware {
  var store: (any TicketStore)?
  var time: (any TimeSource)?
  var numbers: TicketNumbers?
  @Setting("tracker.showsClosed") package var showsClosed: Bool?

  package private(set) var tickets: [Ticket] = []

  package init() {}

  package func didInjectDependencies() {
    tickets = (try? store!.load()) ?? []
  }

  package var shown: [Ticket] {
    tickets.filter { $0.closed == nil || showsClosed == true }
  }

  package func add(_ title: String) throws {
    tickets.append(Ticket(number: numbers!.next(), title: title, opened: time!.now))
    try store!.save(tickets)
  }

  package func show(_ number: Int) -> DetailController {
    let detail = DetailController(number: number)
    PropertyInjector.injectDependencies(to: detail)
    return detail
  }
}

/// Shows one ticket.
@MainActor package final class DetailController {
  var store: (any TicketStore)?
  var time: (any TimeSource)?
  private let number: Int

  package init(number: Int) { self.number = number }

  package func close() throws {
    var tickets = try store!.load()
    for index in tickets.indices where tickets[index].number == number {
      tickets[index].closed = time!.now
    }
    try store!.save(tickets)
  }

  package var daysOpen: Int? {
    guard let ticket = try? store!.load().first(where: { $0.number == number }) else { return nil }
    return Int((ticket.closed ?? time!.now).timeIntervalSince(ticket.opened) / 86_400)
  }
}

/// Removes old tickets, beside the main actor.
package actor Archive {
  @Injected private var store: (any TicketStore)?
  @Injected private var time: (any TimeSource)?

  package init() {}

  package func prepare() {
    PropertyInjector.injectDependencies(to: self)
  }

  package func removeOld() throws {
    prepare()
    let limit = time!.now.addingTimeInterval(-30 * 86_400)
    try store!.save(store!.load().filter { ($0.closed ?? .distantFuture) > limit })
  }
}
