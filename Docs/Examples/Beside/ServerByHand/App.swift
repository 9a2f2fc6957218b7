import ArgumentParser
import Configuration
import Logging
import ServiceLifecycle

@main
struct App: AsyncParsableCommand {
  @Option(help: "The SQLite file.") var database = ":memory:"

  func run() async throws {
    let config = ConfigReader(providers: [
      EnvironmentVariablesProvider(),
      InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 8080]),
    ])
    let server = try Server(config: config, database: database)
    let group = ServiceGroup(
      services: server.services, gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "server"))
    try await group.run()
  }
}
