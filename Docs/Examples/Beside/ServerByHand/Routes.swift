import Hummingbird
import Synchronization

/// What belongs to the request that is running, and the session of its user.
struct Visit: Sendable {
  let user: String
  let session: Session
  @TaskLocal static var current: Visit?
}

/// What is kept for a user until the log-out.
struct Session: Sendable { let tally = Tally() }

/// The sessions of all users.
final class Sessions: Sendable {
  private let kept = Mutex<[String: Session]>([:])

  func session(of user: String) -> Session {
    kept.withLock { kept in
      let session = kept[user] ?? Session()
      kept[user] = session
      return session
    }
  }

  func end(of user: String) { _ = kept.withLock { $0.removeValue(forKey: user) } }
}

/// How many departures a user has entered in this session.
final class Tally: Sendable {
  private let entered = Mutex(0)
  var count: Int { entered.withLock { $0 } }
  func add() { entered.withLock { $0 += 1 } }
}

/// Tells who asks, for all that the request leads to.
struct Users: RouterMiddleware {
  let sessions: Sessions

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
    let visit = Visit(user: user, session: sessions.session(of: user))
    return try await Visit.$current.withValue(visit) { try await next(request, context) }
  }
}

/// Shows the departures of today that are still to come.
struct Board {
  let departures: any DepartureStore
  let clock: any HourClock

  func coming() async throws -> [Departure] {
    try await departures.all().filter { $0.hour >= clock.hour }
  }
}

/// What a client sends to enter a departure.
struct Entry: Decodable {
  let train: String
  let hour: Int
}

/// Enters departures for the user of the request.
struct Desk {
  let departures: any DepartureStore
  let clock: any HourClock
  let visit: Visit
  let sessions: Sessions

  func enter(_ entry: Entry) async throws -> Departure {
    guard entry.hour >= clock.hour else { throw HTTPError(.badRequest, message: "It has left.") }
    let departure = Departure(train: entry.train, hour: entry.hour, enteredBy: visit.user)
    try await departures.add(departure)
    visit.session.tally.add()
    return departure
  }

  var entered: Int { visit.session.tally.count }

  func logOut() { sessions.end(of: visit.user) }
}

func makeRouter(
  departures: any DepartureStore, clock: any HourClock, sessions: Sessions
) -> Router<BasicRequestContext> {
  /// The desk of the request that is running.
  @Sendable func desk() throws -> Desk {
    guard let visit = Visit.current else { throw HTTPError(.unauthorized) }
    return Desk(departures: departures, clock: clock, visit: visit, sessions: sessions)
  }

  let board = Board(departures: departures, clock: clock)
  let router = Router()
  router.get("departures") { _, _ in try await board.coming() }
  let users = router.group().add(middleware: Users(sessions: sessions))
  users.post("departures") { request, context in
    let departure = try await desk().enter(request.decode(as: Entry.self, context: context))
    return EditedResponse(status: .created, response: departure)
  }
  users.get("entered") { _, _ in "\(try desk().entered)" }
  users.post("logout") { _, _ in
    try desk().logOut()
    return HTTPResponse.Status.noContent
  }
  return router
}
