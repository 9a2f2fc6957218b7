import Configuration
import Foundation
import GRDB
import Hummingbird
import Logging
import PropertyInjection
import ServiceLifecycle

/// A logger for the objects of a type, which names the user of the request that they are made for.
func logger(for type: Any.Type) -> Logger {
  var logger = Logger(label: "\(type)")
  logger[metadataKey: "user"] = Visit.current.map { "\($0.user.name)" }
  return logger
}

struct LocalClock: HourClock {
  var hour: Int { Calendar.current.component(.hour, from: .now) }
}

/// The whole server; nothing is opened before it is needed.
func serverModule(config: ConfigReader, database path: String) -> InjectionModule {
  InjectionModule("Server") { registry in
    registry.register(instance: config)
    registry.register(instance: LocalClock() as any HourClock)
    registry.register(.perPoint { _, point in logger(for: point.ownerType ?? App.self) })

    registry.register(.databasePath, instance: path)
    registry.register(
      .type((any DatabaseWriter).self), in: .singleton,
      .initializer(openDatabase(at:), .key(.databasePath)))
    registry.register(
      .type((any DepartureStore).self), .initializer(DatabaseStore.init(database:)))
    registry.decorate { _, store in
      LoggedStore(store: store, log: logger(for: LoggedStore.self)) as any DepartureStore
    }

    registry.register(in: .singleton) { Sessions() }
    registry.register(in: .values(named: "session") { Visit.current?.session }) { Tally() }
    registry.register(in: .values(named: "visit") { Visit.current?.values }) { Visit.current?.user }

    // In the order in which they start; they end the other way round.
    registry.register(.initializer(DatabaseService.init(database:)))
    registry.register { Cleaner() }
    registry.register { Announcer() }
    registry.register {
      Application(router: try makeRouter(), configuration: .init(reader: config.scoped(to: "http")))
    }
    registry.declare(asks: .type([any Service].self))
  }
}
