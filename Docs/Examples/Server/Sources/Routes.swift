import Hummingbird
import PropertyInjection
import Synchronization

struct User: Sendable { let name: String }

/// What belongs to the request that is running, and the session of its user.
struct Visit: Sendable {
  let user: User
  let session: ScopedValues
  let values = ScopedValues()
  @TaskLocal static var current: Visit?
}

/// What is kept for each user until the log-out.
final class Sessions: Sendable {
  private let stores = Mutex<[String: ScopedValues]>([:])

  func values(of user: String) -> ScopedValues {
    stores.withLock { stores in
      let values = stores[user] ?? ScopedValues()
      stores[user] = values
      return values
    }
  }

  func end(of user: String) { stores.withLock { $0[user] = nil } }
}

/// How many departures a user has entered in this session.
final class Tally: Sendable {
  private let entered = Mutex(0)
  var count: Int { entered.withLock { $0 } }
  func add() { entered.withLock { $0 += 1 } }
}

/// Tells who asks, for all that the request leads to.
struct Users: RouterMiddleware {
  @Required private var sessions: Sessions

  init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let name = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
    let visit = Visit(user: User(name: name), session: sessions.values(of: name))
    return try await Visit.$current.withValue(visit) { try await next(request, context) }
  }
}

/// Shows the departures of today that are still to come.
struct Board {
  @Required private var departures: any DepartureStore
  @Required private var clock: any HourClock

  init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }

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
  @Required private var departures: any DepartureStore
  @Required private var clock: any HourClock
  @Required private var user: User
  @Required private var tally: Tally
  @Required private var sessions: Sessions

  init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }

  func enter(_ entry: Entry) async throws -> Departure {
    guard entry.hour >= clock.hour else { throw HTTPError(.badRequest, message: "It has left.") }
    let departure = Departure(train: entry.train, hour: entry.hour, enteredBy: user.name)
    try await departures.add(departure)
    tally.add()
    return departure
  }

  var entered: Int { tally.count }

  func logOut() { sessions.end(of: user.name) }
}

func makeRouter() throws -> Router<BasicRequestContext> {
  let router = Router()
  router.get("departures") { _, _ in try await Board().coming() }
  let users = router.group().add(middleware: try Users())
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
