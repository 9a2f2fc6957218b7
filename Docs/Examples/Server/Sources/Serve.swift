import ArgumentParser
import Configuration
import Logging
import PropertyInjectionChecking
import ServiceLifecycle

@main
struct Serve: AsyncParsableCommand {
  @Option(help: "The SQLite file; in memory without one.") var database: String?
  @Flag(help: "Check the configuration, and stop.") var check = false

  func run() async throws {
    let config = ConfigReader(providers: [
      EnvironmentVariablesProvider(),
      InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 8080]),
    ])
    let database = try await openDatabase(at: database)
    PropertyInjector.configure { registry in
      registry.install(serverModule(config: config, database: database))
    }
    try PropertyInjector.validate().requireClean()
    if check { return try rehearse() }
    let group = ServiceGroup(
      services: try PropertyInjector.shared.requireInstances(of: (any Service).self),
      gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "server"))
    try await group.run()
  }

  private func rehearse() throws {
    try Visit.$current.withValue(Visit(user: "check")) {
      try PropertyInjector.rehearse().requireClean()
    }
  }
}
