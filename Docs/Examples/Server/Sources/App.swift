import ArgumentParser
import Configuration
import Logging
import PropertyInjectionChecking
import ServiceLifecycle

@main
struct App: AsyncParsableCommand {
  @Option(help: "The SQLite file; in memory without one.") var database: String?

  func run() async throws {
    let config = ConfigReader(providers: [
      EnvironmentVariablesProvider(),
      InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 8080]),
    ])
    let database = try await openDatabase(at: database)
    PropertyInjector.configure(serverModule(config: config, database: database))
    try PropertyInjector.validate().requireClean()
    let group = ServiceGroup(
      services: try PropertyInjector.shared.requireInstances(of: (any Service).self),
      gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "server"))
    try await group.run()
  }
}
