import Configuration
import Foundation
import GRDB
import Hummingbird
import Logging
import PropertyInjection
import ServiceLifecycle

// Types that everybody uses have keys; for the program's own types a name is enough.
extension InjectionKey<Duration> { static var cleaningInterval: Self { "cleaningInterval" } }
extension InjectionKey<Logger> { static var log: Self { "log" } }
extension InjectionKey<String> { static var user: Self { "user" } }

struct LocalClock: HourClock {
  var hour: Int { Calendar.current.component(.hour, from: .now) }
}

/// The whole server; what must be awaited has been, and the module gets it.
func serverModule(config: ConfigReader, database: any DatabaseWriter) -> InjectionModule {
  InjectionModule("Server") { registry in
    registry.register(
      .cleaningInterval, instance: .seconds(config.int(forKey: "cleaning.seconds", default: 60)))
    registry.register("departures", instance: DatabaseStore(database: database))
    registry.register("clock", instance: LocalClock())
    registry.register(
      .log, .perPoint { _, point in Logger(label: point.ownerType.map { "\($0)" } ?? "server") })
    registry.register(.user, in: .values { Visit.current?.values }) { Visit.current?.user }

    // In the order in which they start; they end the other way round.
    registry.register("database", instance: DatabaseService(database: database))
    registry.register("cleaner") { Cleaner() }
    registry.register("server") { () -> any Service in
      Application(
        router: makeRouter(),
        configuration: ApplicationConfiguration(reader: config.scoped(to: "http")))
    }

    // What the server injects itself, for checks.
    registry.declare { try? Desk() }
    registry.declare { Cleaner() }
    registry.declare(AppContext.self)
  }
}
