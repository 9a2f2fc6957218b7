import Configuration
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// A logger for the objects of a type, which names the user of the request that is running.
func logger(for type: Any.Type) -> Logger {
  Logger(
    label: "\(type)",
    metadataProvider: Logger.MetadataProvider {
      Visit.current.map { ["user": "\($0.user)"] } ?? [:]
    })
}

struct LocalClock: HourClock {
  var hour: Int { Calendar.current.component(.hour, from: .now) }
}

/// The whole server.
struct Server {
  let departures: any DepartureStore
  /// In the order in which they start; they end the other way round.
  let services: [any Service]

  /// Opens the database; nothing runs before the services do.
  init(config: ConfigReader, database path: String) throws {
    let database = try openDatabase(at: path)
    let clock = LocalClock()
    departures = LoggedStore(
      store: DatabaseStore(database: database), log: logger(for: LoggedStore.self))
    services = [
      DatabaseService(database: database),
      Cleaner(
        departures: departures, clock: clock, config: config, log: logger(for: Cleaner.self)),
      Announcer(
        departures: departures, clock: clock, config: config, log: logger(for: Announcer.self)),
      Application(
        router: makeRouter(departures: departures, clock: clock, sessions: Sessions()),
        configuration: .init(reader: config.scoped(to: "http"))),
    ]
  }
}
