import FactoryKit
import Hummingbird
import Synchronization

/// What belongs to the request that is running, and the session of its user.
struct Visit: Sendable {
  let user: String
  let session: SessionContainer
  @TaskLocal static var current: Visit?
}

/// The sessions of all users.
final class Sessions: Sendable {
  private let kept = Mutex<[String: SessionContainer]>([:])

  func session(of user: String) -> SessionContainer {
    kept.withLock { kept in
      let session = kept[user] ?? SessionContainer()
      kept[user] = session
      return session
    }
  }

  func end(of user: String) { kept.withLock { $0.removeValue(forKey: user) }?.reset() }
}

/// How many departures a user has entered in this session.
final class Tally: Sendable {
  private let entered = Mutex(0)
  var count: Int { entered.withLock { $0 } }
  func add() { entered.withLock { $0 += 1 } }
}

/// Tells who asks, for all that the request leads to.
struct Users: RouterMiddleware {
  @Injected(\.sessions) private var sessions

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
  @Injected(\.departures) private var departures
  @Injected(\.clock) private var clock

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
  @Injected(\.departures) private var departures
  @Injected(\.clock) private var clock
  @Injected(\SessionContainer.tally) private var tally
  @Injected(\.sessions) private var sessions
  private let visit: Visit

  init() throws {
    guard let visit = Container.shared.visit() else { throw HTTPError(.unauthorized) }
    self.visit = visit
  }

  func enter(_ entry: Entry) async throws -> Departure {
    guard entry.hour >= clock.hour else { throw HTTPError(.badRequest, message: "It has left.") }
    let departure = Departure(train: entry.train, hour: entry.hour, enteredBy: visit.user)
    try await departures.add(departure)
    tally.add()
    return departure
  }

  var entered: Int { tally.count }

  func logOut() { sessions.end(of: visit.user) }
}

func makeRouter() -> Router<BasicRequestContext> {
  let router = Router()
  router.get("departures") { _, _ in try await Board().coming() }
  let users = router.group().add(middleware: Users())
  users.post("departures") { request, context in
    let departure = try await Desk().enter(request.decode(as: Entry.self, context: context))
    return EditedResponse(status: .created, response: departure)
  }
  users.get("entered") { _, _ in "\(try Desk().entered)" }
  users.post("logout") { _, _ in
    try Desk().logOut()
    return HTTPResponse.Status.noContent
  }
  return router
}
