import Configuration
import Foundation
import GRDB
import Hummingbird
import Logging
import PropertyInjection
import ServiceLifecycle

struct LocalClock: HourClock {
  var hour: Int { Calendar.current.component(.hour, from: .now) }
}

/// The whole server; what must be awaited has been, and the module gets it.
func serverModule(config: ConfigReader, database: any DatabaseWriter) -> InjectionModule {
  InjectionModule("Server") { registry in
    registry.register(instance: config)
    registry.register(instance: DatabaseStore(database: database) as any DepartureStore)
    registry.register(instance: LocalClock() as any HourClock)
    registry.register(in: .values { Visit.current?.values }) { Visit.current }
    registry.register(
      .type(Logger.self), .perPoint { _, point in Logger(label: "\(point.ownerType ?? App.self)") })

    // In the order in which they start; they end the other way round.
    registry.register(instance: DatabaseService(database: database))
    registry.register { Cleaner() }
    registry.register { Announcer() }
    registry.register {
      Application(router: makeRouter(), configuration: .init(reader: config.scoped(to: "http")))
    }
  }
}
