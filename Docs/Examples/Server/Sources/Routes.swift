import Hummingbird
import Logging
import PropertyInjection

/// What belongs to the request that is running.
struct Visit: Sendable {
  let user: String
  let values = ScopedValues()
  @TaskLocal static var current: Visit?
}

/// Tells who asks, for all that the request leads to.
struct Users: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
    return try await Visit.$current.withValue(Visit(user: user)) {
      try await next(request, context)
    }
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
  @Required private var visit: Visit
  @Required private var log: Logger

  init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }

  func enter(_ entry: Entry) async throws -> Departure {
    guard entry.hour >= clock.hour else { throw HTTPError(.badRequest, message: "It has left.") }
    let departure = Departure(train: entry.train, hour: entry.hour, enteredBy: visit.user)
    try await departures.add(departure)
    log.info("\(visit.user) has entered \(departure.train)")
    return departure
  }
}

func makeRouter() -> Router<BasicRequestContext> {
  let router = Router()
  router.get("departures") { _, _ in try await Board().coming() }
  router.group().add(middleware: Users()).post("departures") { request, context in
    let departure = try await Desk().enter(request.decode(as: Entry.self, context: context))
    return EditedResponse(status: .created, response: departure)
  }
  return router
}
