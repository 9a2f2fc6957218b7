import GRDB
import Logging
import PropertyInjection
import ServiceLifecycle

/// Closes the database when all services that use it have ended.
struct DatabaseService: Service {
  let database: any DatabaseWriter

  func run() async throws {
    try await gracefulShutdown()
    try database.close()
  }
}

/// Removes the departures of past hours, again and again.
struct Cleaner: Service {
  @Required var departures: any DepartureStore
  @Required var clock: any HourClock
  @Required(.cleaningInterval) var interval: Duration
  @Required(.log) var log: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        try await clean()
      }
    }
  }

  func clean() async throws {
    let count = try await departures.remove(before: clock.hour)
    if count > 0 { log.info("removed \(count) departures") }
  }
}

protocol HourClock: Sendable { var hour: Int { get } }
