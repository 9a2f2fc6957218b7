import Hummingbird
import Logging
import PropertyInjection

/// The context of a request: the framework makes it, and it injects itself.
struct AppContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  @Required var departures: any DepartureStore
  @Required(.log) var log: Logger

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    PropertyInjector.injectDependencies(to: &self)
  }
}

/// What belongs to the request that is running.
struct Visit: Sendable {
  let user: String
  let values = ScopedValues()
  @TaskLocal static var current: Visit?
}

/// Tells who asks, for all that the request leads to.
struct Users: RouterMiddleware {
  func handle(
    _ request: Request, context: AppContext,
    next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
    return try await Visit.$current.withValue(Visit(user: user)) {
      try await next(request, context)
    }
  }
}

/// What a client sends to enter a departure.
struct Entry: Decodable {
  let train: String
  let hour: Int
}

/// Enters departures for the user of the request.
struct Desk {
  @Required var departures: any DepartureStore
  @Required(.user) var user: String

  init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }

  func enter(_ entry: Entry) async throws -> Departure {
    let departure = Departure(train: entry.train, hour: entry.hour, enteredBy: user)
    try await departures.add(departure)
    return departure
  }
}

func makeRouter() -> Router<AppContext> {
  let router = Router(context: AppContext.self)
  router.get("departures") { _, context in try await context.departures.all() }
  router.group().add(middleware: Users()).post("departures") { request, context in
    let desk = try Desk()
    let departure = try await desk.enter(request.decode(as: Entry.self, context: context))
    context.log.info("\(departure.enteredBy) has entered \(departure.train)")
    return EditedResponse(status: .created, response: departure)
  }
  return router
}
