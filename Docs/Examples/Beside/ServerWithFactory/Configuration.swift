import Configuration
import FactoryKit
import Foundation
import GRDB
import Hummingbird
import Logging
import ServiceLifecycle

/// A logger for the objects of a type, which names the user of the request that they are made for.
func logger(for type: Any.Type) -> Logger {
  var logger = Logger(label: "\(type)")
  logger[metadataKey: "user"] = Visit.current.map { "\($0.user)" }
  return logger
}

struct LocalClock: HourClock {
  var hour: Int { Calendar.current.component(.hour, from: .now) }
}

/// The whole server.
extension Container {
  var config: Factory<ConfigReader> {
    self {
      ConfigReader(providers: [
        EnvironmentVariablesProvider(),
        InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 8080]),
      ])
    }.cached
  }
  var clock: Factory<any HourClock> { self { LocalClock() } }
  var logger: ParameterFactory<Any.Type, Logger> { self { ServerFactory.logger(for: $0) } }

  /// Is registered when the database has been opened, which may fail: a factory cannot throw.
  var database: Factory<any DatabaseWriter> { self { fatalError("No database is open.") } }
  var departures: Factory<any DepartureStore> {
    self {
      LoggedStore(
        store: DatabaseStore(database: self.database()), log: self.logger(LoggedStore.self))
    }
  }

  var sessions: Factory<Sessions> { self { Sessions() }.cached }
  var visit: Factory<Visit?> { self { Visit.current } }

  /// In the order in which they start; they end the other way round.
  var services: Factory<[any Service]> {
    self {
      [
        DatabaseService(database: self.database()),
        Cleaner(),
        Announcer(),
        Application(
          router: makeRouter(), configuration: .init(reader: self.config().scoped(to: "http"))),
      ]
    }
  }
}

/// What is kept for a user until the log-out.
final class SessionContainer: SharedContainer {
  static var shared: SessionContainer { Visit.current?.session ?? SessionContainer() }
  let manager = ContainerManager()
  var tally: Factory<Tally> { self { Tally() }.cached }
}
